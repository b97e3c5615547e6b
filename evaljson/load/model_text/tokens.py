"""The tokens of JSON as language models write it, and what may stand after one."""

from __future__ import annotations

import re
from typing import Final

# To the end of its line, never glued to a value: 12#4, 'a'#b. In the last line only if it hides nothing of the object.
_LINE_COMMENT = r"""(?:(?<![^\s,:;{}\[\]"'”/])//|(?<![^\s,:;{}\[\]/])\#)(?:[^\n]*(?=\n)|[^\n{}\[\]"']*\Z)"""
_COMMENT = rf"{_LINE_COMMENT}|/\*.{{0,1000}}?\*/"
TOKEN: Final = re.compile(
    rf"""(?P<comment>{_LINE_COMMENT}|/\*.*?\*/)
    """
    r"""|(?P<space>[\s\ufeff\u200b]+)
    |(?P<quote>\"{3})(?P<triple>.*?)\"{3}
    |"(?P<double>(?:[^"\\]++|\\.)*+)(?P<double_end>"|\\?\Z)
    |'(?P<single>(?:[^'\\]++|\\.)*+)(?P<single_end>'|\\?\Z)
    |[“„](?P<smart>[^”“]*)[”“]
    |(?P<number>[+-]?(?:(?:0|[1-9]\d*+)(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?\d++)?+)(?![\w.])
    |(?P<word>-?[A-Za-z_$][\w$]*)
    |(?P<dots>\.{3}|…)
    |(?P<mark>[{}\[\],:\uff1a\uff0c]|=>?)""",
    re.VERBOSE | re.DOTALL,
)
JSON_SPACE: Final = re.compile(r"[ \t\r\n]*")
LITERALS: Final = {"true": "true", "false": "false", "null": "null", "none": "null", "undefined": "null"}
"""Literals of other languages in lower case -> JSON's."""
KEPT: Final = frozenset({"true", "false", "null", "NaN", "Infinity", "-Infinity"})
MARKS: Final = {"\uff1a": ":", "\uff0c": ",", "=": ":", "=>": ":"}
"""Marks of other scripts and languages -> JSON's."""
TUPLE: Final = re.compile(
    r"""\(\s*(?P<inside>(?:(?:"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|-?\d+(?:\.\d+)?|True|False|None)\s*,\s*)+
    (?:(?:"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|-?\d+(?:\.\d+)?|True|False|None)\s*)?)\)""",
    re.VERBOSE,
)
BARE_KEY: Final = re.compile(r"[^\s\"'“{}\[\],:=/#][^\"'“{}\[\],:=\n]*?(?=\s*(?::|=>?))")

_COMMAS = (",", "\uff0c")
_SPACE = re.compile(rf"(?:\s|{_COMMENT})*+", re.DOTALL)
HIDES_MORE: Final = re.compile(r"""["'][^"'\n]+["']\s*:|\A[^"]*"(?:[^"]*"[^"]*")*[^"]*\Z""")
"""A key, or half a text, in a comment behind a value on the same line: more than a remark."""
_A_KEY_ENDS = re.compile(r"\s*(?:[:\uff1a]|=>?|\Z)")
_KEY = re.compile(
    r"""(?:"(?:[^"\\\n]|\\.)*+(?:"\s*[:\uff1a=]|"?\s*\Z)|'[^'\n]*(?:'\s*:|'?\s*\Z)"""
    r"""|[“„][^”“\n]*[”“]\s*[:\uff1a]|[\w$][\w$ -]*+\s*+[:=]|\.{3}|…|[}\]]|\#|\Z)"""
)
_VALUE = re.compile(r"""["'“„{\[\d}\].+-]|…|[^\s"'“„{}\[\],][^"“\n,\]]*[,\]]|\#|\Z""")
_AFTER_KEY = re.compile(r"\s*+:")
_AFTER_MEMBER = re.compile(r"""\s*+(?:,\s*+(?:"[^"\\\n]*+"\s*+:|'[^'\\\n]*+'\s*+:|[A-Za-z_]\w*+:)|\}\s*+(?:,|\Z))""")
_AFTER_ELEMENT = re.compile(r"""\s*+(?:,\s*+["'\d{\[]|\]\s*+(?:,|\Z))""")
_CLOSERS = re.compile(r"[}\]](?:\s*[}\]])*")


def surely_ends(text: str, at: int, *, is_key: bool, in_object: bool) -> bool:
    """Check whether what ordinarily follows a string does; if not, `ends_key` or `ends_value` decides."""
    usual = _AFTER_KEY if is_key else _AFTER_MEMBER if in_object else _AFTER_ELEMENT
    return usual.match(text, at) is not None


def ends_key(text: str, at: int) -> bool:
    """Check whether a key may end at a position: a colon follows."""
    return _A_KEY_ENDS.match(text, at) is not None


def ends_value(text: str, at: int, *, in_object: bool, depth: int) -> bool:
    """Check whether a value may end at a position, `depth` levels of containers deep.

    It may before a comma with a key (in an array: with a value) behind it, before a closing bracket, and before a key
    or value on the next line.
    """
    after = _after(text, at)
    follows = text[after : after + 1]
    if not follows:
        return True
    next_member = _KEY if in_object else _VALUE
    if follows in _COMMAS:
        member = _after(text, after + 1)
        while text[member : member + 1] in _COMMAS:
            member = _after(text, member + 1)
        return next_member.match(text, member) is not None or text[member : member + 1] == "{"
    closers = _CLOSERS.match(text, after)
    if closers:
        deep = sum(closers.group().count(mark) for mark in "}]")
        rest = _after(text, closers.end())
        return deep >= depth or text[rest : rest + 1] in ("", *_COMMAS) or "\n" in text[closers.end() : rest]
    if not in_object and follows == '"' and after > at:  # two strings without a comma
        return True
    return "\n" in text[at:after] and next_member.match(text, after) is not None


def ends_bare(text: str, at: int, *, in_object: bool, depth: int) -> bool:
    """Check the same for a number or literal, which the end of a line ends, and in an array every comma."""
    after = _after(text, at)
    follows = text[after : after + 1]
    is_apart = "\n" in text[at:after] or follows in ("}", "]") or (not in_object and follows in _COMMAS)
    return is_apart or key_follows(text, after) or ends_value(text, at, in_object=in_object, depth=depth)


def key_follows(text: str, at: int) -> bool:
    """Check whether a key and its colon follow."""
    match = _KEY.match(text, _after(text, at))
    return match is not None and match.group()[-1:] in (":", "\uff1a", "=")


def number_in_json(token: str) -> str:
    """Write a number in JSON's way: `.5`, `5.` and `+5`."""
    token = token.removeprefix("+")
    token = re.sub(r"^(-?)\.", r"\g<1>0.", token)
    return re.sub(r"\.(?=\Z|[eE])", ".0", token)


def _after(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match is not None  # it matches the empty text too
    return match.end()
