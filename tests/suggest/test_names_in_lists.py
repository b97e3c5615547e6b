"""Other names for the elements of lists of texts, whatever order the elements are in."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from evaljson import annotate_xeval, evaluate, infer_schema
from evaljson.suggest import Suggestions, apply, suggest
from evaljson.suggest.fewer_synonyms import bench_of, synonyms_of, with_fewer
from tests.suggest.made import kinds, of_kind

NAMES = {"May": "Mai", "June": "Junio", "July": "Juillet", "August": "Aug.", "October": "Okt.", "March": "Mrz"}
MONTHS = [*NAMES, "April", "January"]
RANDOM = random.Random(17)
GOLD: list[dict[str, Any]] = [{"id": f"{n}", "months": RANDOM.sample(MONTHS, 3)} for n in range(60)]


def named(record: dict[str, Any], share: float = 1.0) -> dict[str, Any]:
    """The record with some of the months under their other names."""
    months = [NAMES.get(month, month) if RANDOM.random() < share else month for month in record["months"]]
    return {**record, "months": months}


def shuffled(record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "months": RANDOM.sample(record["months"], 3)}


def found_in(variants: dict[str, list[Any]], way: str | None = None) -> Suggestions:
    schema = annotate_xeval(infer_schema(GOLD)) | {"x-eval-id": "id"}
    if way is not None:
        schema["properties"]["months"]["x-eval-align"] = {"match_by": way}
    return suggest(GOLD, variants, schema)


NAMED, SHUFFLED = [named(record) for record in GOLD], [shuffled(record) for record in GOLD]
BOTH = [shuffled(named(record)) for record in GOLD]
NOW_AND_THEN = [shuffled(named(record, 0.5)) for record in GOLD]
SETS: dict[str, dict[str, list[Any]]] = {
    "in the order of gold": {"a": NAMED},
    "one variant in another order": {"a": NAMED, "b": SHUFFLED},
    "in another order": {"a": BOTH},
    "in another order, and now and then": {"a": NOW_AND_THEN},
    "all of these": {"a": NAMED, "b": SHUFFLED, "c": BOTH, "d": NOW_AND_THEN},
}


@pytest.mark.parametrize("way", [None, "hungarian"], ids=["by position", "by content"])
def test_names_are_those_of_gold_where_other_elements_differ_in_case(way: str | None) -> None:
    months = [[month.upper() if month == "April" else month for month in one["months"]] for one in BOTH]
    extracted = [{**one, "months": own} for one, own in zip(BOTH, months, strict=True)]
    found = found_in({"a": extracted}, way)
    assert synonyms_of(of_kind(found, "synonyms")) == {other: month for month, other in NAMES.items()}
    assert evaluate(GOLD, extracted, apply(found.schema, found)).mean_f1 == 1.0


@pytest.mark.parametrize("way", [None, "hungarian"], ids=["by position", "by content"])
@pytest.mark.parametrize("name", SETS)
def test_names_are_found_in_whatever_order_a_variant_has_them(name: str, way: str | None) -> None:
    found = found_in(SETS[name], way)
    assert synonyms_of(of_kind(found, "synonyms")) == {other: month for month, other in NAMES.items()}
    schema = apply(found.schema, found)
    assert [evaluate(GOLD, records, schema).mean_f1 for records in SETS[name].values()] == [1.0] * len(SETS[name])


def test_what_is_said_of_missing_elements_is_what_becomes_right() -> None:
    found = found_in({"a": BOTH}, "hungarian")
    synonyms, renamed = of_kind(found, "synonyms"), sum(month in NAMES for one in GOLD for month in one["months"])
    assert synonyms.sentence.startswith(f"In months[], {renamed} of {renamed} missing elements are there under ")
    assert synonyms.effect is not None
    assert (synonyms.evidence.explained, synonyms.effect.settled.gained) == (renamed, renamed)
    assert synonyms.evidence.records == sum(any(month in NAMES for month in one["months"]) for one in GOLD)


def test_some_of_the_names_are_measured_alone() -> None:
    found = found_in({"a": BOTH}, "hungarian")
    whole = of_kind(found, "synonyms")
    runs = {"a": evaluate(GOLD, BOTH, found.schema)}
    part = with_fewer(whole, ["Mai", "Okt."], bench_of(whole, found, runs))
    kept = sum(month in ("May", "October") for one in GOLD for month in one["months"])
    assert part.effect is not None
    assert (part.evidence.explained, part.effect.settled.gained) == (kept, kept)


def test_an_example_shows_both_names_and_where_gold_has_its_own() -> None:
    found = found_in({"a": BOTH}, "hungarian")
    for example in of_kind(found, "synonyms").evidence.examples:
        record = next(one for one in GOLD if one["id"] == example.record)
        assert (NAMES[example.gold], example.status) == (example.extracted, "omission")
        assert record["months"][int(example.path.split("[")[1][:-1])] == example.gold


def invented(record: dict[str, Any], pool: list[str]) -> dict[str, Any]:
    """The record with one month lost and another word in its place."""
    months = [*RANDOM.sample(record["months"], 2), RANDOM.choice(pool)]
    return {**record, "months": RANDOM.sample(months, 3)}


@pytest.mark.parametrize("pool", [["Summer"], ["Summer", "Winter", "Autumn"], MONTHS], ids=["one", "three", "of gold"])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_invented_beside_any_missing_element_is_no_name_of_it(pool: list[str], seed: int) -> None:
    RANDOM.seed(seed)
    assert "synonyms" not in kinds(found_in({"a": [invented(record, pool) for record in GOLD]}, "hungarian"))


def test_two_elements_that_always_come_together_are_not_told_apart() -> None:
    gold = [{"id": f"{n}", "colours": ["red", "blue"] if n % 2 else ["green"]} for n in range(40)]
    other = [{**one, "colours": ["azul", "rojo"] if "red" in one["colours"] else ["green"]} for one in gold]
    schema = annotate_xeval(infer_schema(gold)) | {"x-eval-id": "id"}
    schema["properties"]["colours"]["x-eval-align"] = {"match_by": "hungarian"}
    assert "synonyms" not in kinds(suggest(gold, {"a": other}, schema))


@pytest.mark.parametrize("seed", range(8))
def test_every_name_that_is_found_keeps_the_company_that_the_rule_asks_for(seed: int) -> None:
    """The plain rule, over the lists themselves: right in nine of ten lists, and in most of those without the name."""
    RANDOM.seed(seed)
    words = [f"word {letter}" for letter in "abcdefghij"]
    gold = [{"id": f"{n}", "of": RANDOM.sample(words, 4)} for n in range(50)]
    other = {word: word.replace("word", "mot") for word in RANDOM.sample(words, 5)}

    def changed(one: dict[str, Any]) -> dict[str, Any]:
        some = [other.get(word, word) if RANDOM.random() < 0.7 else word for word in one["of"] if RANDOM.random() < 0.9]
        return {**one, "of": RANDOM.sample(some, len(some)) + RANDOM.choices(["rien", "vide"], k=RANDOM.randrange(2))}

    extracted = [changed(one) for one in gold]
    schema = annotate_xeval(infer_schema(gold)) | {"x-eval-id": "id"}
    schema["properties"]["of"]["x-eval-align"] = {"match_by": "hungarian"}
    found = suggest(gold, {"a": extracted}, schema)
    pairs = list(zip(gold, extracted, strict=True))
    for name, word in synonyms_of(of_kind(found, "synonyms")).items():
        together = Counter(
            word in of["of"] and word not in by["of"] for of, by in pairs if name in by["of"] and name not in of["of"]
        )
        assert other[word] == name
        assert together[True] >= 0.9 * together.total()
