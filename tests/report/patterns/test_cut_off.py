"""The pattern of replies that end early holds what their open end lacks, and nothing that was wrong before."""

import json
from random import Random
from typing import Any

import numpy as np
import pytest

from evaljson import RunResult, evaluate
from evaljson.base.paths import child, element, split
from evaljson.cli.text.patterns import pattern_lines
from evaljson.load import read_records
from evaljson.load.missing_policy import MissingPolicy
from evaljson.report.export.html.patterns import patterns_section
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.table import pattern_list, records_with_pattern
from evaljson.results.cut_off import with_cut_off
from evaljson.results.cut_off_rows import of_cut_off
from evaljson.results.saved.run import load_run
from evaljson.workspace.outcome import score
from evaljson.workspace.scored_in_parts import InParts, score_in_parts

LEAF = {"type": "string"}
ROW = {"type": "object", "properties": dict.fromkeys("pqr", LEAF)}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "integer"},
        "a": {"type": "object", "properties": {"x": LEAF, "y": LEAF, "in": ROW}},
        "rows": {"type": "array", "items": ROW},
        "words": {"type": "array", "items": LEAF},
        "z": LEAF,
    },
}


def run_of(gold: list[dict[str, Any]], replies: list[str], schema: dict[str, Any] = SCHEMA) -> RunResult:
    text = "".join(
        json.dumps({"id": one["id"], "reply": reply}) + "\n" for one, reply in zip(gold, replies, strict=True)
    )
    loaded = read_records(text.encode(), name="x.jsonl", kind="extracted", id_field="id", text_field="reply")
    return with_cut_off(evaluate(gold, loaded.records, schema, "id"), gold, loaded)


def lost(run: RunResult) -> list[tuple[int, str]]:
    rows = np.sort(of_cut_off(run))
    records = run.tallies.rows.record[rows].tolist()
    return sorted((at, one.path) for at, one in zip(records, run.table.some(rows), strict=True))


def written(value: Any, path: str, at: int, spans: dict[str, tuple[int, int]]) -> str:
    """JSON, and for each text, object and array between which characters it is open."""
    if not isinstance(value, dict | list):
        text = json.dumps(value)
        spans[path] = at + 1, at + len(text) - 1
        return text
    text, end = ("{", "}") if isinstance(value, dict) else ("[", "]")
    for number, (key, inner) in enumerate(value.items() if isinstance(value, dict) else enumerate(value)):
        text += ", " if number else ""
        text += f"{json.dumps(key)}: " if isinstance(value, dict) else ""
        where = child(path, key) if isinstance(value, dict) else element(path, key)
        text += written(inner, where, at + len(text), spans)
    spans[path] = at + 1, at + len(text)
    return text + end


def lost_by_a_look_at_the_text(run: RunResult, spans: list[dict[str, tuple[int, int]]], cuts: list[int]) -> Any:
    """The plain way: of the containers above a missing value that the text has, the last one has to be open at its
    end; a wrong value has to be open itself."""
    found = []
    for at, whole in enumerate(run.records):
        for result in whole.field_results:
            if result.status == "omission":
                above, path = [""], ""
                for step in list(split(result.path))[:-1]:
                    path = child(path, step) if isinstance(step, str) else element(path, step or 0)
                    above.append(path)
                begun = [spans[at][one] for one in above if one in spans[at] and spans[at][one][0] <= cuts[at]]
                if cuts[at] <= begun[-1][1]:
                    found.append((at, result.path))
            elif result.status in ("mismatch", "hallucination"):
                begin, end = spans[at][result.extracted_path or ""]
                found += [(at, result.path)] if begin <= cuts[at] <= end else []
    return sorted(found)


def random_row(random: Random, names: str, keep: float) -> dict[str, Any]:
    return {name: random.choice(["one", "two {x}", "th, ree", "[4"]) for name in names if random.random() < keep}


