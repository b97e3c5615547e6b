"""Classes, and conformity to a JSON Schema, on the Fields page: worked out when somebody looks."""

from typing import Any

import pytest

from evaljson.results.model import RunResult
from evaljson.ui.fields import classes, conformity
from evaljson.ui.session import server
from evaljson.workspace.json_schema import KEY, json_schema_of, set_json_schema
from tests.ui.conftest import Made, Open, loaded, said

SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}, "n": {"type": "number"}}}
FORM = {"type": "object", "required": ["n"], "properties": {"a": {"enum": ["x", "y"]}}}


def made(settings: dict[str, Any] | None = None) -> Made:
    """Eight records; `a` has the classes x and y, and is once z."""
    gold: list[Any] = [{"id": str(i), "a": "xy"[i % 2], "n": i} for i in range(8)]
    extracted = [{**gold[0], "a": "z"}, {"id": "1", "a": "y"}, *gold[2:]]
    return Made("few", loaded(gold, "gold.json"), {"one": loaded(extracted, "one.json", "extracted")}, SCHEMA, settings)


def test_closed_expanders_work_out_nothing(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RunResult, "classes", None)
    monkeypatch.setattr(server, "work", None)
    app = open_app("fields", evaluation=made({KEY: FORM}))
    assert {"Classes and confusions", "Conformity to a JSON Schema"} <= {one.label for one in app.expander}
    assert not app.exception


def test_classes_have_averages_a_matrix_and_tables(open_app: Open) -> None:
    app = open_app("fields", evaluation=made())
    app.session_state[classes.OPENED] = True
    app.run()
    assert not app.exception
    assert "Macro F1 92.9, precision 100.0, recall 87.5" in said(app)
    figures = next(frame.value for frame in app.dataframe if "In gold" in frame.value)
    assert figures[["Class", "In gold", "Extracted", "Right"]].to_numpy().tolist() == [
        ["x", 4, 3, 3], ["y", 4, 4, 4], ["z", 0, 1, 0],
    ]  # fmt: skip
    matrix = next(frame.value for frame in app.dataframe if "class 0" in frame.value)
    assert matrix["gold"].tolist() == ["x", "y", "z", "(invented)"]


def test_a_stored_json_schema_is_checked_by_field_and_by_record(open_app: Open) -> None:
    app = open_app("fields", evaluation=made({KEY: FORM}))
    app.session_state[conformity.OPENED] = True
    app.run()
    assert not app.exception
    assert "6 of 8 records conform (75.0 of 100," in said(app)
    rows = next(frame.value for frame in app.dataframe if "Keyword" in frame.value)
    assert rows[["Field", "Keyword", "Records"]].to_numpy().tolist() == [["a", "enum", 1], ["n", "required", 1]]
    records = next(frame.value for frame in app.dataframe if "Violations" in frame.value)
    assert records["Record"].tolist() == ["0", "1"]


def test_it_is_dropped_for_everyone_and_taken_out_again(open_app: Open) -> None:
    app = open_app("fields", evaluation=made())
    app.session_state[conformity.OPENED] = True
    app.run()
    assert "Drop the JSON Schema the model was given" in said(app)
    app.file_uploader[0].set_value([("form.json", b'{"type": "object", "required": ["n"]}', "application/json")])
    app.run()
    assert not app.exception
    assert "7 of 8 records conform" in said(app)
    app.button(key="fields.json-schema.remove").click().run()
    assert "Drop the JSON Schema the model was given" in said(app)


@pytest.mark.parametrize(
    ("file", "message"),
    [(b"{", "this is not JSON"), (b"[]", "a JSON Schema is an object"), (b'{"type": "strin"}', "not a JSON Schema")],
)
def test_a_file_that_is_no_schema_is_refused_with_what_to_do(open_app: Open, file: bytes, message: str) -> None:
    app = open_app("fields", evaluation=made())
    app.session_state[conformity.OPENED] = True
    app.run()
    app.file_uploader[0].set_value([("form.json", file, "application/json")])
    app.run()
    assert message in said(app)
    assert not any("records conform" in text.value for text in app.markdown)


def test_it_lies_among_the_settings(open_app: Open) -> None:
    open_app("fields", evaluation=made())
    store = server.store()
    created = store.evaluations.create("other", by="test", settings={"more": 1})
    after = set_json_schema(store, created.id, created.revision, FORM, by="test")
    assert (json_schema_of(after.settings), after.settings["more"]) == (FORM, 1)
    assert set_json_schema(store, after.id, after.revision, None, by="test").settings == {"more": 1}


def test_the_field_whose_classes_are_shown_is_in_the_address(open_app: Open) -> None:
    gold: list[Any] = [{"id": str(i), "a": "xy"[i % 2], "b": "uv"[i % 2]} for i in range(8)]
    files = {"one": loaded([{**gold[0], "a": "z"}, *gold[1:]], "one.json", "extracted")}
    schema = {"type": "object", "x-eval-id": "id", "properties": {key: {"type": "string"} for key in "ab"}}
    both = Made("both", loaded(gold, "gold.json"), files, schema)
    app = open_app("fields", both)
    app.session_state[classes.OPENED] = True
    app.run()
    app.selectbox(key="fields.class").set_value("b").run()
    assert app.query_params["class"] == "b"
    assert open_app("fields", both, **{"class": "b"}).selectbox(key="fields.class").value == "b"
