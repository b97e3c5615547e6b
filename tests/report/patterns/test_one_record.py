"""A record that holds most errors of a pattern, or much of what a run loses, is named; of few records none is."""

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest

from evaljson import RunResult, evaluate
from evaljson.cli.text.patterns import pattern_document, pattern_lines
from evaljson.report.export.html.patterns import patterns_section
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.kinds import KINDS
from evaljson.report.patterns.one_record import loses_much
from evaljson.report.patterns.table import error_patterns, pattern_list
from tests.messy import messy
from tests.oracle.f1_lost import f1_lost

SCHEMA = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "x-eval-skip": True},
        "law": {"type": "string"},
        "clauses": {"type": "array", "items": {"type": "string"}},
    },
}


def run_of(records: int, in_first: int, elsewhere: int) -> RunResult:
    """So many records of 12 clauses; wrong are some clauses of the first and one of each of some others."""
    clauses = [f"text {at} of it" for at in range(12)]
    gold: list[Any] = [{"id": f"K{at}", "law": "French", "clauses": clauses} for at in range(records)]
    wrong = [{**one, "clauses": list(clauses)} for one in gold]
    for place in range(in_first):
        wrong[0]["clauses"][place] = f"words {place} for that"
    for place in range(1, 1 + elsewhere):
        wrong[place]["clauses"][0] = f"words {place} for this"
    return evaluate(gold, wrong, SCHEMA, "id")


@pytest.mark.parametrize(
    ("records", "in_first", "elsewhere", "told"),
    [
        (20, 10, 3, "10 of them in K0"),
        (20, 10, 10, "10 of them in K0"),
        (20, 10, 11, None),
        (20, 9, 1, None),
        (20, 12, 0, "all in K0"),
        (5, 10, 1, "10 of them in K0"),
        (4, 10, 1, None),
    ],
)
def test_a_record_with_half_of_the_values_and_ten_is_named(
    records: int, in_first: int, elsewhere: int, told: str | None
) -> None:
    (pattern,) = error_patterns(run_of(records, in_first, elsewhere))
    assert (None if pattern.mostly is None else f"{pattern.mostly.told}{pattern.mostly.record}") == told


def test_it_is_in_the_lines_of_score_in_json_and_in_the_report() -> None:
    run = run_of(20, 10, 3)
    lines = list(pattern_lines(run))
    assert "    in clauses[]; 10 of them in K0" in lines
    assert pattern_document(run)[0]["mostly"] == {"record": "K0", "values": 10}
    assert "; 10 of them in K0" in patterns_section({"one": run})
    assert pattern_document(run_of(20, 1, 3))[0]["mostly"] is None


@pytest.mark.parametrize("record_id", [0, "0"])
def test_in_json_it_has_the_id_that_records_have_there(record_id: int | str) -> None:
    texts: list[Any] = [{"id": at or record_id, "a": [f"text {i} of it" for i in range(12)]} for at in range(6)]
    wrong = [{**texts[0], "a": [f"words {i} for that" for i in range(12)]}, *texts[1:]]
    schema = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}}}
    (found,) = pattern_document(evaluate(texts, wrong, schema, "id"))
    assert found["mostly"] == {"record": record_id, "values": 12}


def test_long_names_leave_a_line_its_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    name = "a field with quite a long name that goes on"
    schema = {"type": "object", "properties": {name: {"type": "array", "items": {"type": "string"}}}}
    gold = [{"id": f"{'K' * 60}{at}", name: [f"text {i} of it" for i in range(12)]} for at in range(6)]
    wrong = [{**gold[0], name: [f"words {i} for that" for i in range(12)]}, *gold[1:]]
    lines = list(pattern_lines(evaluate(gold, wrong, schema, "id")))
    assert any("all in KKK" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_in_a_pipe_nothing_is_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    name, key = "a" * 200, "K" * 60
    schema = {"type": "object", "properties": {name: {"type": "array", "items": {"type": "string"}}}}
    gold = [{"id": f"{key}{at}", name: [f"text {i} of it" for i in range(12)]} for at in range(6)]
    wrong = [{**gold[0], name: [f"words {i} for that" for i in range(12)]}, *gold[1:]]
    assert f"    in {name}[]; all in {key}0" in list(pattern_lines(evaluate(gold, wrong, schema, "id")))


@pytest.mark.parametrize(
    ("records", "in_first", "elsewhere", "share"),
    [(20, 10, 3, 10 / 13), (20, 4, 8, 1 / 3), (20, 4, 9, None), (20, 10, 0, None), (4, 10, 1, None), (20, 0, 0, None)],
)
def test_a_record_that_causes_a_third_of_what_f1_loses_is_named(
    records: int, in_first: int, elsewhere: int, share: float | None
) -> None:
    found = loses_much(run_of(records, in_first, elsewhere))
    assert (None if found is None else (found.record, found.share)) == (
        None if share is None else ("K0", pytest.approx(share))
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_both_are_those_of_a_look_at_each_error_of_messy_data(seed: int) -> None:
    data = messy(12, 3, seed=seed)
    for extracted in data.extracted.values():
        run = evaluate(data.gold, extracted, data.schema)
        patterns = find_patterns(run)
        values: dict[str, Counter[int]] = defaultdict(Counter)
        lost: dict[int, Fraction] = defaultdict(Fraction)
        for record, _, row, loses in f1_lost(run):
            lost[record] += loses
            if patterns.codes[row] >= 0:
                values[KINDS[patterns.codes[row]].name][record] += 1
        for one in pattern_list(run, patterns):
            most = max(values[one.kind.name].values())
            assert (one.mostly is not None) == (most >= 10 and 2 * most >= one.values)
            assert one.mostly is None or one.mostly.values == most
        share = float(max(lost.values()) / sum(lost.values()))
        found = loses_much(run)
        assert (found is None) == (share < 0.333333333)
        assert found is None or found.share == pytest.approx(share)


def test_of_one_record_alone_none_is_named() -> None:
    run = run_of(20, 12, 3)
    assert [one.mostly for one in pattern_list(run, find_patterns(run), record=0)] == [None]
