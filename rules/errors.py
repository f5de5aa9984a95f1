"""Why the rules refuse a move or an input, by number (base.RulesError).

The rules hold no text for players. A refusal is a reason from here with its values: numbers, or
bytes of tile codes. assets/words has a text for each reason, by its name and in this order (section
"refused"); the screen or command that shows a refusal inserts the values.
"""

# Sets and what a turn lays.
JOKER_GONE, TILE_GONE, TILE_MORE, NONE_LAID, LOOSE, GROUPS_ONLY, RUNS_ONLY, TWICE = range(8)
LACKS, NO_SET = range(8, 10)
# The opening.
RACK_ALONE, OTHERS_STAY, TABLE_STAYS, JOKER_OPENS, FEW_POINTS = range(10, 15)
FEW_IN_GROUP, NONE_OPENS = range(15, 17)
# Jokers.
JOKER_CHANGED, JOKER_MOVED, JOKERS_EQUAL, NOT_FROM_RACK, JOKER_NEEDS_TWO = range(17, 22)
JOKER_LAID_OFF, JOKER_TAKEN_OFF = range(22, 24)
# Turns without a play.
FEW_PAIRS, POOL_EMPTY, POOL_LEFT, MUST_LAY, NO_PENALTY, NOT_NOW = range(24, 30)
# Cards.
PILE_EMPTY, DISCARDS_EMPTY, CARD_TAKEN, NO_PICK_UP, TAKE_FIRST, NOT_HELD = range(30, 36)
# House options, saves, puzzles, game codes.
NO_SETS, NO_MIXED, TOO_DEAR, SAVE_DAMAGED, SAVE_VERSION, SAVE_UNKNOWN = range(36, 42)
PACK_DAMAGED, INVALID_CODE = range(42, 44)
