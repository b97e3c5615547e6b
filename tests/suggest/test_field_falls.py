"""A suggestion that raises mean F1 by little, and lowers that of its field, says so."""

from typing import Any

from evaljson.suggest import suggest


def test_the_fall_of_the_field_is_not_called_a_gain() -> None:
    """Null that gold has too is right now, and then skipped; a key left out beside null is wrong, and then skipped."""
    filler = {f"f{number}": number for number in range(90)}
    ratings: list[dict[str, Any]] = [{"rating": None}] * 20 + [{}] * 4 + [{"rating": 3.1 + n * 1.7} for n in range(36)]
    gold = [{"id": f"r{place}", **filler, **rating} for place, rating in enumerate(ratings)]
    extracted = [
        {**one, "rating": None if one.get("rating") is None else one["rating"] * 1.3 + place}
        for place, one in enumerate(gold)
    ]
    nulls = next(one for one in suggest(gold, {"one": extracted}).proposed if one.kind == "nulls")
    assert nulls.effect is not None
    assert nulls.effect.variants["one"].field_gain < 0 < nulls.gain
    assert "lowers F1 of the field from 34.5 to 0.0; over all fields it rises by less than 0.1 points" in nulls.sentence
