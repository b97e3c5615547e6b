"""How many more values pairing by content would match is only added up where the gains do."""

from collections.abc import Mapping

import pytest

from evaljson.ui.shared.pairing_words import more_values


@pytest.mark.parametrize(
    ("gains", "words"),
    [
        ({"n": 2}, "2 more values"),
        ({"n": 1}, "1 more value"),
        ({"n": 2, "m": 5, "nm": 1}, "8 more values"),
        ({"n": 2, "n[].m": 5}, "more values"),
        ({"fees": 2, "fees.*.rows": 5}, "more values"),
    ],
)
def test_gains_are_added_up_unless_one_is_inside_another(gains: Mapping[str, int], words: str) -> None:
    assert more_values(gains) == words
