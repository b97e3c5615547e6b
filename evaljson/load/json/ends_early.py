"""Whether a text that is no JSON ends before its value does, as a reply does that reached its limit of tokens."""

from __future__ import annotations

import json


def breaks_off(text: str, error: json.JSONDecodeError) -> bool:
    """Check whether a parser found nothing wrong but the end of the text; `error` is what it raised, at its place."""
    return not text[error.pos :].strip(" \t\r\n") or error.msg.startswith("Unterminated string")


def ends_early(text: str, error: json.JSONDecodeError) -> bool:
    """Check whether a text surely ends early: a string that is open to a last bracket may lack its quote only."""
    in_string = error.msg.startswith(("Unterminated string", "Invalid control character"))
    return breaks_off(text, error) and not (in_string and text.rstrip().endswith(("}", "]")))
