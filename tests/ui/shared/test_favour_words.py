"""What is said of gold that favours a variant is true in each state of the files that people looked at."""

import pytest

from evaljson.ui.shared.favour_words import favoured, in_full, in_short
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
