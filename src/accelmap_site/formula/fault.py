"""What can be wrong with an expression, and how it is said."""


class Fault(Exception):
    """A mistake in an expression or in its values. ``hint`` says what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
