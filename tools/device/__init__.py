"""From source to board: lint, squeeze, build, flash, image."""
