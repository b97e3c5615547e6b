"""Synonyms accepted in part: what is kept is measured as if it had been the whole suggestion."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.base.errors import InputError
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.suggest import Suggestion, Suggestions, apply, suggest_from
from evaljson.suggest.fewer_synonyms import bench_of, is_part_of, synonyms_of, with_fewer

CODES = {"Germany": "DE", "France": "FR", "Spain": "ES"}
LANDS = list(CODES)
FLAT = [{"id": f"{n}", "land": LANDS[n % 3]} for n in range(12)]
NESTED: list[dict[str, Any]] = [
    {"id": f"{n}", "of": [{"k": f"a{n}", "land": LANDS[n % 3]}, {"k": f"b{n}", "land": LANDS[(n + 1) % 3]}]}
    for n in range(12)
]


def coded(record: dict[str, Any]) -> dict[str, Any]:
    """The record with codes for countries, and elements the other way round."""
    changed = {**record, "land": CODES[record["land"]]} if "land" in record else dict(record)
    return changed | ({"of": [coded(one) for one in reversed(record["of"])]} if "of" in record else {})


def searched(gold: list[dict[str, Any]]) -> tuple[Suggestions, Suggestion, dict[str, Any]]:
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    runs = {"one": evaluate(gold, [coded(record) for record in gold], schema)}
    found = suggest_from(runs, schema)
    return found, next(one for one in found if one.kind == "synonyms"), runs


@pytest.mark.parametrize("gold", [FLAT, NESTED], ids=["flat", "in an array with a new alignment"])
def test_the_effect_of_a_part_is_what_scoring_under_it_gives(gold: list[dict[str, Any]]) -> None:
    found, whole, runs = searched(gold)
    part = with_fewer(whole, ["DE", "FR"], bench_of(whole, found, runs))
    assert synonyms_of(part) == {"DE": "Germany", "FR": "France"}
    before = [found[identity] for identity in whole.builds_on]
    assert part.effect is not None
    for schema, figures in (
        (apply(found.schema, before), part.effect.variants["one"].before),
        (apply(found.schema, [*before, part]), part.effect.variants["one"].after),
    ):
        assert figures.f1 == pytest.approx(evaluate(gold, [coded(one) for one in gold], schema).mean_f1)
    assert 3 * part.evidence.explained == 2 * whole.evidence.explained


def test_a_part_knows_its_whole_and_the_whole_is_no_part_of_it() -> None:
    found, whole, runs = searched(FLAT)
    part = with_fewer(whole, ["DE"], bench_of(whole, found, runs))
    assert is_part_of(part, whole)
    assert not is_part_of(whole, part)
    assert part.id != whole.id


def test_all_of_them_are_the_suggestion_itself() -> None:
    found, whole, runs = searched(FLAT)
    assert with_fewer(whole, ["ES", "DE", "FR"], bench_of(whole, found, runs)) is whole


@pytest.mark.parametrize(("kept", "why"), [([], "keep one"), (["DE", "XX"], "not in the table of synonyms: XX")])
def test_what_is_not_among_them_is_refused(kept: list[str], why: str) -> None:
    found, whole, runs = searched(FLAT)
    with pytest.raises(InputError, match=why):
        with_fewer(whole, kept, bench_of(whole, found, runs))
