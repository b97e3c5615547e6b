"""What a suggestion settles alone is settled where several are applied together, whatever else these read as null."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT
from evaljson.suggest import Suggestion, Suggestions, applied, apply, suggest
from evaljson.workspace.suggestion_chain import begun, is_in
from tests.profiles import examples
from tests.suggest.made import records

ONE_SIDED = {"omission", "hallucination"}
WRONG = {"mismatch", *ONE_SIDED}
NOTHING: list[Any] = [
    None, ABSENT, "N/A", "n/a", " NA ", "-", "", "  ", "not available", "None", 0, 0.0, "0", "0.00", False,
]  # fmt: skip
"""What is written where there is no value."""
HABITS: Mapping[str, tuple[Any, list[Any], list[Callable[[Any], Any]]]] = {
    "numbers": (
        ["number", "null"],
        [5.5, 7.25, 12.75, 80.5, 101.25, 3.5],
        [lambda v: str(v).replace(".", ","), str, lambda v: f"{v} kg", lambda v: f"{v} units"],
    ),
    "codes": (
        ["string", "null"],
        ["A1.4", "B2.7", "C3.9", "D4.1", "E5.2", "F6.6"],
        [lambda v: v.replace(".", ""), lambda v: v.replace(".", "-"), str.lower],
    ),
    "names": (
        ["string", "null"],
        ["José Blå", "Zoë Öst", "Ädam Éa", "Noël Ôz", "Éa Ül", "Åsa Øy"],
        [str.upper, lambda v: v.replace(" ", "  "), lambda v: " ".join(v.split()[::-1]), lambda v: f"{v} Uhr"],
    ),
    "yes and no": (["boolean", "null"], [True, True, True], [lambda v: "yes" if v else "no"]),
}
"""By kind of field: its type, what gold has, and how else that is written. No words both joined and in another order:
where white space is ignored, there are no words to sort."""


def case(kind: str, seed: int) -> tuple[dict[str, Any], list[Any], dict[str, list[Any]]]:
    """A schema, gold and two variants, each with habits of its own."""
    rng = Random(seed)
    type_, values, ways = HABITS[kind]
    gold = [rng.choice([None, None, ABSENT, *values]) for _ in range(24)]
    extracted = {}
    for name in "ab":
        nothings, written = rng.sample(NOTHING, 2), rng.sample(ways, 1)
        extracted[name] = [
            rng.choice([value, rng.choice(nothings)])
            if value is None or value is ABSENT
            else rng.choice([value, rng.choice(written)(value)])
            for value in gold
        ]
    schema = {"type": "object", "x-eval-id": "id", "properties": {"field": {"type": type_}}}
    return schema, records(gold), {name: records(side) for name, side in extracted.items()}


def statuses(schema: Mapping[str, Any], gold: list[Any], extracted: list[Any]) -> dict[tuple[str, str], str]:
    """The status of each result under a schema, by record and path."""
    frame = evaluate(gold, extracted, schema).to_frame()
    return {(one.record_id, one.path): one.status for one in frame.itertuples()}


def wrong(schema: Mapping[str, Any], gold: list[Any], extracted: list[Any]) -> set[tuple[str, str]]:
    """The results that are wrong under a schema."""
    return {place for place, status in statuses(schema, gold, extracted).items() if status in WRONG}


def broken(
    found: Suggestions, chosen: list[Suggestion], gold: list[Any], extracted: Mapping[str, list[Any]]
) -> list[tuple[str, str, set[tuple[str, str]]]]:
    """What one of the chosen settles alone and is wrong under all of them."""
    together = applied(found.schema, chosen)
    lost = []
    for name, side in extracted.items():
        before, after = wrong(found.schema, gold, side), wrong(together.schema, gold, side)
        for one in together.done:
            alone = apply(found.schema, [one, *(found[needed] for needed in one.builds_on)])
            left = (before - wrong(alone, gold, side)) & after
            lost += [(one.title, name, left)] * bool(left)
    return lost


@examples(200)
@given(st.sampled_from(list(HABITS)), st.integers(0, 10**6))
def test_what_each_settles_alone_is_settled_by_all_together(kind: str, seed: int) -> None:
    schema, gold, extracted = case(kind, seed)
    found = suggest(gold, extracted, schema)
    rng = Random(seed)
    chosen = rng.sample(list(found), rng.randint(min(2, len(found)), len(found)))
    assert not broken(found, chosen, gold, extracted)
    done = applied(found.schema, chosen)
    assert applied(found.schema, chosen[::-1]).schema == done.schema
    assert [one.title for one in done.done if not is_in(done.schema, one)] == []
    again = {one.id for one in suggest(gold, extracted, done.schema)}
    assert again.isdisjoint(one.id for one in done.done)
    chain = begun(schema).with_more(schema, done.done)
    assert {one.id for one in chain.still_applied(chain.last)} == {one.id for one in done.done}
    for one in done.done:
        left = chain.less(chain.last, one)
        assert left.last == apply(schema, [other for other in done.done if other.id != one.id])


@examples(200)
@given(st.sampled_from(list(HABITS)), st.booleans(), st.integers(0, 10**6))
def test_what_then_counts_as_missing_or_invented_is_as_often_so_as_is_said(
    kind: str, null_is_absent: bool, seed: int
) -> None:
    schema, gold, extracted = case(kind, seed)
    if null_is_absent:
        schema["properties"]["field"]["x-eval-nulls"] = {"absent": [None]}
    found = suggest(gold, extracted, schema)
    for one in (one for one in found if {"nulls", "null_words"} & {one.kind, *one.also}):
        alone, moved = apply(found.schema, one), 0
        for side in extracted.values():
            after = statuses(alone, gold, side)
            moved += sum(
                status == "mismatch" and after.get(place) in ONE_SIDED
                for place, status in statuses(found.schema, gold, side).items()
            )
        said = re.search(r"([\d,]+) more mismatch", one.risk.why)
        assert (int(said[1]) if said else 0) == moved, one.risk.why
