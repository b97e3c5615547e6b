"""What is said of gold that favours a variant is true in each state of the files that people looked at."""

import pytest

from evaljson.ui.shared.favour_words import favoured, in_full, in_plain_text, in_short
from evaljson.workspace.gold_favour import Favour


@pytest.mark.parametrize(
    ("favour", "name", "looked_at", "against"),
    [
        pytest.param(
            Favour(("A",), (), ("B", "C")), "A", "what A extracted was looked at", "B and C", id="others were not"
        ),
        pytest.param(
            Favour(("A",), ("B",), ()),
            "A",
            "what A extracted, and an earlier file of B, were looked at",
            "what B has now",
            id="all were, and one was replaced since",
        ),
        pytest.param(
            Favour((), ("A",), ("B",)),
            "an earlier file of A",
            "an earlier file of A was looked at",
            "B and what A has now",
            id="all that was looked at is replaced",
        ),
        pytest.param(
            Favour((), ("A", "B"), ("C",)),
            "earlier files of A and B",
            "earlier files of A and B were looked at",
            "C, what A has now and what B has now",
            id="both are",
        ),
    ],
)
def test_whom_gold_favours(favour: Favour, name: str, looked_at: str, against: str) -> None:
    assert favoured(favour) == name
    assert in_short(favour) == f"It favours **{name}**: only {looked_at} for it."
    assert in_full(favour).startswith(f"Only {looked_at} for it: errors of gold that count against {against} alone")


def test_corrections_that_a_later_review_of_one_variant_made_are_counted_and_named() -> None:
    favour = Favour(("A",), (), ("B", "C"), 3)
    why = "3 corrections are from a review of A alone, in which B and C were not looked at"
    assert in_short(favour) == f"It favours **A**: {why}."
    assert in_full(favour).startswith(f"{why}. Others may have had right")
    one = in_plain_text(Favour(("A",), (), ("B",), 1))
    assert one == "It favours A: 1 correction is from a review of A alone, in which B was not looked at."
