"""What is said where nothing is proposed: never more than was looked at."""

from typing import Final

NOTHING: Final = "Nothing to suggest: no setting that was looked for fits gold and explains enough of what is wrong."
"""A setting may still explain a single result: one of them is no reason to change how all are compared."""
