"""The one exception of this room."""


class ReportError(Exception):
    """A document that cannot be made; the message says what, where and what to do."""
