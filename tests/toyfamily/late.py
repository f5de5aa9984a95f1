"""What its turns want, and the menu loads before."""
