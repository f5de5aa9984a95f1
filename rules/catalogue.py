"""The games in menu order, and the levels of computers (dict order is not kept on a board)."""

ORDER = ("RK", "RG", "CR", "KR", "ER")
LEVELS = ("easy", "normal", "hard", "master")  # weakest first; saves hold their place
