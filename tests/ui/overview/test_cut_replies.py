"""Replies that ended early are named of every variant, not only of the two that are compared."""

import json

from evaljson.load import read_records
from tests.ui.conftest import Made, Open

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
