"""Records that look like another one are a decision: how many, F1 without them, and whether the ranking flips."""

import json
from typing import Any

import pytest

from evaljson.load import read_records
from evaljson.ui.shared.record_filters import LIKE
from tests.ui.conftest import Made, Open, html_of, said

KEYS = "abc"
GOLD = [{"id": i, **{key: f"{key} of {i}" for key in KEYS}} for i in range(40)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {key: {"type": "string"} for key in KEYS}}


def extracted(wrong: int, slipped: int) -> list[dict[str, Any]]:
    """One value wrong in the first records, and in the last ones the content of the record before."""
    records = [{**one, "a": "?"} if one["id"] < wrong else one for one in GOLD]
    return [{**GOLD[one["id"] - 1], "id": one["id"]} if one["id"] >= len(GOLD) - slipped else one for one in records]


def made(**variants: list[dict[str, Any]]) -> Made:
    def read(records: list[dict[str, Any]], kind: str) -> Any:
        return read_records(json.dumps(records).encode(), kind=kind, id_field="id")  # type: ignore[arg-type]

    return Made("like", read(GOLD, "gold"), {name: read(of, "extracted") for name, of in variants.items()}, SCHEMA)


def test_it_says_how_many_and_what_f1_would_be_without_them(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(one=extracted(4, 0), two=extracted(0, 2)), a="one", b="two")
    assert (
        "⇄ **Records that look like another one**: two 2. "
        "F1 with → without, over the 38 left: one 96.7 → 96.5, two 95.0 → 100.0. **Highest F1 changes: one → two.**"
        in said(app)
    )
    assert "39 like 38" in said(app)
    app.button("decide.alike").click().run()
    assert (app.query_params["a"], app.query_params["status"]) == ("two", f"{LIKE}other_record")


def test_it_says_that_first_place_hangs_on_them(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(one=extracted(20, 0), two=extracted(0, 12)))
    assert "<bdi>two</bdi> would be best if records that look like another one are left out" in html_of(app)


@pytest.mark.parametrize(("other", "is_said"), [(2, True), (0, False)])
def test_gold_may_be_wrong_where_all_variants_have_such_a_record(open_app: Open, other: int, is_said: bool) -> None:
    app = open_app("overview", evaluation=made(one=extracted(4, other), two=extracted(0, 2)))
    in_common = "All variants have 2 records in common there: gold may have the wrong content."
    assert (in_common in said(app)) is is_said


@pytest.mark.parametrize("wrong", [0, 20])
def test_without_such_a_record_there_is_nothing_to_decide_about_them(open_app: Open, wrong: int) -> None:
    app = open_app("overview", evaluation=made(one=extracted(wrong, 0), two=extracted(1, 0)))
    assert "look like another" not in said(app)


def test_of_one_variant_alone_f1_without_them_is_said(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(one=extracted(0, 2)))
    assert "**Records that look like another one**: one 2. F1 with → without: one 95.0 → 100.0." in said(app)
