"""8 Round Rummy: cards, goals, the game, its computer players."""
