"""The ways in which texts may be written otherwise, each with the transforms that make it no difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from evaljson.suggest.kinds.times_of_day import HOUR_ZERO
from evaljson.suggest.model import Level


@dataclass(frozen=True, slots=True)
class Axis:
    """One way in which texts may differ."""

    kind: str
    transforms: tuple[Any, ...]
    differ: str
    """Completes "… differ only in"."""
    doing: str
    """What taking it means, as the beginning of a sentence."""
    level: Level
    why: str
    least: int = 2
    """Results that it has to explain."""
    of_codes: bool = False
    """Whether it is looked for in codes alone: there it has to explain as many different values."""


AXES: Final = (
    Axis(
        "whitespace", ("normalize_whitespace",), "white space", "Reading all white space as single spaces", "low",
        "White space carries no meaning here",
    ),
    Axis(
        "width", ("normalize_width",), "the width or shape of characters", "Ignoring the width of characters", "low",
        "Full-width and half-width characters and ligatures mean the same here",
    ),
    Axis(
        "lookalikes",
        (
            {"regex_replace": {"pattern": "[\u2010\u2011\u2012\u2013\u2014\u2015\u2212]", "replacement": "-"}},
            {"regex_replace": {"pattern": "[\u2018\u2019\u201a\u2032\u00b4`]", "replacement": "'"}},
            {"regex_replace": {"pattern": "[\u201c\u201d\u201e\u00ab\u00bb\u2033]", "replacement": '"'}},
        ),
        "dashes or quotes that look alike", "Treating dashes and quotes that look alike as equal", "low",
        "These characters are used interchangeably",
    ),
    Axis("case", ("casefold",), "case", "Ignoring upper and lower case", "low", "Case carries no meaning here"),
    Axis(
        "accents", ("strip_accents",), "accents", "Ignoring accents", "low",
        "Words that differ only in an accent become equal",
    ),
    Axis(
        "punctuation", ("strip_punctuation", "normalize_whitespace"), "punctuation",
        "Ignoring punctuation and extra white space", "medium", "Punctuation can carry meaning in names and codes", 3,
    ),
    Axis(
        "spaces", ({"regex_replace": {"pattern": "\\s+"}},), "where white space is", "Ignoring white space",
        "medium", "Word boundaries are no longer compared", 3,
    ),
    Axis(
        "hyphens",
        ({"regex_replace": {"pattern": r"(?<=\w)[\s\-_\u2010-\u2015]+(?=\w)", "replacement": " "}},),
        "hyphens where the other side has white space", "Reading hyphens as white space", "medium",
        "A hyphen can tell names and codes apart", 3,
    ),
    Axis(
        "word_order", ("sort_tokens",), "the order of words", "Ignoring the order of words", "medium",
        "The order of words can carry meaning", 3,
    ),
    Axis(
        "hour_zeros", ({"regex_replace": {"pattern": HOUR_ZERO}},), "a zero before the hour",
        "Ignoring a zero before the hour", "low", "A time of day is the same with and without that zero", 3,
        of_codes=True,
    ),
    Axis(
        "leading_zeros", ({"regex_replace": {"pattern": r"(?<![\d.,])0+(?=\d)"}},), "leading zeros",
        "Ignoring leading zeros", "medium",
        "Gold values stay distinct, but a leading zero can be part of a code, and a lost one counts as right",
        3, of_codes=True,
    ),
    Axis(
        "separators", ({"regex_replace": {"pattern": r"[\s./:()_\-\u2010-\u2015]+"}},), "separators",
        "Ignoring separators", "medium",
        "Gold values stay distinct, but in some codes a separator in another place makes another code", 3,
        of_codes=True,
    ),
)  # fmt: skip
