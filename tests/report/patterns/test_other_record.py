"""A record whose extraction is another record's is called so, and no other record is."""

import copy
from random import Random
from typing import Any

import pytest

from evaljson import RunResult, evaluate, infer_schema
from evaljson.cli.text.patterns import pattern_lines
from evaljson.report.patterns import error_patterns
from evaljson.report.patterns.other_record import LooksLike, OtherRecords, looks_like
from tests.oracle.other_record import like_others
from tests.oracle.patterns import counts_of

Record = dict[str, Any]
DAYS = [f"2024-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 28)]


def record(number: int, random: Random) -> Record:
    return {
        "id": f"r-{number}",
        "vendor": random.choice(["Acme", "Bolt", "Cave"]),
        "date": random.choice(DAYS),
        "total": random.randint(1000, 999_999) / 100,
        "currency": "EUR",
        "lines": [
            {"sku": f"S{random.randint(0, 9999):04}", "number": random.randint(1, 9)}
            for _ in range(random.randint(1, 4))
        ],
    }


def records(count: int, seed: int = 1) -> list[Record]:
    random = Random(seed)
    return [record(number, random) for number in range(count)]


def run_of(gold: list[Record], extracted: list[Record]) -> RunResult:
    return evaluate(gold, extracted, infer_schema(gold), "id")


def with_content_of(gold: list[Record], taken: dict[int, int]) -> list[Record]:
    """Extracted as gold is, but with the content of another record at some places."""
    return [{**copy.deepcopy(gold[taken.get(at, at)]), "id": one["id"]} for at, one in enumerate(gold)]


def kinds(run: RunResult) -> dict[str, int]:
    return {one.kind.name: one.records for one in error_patterns(run)}


def test_records_that_are_another_one_are_one_pattern_that_names_both() -> None:
    gold = records(30)
    run = run_of(gold, with_content_of(gold, {3: 4, 10: 22}))
    assert looks_like(run) == (LooksLike("r-3", "r-4"), LooksLike("r-10", "r-22"))
    (pattern,) = error_patterns(run)
    assert (pattern.title, pattern.records) == ("looks like another record: r-3 like r-4, r-10 like r-22", 2)
    text = "\n".join(pattern_lines(run))
    assert "-10 like r-22" in text
    assert "check the document it is from" in text


def test_rows_that_slipped_by_one_are_all_of_the_next_record() -> None:
    gold = records(20)
    run = run_of(gold, with_content_of(gold, {at: at + 1 for at in range(19)}))
    assert looks_like(run) == tuple(LooksLike(f"r-{at}", f"r-{at + 1}") for at in range(19))


def test_a_misread_value_does_not_hide_it() -> None:
    gold = records(30)
    extracted = with_content_of(gold, {3: 4})
    extracted[3]["total"] = 0.07
    assert looks_like(run_of(gold, extracted)) == (LooksLike("r-3", "r-4"),)


def test_a_key_that_the_schema_lacks_is_one_there_too() -> None:
    gold = records(30)
    extracted = [{**one, "remark": "none"} for one in with_content_of(gold, {3: 4})]
    assert kinds(run_of(gold, extracted)) == {"unknown_key": 30, "other_record": 1}


@pytest.mark.parametrize("seed", range(5))
def test_wrong_values_that_no_record_has_are_not_another_record(seed: int) -> None:
    gold = records(30)
    other = records(30, seed=100 + seed)
    extracted = [{**other[at], "id": one["id"]} if at % 3 == 0 else one for at, one in enumerate(gold)]
    assert looks_like(run_of(gold, extracted)) == ()


def test_a_near_copy_in_gold_is_not_what_its_extraction_looks_like() -> None:
    gold = records(30)
    gold[4] = {**copy.deepcopy(gold[3]), "id": "r-4", "total": 1.25}
    extracted = copy.deepcopy(gold)
    extracted[3] = {**copy.deepcopy(gold[4]), "id": "r-3"}
    assert looks_like(run_of(gold, extracted)) == ()


def test_a_few_records_with_few_values_may_be_alike_by_chance() -> None:
    gold = [{"id": "a", "x": "one", "y": "two", "z": "three"}, {"id": "b", "x": "four", "y": "five", "z": "six"}]
    assert looks_like(run_of(gold, with_content_of(gold, {0: 1}))) == ()


def damaged(seed: int) -> tuple[list[Record], list[Record]]:
    """Gold with near copies, and what has content of other records, misread values, and lines in another order."""
    random = Random(seed)
    gold = records(random.choice([2, 8, 25]), seed)
    for at in range(1, len(gold)):
        if random.random() < 0.1:
            gold[at] = {**copy.deepcopy(gold[at - 1]), "id": gold[at]["id"]}
    extracted = with_content_of(
        gold, {at: random.randrange(len(gold)) for at in range(len(gold)) if random.random() < 0.4}
    )
    for one in extracted:
        for key in ("vendor", "date", "total", "currency"):
            if random.random() < 0.3:
                one[key] = random.choice([None, "Acme", 7, random.choice(gold)[key]])
            elif random.random() < 0.1:
                del one[key]
        if random.random() < 0.3:
            one["lines"] = random.sample(one["lines"], len(one["lines"])) + random.choice(gold)["lines"]
        if random.random() < 0.1:
            one["more"] = "x"
    return gold, [one for one in extracted if random.random() < 0.95]


@pytest.mark.parametrize("seed", range(60))
def test_columns_find_what_looking_at_each_two_records_finds(seed: int) -> None:
    gold, extracted = damaged(seed)
    run = run_of(gold, extracted)
    values = OtherRecords(run)
    for batch in run.table.compared_values():
        values.take(batch)
    assert values.found() == like_others(run)
    found = {(one.kind.name, at.field): at for one in error_patterns(run) for at in one.fields}
    expected = {key: figures for key, figures in counts_of(run).items() if key[0] == "other_record"}
    assert {key: (at.values, at.records) for key, at in found.items() if key[0] == "other_record"} == {
        key: figures[:2] for key, figures in expected.items()
    }


def test_damaged_records_are_often_like_others() -> None:
    """Else the comparison above would show nothing."""
    found = [bool(like_others(run_of(*damaged(seed)))) for seed in range(60)]
    assert sum(found) > 20
