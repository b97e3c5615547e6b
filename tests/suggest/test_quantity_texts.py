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
