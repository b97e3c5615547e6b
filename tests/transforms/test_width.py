"""Characters of another width or shape are the plain ones; what means something else stays."""

import pytest

from evaljson.transforms.registry import get_transform
from tests.suggest.made import kinds, of_kind, plain, suggested


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\uff11\uff15\u578b", "15\u578b"),
        ("\uff21\uff22\uff0d\uff11", "AB-1"),
        ("\uff76\uff9e\uff97\uff7d", "\u30ac\u30e9\u30b9"),
        ("a\u3000b\u00a0c", "a b c"),
        ("o\ufb03ce", "office"),
        ("10\u00b2", "10\u00b2"),
        ("H\u2082O", "H\u2082O"),
        ("\u00bd cup", "\u00bd cup"),
        ("\u2460", "\u2460"),
        ("Stra\u00dfe \u00b4", "Stra\u00dfe \u00b4"),
    ],
)
def test_only_width_and_shape_are_plain(text: str, expected: str) -> None:
    assert get_transform("normalize_width")(text, {}) == expected


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(ValueError, match="text"):
        get_transform("normalize_width")(3, {})


def test_it_is_suggested_where_texts_differ_in_width_alone() -> None:
    found = suggested([("15\u578b", "\uff11\uff15\u578b"), ("27\u578b", "\uff12\uff17\u578b"), ("A", "A")])
    assert kinds(found) == {"width"}
    assert of_kind(found, "width").risk.level == "low"
    assert plain({"properties": {"field": dict(of_kind(found, "width").settings)}})["x-eval-transform"] == [
        "normalize_width"
    ]
    assert "width" not in kinds(suggested([("10\u00b2", "102"), ("10\u00b3", "103"), ("A", "A")]))
