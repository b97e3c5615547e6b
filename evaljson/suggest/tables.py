"""Shows suggestions as a table, for terminals, pull requests and notebooks. All values are escaped."""

from __future__ import annotations

import html as escaping
import re
from collections.abc import Sequence
from typing import Final

from evaljson.suggest.model import Suggestion
from evaljson.suggest.nothing import NOTHING

HEADINGS: Final = ("F1", "risk", "what", "where", "why")


def row(suggestion: Suggestion) -> tuple[str, str, str, str, str]:
    """Gain in points, risk, kind, path and sentence."""
    return (
        suggestion.gain_in_points,
        suggestion.risk.level,
        suggestion.kind,
        suggestion.path or "the record",
        suggestion.sentence,
    )


def markdown(proposed: Sequence[Suggestion]) -> str:
    """Write a table; without any suggestion a sentence."""
    if not proposed:
        return f"{NOTHING}\n"
    lines = [HEADINGS, tuple("---" for _ in HEADINGS), *(tuple(map(_cell, row(suggestion))) for suggestion in proposed)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(text: str) -> str:
    flat = escaping.escape(" ".join(text.split()), quote=False)
    return re.sub(r"([\\`*_{}\[\]()#!|~$])", r"\\\1", flat)


def html(proposed: Sequence[Suggestion]) -> str:
    """Write a table for notebooks."""
    if not proposed:
        return f"<p>{NOTHING}</p>"
    head = "".join(f"<th>{name}</th>" for name in HEADINGS)
    body = "".join(
        f"<tr>{''.join(f'<td>{escaping.escape(text)}</td>' for text in row(suggestion))}</tr>"
        for suggestion in proposed
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
