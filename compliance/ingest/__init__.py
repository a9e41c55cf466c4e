"""Licensees' files → rounds in the store, or quarantine with a reason. Nothing is lost and nothing invented.

- ``ingesting``: files, folders and patterns into the database, one transaction a file
- ``strict``: the reader of one round from its raw bytes, which everybody uses
- ``rereading``: rounds read again from the kept bytes
"""
