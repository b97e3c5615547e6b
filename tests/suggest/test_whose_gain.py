"""The sentence of a suggestion says of how many variants F1 rises, and of which it does most."""

import pytest

from evaljson.suggest import suggest

GOLD = [{"id": f"r{at}", "name": f"Firma Huber {at}", "total": at} for at in range(10)]


@pytest.mark.parametrize(
    ("in_capitals", "said"),
    [
        ({"a": 6}, " raises F1 by 30.0 points."),
        ({"a": 6, "b": 0}, " raises F1 of a by 30.0 points."),
        ({"a": 6, "b": 3}, " raises F1 of both variants, most that of a, by 30.0 points."),
        ({"a": 3, "b": 6, "c": 0}, " raises F1 of 2 of 3 variants, most that of b, by 30.0 points."),
        ({"a": 3, "b": 6, "c": 2}, " raises F1 of all 3 variants, most that of b, by 30.0 points."),
        ({"a": 6, "b": 0, "c": 0}, " raises F1 of a by 30.0 points."),
    ],
)
def test_a_gain_says_of_how_many_variants_and_of_which_most(in_capitals: dict[str, int], said: str) -> None:
    variants = {
        name: [{**one, "name": one["name"].upper()} if at < many else one for at, one in enumerate(GOLD)]
        for name, many in in_capitals.items()
    }
    case = next(one for one in suggest(GOLD, variants, id_field="id").proposed if one.kind == "case")
    assert case.sentence.endswith(said)
