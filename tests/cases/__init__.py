"""Settlements worked by hand from the rule sheets, one file a rule."""
