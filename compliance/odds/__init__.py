"""Exact mathematics of a rule sheet, by enumeration of every deal."""
