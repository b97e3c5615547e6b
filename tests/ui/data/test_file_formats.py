"""Files of every format on the Data page, and what became of their records while they were read."""

import io
import json
import zipfile
from typing import Any

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.data.file_upload import TYPES
from tests.ui.conftest import Open, draft_of, html_of, said

GOLD = [{"doc_id": "x", "a": "1"}, {"doc_id": "y", "a": "2"}, {"doc_id": "z", "a": "3"}]
REPLIES = [
    {"doc_id": "x", "output": 'Here:\n```json\n{"a": "1",}\n```', "cost": 0.25, "*note*": None},
    {"doc_id": "y", "output": "I cannot", "cost": 0.5, "*note*": "$late$"},
    {"doc_id": "z", "output": '{"a": "3"}', "cost": 0.75, "*note*": None},
]


def zipped(**members: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in members.items():
            archive.writestr(f"{name}.json", text)
    return packed.getvalue()


def parquet() -> bytes:
    packed = io.BytesIO()
    pd.DataFrame(GOLD).to_parquet(packed)
    return packed.getvalue()


def lines(records: list[dict[str, object]]) -> bytes:
    return "\n".join(map(json.dumps, records)).encode()


def dropped(app: AppTest, name: str, content: bytes) -> AppTest:
    return app.file_uploader[0].set_value([(name, content, "application/octet-stream")]).run()


@pytest.fixture
def form(open_app: Open) -> AppTest:
    """The form with gold whose id is called otherwise than id."""
    app = open_app().button(key="data.own").click().run()
    dropped(app, "gold.json", json.dumps(GOLD).encode())
    return app


def scored(form: AppTest) -> AppTest:
    form.button(key="draft.score").click().run()
    assert not form.exception
    return form


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("p.csv", b"doc_id,a\nx,1\ny,2\nz,3\n", "CSV (,), cells as text"),
        ("p.tsv", b"doc_id\ta\nx\t1\ny\t2\nz\t3\n", "CSV (tab), cells as text"),
        ("p.parquet", parquet(), "Parquet"),
        ("p.zip", zipped(x='{"a": "1"}', y='{"a": "2"}', z='{"a": "3"}'), "zip with a JSON file for each record"),
    ],
)
def test_a_file_of_each_format_is_read_paired_and_scored(form: AppTest, name: str, content: bytes, words: str) -> None:
    assert name.rsplit(".", 1)[1] in TYPES
    dropped(form, name, content)
    assert f"3 records read, none unreadable · {words}" in said(form)
    assert "3 of 3 records paired by **doc_id**; none left over" in said(form)
    assert "p</bdi> scores F1 100.0</b> over 3 records" in html_of(scored(form))


def test_the_help_of_a_drop_zone_names_every_format(form: AppTest) -> None:
    help_text = form.file_uploader[0].help
    assert all(word in help_text for word in ("JSON Lines", "gzip", "CSV", "TSV", "Parquet", "zip", "repaired"))


@pytest.fixture
def replies(form: AppTest) -> AppTest:
    return dropped(form, "p.jsonl", lines(REPLIES))


def tables(app: AppTest) -> dict[str, pd.DataFrame]:
    return {str(table.value.columns[0]): table.value for table in app.dataframe}


@pytest.mark.parametrize("is_scored", [False, True])
def test_the_partial_state_shows_what_was_mended_unread_and_kept_beside(replies: AppTest, is_scored: bool) -> None:
    app = scored(replies).switch_page("pages/data.py").run() if is_scored else replies
    labels = [expander.label.replace("\\", "") for expander in app.expander]
    assert any("p: 1 record could not be read" in label and "1 record repaired" in label for label in labels)
    fates = tables(app)["Record"]
    assert fates.values.tolist() == [
        [1, 1, "x", "repaired", "taken from a code block; trailing commas left out"],
        [2, 2, "y", "not read", "the text holds no JSON object: 'I cannot'"],
    ]
    assert tables(app)["Name"].values.tolist() == [["cost", "0.25", 3], ["*note*", "$late$", 3]]


@pytest.mark.parametrize(
    ("record", "line"),
    [
        ("x", "p: the text was repaired to read this record: taken from a code block"),
        ("y", "p: this record could not be read: the text holds no JSON object"),
        ("z", None),
    ],
)
def test_a_record_says_in_a_line_that_it_was_mended_or_not_read(
    replies: AppTest, record: str, line: str | None
) -> None:
    app = scored(replies)
    app.query_params["record"] = record
    app.switch_page("pages/records.py").run()
    assert app.selectbox(key="records.record").value == record
    fate_lines = [element.proto.body for element in app.get("html") if "⚠" in element.proto.body]
    assert (line in html_of(app)) if line else not fate_lines


def test_columns_kept_beside_are_shown_where_nothing_went_wrong_too(open_app: Open) -> None:
    app = open_app().button(key="data.own").click().run()
    dropped(app, "gold.json", json.dumps(GOLD).encode())
    dropped(app, "p.jsonl", lines([{"doc_id": "x", "output": '{"a": "1"}', "cost": 1}]))
    assert tables(app)["Name"]["Example"].tolist() == ["1"]


