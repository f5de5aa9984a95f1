"""What lies where in the arrays of `slots`, `layers_small` and `prune`."""

# The arrays of slots, by what they hold of a state of the coming layer.
KEY = 0
GAIN = 1  # its value << 13 | the index it came from
LOW = 2  # its bits' complements, thirty and thirty
HIGH = 3  # -1 for a state without bits
VALUE = 4  # not of the slot's state: the value of the layer before's state of that index
NEXT = 5  # the next slot of its chain, those that may be compared
EXTRA = 6  # its constraints' bits
STATE_PLACE = 7  # the place of its constraints' state in `states`

# The layers so far: pieces of this many states, three arrays each.
PIECE = 6  # bits of a place in a piece
IN = 63
PAST_KEY = 0
PAST_FROM = 1  # the index it came from in the layer before
PAST_STATE = 2  # its constraints' state where that is an int, else its place in `past_states`
