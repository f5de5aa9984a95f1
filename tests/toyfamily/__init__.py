"""A third family of games, for the tests: Heap, and Two Heaps of two rounds. By turns one to three
coins go on a heap; who puts the tenth there wins. All that the house asks of a family, and nothing
more."""
