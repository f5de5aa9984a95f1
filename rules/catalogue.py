"""The games in menu order (dict order is not kept on a board)."""

ORDER = ("RK", "RG", "CR", "KR", "ER")
