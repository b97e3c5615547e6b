"""Values that a file may lose: hypothesis draws them, and a list names those that are known to be hard."""

from typing import Any

from hypothesis import strategies as st

from evaljson.base.jsontypes import ABSENT

HARD: list[Any] = [
    ABSENT, None, "", " ", " a ", "a\nb", "a\r\nb",
    "\t", "\0", "\x0b", "\ud800", "é", "\u202eabc", "שלום עולם", "👩‍👩‍👧",
    "=1+1", "=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "'=1", "1", "1.0", "true", "null", "(null)",
    "(no value)",
    "(empty text)", "json: 1", 'json: "a"', "_x0041_", "a_x000D_b", "\ufffe", "<b>&amp;</b>", "]]>", "[1]", "{}", '"a"',
    "x" * 6_000, 0, 1, -0.0, 1.0, 1e300, 10**30, True, False, [], {}, [None], {"": [{"a": "\ud800"}]}, [[["=1"]]],
    "(too long for a cell: it stays as it was answered)", "2026-01-02", "00123", "1e5",
]  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=20),
    st.text(st.characters(codec=None), max_size=8),  # type: ignore[arg-type]
    st.sampled_from([one for one in HARD if isinstance(one, str)]),
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXTS)
VALUES = st.one_of(
    st.just(ABSENT),
    st.sampled_from(HARD),
    st.recursive(
        SCALARS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
        max_leaves=6,
    ),
)
TYPES = st.sampled_from(
    [("string",), ("string", "null"), ("number",), ("integer", "null"), ("boolean",), ("array",), ("object", "string"),
     ("string", "integer", "number", "boolean", "null", "array", "object")]
)  # fmt: skip
