"""JSON values as HTML. Values come from files and models: everything is escaped, and long ones are cut."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from evaljson.base.jsontypes import ABSENT

CUT = 160
"""Characters shown at once; the rest opens on a click."""
_OTHER_JSON = re.compile(r"\s*(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|nan|-?infinity)\s*", re.IGNORECASE)
_OPENING = ("[", "{", '"')
_QUOTED = re.compile(r"""((?<!\w)'[^'\n]*'(?!\w)|(?<!\w)"[^"\n]*"(?!\w))""")
FULL = 20_000
"""Characters shown of one value at most."""


def as_text(value: Any) -> str:
    """Write a value as JSON on one line; text without quotes, unless it is empty or `reads_as_json`."""
    if isinstance(value, str) and value and not reads_as_json(value):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, default=repr)
    except (ValueError, RecursionError):  # an integer beyond Python's limit for text, or nesting beyond its stack
        return "(a value too large or too deep to show)"


def reads_as_json(text: str) -> bool:
    """Check whether a text without quotes would look like another JSON value: `1`, `False`, `null`, `[1]`, `"a"`."""
    if text.lstrip()[:1] not in _OPENING:
        return _OTHER_JSON.fullmatch(text) is not None
    try:
        json.loads(text)
    except ValueError:
        return False
    except RecursionError:
        return True
    return True


def value_html(value: Any) -> str:
    """Write a value for a table cell: absent, null and empty look different from each other and from any text."""
    if value is ABSENT:
        return '<span class="ej-none">absent</span>'
    if value is None:
        return '<span class="ej-none">null</span>'
    if isinstance(value, str) and not value:
        return '<span class="ej-none">empty text</span>'
    text = as_text(value)
    kind = "" if isinstance(value, str) else ' class="ej-json"'
    if len(text) <= CUT:
        return f'<bdi{kind} dir="auto">{escaped(text)}</bdi>'
    return (
        f'<details><summary><bdi{kind} dir="auto">{escaped(text[:CUT])}…</bdi> <span class="ej-none">'
        f"({len(text):,} characters: show)</span></summary>{_full(text, kind)}</details>"
    )


def whole_value_html(value: Any, most: int = FULL) -> str:
    """Write all of a value, as far as `most` characters go, for a place that was opened already."""
    text = as_text(value) if value is not ABSENT else ""
    if len(text) <= CUT:
        return value_html(value)
    length = f'<div class="ej-none">{len(text):,} characters</div>'
    return length + _full(text, "" if isinstance(value, str) else ' class="ej-json"', most)


def _full(text: str, kind: str, most: int = FULL) -> str:
    rest = f"\n… {len(text) - most:,} more characters" if len(text) > most else ""
    return f'<div class="ej-full"><bdi{kind} dir="auto">{escaped(text[:most])}</bdi>{rest}</div>'


def sentence_html(text: str) -> str:
    """Escape a sentence that quotes values or names, and isolate each quote, whichever direction its script has.

    Without that, two Hebrew values with a comma between them would change places.
    """
    return "".join(
        f"<bdi>{escaped(part)}</bdi>" if part[:1] in ("'", '"') else escaped(part) for part in _QUOTED.split(text)
    )


def escaped(text: str) -> str:
    """Escaped, with characters that would be invisible or turn the line around made visible."""
    return html.escape("".join(map(_visible, text)))


def isolated(name: str) -> str:
    """Escape a name, and isolate it from its surroundings unless it is plain ASCII."""
    return escaped(name) if name.isascii() else f"<bdi>{escaped(name)}</bdi>"


_UNSEEN_SPACES = re.compile(r"^ +| +$|  +")
NO_BREAK_SIGN = "⍽"
_SHOWN = {"\n": "↵\n", "\t": "⇥\t", "\u00a0": NO_BREAK_SIGN}
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")


def escaped_spaces(text: str) -> str:
    """Escape a short text in a sentence, with signs for spaces that readers could not see or count."""
    return escaped(_seen_spaces(text))


def with_signs(text: str) -> str:
    """Put signs for spaces, line breaks and other characters that readers could not see, for plain text or Markdown."""
    return "".join(map(_visible, _seen_spaces(text)))


def _seen_spaces(text: str) -> str:
    signs = _UNSEEN_SPACES.sub(lambda match: "␣" * len(match[0]), text)
    return "".join(f"[U+{ord(c):04X}]" if c.isspace() and c != " " and c not in _SHOWN else c for c in signs)


def _visible(c: str) -> str:
    if c in _TURNING or (not c.isprintable() and c not in _SHOWN and not c.isspace()):
        return f"[U+{ord(c):04X}]"
    return _SHOWN.get(c, c)
