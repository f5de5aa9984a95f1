"""Makes what is committed as data: sheets, meld tables."""
