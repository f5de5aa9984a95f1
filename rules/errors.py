"""What the rules raise."""


class RulesError(ValueError):
    """Input that cannot be right; str() is one clear sentence."""
