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
        (None, None, "Mostly in K3: skills[].name, skills[].level."),
        ("B", None, "Mostly in K3: skills[].name, skills[].level of B."),
        ("B", {"skills[].level", "pay"}, "Mostly in K3: skills[].level of B."),
        ("B", {"pay"}, ""),
    ],
)
def test_they_are_said_in_one_sentence(variant: str | None, only: set[str] | None, words: str) -> None:
    assert text(said_of_fields(fields_mostly_in_record(cut_in_one()), variant, only)) == words


def test_behind_a_verdict_only_fields_that_it_names_are_said() -> None:
    lacks = [
        {**one, "skills": one["skills"][:1]} if at != 3 else {**one, "skills": skills(10)}
        for at, one in enumerate(GOLD)
    ]
    whole, cut = evaluate(GOLD, GOLD, SCHEMA), evaluate(GOLD, lacks, SCHEMA)
    found = fields_mostly_in_record(whole), fields_mostly_in_record(cut)
    worse = compare_runs(whole, cut, names=("whole", "cut"))
    said = said_of_moved(worse.fields, (("whole", found[0]), ("cut", found[1])))
    assert text(said) == "Mostly in K3: skills[].name, skills[].level of cut."
    better = compare_runs(cut, whole, names=("cut", "whole"))
    said = said_of_moved(better.fields, (("cut", found[1]), ("whole", found[0])))
    assert text(said) == "Mostly in K3: skills[].name, skills[].level of cut."
    alike = compare_runs(cut, cut, names=("cut", "other"))
    assert said_of_moved(alike.fields, (("cut", found[1]), ("other", found[1]))) == ()


def test_the_report_says_it_below_its_fields() -> None:
    page = to_html({"A": evaluate(GOLD, GOLD, SCHEMA), "B": cut_in_one()}, TREE).decode()
    assert (
        ">▼ Mostly in <bdi>K3</bdi>: <bdi>skills[].name</bdi>, <bdi>skills[].level</bdi> of <bdi>B</bdi>.</p>" in page
    )
    assert "Mostly in" not in to_html({"A": evaluate(GOLD, GOLD, SCHEMA)}, TREE).decode()
