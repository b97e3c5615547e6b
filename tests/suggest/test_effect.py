"""What is said of an effect is what scoring everything again says, alone and together."""

from __future__ import annotations

import json
import logging
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import evaljson
from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT
from evaljson.base.paths import is_below
from evaljson.scoring.tallies import ratio
from evaljson.suggest import Effect, Suggestions, apply, suggest, suggest_from
from evaljson.suggest.as_json import from_stored, to_stored
from tests.profiles import examples
from tests.property.conftest import graded_comparator as graded_comparator
from tests.property.generate import CUSTOM
from tests.property.generate import records as random_records
from tests.property.generate import schemas as random_schemas
from tests.property.product import graded

NAMES = ["Zoë Blå", "Ärna Öst", "Noël Öz", "Ada", "Bob Ray"]
WAYS = [str.upper, str.lower, lambda t: t.replace("ë", "e"), lambda t: f" {t} ", lambda t: t, lambda t: t + "?"]
NUMBERS = [1247.5, 80.25, 3.0, 12.34]
WRITTEN = [lambda n: n, lambda n: f"{n:,.2f} EUR", lambda n: f"€{n}", lambda n: round(n, 1), lambda n: n * 3]
ABSENCES = [None, ABSENT, "", "N/A", "x"]
ITEM = {"type": "object", "properties": {"sku": {"type": "string"}, "n": {"type": "number"}}}
SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "total": {"type": "number", "x-eval-weight": 2},
        "note": {"type": "string"},
        "items": {"type": "array", "items": ITEM},
    },
}


def whole(effect: Effect, runs: dict[str, Any]) -> None:
    """Hold the figures of an effect against runs under the changed schema."""
    for name, run in runs.items():
        after = effect.variants[name].after
        assert (after.precision, after.recall, after.f1) == pytest.approx(
            (run.mean_precision, run.mean_recall, run.mean_f1)
        )


def pooled_f1(run: Any, path: str) -> float | None:
    tallies = run.tallies
    score, gold, extracted = (
        sum(float(part[n]) for n, field in enumerate(tallies.rows.fields) if is_below(field, path))
        for part in tallies.by_field()
    )
    return ratio(2 * score, gold + extracted)


def holds(suggestions: Suggestions, gold: list[Any], extracted: dict[str, list[Any]]) -> int:
    """Score everything again for each suggestion; gives how many there were."""
    for suggestion in (*suggestions, *suggestions.alternatives):
        base = [suggestions[other] for other in suggestion.builds_on]
        if suggestion.effect is None:
            continue
        before, again = (
            {name: evaluate(gold, records, apply(suggestions.schema, chosen)) for name, records in extracted.items()}
            for chosen in (base, [*base, suggestion])
        )
        whole(suggestion.effect, again)
        for name, run in again.items():
            effect = suggestion.effect.variants[name]
            assert effect.before.f1 == pytest.approx(before[name].mean_f1)
            pairs = list(zip(before[name].records, run.records, strict=True))
            assert effect.up == sum(new.f1 > old.f1 + 1e-12 for old, new in pairs)
            assert effect.down == sum(new.f1 < old.f1 - 1e-12 for old, new in pairs)
            assert effect.field_before.f1 == pytest.approx(pooled_f1(before[name], suggestion.path))
            assert effect.field_after.f1 == pytest.approx(pooled_f1(run, suggestion.path))
    if suggestions.together is not None:
        changed = apply(suggestions.schema, suggestions.for_all)
        whole(suggestions.together, {name: evaluate(gold, records, changed) for name, records in extracted.items()})
    return len(suggestions)


def damaged(rng: Random, record: dict[str, Any], ways: dict[str, Any]) -> dict[str, Any]:
    items = [{**item, "sku": rng.choice([item["sku"], item["sku"].upper()])} for item in record["items"]]
    rng.shuffle(items)
    note = rng.choice(ways["notes"])
    return {
        "name": rng.choice(ways["names"])(record["name"]),
        "total": rng.choice(ways["totals"])(record["total"]),
        **({} if note is ABSENT else {"note": note}),
        "items": items[: rng.choice([3, 3, 3, 2])],
    }


