"""Audits Three Card Poker: logs in, every settlement re-derived from the rule sheet, findings out."""


def __getattr__(name: str) -> str:
    """Look the version up when it is asked for: the command line must come up to say that it is not installed."""
    if name == "__version__":
        from importlib.metadata import version

        return version("compliance")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
