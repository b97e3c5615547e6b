"""What is still to be decided and changes first place: as scoring all again would find it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from evaljson import RunResult, evaluate
from evaljson.compare.leaderboard import leaderboard
from evaljson.compare.ranking_change import ranking_change
from evaljson.compare.ranks import RankedRuns
from evaljson.compare.words.first_place import (
    AS_SUGGESTED,
    AS_SURE,
    WITHOUT_ALIKE,
    WITHOUT_MISSING,
    WITHOUT_UNKNOWN,
    WayToFirst,
    first_place_hangs_on,
    way_to_first,
)
from evaljson.compare.words.overall_sentence import Name
from evaljson.report.first_place import ways_to_first
from evaljson.schema import parse_eval_schema
from evaljson.scoring.tallies import record_figures
from tests.messy import EXTRA, messy

SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"id": {"type": "string"}, "a": {"type": "string"}}}
GOLD = [{"id": str(place), "a": f"text {place}"} for place in range(40)]


def run_of(records: list[Any], **options: Any) -> RunResult:
    return evaluate(GOLD, records, SCHEMA, **options)


def some_wrong(every: int, **more: Any) -> list[Any]:
    return [{**one, **({"a": "other"} if place % every == 0 else {}), **more} for place, one in enumerate(GOLD)]


def test_nothing_to_decide_leaves_the_verdict_alone() -> None:
    runs = {"good": run_of(GOLD), "bad": run_of(some_wrong(2))}
    assert ways_to_first(runs, parse_eval_schema(SCHEMA)) == []


def test_what_changes_no_first_place_is_not_named() -> None:
    runs = {"good": run_of(GOLD), "bad": run_of(some_wrong(1, why="so"))}
    assert ways_to_first(runs, parse_eval_schema(SCHEMA)) == []


def test_keys_outside_the_schema_and_missing_records_are_named_where_first_place_hangs_on_them() -> None:
    tree = parse_eval_schema(SCHEMA)
    good = run_of(some_wrong(20, why="so", how="so"))
    assert ways_to_first({"good": good, "fair": run_of(some_wrong(4))}, tree) == [WayToFirst(WITHOUT_UNKNOWN, "good")]
    runs = {"halved": run_of(GOLD[:20]), "fair": run_of(some_wrong(4))}
    assert ways_to_first(runs, tree) == [WayToFirst(WITHOUT_MISSING, "halved")]


def test_records_that_look_like_another_one_are_named_where_first_place_hangs_on_them() -> None:
    kinds = {key: {"type": "string"} for key in "abc"}
    schema = {"type": "object", "x-eval-id": "id", "properties": kinds}
    gold = [{"id": at, **{key: f"{key} of {at}" for key in "abc"}} for at in range(40)]
    slipped = [{**gold[at - 1 if at >= 25 else at], "id": at} for at in range(40)]
    fair = [{**one, "a": "?"} if one["id"] % 2 else one for one in gold]
    runs = {"slipped": evaluate(gold, slipped, schema), "fair": evaluate(gold, fair, schema)}
    assert ways_to_first(runs, parse_eval_schema(schema)) == [WayToFirst(WITHOUT_ALIKE, "slipped")]


@pytest.mark.parametrize("seed", range(3))
def test_on_messy_data_it_is_what_scoring_all_again_finds(seed: int) -> None:
    data = messy(16, 3, seed=seed)

    def scored(extracted: Mapping[str, Any], **options: Any) -> dict[str, RunResult]:
        return {name: evaluate(data.gold, one, data.schema, **options) for name, one in extracted.items()}

    now, tree = scored(data.extracted), parse_eval_schema(data.schema)
    others = {
        WITHOUT_UNKNOWN: scored({name: without_extra(one) for name, one in data.extracted.items()}),
        WITHOUT_MISSING: scored(data.extracted, missing_records="exclude"),
    }
    changed = [
        (way, change.best[1])
        for way, runs in others.items()
        if (change := ranking_change(RankedRuns(now).ranks, RankedRuns(runs).ranks)).best is not None
    ]
    found = [one for one in ways_to_first(now, tree) if one.way in others]
    assert [(one.way, one.best) for one in found if not one.leaders] == changed
    for one in found:  # who leads is who the ranking of all, scored again, has no one above
        places = leaderboard(others[one.way]).places
        leaders = [(place.name, pytest.approx(place.f1)) for place in places if place.best_rank == 1]
        assert one.leaders in ((), tuple(leaders))


def test_settings_after_which_two_others_are_tied_for_first_place_are_named() -> None:
    """One of three lacks the records that are hard; the other two write all values in capitals, but one in forty."""
    sides = {
        "loud": [{**one, "a": str(one["a"]).upper()} for one in GOLD],
        "louder": [{**one, "a": "other" if place == 3 else str(one["a"]).upper()} for place, one in enumerate(GOLD)],
        "short": some_wrong(2)[: len(GOLD) - 4],
    }
    runs = {name: run_of(records) for name, records in sides.items()}
    of_text = {"type": "string", "x-eval-transform": ["lowercase"]}
    without_case = {**SCHEMA, "properties": {**SCHEMA["properties"], "a": of_text}}  # type: ignore[dict-item]
    then = {name: evaluate(GOLD, records, without_case) for name, records in sides.items()}
    change = RankedRuns(runs).change({name: record_figures(*run.tallies.by_record()).f1 for name, run in then.items()})
    assert change is not None
    [way] = way_to_first(AS_SUGGESTED, change)
    places = leaderboard(then).places
    assert way.leaders == tuple((place.name, pytest.approx(place.f1)) for place in places[:2])
    assert [place.best_rank for place in places] == [1, 1, 3]
    hangs = "".join(first_place_hangs_on([WayToFirst(WITHOUT_MISSING, "short"), way]))
    assert hangs == (
        "short would be best if missing records are left out of the figures; loud and louder would be tied for first "
        "(F1 100.0 and 97.5), short 3rd, if the suggested settings are applied."
    )


LEAD = (("X", 0.953), ("Y", 0.95))
SETTINGS = WayToFirst(AS_SUGGESTED, None, LEAD, ("D", (3, 4)))
APPLIED = "if the suggested settings are applied"
LEADS = f"X and Y would be tied for first (F1 95.3 and 95.0), D 3rd or 4th, {APPLIED}"


@pytest.mark.parametrize(
    ("ways", "words"),
    [
        ([SETTINGS], f"{LEADS}."),
        ([WayToFirst("a", "D"), SETTINGS], f"D would be best if a; {LEADS}."),
        ([SETTINGS, WayToFirst("a", "D")], f"{LEADS}; D would be best if a."),
        ([SETTINGS, WayToFirst("a", None)], f"{LEADS}; no variant would be best if a."),
        ([SETTINGS, WayToFirst("a", None, LEAD, ("D", (3, 4)))], f"{LEADS} or if a."),
        (
            [WayToFirst("a", "D"), WayToFirst("b", "D"), SETTINGS],
            f"D would be best if a; {LEADS}; first place changes in 1 other way too.",
        ),
        (
            [WayToFirst("a", "D"), WayToFirst("b", "D"), replace(SETTINGS, way=AS_SURE)],
            f"D would be best if a; {LEADS[: -len(APPLIED)]}if the suggested settings that need no look are applied; "
            "first place changes in 1 other way too.",
        ),
        (
            [WayToFirst("a", None, (*LEAD, ("D", 0.9)))],
            "X, Y and 1 more would be tied for first (F1 90.0 to 95.3) if a.",
        ),
        ([WayToFirst("a", None, LEAD[:1])], "X would have the highest F1 (95.3) if a."),
    ],
)
def test_where_several_would_be_first_it_says_who_and_where_the_one_of_now_would_be(
    ways: list[WayToFirst], words: str
) -> None:
    assert "".join(first_place_hangs_on(ways)) == words


def without_extra(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_extra(inner) for key, inner in value.items() if key != EXTRA}
    return [without_extra(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("ways", "words"),
    [
        ([], ""),
        ([("a is b", "X")], "X would be best if a is b."),
        ([("a is b", None)], "No variant would be best if a is b."),
        ([("a is b", "X"), ("c is d", "X")], "X would be best if a is b or if c is d."),
        ([("a is b", "X"), ("c is d", "Y")], "X would be best if a is b, Y if c is d."),
        ([("a is b", "X"), ("c is d", None)], "X would be best if a is b, none if c is d."),
        ([("a is b", None), ("c is d", "X")], "No variant would be best if a is b, X if c is d."),
        ([("a", "X"), ("b", "Y"), ("c", "X")], "X would be best if a, Y if b; first place changes in 1 other way too."),
        ([("a", "X"), ("b", "X"), ("c", "Y")], "X would be best if a or if b; first place changes in 1 other way too."),
        ([(way, "X") for way in "abc"], "X would be best if a or if b, or in 1 other way."),
        ([(way, "X") for way in "abcd"], "X would be best if a or if b, or in 2 other ways."),
        ([("a is b", "n" * 60)], f"{'n' * 20}…{'n' * 19} would be best if a is b."),
    ],
)
def test_the_sentence_says_which_variant_would_be_best_and_names_the_first_ways(
    ways: list[tuple[str, str | None]], words: str
) -> None:
    said = first_place_hangs_on([WayToFirst(*way) for way in ways])
    assert "".join(said) == words
    best = dict.fromkeys(one for _, one in ways[:2] if one is not None)
    assert [piece[:1] for piece in said if isinstance(piece, Name)] == [name[:1] for name in best]
