"""Texts of quantities beside some that nothing can read, or whose units are cut short."""

import pytest

from evaljson import evaluate
from evaljson.suggest import apply
from tests.suggest.made import kinds, of_kind, plain, suggested

YEARS = [("12 months", "1 year"), ("24 months", "2 years"), ("48 months", "4 years")]
MONTHS = [(f"{n} months", f"{n} months") for n in (6, 18, 30)]


@pytest.mark.parametrize("unreadable", [[""], ["n/a"], ["unlimited"], ["", "n/a", "unlimited", "see annex"], [""] * 3])
def test_a_few_values_that_nothing_can_read_hide_no_comparator(unreadable: list[str]) -> None:
    """As in any number of variants, where gold's own form is that of the others: 24 months and 2 years."""
    values = [*YEARS, *MONTHS, *((f"{12 * n} months", text) for n, text in enumerate(unreadable, 5))]
    found = suggested(values)
    one = of_kind(found, "quantity")
    assert (one.evidence.explained, one.evidence.of) == (len(YEARS), len(YEARS) + len(unreadable))
    assert one.effect is not None
    assert one.effect.settled is not None
    assert (one.effect.settled.gained, one.effect.settled.lost) == (len(YEARS), 0)


def test_values_of_which_hardly_any_can_be_read_get_no_comparator() -> None:
    values = [*YEARS[:2], *MONTHS, *((f"{n} months", f"as in annex {chr(60 + n)}") for n in range(5, 20))]
    assert "quantity" not in kinds(suggested(values))


@pytest.mark.parametrize("way", ["at once", "one after the other"])
def test_units_that_are_cut_short_are_written_out_under_quantities_too(way: str) -> None:
    short = [(f"{n} months", f"{n} mo.") for n in (3, 7, 9)]
    values = [*YEARS, *MONTHS, *short]
    found = suggested(values)
    assert kinds(found) == {"quantity", "abbreviations"}
    schema = apply(found.schema, found if way == "at once" else [of_kind(found, "quantity")])
    again = suggested(values, **plain(schema))
    assert kinds(again) == (set() if way == "at once" else {"abbreviations"})
    after = apply(again.schema, again)
    texts = ([{"id": str(n), "field": pair[side]} for n, pair in enumerate(values)] for side in (0, 1))
    assert evaluate(*texts, after).mean_f1 == 1.0


@pytest.mark.parametrize("ties", [0, 3])
def test_numbers_are_in_the_unit_in_which_most_are_what_stands_opposite_them(ties: int) -> None:
    """12500 beside 12.5 t is in kg: in t, 1.234 t would be 1234 where a comma marks the decimals, and 12.5 t wrong."""
    right: list[tuple[object, object]] = [(n, n) for n in (700, 800, 900)]
    in_tonnes = [(12500, "12.5 t"), (980, "0.98 t"), (1250, "1.25 t"), (400, "0.4 t")]
    found = suggested([*right, *in_tonnes, *((1234 + n, f"1.{234 + n} t") for n in range(ties))], ["number", "string"])
    one = of_kind(found, "quantity")
    assert dict(one.edit.params) == {"unit": "kg"}
    assert one.evidence.explained == len(in_tonnes) + ties
