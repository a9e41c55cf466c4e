"""Audits Three Card Poker: logs in, every settlement re-derived from the rule sheet, findings out."""

from importlib.metadata import version

__version__ = version("compliance")
