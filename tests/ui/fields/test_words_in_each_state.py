"""Captions and alt texts of Fields: each is there in the state that it is true in, and not in others."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.fields import by_record, by_status, by_variant, classes, consistency
from evaljson.ui.session import server
from evaljson.ui.shared.field_choice import VIEWS
from evaljson.ui.shared.record_filters import FAULT
from evaljson.workspace.variant_notes import REPEAT
from tests.ui.conftest import Made, Open, loaded, said

GOLD: list[Any] = [{"id": f"r{n}", "a": "xy"[n % 2], "b": f"b{n}"} for n in range(8)]
TEXT = {"type": "string"}
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"a": TEXT, "b": TEXT}}
ALIKE = "All runs say the same, in all that counts, of every record that all of them produced."
CLICK = "Click a wrong cell for the records where the field is wrong, another for all records."
Alts = list[str]


def made(**variants: list[Any]) -> Made:
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in variants.items()}
    return Made("words", loaded(GOLD, "gold.json"), files, SCHEMA)


@pytest.mark.parametrize(("cell", "status"), [((0, 1), FAULT), ((0, 0), None)], ids=["a wrong one", "a right one"])
def test_a_cell_of_the_classes_opens_what_the_caption_says(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, cell: tuple[int, int], status: str | None
) -> None:
    opened: list[dict[str, Any]] = []
    monkeypatch.setattr(classes, "go_to_records", lambda **where: opened.append(where))
    monkeypatch.setattr(classes, "show_heatmap", lambda *drawn, **more: cell)
    app = open_app("fields", evaluation=made(one=[{**GOLD[0], "a": "y"}, *GOLD[1:]]))
    app.session_state[classes.OPENED] = True
    app.run()
    assert CLICK in said(app)
    assert opened[-1] == {"a": "one", "field": "a", "status": status, "type": None}


def repeated(open_app: Open, *runs: list[Any]) -> AppTest:
    """Fields with the section open on variants that are runs of one prompt."""
    app = open_app("fields", evaluation=made(**{f"run{at}": records for at, records in enumerate(runs)}))
    identity, store = str(app.query_params["eval"]), server.store()
    for variant in store.evaluations.get(identity).variants:
        now = store.evaluations.get(identity)
        store.variants.update(identity, now.revision, variant.id, by="test", meta={"tags": [f"{REPEAT}P"]})
    app = open_app("fields", eval=identity)
    app.session_state[consistency.OPENED] = True
    return app.run()


@pytest.mark.parametrize("records", [GOLD, GOLD[:5]], ids=["of all", "where neither has some"])
def test_runs_that_say_the_same_of_all_that_both_produced_are_said_to(open_app: Open, records: list[Any]) -> None:
    app = repeated(open_app, records, records)
    assert not app.exception
    assert ALIKE in said(app)
    assert "do not all say the same" not in said(app)


@pytest.mark.parametrize(
    ("other", "unlike"),
    [([{**GOLD[0], "b": "other"}, *GOLD[1:]], "1 record"), (GOLD[:5], "3 records")],
    ids=["another value", "one lacks some"],
)
def test_runs_that_do_not_all_say_the_same_are_not_said_to(open_app: Open, other: list[Any], unlike: str) -> None:
    app = repeated(open_app, GOLD, other)
    assert f"{unlike} of which the runs do not all say the same" in said(app)
    assert "All runs say the same" not in said(app)


@pytest.fixture
def alts(monkeypatch: pytest.MonkeyPatch) -> Alts:
    """The alt texts of the heatmaps that are drawn."""
    heard: Alts = []

    def hears(figure: object, key: str, alt: str, frame: str = "") -> None:
        heard.append(alt)

    for module in (by_record, by_status, by_variant):
        monkeypatch.setattr(module, "show_heatmap", hears)
    return heard


WRONG_B = [{**one, "b": "?"} for one in GOLD]
WRONG_BOTH = [{**one, "a": "?"} for one in WRONG_B]


@pytest.mark.parametrize(
    ("records", "said_of"),
    [(WRONG_B, "b costs F1 most: 8 wrong value."), (WRONG_BOTH, "a and 1 more cost F1 most, each as much."),
     (GOLD, "No field loses anything.")],
    ids=["one", "tied", "none"],
)  # fmt: skip
def test_an_alt_text_names_the_field_that_costs_most_only_where_one_does(
    open_app: Open, alts: Alts, records: list[Any], said_of: str
) -> None:
    open_app("fields", evaluation=made(one=records))
    assert alts[-1].endswith(f"by kind. {said_of}")


@pytest.mark.parametrize("view", list(VIEWS))
def test_an_alt_text_of_some_fields_says_that_it_is_of_these(
    open_app: Open, alts: Alts, monkeypatch: pytest.MonkeyPatch, view: str
) -> None:
    both = {"one": WRONG_B, "two": GOLD}
    open_app("fields", evaluation=made(**both), a="one", view=view)
    assert "Among these fields" not in alts[-1]
    assert " b " in alts[-1]
    open_app("fields", evaluation=made(**both), a="one", view=view, find="a")
    assert "Among these fields: No field loses anything." in alts[-1], "others are filtered out"
    for module in (by_record, by_status, by_variant):
        monkeypatch.setattr(module, "AT_A_TIME", 1)
    open_app("fields", evaluation=made(**both), a="one", view=view)
    assert "Among these fields: b " in alts[-1], "one at a time is drawn"