@pytest.mark.parametrize("seed", range(6))
def test_values_are_lost_as_a_look_at_the_text_says(seed: int) -> None:
    random = Random(seed)
    gold, spans, replies, cuts = [], list[dict[str, tuple[int, int]]](), [], []
    for number in range(60):
        one: dict[str, Any] = {
            "a": {**random_row(random, "xy", 1), "in": random_row(random, "pqr", 1)},
            "rows": [random_row(random, "pqr", 1) for _ in range(random.randint(0, 4))],
            "words": ["w"] * random.randint(0, 3),
            "z": "end",
        }
        gold.append({"id": number, **one})
        reply = json.loads(json.dumps(one))
        reply["z"] = random.choice(["end", "an end", "end"])
        for holder in (reply, reply["a"], reply["a"]["in"], *reply["rows"]):
            for key in [key for key in holder if random.random() < 0.15]:
                del holder[key]
        reply = dict(random.sample(list(reply.items()), len(reply)))
        spans.append({})
        text = written(reply, "", 0, spans[-1])
        cuts.append(random.choice([len(text), random.randint(1, len(text)), random.randint(1, len(text))]))
        replies.append(text[: cuts[-1]])
    run = run_of(gold, replies)
    known = {one.record_id for one in run.cut_off}
    # Where the repair guesses (a bracket in a text that is cut), it is left open whether the reply was cut.
    assert len(known) > 20
    assert known <= {at for at, cut in enumerate(cuts) if cut <= spans[at][""][1]}
    wanted = lost_by_a_look_at_the_text(run, spans, cuts)
    assert lost(run) == [(at, path) for at, path in wanted if at in known]
    assert len(lost(run)) > 50


GOLD = {"id": 1, "a": {"x": "s", "y": "t", "in": {"p": "u"}}, "rows": [{"p": "1", "q": "2"}, {"p": "3", "q": "4"}]}


@pytest.mark.parametrize(
    ("reply", "paths"),
    [
        ('{"a": {"x": "s"}, "rows": [{"p": "1"}, {"p": "3"', ["rows[1].q"]),
        ('{"a": {"x": "s"}, "rows": [{"p": "1"}', ["rows[1].p", "rows[1].q"]),
        ('{"a": {"x": "s"}, "ro', ["rows[0].p", "rows[0].q", "rows[1].p", "rows[1].q"]),
        ('{"rows": [], "a": {"x": "s", "y": null, "in": {', ["a.in.p"]),
        ('{"a": {"x": "s"}, "rows": [{"p": "1"}]}', []),
        ('{"a": {"x": "s"}, "rows": [{"p": "1"}]\n\nThat is all.', []),
        ('{"rows": null, "a": {"x": "s"', ["a.in.p", "a.y"]),
    ],
)
def test_only_what_was_open_is_lost(reply: str, paths: list[str]) -> None:
    assert lost(run_of([GOLD], [reply])) == [(0, path) for path in paths]


DRUG = {"id": 1, "z": "moderate", "words": ["first", "second"], "a": {"x": "s", "in": {"p": "u"}}}


@pytest.mark.parametrize(
    ("reply", "paths"),
    [
        ('{"a": {"x": "s", "in": {"p": "u"}}, "words": ["first", "second"], "z": "m', ["z"]),
        ('{"a": {"x": "s", "in": {"p": "u"}}, "words": ["first", "second"], "z": "another te', ["z"]),
        ('{"a": {"x": "s", "in": {"p": "u"}}, "words": ["first", "second"], "z": "', ["z"]),
        ('{"a": {"x": "s", "in": {"p": "u"}}, "words": ["first", "second"], "z": "moderate', []),
        ('{"a": {"x": "s", "in": {"p": "u"}}, "words": ["first", "second"], "z": "m"', []),
        ('{"z": "m", "words": ["first", "sec', ["a.in.p", "a.x", "words[1]"]),
        ('{"z": "moderate", "a": {"x": "s", "in": {"p": "u"}}, "words": ["first", "second", "thi', ["words[-1]"]),
        ('{"z": "moderate", "words": ["first", "second"], "a": {"in": {"p": "v"}, "x": "t', ["a.x"]),
        ('{"z": "moderate", "words": ["first", "second"], "a": "s', ["a"]),
    ],
)
def test_a_value_that_ends_where_the_reply_does_is_cut_off(reply: str, paths: list[str]) -> None:
    assert lost(run_of([DRUG], [reply])) == [(0, path) for path in paths]


