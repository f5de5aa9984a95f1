"""What screens are drawn with: sheets, rows of text and tiles, panels, lists."""
