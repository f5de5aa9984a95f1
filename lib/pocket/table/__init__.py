"""A person's turn: the editable table, how a table goes on from the one before, where sets lie."""
