"""The command line: `main` is the command `evaljson`.

commands/ has a file per command, options/ one per group of options, files/ reads and writes single files, run/ turns
files into runs, and text/ turns results into tables and JSON.
"""

from evaljson.cli.app import main

__all__ = ["main"]