def gold_record(rng: Random) -> dict[str, Any]:
    note = rng.choice(["x", None, ABSENT])
    items = [{"sku": f"s{rng.randrange(90)}", "n": rng.randrange(9)} for _ in range(3)]
    record = {"name": rng.choice(NAMES), "total": rng.choice(NUMBERS), "items": items}
    return record if note is ABSENT else {**record, "note": note}


@pytest.fixture(autouse=True)
def quiet_engine(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, logger="evaljson")


@examples(8)
@given(
    st.integers(0, 10**6),
    st.lists(st.sampled_from(WAYS), min_size=1, max_size=3),
    st.lists(st.sampled_from(WRITTEN), min_size=1, max_size=3),
    st.lists(st.sampled_from(ABSENCES), min_size=1, max_size=3),
)
def test_the_effect_equals_scoring_again(seed: int, names: list[Any], totals: list[Any], notes: list[Any]) -> None:
    rng = Random(seed)
    gold = [gold_record(rng) for _ in range(10)]
    ways = {"names": names, "totals": totals, "notes": notes}
    extracted = {name: [damaged(rng, record, ways) for record in gold] for name in "ab"}
    holds(suggest(gold, extracted, SCHEMA), gold, extracted)


def test_it_does_for_random_schemas_and_records_too() -> None:
    evaljson.register(CUSTOM, graded, overwrite=True)
    n_suggestions = 0
    for number, schema in enumerate(islice(random_schemas(2), 20)):
        pairs = list(islice(random_records(Random(f"2/{number}"), schema), 12))
        gold, extracted = [record for record, _ in pairs], {"a": [record for _, record in pairs]}
        run = evaluate(gold, extracted["a"], schema)
        n_suggestions += holds(suggest_from({"a": run}, schema), gold, extracted)
    assert n_suggestions, "nothing was suggested for any of them: damage them more, or there is nothing to be held"


@pytest.mark.parametrize("by_type", [False, True])
def test_strays_that_count_as_invented_are_in_the_figures(by_type: bool) -> None:
    fields = {"properties": {"name": {"type": "string"}}}
    schema: dict[str, Any] = {"type": "object", "x-eval-id": "id", **fields}
    if by_type:
        types = {"k": {"type": "object", **fields}}
        schema = {"type": "object", "x-eval-id": "id", "x-eval-by": "t", "x-eval-schemas": types}
    gold = [{"id": str(n), "t": "k", "name": f"Name {n}"} for n in range(8)]
    extracted = [{**record, "name": record["name"].upper()} for record in gold] + [{"id": "s", "t": "k", "name": "?"}]
    if not by_type:
        gold, extracted = ([{key: one[key] for key in ("id", "name")} for one in side] for side in (gold, extracted))
    found = suggest(gold, {"a": extracted}, schema, strays="invented")
    assert found.together is not None
    measured = found.together.variants["a"]
    for figures, scored_by in ((measured.before, schema), (measured.after, apply(schema, found))):
        assert figures.f1 == pytest.approx(evaluate(gold, extracted, scored_by, strays="invented").mean_f1)


def test_what_all_measured_ones_do_at_once_is_what_scoring_with_them_gives_and_survives_being_stored() -> None:
    gold = [{"id": str(n), "name": f"Name {n}", "role": ["seller", "agent"][n % 2]} for n in range(12)]
    sides = {
        "other": [
            {**one, "name": one["name"].upper(), "role": "rep" if one["role"] == "agent" else "seller"} for one in gold
        ],
        "one": [{**one, "name": one["name"].upper() if int(one["id"]) < 8 else "X"} for one in gold],
    }
    found = suggest(gold, sides)
    assert {(one.kind, one.needs_a_look) for one in found} == {("case", False), ("synonyms", True)}
    assert found.with_unsure is not None
    assert from_stored(json.loads(json.dumps(to_stored(found)))).with_unsure == found.with_unsure
    schema = apply(found.schema, found.measured)
    for name, effect in found.with_unsure.effect.variants.items():
        assert effect.after.f1 == pytest.approx(evaluate(gold, sides[name], schema).mean_f1)
    assert found.only(kinds=["case"]).with_unsure is None
