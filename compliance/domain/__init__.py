"""Plain facts of the game: cards, money, wagers, rounds, settlements, findings, citations.

Imports nothing else of this package.
"""
