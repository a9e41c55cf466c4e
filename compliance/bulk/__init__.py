"""The set-based evaluator: every step and every check an SQL file, driven by relations made from the rule sheets.

It shares the words, the sheet model and the catalogue with the reference evaluator, and no settlement code.
"""
