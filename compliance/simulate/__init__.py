"""Synthetic logs for any rule sheet, with named faults planted and the truth about them."""
