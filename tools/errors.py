"""The exception that stops a command."""


class ToolError(RuntimeError):
    """One clear sentence: why a command cannot do what was asked."""
