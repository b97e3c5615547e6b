"""A field whose figures one record decides is named with that record, wherever the field is named."""

from typing import Any

import pytest

from evaljson import RunResult, compare_runs, evaluate
from evaljson.report.export.html.page import to_html
from evaljson.report.patterns.fields_of_one_record import said_of_fields, said_of_moved
from evaljson.report.patterns.one_record import fields_mostly_in_record
from evaljson.schema import parse_eval_schema

SKILL = {"type": "object", "properties": {"name": {"type": "string"}, "level": {"type": "string"}}}
PROPERTIES = {"id": {"type": "string"}, "pay": {"type": "number"}, "skills": {"type": "array", "items": SKILL}}
SCHEMA: dict[str, Any] = {"type": "object", "x-eval-id": "id", "properties": PROPERTIES}
TREE = parse_eval_schema(SCHEMA)


def skills(count: int) -> list[dict[str, str]]:
    return [{"name": f"skill {n}", "level": "good"} for n in range(count)]


GOLD: list[Any] = [{"id": f"K{n}", "pay": n, "skills": skills(40 if n == 3 else 2)} for n in range(12)]


def cut_in_one(elsewhere: int = 0) -> RunResult:
    """30 of the 40 skills of K3 are missing, and as many of one each in other records as said."""
    lacks = [{**one, "skills": one["skills"][:1]} if at < elsewhere else one for at, one in enumerate(GOLD)]
    lacks[3] = {**GOLD[3], "skills": skills(10), "pay": -1}
    return evaluate(GOLD, lacks, SCHEMA)


def text(pieces: tuple[str, ...]) -> str:
    return "".join(pieces)


def test_fields_with_half_of_their_wrong_values_in_one_record_are_found_with_it() -> None:
    found = fields_mostly_in_record(cut_in_one(elsewhere=3))
    assert {field: (most.record, most.values) for field, most in found.items()} == {
        "skills[].name": ("K3", 30),
        "skills[].level": ("K3", 30),
    }
    assert not fields_mostly_in_record(evaluate(GOLD, GOLD, SCHEMA))
    all_wrong = evaluate(GOLD, [{**one, "pay": -1, "skills": []} for one in GOLD[:3]], SCHEMA)
    assert "pay" not in fields_mostly_in_record(all_wrong)


@pytest.mark.parametrize(
    ("variant", "only", "words"),
    [
        (None, None, "Of the faults, K3 has all 30 at skills[].name, all 30 at skills[].level."),
        ("B", None, "Of the faults of B, K3 has all 30 at skills[].name, all 30 at skills[].level."),
        ("B", {"skills[].level", "pay"}, "Of the faults of B, K3 has all 30 at skills[].level."),
        ("B", {"pay"}, ""),
    ],
)
def test_they_are_said_in_one_sentence(variant: str | None, only: set[str] | None, words: str) -> None:
    assert text(said_of_fields(fields_mostly_in_record(cut_in_one()), variant, only)) == words


@pytest.mark.parametrize(
    ("elsewhere", "rest"),
    [(1, "30 of 31 at pay[] (the other is in 1 record)"), (3, "30 of 33 at pay[] (the others are in 3 records)")],
)
def test_how_many_are_elsewhere_is_said(elsewhere: int, rest: str) -> None:
    found = {"pay[]": fields_mostly_in_record(cut_in_one(elsewhere))["skills[].name"]}
    assert text(said_of_fields(found)) == f"Of the faults, K3 has {rest}."


def lacking_in(others: int) -> RunResult:
    """K3 lacks 30 skills, and so many other records one each."""
    at = [place for place in range(len(GOLD)) if place != 3][:others]
    lacks = [{**one, "skills": one["skills"][:1]} if place in at else one for place, one in enumerate(GOLD)]
    lacks[3] = {**GOLD[3], "skills": skills(10)}
    return evaluate(GOLD, lacks, SCHEMA)


def said_behind(a: RunResult, b: RunResult) -> str:
    compared = compare_runs(a, b, names=("A", "B"))
    return text(said_of_moved(compared.fields, (("A", fields_mostly_in_record(a)), ("B", fields_mostly_in_record(b)))))


def test_behind_a_verdict_fields_are_said_that_would_not_differ_without_the_record() -> None:
    whole, cut = evaluate(GOLD, GOLD, SCHEMA), lacking_in(6)
    share = "30 of 36 at skills[].{} (the others are in 6 records)"
    rest = f"K3 has {share.format('name')}, {share.format('level')}"
    assert said_behind(whole, cut) == f"Of the faults of B, {rest}."
    assert said_behind(cut, whole) == f"Of the faults of A, {rest}."
    assert said_behind(cut, cut) == ""


def test_a_field_that_other_records_make_worse_too_is_not_put_down_to_one() -> None:
    assert said_behind(evaluate(GOLD, GOLD, SCHEMA), lacking_in(11)) == ""


def test_the_report_says_it_below_its_fields() -> None:
    page = to_html({"A": evaluate(GOLD, GOLD, SCHEMA), "B": cut_in_one()}, TREE).decode()
    assert (
        ">Of the faults of <bdi>B</bdi>, <bdi>K3</bdi> has all 30 at <bdi>skills[].name</bdi>, "
        "all 30 at <bdi>skills[].level</bdi>.</p>" in page
    )
    assert "Of the faults" not in to_html({"A": evaluate(GOLD, GOLD, SCHEMA)}, TREE).decode()


@pytest.mark.parametrize(
    ("elsewhere", "rest"),
    [(0, "and all at 1 more with 10 or more."), (1, "and at least half at 1 more with 10 or more.")],
)
def test_further_fields_are_all_in_the_record_only_where_all_are(elsewhere: int, rest: str) -> None:
    keys = ["a", "b", "c", "d"]
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {
            "id": {"type": "string"},
            "l": {
                "type": "array",
                "items": {"type": "object", "properties": {key: {"type": "string"} for key in keys}},
            },
        },
    }
    gold = [
        {"id": str(at), "l": [dict.fromkeys(keys, f"v{n}") for n in range(30 if at == 3 else 2)]} for at in range(9)
    ]
    wrong = [
        {**one, "l": [dict.fromkeys(keys, "x") for _ in one["l"]]} if at == 3 else one for at, one in enumerate(gold)
    ]
    wrong[0] = {**gold[0], "l": [dict.fromkeys(keys, "x"), gold[0]["l"][1]]} if elsewhere else gold[0]
    assert text(said_of_fields(fields_mostly_in_record(evaluate(gold, wrong, schema)))).endswith(rest)
