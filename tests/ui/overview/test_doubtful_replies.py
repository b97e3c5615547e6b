"""Replies that ended early, or look like another record's are named of every variant, not only of two."""

import json

from evaljson.load import read_records
from evaljson.ui.shared.record_filters import LIKE
from tests.ui.conftest import Made, Open, said

GOLD = [{"id": i, "a": f"text {i}", "b": "x"} for i in range(6)]
SCHEMA = {
    "type": "object", "x-eval-id": "id",
    "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
}  # fmt: skip


def made(cut: str) -> Made:
    """Three variants, of which the last reply of `cut` ends early."""
    files = {}
    for name in ("one", "two", "three"):
        replies = [json.dumps({"a": one["a"], "b": one["b"]}) for one in GOLD]
        if name == cut:
            replies[-1] = replies[-1][:-6]
        lines = [json.dumps({"id": i, "reply": reply}) for i, reply in enumerate(replies)]
        text = "\n".join(lines).encode()
        files[name] = read_records(text, name="x.jsonl", kind="extracted", id_field="id", text_field="reply")
    return Made("cut", read_records(json.dumps(GOLD).encode(), kind="gold", id_field="id"), files, SCHEMA)


def test_a_variant_outside_the_chosen_pair_is_named(open_app: Open) -> None:
    app = open_app("overview", evaluation=made("three"), a="one", b="two")
    assert [one.label for one in app.expander if "cut off" in one.label] == ["⚠ Replies cut off: three 1"]


def test_without_a_reply_that_was_cut_off_nothing_is_said(open_app: Open) -> None:
    app = open_app("overview", evaluation=made("none"), a="one", b="two")
    assert not [one.label for one in app.expander if "cut off" in one.label]


def test_a_record_that_looks_like_another_one_is_named_with_its_way_to_records(open_app: Open) -> None:
    gold = [{"id": i, "a": f"text {i}", "b": f"word {i}", "c": f"name {i}"} for i in range(20)]
    kind = {"type": "string"}
    schema = {"type": "object", "x-eval-id": "id", "properties": dict.fromkeys("abc", kind)}
    slipped = [{**gold[4 if i == 3 else i], "id": i} for i in range(20)]
    files = {name: read_records(json.dumps(records).encode(), kind="extracted", id_field="id")
             for name, records in (("one", gold), ("two", slipped))}  # fmt: skip
    loaded = read_records(json.dumps(gold).encode(), kind="gold", id_field="id")
    app = open_app("overview", evaluation=Made("like", loaded, files, schema), a="one", b="two")
    (note,) = [one for one in app.expander if "another record" in one.label]
    assert note.label == "⚠ Look like another record: two 1"
    app.session_state["overview.notes"] = True
    app.run()
    assert "3 looks like 4" in said(app)
    app.button("overview.other_record.0").click().run()
    assert app.query_params["status"] == f"{LIKE}other_record"