@pytest.mark.parametrize(
    ("gold", "end", "count"),
    [
        (12.5, "12", 1), (125, "12", 1), (12.5, "12.", 1), (999, "12", 0), (12, "12, ", 0), ("12 kg", "12", 1),
        (True, "tr", 0), (False, "tr", 0), (None, "12", 0),
    ],
)  # fmt: skip
def test_a_number_is_cut_off_where_gold_begins_with_it(gold: Any, end: str, count: int) -> None:
    any_value = {"type": ["string", "number", "boolean", "null"]}
    schema = {"type": "object", "properties": {"id": {"type": "integer"}, "n": any_value}}
    assert len(lost(run_of([{"id": 1, "n": gold}], [f'{{"n": {end}'], schema))) == count


def test_an_array_compared_as_one_value_is_cut_off_where_it_was_open() -> None:
    words = {**SCHEMA["properties"]["words"], "x-eval-compare": "set"}
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "words": words}}
    gold = {"id": 1, "z": "end", "words": ["one", "two"]}
    for reply, paths in (('{"z": "en", "words": ["one", ', ["words"]), ('{"words": ["one"], "z": "end"', [])):
        assert lost(run_of([gold], [reply], schema)) == [(0, path) for path in paths]


def test_elements_paired_by_content_are_looked_for_where_they_are() -> None:
    rows = {**SCHEMA["properties"]["rows"], "x-eval-align": {"match_by": "key_field", "key": "p"}}
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "rows": rows}}
    gold = {"id": 1, "rows": [{"p": "1", "q": "2"}, {"p": "3", "q": "4"}, {"p": "5", "q": "6"}]}
    run = run_of([gold], ['{"rows": [{"p": "5"}, {"p": "1", '], schema)
    assert lost(run) == [(0, "rows[0].q"), (0, "rows[1].p"), (0, "rows[1].q")]


def patterns_of(run: RunResult) -> dict[str, int]:
    return {one.kind.name: one.values for one in pattern_list(run, find_patterns(run))}


def test_a_record_that_was_not_read_is_cut_off_as_a_whole() -> None:
    gold = [{"id": number, "z": "end", "words": ["w"]} for number in range(4)]
    text = '{"id": 0, "z": "end", "words": ["w"]}\n{"id": 1, "z": "e\n{"id": 2, "z": oops}\n'
    loaded = read_records(text.encode(), name="x.jsonl", kind="extracted", id_field="id")
    run = with_cut_off(evaluate(gold, loaded.records, SCHEMA, "id"), gold, loaded)
    assert patterns_of(run) == {"cut_off": 2, "record_missing": 4}
    assert records_with_pattern(run, find_patterns(run), "cut_off", None).tolist() == [False, True, False, False]


def test_a_key_that_whole_replies_lack_too_is_missing_in_all_records() -> None:
    gold = [{"id": number, "z": "end", "a": {"x": "s"}} for number in range(4)]
    whole, cut = '{"a": {"x": "s"}}', '{"a": {"x": "s"}'
    assert patterns_of(run_of(gold, [whole, whole, cut, cut])) == {"never_there": 4}
    assert patterns_of(run_of(gold, [cut, cut, cut, cut])) == {"cut_off": 4}


def test_lines_and_report_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run = run_of([GOLD], ['{"a": {"x": "s", "y": "t"'])
    sentence = "The reply ends early: raise the token limit, or extract in parts."
    lines = list(pattern_lines(run))
    assert f"    {sentence}" in lines
    assert max(map(len, lines)) <= 80
    assert f". {sentence}</li>" in patterns_section({"A": run})


def test_a_run_of_the_app_knows_it_scored_at_once_or_in_parts() -> None:
    gold = [{"id": number, "z": "end", "words": ["w"]} for number in range(3)]
    text = '{"id": 0, "z": "end", "words": ["w"]}\n{"id": 1, "z": "e\n{"id": 2, "z": oops}\n'
    sides = [read_records(text.encode(), name="x.jsonl", kind="extracted", id_field="id")]
    sides.insert(0, read_records("\n".join(map(json.dumps, gold)).encode(), name="g.jsonl", id_field="id"))
    schema = {**SCHEMA, "x-eval-id": "id"}
    run = score(sides[0], sides[1], schema, MissingPolicy())
    parts = score_in_parts(sides[0], sides[1], schema, MissingPolicy(), 2, lambda share, words: None)
    assert isinstance(run, RunResult)
    assert isinstance(parts, InParts)
    assert patterns_of(run) == {"cut_off": 2, "record_missing": 2}
    assert patterns_of(load_run(parts.table, gold, sides[1].records, schema)) == patterns_of(run)
