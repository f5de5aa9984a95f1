"""What screens are drawn with: sheets, headings, notes, ribbons, the line of keys."""
