"""Which features the program has. A small build sets some to False and then drops what only they
use (tools/device/plan.toml)."""

CARDS = True  # 8 Round Rummy
RECORDS = True  # rounds are recorded; the last ones, the coach
STATISTICS = True  # your games and badges
PUZZLES = True
TIPS = True  # in the first quick games
CHARACTERS = True  # computer players with a face
JOURNEY = True  # thirty stations
LESSONS = True  # beyond the first of each game
LANGUAGES = True  # the choice of them
BUTTONS = True  # the picture of the buttons
LEARNED = True  # a board's buttons can be learned
SELFTEST = True
CODES = True  # of games: rules/codes.py
EFFECTS = True  # stamps, flights of tiles, the podium
LAYOUT = True  # tables are the library's GridLayout
