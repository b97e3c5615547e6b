"""Turn string literals as language models write them into JSON literals."""

from __future__ import annotations

import json
import re
from collections import Counter

_SPECIAL = re.compile(r"\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)|\\\Z|[\x00-\x1f\"]", re.DOTALL)
_ESCAPE = re.compile(r"\\.", re.DOTALL)
_PARTIAL = re.compile(r"((?<!\\)(?:\\\\)*+)\\(?:u[0-9a-fA-F]{0,3})?\Z")
_DRIVE = re.compile(r"[A-Za-z]:\\(?!\\)")
_VALID = frozenset('"\\/bfnrtu')
# Commands that begin with what JSON takes for a line break, a carriage return or a tab.
_LATEX = re.compile(
    r"\\(?:n(?:abla|eg?|eq|i|otin|u|ewline|ormalsize)|r(?:angle|ceil|ceiling|floor|ho|ight(?:arrow)?|m)"
    r"|t(?:an|anh|au|ext(?:bf|it|rm|tt)?|heta|ilde|imes|o|op|frac|riangle))(?![A-Za-z])"
)
_CONTROL_WORD = re.compile(r"[\x08\x0c](?=[A-Za-z])")

BACKSLASHES = "backslashes that begin no JSON escape (such as LaTeX or a Windows path) taken as text"
CONTROLS = "line breaks and control characters inside strings escaped"
QUOTES = "strings in other quotes put into double quotes"
UNQUOTED = r"\' inside strings read as '"


def rewrite(body: str, quote: str, done: Counter[str], *, cut: bool = False) -> str:
    """Return the JSON literal for the text between two quotes; repairs are counted in `done`.

    A string in which some backslash begins no JSON escape was written without escaping them: there, `\\b` and `\\f`
    before a letter, and `\\n`, `\\r`, `\\t` where they begin a LaTeX command, are text too. `cut`: the text ends in it.
    """
    if cut:
        body = _PARTIAL.sub(r"\1", body)
    raw = quote != "'" and _is_unescaped(body)
    path = raw and _DRIVE.match(body) is not None

    def replaced(match: re.Match[str]) -> str:
        token = match.group()
        if token[0] != "\\":
            if token != '"':
                done[CONTROLS] += 1
            return json.dumps(token)[1:-1]
        return _escape(token, body, match.start(), quote, done, raw=raw, path=path)

    if quote != '"':
        done[QUOTES] += 1
    return '"' + _SPECIAL.sub(replaced, body) + '"'


def _is_unescaped(body: str) -> bool:
    if _DRIVE.match(body):
        return any(token[1] not in _VALID for token in _ESCAPE.findall(body))
    return any(token[1] not in _VALID and token[1] != "'" for token in _ESCAPE.findall(body))


def _escape(token: str, body: str, at: int, quote: str, done: Counter[str], *, raw: bool, path: bool) -> str:
    """Rewrite one backslash and what follows it."""
    kind = token[1:2]
    if kind == "'":
        done[UNQUOTED] += quote == '"'
        return "'"
    if quote == "'" and kind == "x" and len(token) > 2:
        return json.dumps(chr(int(token[2:], 16)))[1:-1]
    if (kind and kind in '"\\/') or (kind == "u" and len(token) > 2):
        return token
    follows = body[at + 2 : at + 3]
    text = (kind in "bf" and follows.isalpha()) or path or _LATEX.match(body, at) is not None
    if kind and kind in "bfnrt" and not (raw and text):
        return token
    done[BACKSLASHES] += 1
    return "\\\\" + json.dumps(token[1:])[1:-1]


def looks_like_latex(value: str) -> bool:
    """Check whether a string read as strict JSON has a backspace or form feed before a letter: `\\beta`, `\\frac`."""
    return _CONTROL_WORD.search(value) is not None
