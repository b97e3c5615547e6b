"""Records that one side lacks hide what fields do: Compare says what they do without these."""

from typing import Any

from tests.ui.conftest import Made, Open, html_of, loaded, said

KEYS = "abcdefgh"
GOLD: list[Any] = [{"id": f"r{at}", **{key: f"{key} {at}" for key in KEYS}} for at in range(40)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {key: {"type": "string"} for key in KEYS}}


def wrong_at(key: str, records: int) -> list[Any]:
    return [{**one, key: "?"} if at < records else one for at, one in enumerate(GOLD)]


def made(a: list[Any], b: list[Any]) -> Made:
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in (("one", a), ("two", b))}
    return Made("whole", loaded(GOLD, "gold.json"), files, SCHEMA)


def test_it_names_the_fields_that_differ_without_records_that_one_side_lacks(open_app: Open) -> None:
    app = open_app("compare", evaluation=made(wrong_at("a", 12), GOLD[:36]), a="one", b="two")
    assert not app.exception
    assert "⚠ Without the 4 records that are missing or cut off on one side, two is detectably better at a." in said(
        app
    )


def test_nothing_is_said_where_no_record_is_lost_or_the_same_is_found(open_app: Open) -> None:
    for a, b in ((wrong_at("a", 12), GOLD), (GOLD, GOLD[:36]), (wrong_at("a", 30), GOLD[:39])):
        assert "missing or cut off on one side" not in said(open_app("compare", evaluation=made(a, b)))


def test_where_other_fields_are_better_anyway_it_is_behind_how_sure_this_is(open_app: Open) -> None:
    both = [{**one, "a": "?"} if at < 10 else one for at, one in enumerate(wrong_at("b", 30))]
    app = open_app("compare", evaluation=made(both, GOLD[:36]), a="one", b="two")
    assert "missing or cut off on one side" not in said(app)
    app.session_state["compare.certainty"] = True
    assert "two is detectably better at a." in html_of(app.run())


def test_nothing_is_said_of_half_of_the_records(open_app: Open) -> None:
    app = open_app("compare", evaluation=made(wrong_at("a", 10), GOLD[:19]))
    assert "missing or cut off on one side" not in said(app)
