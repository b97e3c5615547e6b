"""What errors have in common, on the pages: worst first, and a click leads to the records."""

import json
import re
from typing import Any

import pytest

from evaljson import annotate_xeval, infer_schema
from evaljson.load import read_records
from evaljson.report.patterns import error_patterns
from evaljson.report.patterns.kinds import BY_NAME
from evaljson.ui.session import server
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Made, Open, html_of, loaded, said
from tests.ui.schema.editing import schema_of

GOLD = [{"id": i, "a": "Rosen Mill", "n": 0} for i in range(4)]
WRONG = [{**GOLD[0], "n": None}, {**GOLD[1], "a": "Rosen  Mill"}, {**GOLD[2], "a": "ROSEN MILL", "n": None}, GOLD[3]]
SCHEMA = {
    "type": "object", "x-eval-id": "id",
    "properties": {"a": {"type": "string"}, "n": {"type": "integer"}},
}  # fmt: skip


def made() -> Made:
    files = {name: read_records(json.dumps(WRONG).encode(), kind="extracted", id_field="id") for name in ("one", "two")}
    return Made("made", read_records(json.dumps(GOLD).encode(), kind="gold", id_field="id"), files, SCHEMA)


def test_each_page_names_what_errors_have_in_common(open_app: Open) -> None:
    for page in ("overview", "fields"):
        app = open_app(page, evaluation=made())
        shown = html_of(app)
        assert "<b>null for 0</b> · 2 values in 2 records · 50.0% of what F1 loses" in shown
        assert "<b>white space only</b> · 1 value in 1 record" in shown
        assert "Rosen␣␣Mill" in shown
        assert not app.error


@pytest.mark.parametrize(
    ("transforms", "of_gold", "of_extracted", "shown"),
    [
        (["lowercase"], ["Müller & Söhne"], [], "gold <bdi dir=\"auto\"><code>Müller &amp; Söhne</code></bdi>"),
        (["lowercase"], [], ["Müller  Söhne"], "extracted <bdi dir=\"auto\"><code>Müller␣␣Söhne</code></bdi>"),
        (["lowercase"], ["ABC"], ["AbD"], "<code>ABC</code></bdi> → <bdi dir=\"auto\"><code>AbD</code></bdi>"),
        (
            ["lowercase"], ["A" * 50 + "XYZ"], ["a" * 50 + "xYQ"],
            f"<code>…{'A' * 10}XYZ</code></bdi> → <bdi dir=\"auto\"><code>…{'a' * 10}xYQ</code></bdi>",
        ),
        ([{"null_if": {"values": ["N/A"]}}], ["N/A"], ["x"], "<code>N/A</code></bdi>, read as null → "),
    ],
)  # fmt: skip
def test_an_example_has_the_values_of_the_files(
    open_app: Open, transforms: list[Any], of_gold: list[str], of_extracted: list[str], shown: str
) -> None:
    names = {"type": "array", "items": {"type": "string", "x-eval-transform": transforms}}
    app = open_app(
        "overview",
        evaluation=Made(
            "made",
            read_records(json.dumps([{"id": 1, "a": of_gold}]).encode(), kind="gold", id_field="id"),
            {"one": read_records(json.dumps([{"id": 1, "a": of_extracted}]).encode(), kind="extracted", id_field="id")},
            {"type": "object", "x-eval-id": "id", "properties": {"a": names}},
        ),
    )
    assert shown in html_of(app)


def test_a_click_on_a_pattern_opens_its_records(open_app: Open) -> None:
    app = open_app("overview", evaluation=made())
    app.button(key="overview.like.case.records").click().run()
    assert app.query_params["status"] == "like.case"
    assert app.selectbox(key="records.record").options == ["2 · F1 0.0"]


@pytest.mark.parametrize(
    ("pattern", "field", "setting"),
    [
        ("null_for_zero", "n", {"x-eval-transform": [{"null_if": {"values": [0, 0.0]}}]}),
        ("white_space", "a", {"x-eval-transform": ["normalize_whitespace"]}),
        ("case", "a", {"x-eval-transform": ["lowercase"]}),
    ],
)
def test_a_click_on_its_rule_prepares_the_setting_that_settles_it(
    open_app: Open, pattern: str, field: str, setting: dict[str, Any]
) -> None:
    app = open_app("overview", evaluation=made())
    assert app.button(key=f"overview.like.{pattern}.rule").label == BY_NAME[pattern].rule
    app.button(key=f"overview.like.{pattern}.rule").click().run()
    assert app.selectbox(key="schema.field").value == field
    assert app.query_params["a"] == "two"  # whose errors Overview shows
    assert "1 change not applied yet" in said(app)
    app.button(key="schema.apply").click().run()
    node: Any = schema_of(app)[field]
    assert {key: value for key, value in node.items() if key.startswith("x-eval-")} == setting
    assert pattern not in {
        one.kind.name for one in error_patterns(app.session_state["evaljson.evaluation"].runs["one"])
    }


