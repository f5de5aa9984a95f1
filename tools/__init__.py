"""Everything a desktop runs: `python3 tools` lists it."""
