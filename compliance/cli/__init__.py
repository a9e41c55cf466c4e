"""The command line: parse, call one workflow, print, exit. Nothing else in the package prints or exits."""