def test_no_rule_is_offered_for_an_earlier_version(open_app: Open) -> None:
    identity, store = made().keep(), server.store()
    skipping: Any = {**SCHEMA, "properties": {**SCHEMA["properties"], "a": {"type": "string", "x-eval-skip": True}}}
    store.schemas.add(identity, store.evaluations.get(identity).revision, skipping, by="bob", message="skip a")
    score_due(store, identity, by="bob", tell=lambda share, message: None)
    app = open_app("overview", eval=identity, version="1")
    assert f'<div class="ej-like">{BY_NAME["case"].rule}</div>' in html_of(app)
    assert "overview.like.case.rule" not in {str(button.key) for button in app.button}


def test_a_rule_that_no_setting_carries_out_is_not_promised(open_app: Open) -> None:
    gold = [{"id": i, "a": code} for i, code in enumerate(["H360FD", "H360Fd", "H361fd"])]
    wrong = [{"id": i, "a": code} for i, code in enumerate(["H360Fd", "H360FD", "H361fd"])]
    files = {"one": read_records(json.dumps(wrong).encode(), kind="extracted", id_field="id")}
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
    app = open_app(
        "overview",
        evaluation=Made("made", read_records(json.dumps(gold).encode(), kind="gold", id_field="id"), files, schema),
    )
    assert "<b>case only</b> · 2 values in 2 records" in html_of(app)
    assert "overview.like.case.rule" not in {str(button.key) for button in app.button}


def test_the_rule_of_shifted_elements_opens_their_array(open_app: Open) -> None:
    words = {"type": "array", "items": {"type": "string"}}
    schema = {"type": "object", "x-eval-id": "id", "properties": {"words": words}}
    gold, wrong = ([{"id": 0, "words": side}] for side in (["bolt", "nut", "pin"], ["nut", "pin"]))
    files = {"one": read_records(json.dumps(wrong).encode(), kind="extracted", id_field="id")}
    made = Made("made", read_records(json.dumps(gold).encode(), kind="gold", id_field="id"), files, schema)
    app = open_app("overview", evaluation=made)
    assert "<b>shifted by a missing element</b> · 3 values in 1 record" in html_of(app)
    app.button(key="overview.like.shifted_missing.rule").click().run()
    assert app.selectbox(key="schema.field").value == "words"
    assert "1 change not applied yet" in said(app)


def test_a_record_shows_its_own_patterns_and_leads_to_others_like_it(open_app: Open) -> None:
    app = open_app("records", evaluation=made(), a="one", record="0")
    button = app.button(key="like.record.null_for_zero")
    assert button.label == "≈ null for 0 · 1"
    button.click().run()
    assert app.selectbox(key="records.status").value == "like.null_for_zero"
    assert len(app.selectbox(key="records.record").options) == 2


def test_a_record_with_many_patterns_says_what_is_not_shown_and_what_a_click_filters_by(open_app: Open) -> None:
    """The click filters by any two objects that are exchanged, so that the button has the filter's words first."""
    person = {"type": "object", "properties": {"name": {"type": "string"}, "city": {"type": "string"}}}
    one, two = {"name": "Ada Moss", "city": "Turin"}, {"name": "Ben Hale", "city": "Leeds"}
    pairs: dict[str, tuple[Any, Any]] = {
        "case": ("Rosen Mill", "ROSEN MILL"), "space": ("Rosen Mill", "Rosen  Mill"), "zero": (0, None),
        "gone": ("x", None), "other": ("fir", "oak"), "day": ("2026-03-04", "04.03.2026"),
        "part": ("Rosen Mill, Leeds", "Rosen Mill"),
    }  # fmt: skip
    gold = {"id": 0, "buyer": one, "seller": two} | {name: pair[0] for name, pair in pairs.items()}
    wrong = {"id": 0, "buyer": two, "seller": one} | {name: pair[1] for name, pair in pairs.items()}
    kinds = {name: {"type": "integer" if name == "zero" else "string"} for name in pairs}
    schema = {"type": "object", "x-eval-id": "id", "properties": {"buyer": person, "seller": person, **kinds}}
    files = {"A": loaded([wrong], "a.json", "extracted")}
    app = open_app("records", evaluation=Made("made", loaded([gold]), files, schema), a="A", record="0")
    buttons = [button for button in app.button if str(button.key).startswith("like.record.")]
    assert len(buttons) == 6
    assert "≈ two objects exchanged (buyer and seller) · 4" in [button.label.replace("\\", "") for button in buttons]
    shown = sum(int(button.label.rpartition(" · ")[2]) for button in buttons)
    (more,) = re.findall(r"(\d) more patterns?, (\d+) values?", said(app))
    assert shown + int(more[1]) == 4 + len(pairs)


