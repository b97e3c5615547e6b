"""What the exports say beside the results: what a report is of, when, and against whom."""

from dataclasses import replace
from html import escape
from typing import Any

import pytest

from evaljson.load import read_records
from evaljson.report.compare.cost_of_gain import VariantCost
from evaljson.report.export.html.page import to_html
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.session import server
from evaljson.ui.session.ranking import ranking_of
from evaljson.ui.session.read_evaluation import read_evaluation
from evaljson.ui.shared.export_about import about
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Made, Open, loaded, said, small

RIGHT: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
WRONG: list[Any] = [{"id": "x", "a": "9", "n": []}, {"id": "y", "a": "2", "n": []}]


def test_a_report_knows_its_verdicts_files_version_and_times() -> None:
    identity = small(one=RIGHT, two=WRONG, three=RIGHT).keep()
    facts_of = about(read_evaluation(identity), ["two", "one", "three"])
    assert [verdict.split(":")[0] for verdict in facts_of.verdicts] == [
        "No detectable difference between one and two",
        "No detectable difference between three and two",
    ]
    assert facts_of.facts["Gold"] == "gold.json, 2 records"
    assert facts_of.facts["Extracted"] == "two.json, one.json, three.json"
    assert facts_of.facts["Scored"].endswith("UTC by test")
    assert facts_of.facts["Eval schema"].startswith("version 1")
    assert facts_of.made.endswith(" UTC")


def test_of_three_variants_the_verdicts_of_a_report_are_those_of_the_ranking() -> None:
    evaluation = read_evaluation(small(one=RIGHT, two=WRONG, three=RIGHT).keep())
    names = ["two", "one", "three"]
    verdicts = about(evaluation, names, ranking_of(evaluation, names)).verdicts
    begin = "No detectable difference between {} and two: F1 100.0 against 50.0, +50.0 (95% interval −100.0 to +100.0)."
    assert [verdict.split(" Field by field")[0] for verdict in verdicts] == [begin.format(n) for n in ("one", "three")]


def test_a_report_begins_with_the_chosen_pair_and_then_compares_those_that_share_the_first_place() -> None:
    """Of 40 records, two variants have all right, one half, and the baseline none."""
    gold = [{"id": str(n), "a": f"text {n}"} for n in range(40)]
    none, half = ([{**one, "a": "?"} if n % every == 0 else one for n, one in enumerate(gold)] for every in (1, 2))
    files = {"zero": none, "first": gold, "half": half, "second": gold}
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    sides = {name: loaded(records, f"{name}.json", "extracted") for name, records in files.items()}
    evaluation = read_evaluation(Made("tied", loaded(gold, "gold.json"), sides, schema).keep())
    said = about(evaluation, list(files), ranking_of(evaluation, list(files)), "half")
    assert [verdict.split(":")[0] for verdict in said.verdicts] == [
        "half is better than zero",
        "No detectable difference between first and second",
        "first is better than zero",
        "second is better than zero",
    ]
    assert list(said.changes) == ["half", "first", "second"]
    assert said.compared == "half"


def test_what_is_noted_of_cost_and_latency_is_in_the_report() -> None:
    evaluation = read_evaluation(small(one=RIGHT, two=WRONG, three=RIGHT).keep())
    variant = evaluation.stored.variants[0]
    server.store().variants.update(
        evaluation.id, evaluation.revision, variant.id, by="ann", meta={"cost": 0.012, "latency": 1.4}
    )
    evaluation = read_evaluation(evaluation.id)
    said = about(evaluation, ["one", "two"])
    assert said.costs["one"] == VariantCost(0.012, 1.4)
    for names in (["one", "two"], ["one", "two", "three"]):
        runs = {name: evaluation.runs[name] for name in names}
        page = to_html(runs, evaluation.tree, about=about(evaluation, names)).decode()
        assert "<td>0.012</td><td>1.4 s</td>" in page
        assert "Latency" in page
    assert "Latency" not in to_html(evaluation.runs, evaluation.tree).decode()


def test_what_is_remarkable_in_a_file_is_among_the_notes_of_the_report() -> None:
    text = '{"id": "x", "a": "1"}\n{"id": "y", "a": "2", "a": "3"}\n'
    file = read_records(text.encode(), name="twice.jsonl", kind="extracted", id_field="id")
    made = small(one=RIGHT)
    evaluation = read_evaluation(replace(made, variants={**made.variants, "twice": file}).keep())
    (problem,) = file.problems
    names = ["one", "twice"]
    page = to_html(evaluation.runs, evaluation.tree, about=about(evaluation, names)).decode()
    assert f"Its file: <bdi>{escape(str(problem))}" in page
    assert page.count("Its file: ") == 1


