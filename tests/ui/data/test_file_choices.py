"""How a dropped file is read, chosen in the form, and unreadable records left out."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.load.made_files import zip_of
from tests.ui.conftest import Open, draft_of, said

GOLD = [{"id": "x", "a": "1", "page": 3}, {"id": "y", "a": "2", "page": 4}, {"id": "z", "a": "3", "page": 5}]
REPLIES = [
    {"id": "x", "output": '{"a": "1",}', "call": {"args": '{"a": "9"}'}, "ms": 5},
    {"id": "y", "output": "I cannot", "call": {"args": '{"a": "2"}'}, "ms": 6},
]


def dropped(app: AppTest, name: str, content: str) -> AppTest:
    return app.file_uploader[0].set_value([(name, content.encode(), "application/octet-stream")]).run()


def labelled(widgets: Any, label: str) -> Any:
    """The last widget with this label: variants stand below gold."""
    return [widget for widget in widgets if widget.label == label][-1]


def typed(app: AppTest, label: str, text: str) -> None:
    """What no list of options has."""
    box = labelled(app.selectbox, label)
    box.options.append(text)
    box.set_value(text).run()


def draft(app: AppTest) -> Any:
    return draft_of(app)


@pytest.fixture
def form(open_app: Open) -> AppTest:
    app = open_app().button(key="data.own").click().run()
    dropped(app, "gold.json", json.dumps(GOLD))
    return dropped(app, "p.json", json.dumps(REPLIES))


def how_read(app: AppTest) -> list[str]:
    labels = [expander.label.replace("\\", "") for expander in app.expander]
    return [
        label.removeprefix("How this file is read: ") for label in labels if label.startswith("How this file is read")
    ]


def test_what_was_found_in_each_file_is_said(form: AppTest) -> None:
    assert how_read(form) == [
        "the record is the whole entry",
        "the record is in output (found automatically); 2 keys kept as metadata",
    ]


def test_another_place_is_chosen_or_typed(form: AppTest) -> None:
    first = draft(form).variants["p"].sha256
    typed(form, "Take the record from", "call.args")
    assert not form.exception
    assert [record["a"] for record in draft(form).variants["p"].records] == ["9", "2"]
    assert draft(form).variants["p"].sha256 != first
    labelled(form.selectbox, "Take the record from").set_value("the whole entry").run()
    assert draft(form).variants["p"].records == REPLIES


def test_a_place_that_nobody_can_read_is_a_problem_and_changes_nothing(form: AppTest) -> None:
    typed(form, "Take the record from", "call[")
    assert not form.exception
    assert "Until then, the file stays as it was read" in said(form)
    assert draft(form).variants["p"].taken_from == "output"


def test_keys_of_gold_are_kept_beside_and_not_scored(form: AppTest) -> None:
    form.multiselect[0].set_value(["page"]).run()
    assert not form.exception
    assert draft(form).gold.records[0] == {"id": "x", "a": "1"}
    assert draft(form).gold.metadata[0] == {"page": 3}
    assert form.multiselect[0].value == ["page"]


def test_mending_can_be_turned_off(form: AppTest) -> None:
    labelled(form.toggle, "Repair broken JSON in model output").set_value(False).run()
    assert draft(form).variants["p"].parse_errors.keys() == {0, 1}


def test_cells_of_csv_may_be_json(form: AppTest) -> None:
    dropped(form, "q.csv", "id,a,page\nx,1,3\n")
    labelled(form.toggle, "Cells may be JSON").set_value(True).run()
    assert draft(form).variants["q"].records == [{"id": "x", "a": 1, "page": 3}]


def test_the_id_beside_gold_in_a_column_goes_into_the_records(open_app: Open) -> None:
    app = open_app().button(key="data.own").click().run()
    dropped(app, "gold.csv", 'doc_id,gold,source\nk1,"{""a"": 1}",s\nk2,"{""a"": 2}",s\n')
    assert draft(app).gold.records == [{"doc_id": "k1", "a": 1}, {"doc_id": "k2", "a": 2}]
    assert draft(app).pairing_key() == "doc_id"


RUN_ON = 'Call {"tool": "ocr"} gave {"a": "1", "page": 3}; the rate is {"rate": 19}.'


def test_the_keys_of_gold_decide_which_json_of_a_text_counts(form: AppTest) -> None:
    dropped(form, "q.jsonl", json.dumps({"id": "x", "output": RUN_ON}))
    assert draft(form).variants["q"].records == [{"id": "x", "a": "1", "page": 3}]
    shown = [str(table.value.values.tolist()) for table in form.dataframe]
    assert any("number 2 counts, because its keys fit best" in text and "rate" in text for text in shown)


def test_which_json_of_a_text_counts_is_a_choice(form: AppTest) -> None:
    dropped(form, "q.jsonl", json.dumps({"id": "x", "output": RUN_ON}))
    labelled(form.selectbox, "Of several JSON values in a text, take").set_value("last").run()
    assert not form.exception
    assert draft(form).variants["q"].records == [{"id": "x", "rate": 19}]


def test_gold_that_comes_later_decides_too(open_app: Open) -> None:
    app = open_app().button(key="data.own").click().run()
    _, variants = [zone for zone in app.file_uploader if not zone.accept_directory]
    variants.set_value([("q.jsonl", json.dumps({"output": RUN_ON}).encode(), "text/plain")]).run()
    assert draft(app).variants["q"].records == [{"rate": 19}]
    dropped(app, "gold.json", json.dumps([{"a": "1", "page": 3}]))
    assert not app.exception
    assert draft(app).variants["q"].records == [{"a": "1", "page": 3}]


def test_gold_with_a_repeated_key_is_kept_or_refused(open_app: Open) -> None:
    app = open_app().button(key="data.own").click().run()
    dropped(app, "gold.json", '[{"id": "x", "a": 1, "a": 2}, {"id": "y", "a": 3}]')
    assert [record["a"] for record in draft(app).gold.records] == [2, 3]
    assert any("1 record repaired, 1 with characters lost" in expander.label for expander in app.expander)
    shown = [row for table in app.dataframe for row in table.value.values.tolist()]
    assert [1, "x", "a", "1, 2", "2", "of several values, the last counts", "some are lost"] in shown
    labelled(app.toggle, "Refuse records with a repeated key").set_value(True).run()
    assert [record["id"] for record in draft(app).gold.records] == ["y"]


@pytest.mark.parametrize(("leave_out", "scored"), [(False, ["x", "y", "z"]), (True, ["x", "z"])])
def test_what_cannot_be_read_is_left_out_apart_from_what_is_missing(
    form: AppTest, leave_out: bool, scored: list[str]
) -> None:
    form.toggle(key="draft.exclude-unreadable").set_value(leave_out).run()
    form.button(key="draft.score").click().run()
    assert not form.exception
    run = form.session_state["evaljson.evaluation"].runs["p"]
    assert [record.record_id for record in run.records] == scored
    form.switch_page("pages/data.py").run()
    assert ("1 of them left out, not scored" in " ".join(expander.label for expander in form.expander)) is leave_out


def test_the_bytes_of_a_file_are_forgotten_with_it(form: AppTest) -> None:
    assert len(form.session_state["evaljson.sources"]) == 2
    form.button(key="draft.remove-0").click().run()
    assert [source.name for source in form.session_state["evaljson.sources"].values()] == ["gold.json"]


@pytest.mark.parametrize("gold_is_last", [True, False])
def test_the_id_beside_replies_pairs_them_whatever_gold_calls_it_and_whenever_it_comes(
    open_app: Open, gold_is_last: bool
) -> None:
    app = open_app().button(key="data.own").click().run()
    gold = "\n".join(json.dumps({"sds_id": f"S-{at}", "land": "GB", "a": at}) for at in range(4))
    lines = [{"sds_id": f"S-{at}", "land": "GB", "reply": json.dumps({"a": at})} for at in (0, 1, 3)]
    replies = "\n".join(json.dumps(line) for line in lines)
    if gold_is_last:
        _, variants = [zone for zone in app.file_uploader if not zone.accept_directory]
        variants.set_value([("replies.jsonl", replies.encode(), "text/plain")]).run()
    dropped(app, "gold.jsonl", gold)
    if not gold_is_last:
        dropped(app, "replies.jsonl", replies)
    assert not app.exception
    assert draft(app).variants["replies"].records[0] == {"sds_id": "S-0", "a": 0}
    assert draft(app).pairing_key() == "sds_id"
    assert draft(app).question() is None


def test_a_record_under_a_key_of_its_own_is_taken_from_there_until_someone_takes_it_whole(open_app: Open) -> None:
    app = open_app().button(key="data.own").click().run()
    dropped(app, "gold.json", json.dumps(GOLD))
    wrapped = {"booking": {"id": "y", "a": "2", "page": 4}}
    dropped(app, "p.json", json.dumps([GOLD[0], wrapped, GOLD[2]]))
    assert draft(app).variants["p"].records == GOLD
    assert "Taken from a key around the whole record: 'booking' (1), of 3 records" in said(app).replace("\\", "")
    app.button(key="draft.variant-0.opened-whole").click().run()
    assert draft(app).variants["p"].records == [GOLD[0], wrapped, GOLD[2]]


@pytest.mark.parametrize("gold_is_last", [True, False])
def test_the_id_beside_a_wrapped_record_pairs_it_as_all_others_whenever_gold_comes(
    open_app: Open, gold_is_last: bool
) -> None:
    app = open_app().button(key="data.own").click().run()
    gold = [{"doc_id": f"S-{at}", "land": "GB", "a": at} for at in range(4)]
    entries = [gold[0], {"doc_id": "S-1", "result": {"land": "GB", "a": 1}}, *gold[2:]]
    if gold_is_last:
        _, variants = [zone for zone in app.file_uploader if not zone.accept_directory]
        variants.set_value([("p.json", json.dumps(entries).encode(), "text/plain")]).run()
    dropped(app, "gold.json", json.dumps(gold))
    if not gold_is_last:
        dropped(app, "p.json", json.dumps(entries))
    assert draft(app).question() is None
    assert "**p**: 4 of 4 records paired by **doc_id**; none left over" in said(app)
    assert "So are read: 'S-1'." in said(app)


def test_a_file_that_was_left_out_is_named_in_the_line_of_what_was_read(open_app: Open) -> None:
    app = open_app().button(key="data.own").click().run()
    files: dict[str, str | bytes] = {"x.json": '{"a": "1"}', "y.json": '{"a": "2"}', "reply.txt": '{"a": "3"}'}
    app.file_uploader[0].set_value([("gold.zip", zip_of(files), "application/zip")]).run()
    assert "2 records read, none unreadable, ⚠ left out (1): 'reply.txt' (not .json) · zip" in said(app).replace(
        "\\", ""
    )
