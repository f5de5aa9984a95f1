"""The four tile games: tiles and melds, the games as data, referee, rounds, computer players."""
