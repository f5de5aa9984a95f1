"""Numbers of the buttons, and of what happens to one."""

UP, DOWN, LEFT, RIGHT, A, B, START, SELECT = 0, 1, 2, 3, 4, 5, 6, 7
NAMES = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")
PRESS, REPEAT, LONG = 0, 1, 2

LONG_MS = 500