@pytest.mark.parametrize("ranked", [False, True])
def test_a_report_says_where_one_record_makes_most_of_a_difference(ranked: bool) -> None:
    gold = [{"id": f"r{n}", "a": f"text {n}"} for n in range(12)]
    files = {"right": gold, "apart": [{**gold[0], "a": "?"}, *gold[1:]], "wrong": [{**one, "a": "?"} for one in gold]}
    names = list(files) if ranked else list(files)[:2]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    sides = {name: loaded(files[name], f"{name}.json", "extracted") for name in names}
    evaluation = read_evaluation(Made("apart", loaded(gold, "gold.json"), sides, schema).keep())
    verdicts = about(evaluation, names, ranking_of(evaluation, names) if ranked else None).verdicts
    ends = [verdict.endswith("without r0, it is 0.0 F1 points, not \u22128.3.") for verdict in verdicts]
    assert ends == [True, *[False] * (len(verdicts) - 1)]


def test_what_cannot_be_compared_is_said_in_the_place_of_a_verdict() -> None:
    identity = small(one=RIGHT, two=WRONG).keep()
    store = server.store()
    now = store.evaluations.get(identity)
    two = now.variants[1].id
    schema = store.schemas.get(identity, 1).schema
    schema["properties"]["a"]["x-eval-skip"] = True
    now = store.variants.delete(identity, now.revision, two, by="ann")
    store.schemas.add(identity, now.revision, schema, by="ann", message="without a")
    score_due(store, identity, by="ann", tell=lambda share, message: None)
    store.variants.undelete(identity, store.evaluations.get(identity).revision, two, by="ann")
    facts_of = about(read_evaluation(identity), ["one", "two"])
    assert facts_of.verdicts[0].startswith("No verdict on two against one: 'one' and 'two' cannot be compared")
    assert "version 2 (“without a”)" in facts_of.facts["Eval schema"]


def test_after_a_version_is_restored_a_report_names_the_one_in_force() -> None:
    identity = small(one=RIGHT).keep()
    store = server.store()
    first = store.schemas.get(identity, 1).schema
    other = {**first, "x-eval-nulls": {"absent": [None]}}
    for schema, message in ((other, "no nulls"), (first, "restore version 1")):
        revision = store.evaluations.get(identity).revision
        store.schemas.add(identity, revision, schema, by="ann", message=message)
        score_due(store, identity, by="ann", tell=lambda share, message: None)
    version = about(read_evaluation(identity), ["one"]).facts["Eval schema"]
    assert version == "version 3 (“restore version 1”), the same as version 1"


def test_the_page_does_not_claim_that_a_report_holds_all_records(open_app: Open) -> None:
    app = open_app("fields")
    app.session_state["export.open"] = True
    app.run()
    assert "CSV, Parquet and JSON hold every result" in said(app)
    assert "the records that lose most F1" in said(app)


@pytest.mark.parametrize("has_repairs", [True, False])
def test_repairs_can_be_downloaded_where_there_are_any(open_app: Open, has_repairs: bool) -> None:
    made = small(one=RIGHT)
    text = b'{"id": "x", "a": "0", "a": "1", "n": []}' if has_repairs else b'{"id": "x", "a": "1", "n": []}'
    files = {"one": read_records(text, kind="extracted", id_field="id", name="one.json")}
    app = open_app("fields", evaluation=replace(made, variants=files))
    app.session_state["export.open"] = True
    app.run()
    labels = [element.proto.label for element in app.get("download_button")]
    assert {"CSV", "Parquet", "JSON"} <= set(labels)
    assert ("Repairs" in labels) is has_repairs


def test_a_report_says_which_variant_was_scored_when_and_what_changed_last() -> None:
    identity = small(one=RIGHT, two=WRONG).keep()
    store, variants = server.store(), server.store().variants
    assert about(read_evaluation(identity), ["one", "two"]).changed == []
    revision = store.evaluations.get(identity).revision
    variants.add(identity, revision, "three", loaded(WRONG, "three.json", "extracted"), by="ann")
    score_due(store, identity, by="ann", tell=lambda share, message: None)
    now = store.evaluations.get(identity)
    two = next(one for one in now.variants if one.name == "two")
    variants.update(identity, now.revision, two.id, data=loaded(RIGHT, "<b>new.json", "extracted"), by="bob")
    score_due(store, identity, by="bob", tell=lambda share, message: None)
    evaluation = read_evaluation(identity)
    said = about(evaluation, ["one", "two", "three"])
    assert [what for _, what, _ in said.changed] == [
        "bob put other records of “two” in place, from “<b>new.json”",
        "ann added the variant “three”",
    ]
    assert [f1 for _, _, f1 in said.changed] == [
        "two 50.0 → 100.0 (+50.0). Gained most, in points of F1: a (+25.0), n[].k (+25.0)",
        "three 50.0 (new)",
    ]
    scored = said.facts["Scored"].split("; ")
    assert [one.split(": ")[0] for one in scored] == ["one", "two", "three"]
    assert [one.split(" by ")[1] for one in scored] == ["test", "bob", "ann"]
    page = to_html(evaluation.runs, evaluation.tree, about=said).decode()
    assert "<summary>What changed</summary>" in page
    assert escape("from “<b>new.json”") in page
