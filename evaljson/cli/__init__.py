"""The command line: infer, validate, score, ui."""

from evaljson.cli.app import main

__all__ = ["main"]