def test_hostile_values_are_escaped(open_app: Open) -> None:
    gold = [{"id": 0, "a": "<b>x</b>", "n": 1}]
    wrong = [{"id": 0, "a": "<img src=x onerror=alert(1)>", "n": 1}]
    files = {"one": read_records(json.dumps(wrong).encode(), kind="extracted", id_field="id")}
    app = open_app(
        "overview",
        evaluation=Made("made", read_records(json.dumps(gold).encode(), kind="gold", id_field="id"), files, SCHEMA),
    )
    assert "<img" not in html_of(app)


def test_an_evaluation_without_errors_says_so(open_app: Open) -> None:
    files = {"one": read_records(json.dumps(GOLD).encode(), kind="extracted", id_field="id")}
    app = open_app(
        "overview",
        evaluation=Made("made", read_records(json.dumps(GOLD).encode(), kind="gold", id_field="id"), files, SCHEMA),
    )
    assert "No value is wrong, missing or invented." in said(app)


def test_a_record_with_most_of_the_errors_is_named_and_a_click_opens_it(open_app: Open) -> None:
    words = {"type": "array", "items": {"type": "string"}}
    schema = {"type": "object", "x-eval-id": "id", "properties": {"words": words, "a": {"type": "string"}}}
    gold = [{"id": f"K{i}", "a": "Rosen Mill", "words": [f"text {at} of it" for at in range(12)]} for i in range(6)]
    wrong = [{**gold[0], "words": [f"<i>words</i> {at}" for at in range(12)]}, {**gold[1], "a": "Other"}, *gold[2:]]
    files = {"one": read_records(json.dumps(wrong).encode(), kind="extracted", id_field="id")}
    made = Made("made", read_records(json.dumps(gold).encode(), kind="gold", id_field="id"), files, schema)
    for page in ("overview", "fields"):
        app = open_app(page, evaluation=made)
        assert 'in 2 records, 12 of them in <bdi dir="auto">K0</bdi> · 100.0% of what F1 loses' in html_of(app)
        assert 'One record, <b><bdi dir="auto">K0</bdi></b>, causes 92.3% of what F1 loses.' in html_of(app)
        for button in (f"{page}.like.different.record", f"{page}.one-record"):
            app = open_app(page, evaluation=made)
            app.button(key=button).click().run()
            assert app.query_params["record"] == "K0"
            assert app.selectbox(key="records.record").value == "K0"


def test_where_a_key_is_suggested_the_rule_of_misplaced_elements_is_that_key_and_pages_say_why(open_app: Open) -> None:
    rooms = ["Hall", "Attic", "Kitchen", "Cellar"]
    gold = [
        {"id": n, "rooms": [{"name": name, "a": 10 * n + at, "b": 7 * n + at} for at, name in enumerate(rooms)]}
        for n in range(30)
    ]
    turned = [{**one, "rooms": [dict(room) for room in one["rooms"][1:] + one["rooms"][:1]]} for one in gold]
    turned[0]["rooms"][0]["name"] = "?"
    files = {"one": read_records(json.dumps(turned).encode(), kind="extracted", id_field="id")}
    of_gold = read_records(json.dumps(gold).encode(), kind="gold", id_field="id")
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    app = open_app("fields", evaluation=Made("rooms", of_gold, files, schema))
    (rule,) = (button for button in app.button if button.label.startswith("pair the elements by"))
    assert rule.label == "pair the elements by content", "nobody has looked for suggestions"

    app = open_app("schema", eval=str(app.query_params["eval"]), tab="Suggestions")
    assert "For rooms the key name is suggested, as people can check it: by content, F1 would be" in said(app)
    assert "it comes first as people can check a key, though paired by content" in html_of(app)
    app.switch_page("pages/fields.py").run()
    (rule,) = (button for button in app.button if button.label.startswith("pair the elements by"))
    assert rule.label == "pair the elements by name"
    assert "people can check it" in rule.help
    data = open_app("data", eval=str(app.query_params["eval"]))
    assert not [button for button in data.button if button.label == "Pair by content"]
    (lead,) = (button for button in data.button if button.label == "Show the suggestion")
    assert "the key name is suggested" in said(lead.click().run())
    rule.click().run()
    assert "1 change not applied yet" in said(app)
    assert "by position → by the key name" in said(app)