def test_the_same_file_read_again_under_another_id_is_scored_anew(form: AppTest) -> None:
    form.button(key="draft.remove-gold").click().run()
    app = form
    file_zones(app)[1].set_value([("p.zip", zipped(x='{"a": "1"}'), "application/zip")]).run()
    assert list(draft_of(app).variants["p"].records[0]) == ["id", "a"]
    first = draft_of(app).variants["p"].sha256
    app.button(key="draft.remove-0").click().run()
    app.file_uploader[0].set_value([("gold.json", json.dumps(GOLD).encode(), "application/json")]).run()
    app.file_uploader[0].set_value([("p.zip", zipped(x='{"a": "1"}'), "application/zip")]).run()
    assert list(draft_of(app).variants["p"].records[0]) == ["doc_id", "a"]
    assert draft_of(app).variants["p"].sha256 != first


def file_zones(app: AppTest) -> list[Any]:
    return [zone for zone in app.file_uploader if not zone.accept_directory]


def folder_zone(app: AppTest) -> Any:
    return [zone for zone in app.file_uploader if zone.accept_directory][-1]


def in_folder(folder: str, **texts: str) -> list[tuple[str, bytes, str]]:
    return [(f"{folder}{name}.json", text.encode(), "application/json") for name, text in texts.items()]


@pytest.mark.parametrize(
    ("folder", "name"), [("prompt_a/", "prompt_a"), ("/prompt_a/deep/", "prompt_a"), ("", "folder")]
)
def test_a_folder_is_a_record_a_file_by_its_name(form: AppTest, folder: str, name: str) -> None:
    texts = {str(record["doc_id"]): json.dumps({"a": record["a"]}) for record in GOLD}
    folder_zone(form).set_value(in_folder(folder, **texts)).run()
    assert not form.exception
    assert list(draft_of(form).variants) == [name]
    assert "3 of 3 records paired by **doc_id**; none left over" in said(form)
    scored(form)
    assert "scores F1 100.0</b> over 3 records" in html_of(form)


@pytest.mark.parametrize(
    ("folder", "text", "why"),
    [("p/", "[1, 2]", "a record is an object, not array"), ("p/../../", "{}", "a path that leads out of the archive")],
)
def test_files_of_a_folder_that_are_not_taken_are_told_by_name(form: AppTest, folder: str, text: str, why: str) -> None:
    files = [*in_folder("p/", x='{"a": "1"}', y='{"a": "2"}'), *in_folder(folder, z=text)]
    folder_zone(form).set_value(files).run()
    assert "2 records read, **1 unreadable**" in said(form)
    problems = next(frame.value for frame in form.dataframe if "What is wrong" in frame.value)
    assert problems["Where"].tolist() == [f"{folder}z.json"]
    assert why in problems["What is wrong"].tolist()[0]


SOME_LACK: list[dict[str, Any]] = [
    {"doc_id": "x", "a": "1", "t": {"b": True}},
    {"doc_id": "y", "a": None, "t": {}},
    {"doc_id": "z", "t": {}},
]


def parquet_of_some(open_app: Open) -> AppTest:
    app = open_app().button(key="data.own").click().run()
    dropped(app, "gold.json", json.dumps(SOME_LACK).encode())
    packed = io.BytesIO()
    rows = [{"doc_id": one["doc_id"], "a": None, "t": {"b": one["t"].get("b")}} for one in SOME_LACK]
    pd.DataFrame(rows).to_parquet(packed)
    return dropped(app, "p.parquet", packed.getvalue())


def test_nulls_of_parquet_are_told_before_scoring_where_gold_has_no_key(open_app: Open) -> None:
    app = parquet_of_some(open_app)
    told = "⚠ **p**: 3 nulls outside arrays count as invented, as gold has no such key: t.b (2), a (1). Parquet cannot"
    assert told in said(app)
    scored(app)
    fields = app.session_state["evaljson.evaluation"].runs["p"].per_field
    assert (fields["t.b"].hallucinations, fields["a"].hallucinations) == (2, 1)


def test_nulls_that_the_eval_schema_takes_as_absent_are_not_told(open_app: Open) -> None:
    app = parquet_of_some(open_app)
    schema = {**annotate_xeval(infer_schema(SOME_LACK)), "x-eval-id": "doc_id"}
    schema["properties"]["t"]["x-eval-nulls"] = {"absent": [None]}
    dropped(app, "eval_schema.json", json.dumps(schema).encode())
    app.button(key="draft.schema-use-0").click().run()
    assert "⚠ **p**: 1 null outside arrays counts as invented, as gold has no such key: a (1)." in said(app)


def test_nulls_of_json_are_what_someone_wrote(form: AppTest) -> None:
    dropped(form, "p.json", json.dumps([{**one, "more": None} for one in GOLD]).encode())
    assert "count as invented" not in said(form)
