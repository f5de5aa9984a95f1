"""The rules core of Pocket Rummy: pure Python, no imports from outside this package."""
