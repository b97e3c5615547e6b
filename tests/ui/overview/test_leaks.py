"""Gold that leaked, as a thing to decide on Overview."""

import json
from typing import Any

import pytest

from evaljson.jobs.kinds import KINDS
from evaljson.leaks import Leak, Leaks
from evaljson.report.export.html.leaks import leak_line
from evaljson.ui.overview.leak_decision import twice_in_words
from evaljson.ui.session import server
from evaljson.ui.shared import exports
from evaljson.ui.shared import leaks as shared
from evaljson.workspace.leaks_found import LEAKS
from evaljson.workspace.variant_notes import Notes
from tests.ui.conftest import Made, Open, loaded, said

SCHEMA = {
    "type": "object", "x-eval-id": "id",
    "properties": {"number": {"type": "string"}, "to": {"type": "string"}, "iban": {"type": "string"}},
}  # fmt: skip
GOLD = [
    {"id": f"r{i}", "number": f"INV-{i * 7919:06}", "to": f"Firm {i}", "iban": f"DE{i * 10**12}"} for i in range(1, 9)
]
TWICE = "1 gold record repeats another one."


def made(copies: bool, variants: int = 1) -> Made:
    gold = [*GOLD, {**GOLD[3], "id": "copy"}] if copies else GOLD
    files = {name: loaded(GOLD[at:], f"{name}.json", "extracted") for at, name in enumerate(("one", "two")[:variants])}
    return Made("leaks", loaded(gold, "gold.json"), files, SCHEMA)


def test_a_record_twice_in_gold_is_a_thing_to_decide_with_its_evidence(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(copies=True))
    assert TWICE in said(app)
    (table,) = [frame.value for frame in app.dataframe if "Evidence" in frame.value]
    assert table[["Record", "In", "How"]].values.tolist() == [["copy", "r4", "the same"]]


def test_nothing_is_said_where_nothing_leaked(open_app: Open) -> None:
    assert "another one" not in said(open_app("overview", evaluation=made(copies=False)))


@pytest.mark.parametrize(
    ("exact", "nearly", "copies", "words"),
    [
        (0, 0, 0, ""),
        (1, 0, 0, "1 gold record repeats another one."),
        (0, 1, 0, "1 gold record nearly repeats another one."),
        (0, 3, 0, "3 gold records nearly repeat another one."),
        (2, 1, 0, "2 gold records repeat another one, 1 more nearly."),
        (1, 1, 4, "4 gold records repeat another one, 1 more nearly."),
    ],
)
def test_what_is_only_nearly_the_same_is_not_called_a_repetition(
    exact: int, nearly: int, copies: int, words: str
) -> None:
    hows = ["the same"] * exact + ["nearly the same"] * nearly
    found = [Leak("twice in gold", at, "gold", "r", how, 1.0, "") for at, how in enumerate(hows)]  # type: ignore[arg-type]
    assert twice_in_words(found, copies) == words


def test_where_it_takes_long_a_job_looks(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    monkeypatch.setattr(shared, "_QUICK", 0)
    app = open_app("overview", evaluation=made(copies=True))
    assert not [frame for frame in app.dataframe if "Evidence" in frame.value]
    (job,) = [job for job in server.store().jobs.all() if job.kind == LEAKS]
    assert KINDS[LEAKS](server.store(), job, lambda share, message: None) == {"found": 1}
    assert [frame for frame in app.run().dataframe if "Evidence" in frame.value]


def test_the_report_has_a_line_with_the_evidence_escaped() -> None:
    assert leak_line(Leaks(3, (), ())) == ""
    one = Leak("gold in a prompt", "<r>", "<A>", None, "values", 0.5, "<b>")
    html = leak_line(Leaks(3, ("<A>",), (one,) * 60))
    assert "Of 3 gold records, 1 record in a prompt" in html
    assert "&lt;r&gt;</bdi>: gold in a prompt (<bdi>&lt;A&gt;</bdi>), values: <bdi>&lt;b&gt;" in html
    assert "10 more" in html


def test_copies_are_left_out_with_one_click_said_beside_the_figures_and_counted_again(open_app: Open) -> None:
    evaluation = made(copies=True)
    app = open_app("overview", evaluation=evaluation)

    def missing() -> list[str]:
        return [metric.value for metric in app.metric if metric.label == "Records missing"]

    assert missing() == ["1"]  # nothing was extracted for the copy
    app.button(key="copies.leave-out").click().run()
    assert not app.exception
    assert missing() == ["0"]
    assert TWICE not in said(app)
    assert "1 copy in gold left out" in said(app)
    app.button(key="data.undo").click().run()
    assert TWICE in said(app)
    app.button(key="copies.leave-out").click().run()
    app.session_state["overview.notes"] = True  # the line is opened
    app.run()
    app.button(key="overview.copies.count").click().run()
    assert TWICE in said(app)
    assert missing() == ["1"]


@pytest.mark.parametrize("page", ["fields", "records", "compare"])
def test_what_a_page_does_with_copies_is_told_there_with_its_undo(open_app: Open, page: str) -> None:
    app = open_app("overview", evaluation=made(copies=True, variants=2))
    app.button(key="copies.leave-out").click().run()
    app.button(key="data.keep").click().run()
    app = open_app(page, eval=str(app.query_params["eval"]))
    app.session_state[f"{page}.notes"] = True
    app.run()
    app.button(key=f"{page}.copies.count").click().run()
    assert not app.exception
    assert "1 copy in gold counted again." in said(app)
    app.button(key="data.undo").click().run()
    assert "left out" in str([expander.label for expander in app.expander])


def test_a_link_to_a_copy_that_was_left_out_says_what_became_of_it(open_app: Open) -> None:
    gold = [*GOLD, {**GOLD[3], "id": "copy"}]
    files = {name: loaded(gold, f"{name}.json", "extracted") for name in ("one", "two")}
    app = open_app("overview", evaluation=Made("leaks", loaded(gold, "gold.json"), files, SCHEMA))
    app.button(key="copies.leave-out").click().run()
    app = open_app("records", eval=str(app.query_params["eval"]), a="one", record="copy")
    assert [box.value for box in app.warning] == [
        "Record copy is a copy of another gold record, and left out of all figures.",
    ]  # fmt: skip


def test_the_report_of_some_variants_has_no_leak_into_the_prompt_of_another(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_by_label: dict[str, Any] = {}
    monkeypatch.setattr(exports, "download_button", lambda label, make, *_, **__: made_by_label.update({label: make}))
    identity, store = made(copies=False, variants=2).keep(), server.store()
    now = store.evaluations.get(identity)
    prompt = Notes(prompt=f"Example: {json.dumps(GOLD[0])}").as_meta()
    store.variants.update(identity, now.revision, now.variants[1].id, meta=prompt, by="test")
    assert "in the prompt" in said(open_app("overview", eval=identity))
    app = open_app("records", eval=identity, a="one")
    app.session_state["export.open"] = True
    app.run()
    assert b"1 record in a prompt" in made_by_label["HTML report"]()
    app.multiselect(key="export.variants").set_value(["one"]).run()
    assert b"in a prompt" not in made_by_label["HTML report"]()
