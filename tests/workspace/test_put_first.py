"""Which version of the schema gave the first variant the highest F1, with the files of today."""

import copy
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import evaljson
from evaljson.compare.ranks import RankedRuns
from evaljson.results.model import RunResult
from evaljson.results.ranking import highest_first
from evaljson.store import Store
from evaljson.workspace import put_first
from evaljson.workspace.put_first import PutFirst, found_put_first, look_at_put_first, put_first_key
from evaljson.workspace.scoring import current_runs, score_due
from evaljson.workspace.stored_runs import failure_of
from evaljson.workspace.versions import lineage
from tests.workspace.conftest import loaded

Records = list[dict[str, Any]]
GOLD: Records = [{"id": f"r{i}", "day": f"2026-01-{i + 1:02}", "a": i, "b": i % 5} for i in range(28)]
EXACT: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "id": {"type": "string"},
        "day": {"type": "string"},
        "a": {"type": "integer"},
        "b": {"type": "integer"},
    },
}
AS_DATES = {**EXACT, "properties": {**EXACT["properties"], "day": {"type": "string", "x-eval-compare": "date"}}}
OTHER_DAYS = [{**one, "day": f"{one['day'][8:]}.01.2026"} for one in GOLD]
"""Right, but for the way in which all days are written."""
SOME_WRONG = [{**one, "a": -1 if i % 3 else one["a"]} for i, one in enumerate(GOLD)]


def made(store: Store, schemas: list[dict[str, Any]], gold: Records = GOLD, **variants: Records) -> str:
    """Make an evaluation with these versions of the schema, scored under the last one."""
    files = {name: loaded(records, f"{name}.json") for name, records in variants.items()}
    evaluation = store.evaluations.create(
        "mine", by="ann", gold=loaded(gold, "gold.json", "gold"), variants=files, schema=schemas[0]
    )
    for number, schema in enumerate(schemas[1:], 2):
        now = store.evaluations.get(evaluation.id)
        store.schemas.add(evaluation.id, now.revision, schema, by="ann", message=f"change {number}")
    scored(store, evaluation.id)
    return evaluation.id


def scored(store: Store, identity: str) -> None:
    score_due(store, identity, by="ann", tell=lambda share, message: None)


def names(store: Store, identity: str) -> dict[str, str]:
    now = store.evaluations.get(identity)
    by_variant = {variant.id: variant.name for variant in now.variants}
    return {run.id: by_variant[variant] for variant, run in current_runs(store, now).items()}


def look(store: Store, identity: str) -> PutFirst:
    found = look_at_put_first(store, identity, by="ann")
    assert found is not None
    return found


def test_the_version_that_excuses_a_variant_is_named(store: Store) -> None:
    identity = made(store, [EXACT, AS_DATES], days=OTHER_DAYS, wrong=SOME_WRONG)
    found, called = look(store, identity), names(store, identity)
    assert found.before is not None
    assert (called[found.first], called[found.before.other]) == ("days", "wrong")
    assert (found.before.number, found.before.after) == (1, 2)
    assert found.before.f1 == pytest.approx((evaljson.evaluate(GOLD, SOME_WRONG, EXACT).mean_f1, 2 / 3))


@pytest.mark.parametrize(
    "schemas",
    [
        [EXACT, {**EXACT, "description": "another text"}],
        [AS_DATES, EXACT, AS_DATES],  # what was undone is no version that this one was made from
        [AS_DATES],
    ],
    ids=["nothing that counts", "an undo", "one version"],
)
def test_where_no_version_changes_it_nothing_is_named(store: Store, schemas: list[dict[str, Any]]) -> None:
    assert look(store, made(store, schemas, days=OTHER_DAYS, wrong=SOME_WRONG)).before is None


def test_the_same_schema_again_is_the_version_where_it_first_came(store: Store) -> None:
    identity = made(store, [EXACT, AS_DATES, EXACT, AS_DATES], days=OTHER_DAYS, wrong=SOME_WRONG)
    before = look(store, identity).before
    assert before is not None
    assert (before.number, before.after) == (1, 2)


def test_variants_that_cannot_be_told_apart_either_way_are_no_change(store: Store) -> None:
    one = [{**each, "a": -1} if i == 3 else each for i, each in enumerate(GOLD)]
    two = [{**each, "b": -1} if i in (4, 5) else each for i, each in enumerate(GOLD)]
    skips = copy.deepcopy(EXACT)
    skips["properties"]["b"]["x-eval-skip"] = True
    identity = made(store, [skips, EXACT], one=one, two=two)
    found = look(store, identity)
    assert names(store, identity)[found.first] == "one"
    assert found.before is None


def test_the_files_of_today_count_and_runs_of_the_same_content_are_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = made(store, [EXACT], days=OTHER_DAYS, wrong=SOME_WRONG)
    now = store.evaluations.get(identity)
    store.schemas.add(identity, now.revision, AS_DATES, by="ann")
    scored(store, identity)
    monkeypatch.setattr(put_first, "preview", None)  # both versions are scored
    assert look(store, identity).before is not None
    monkeypatch.undo()
    now = store.evaluations.get(identity)
    store.variants.update(identity, now.revision, now.variants[1].id, data=loaded(OTHER_DAYS, "same.json"), by="ann")
    scored(store, identity)
    assert look(store, identity).before is None


def test_a_version_that_pairs_records_otherwise_ends_it(store: Store) -> None:
    by_place = {key: value for key, value in EXACT.items() if key != "x-eval-id"}
    found = look(store, made(store, [by_place, AS_DATES], days=OTHER_DAYS, wrong=SOME_WRONG))
    assert (found.before, found.compared) == (None, 0)


def test_a_version_that_waits_for_a_judge_is_not_compared_and_said(store: Store) -> None:
    judged = copy.deepcopy(EXACT)
    judged["properties"]["day"]["x-eval-compare"] = "semantic"
    before = look(store, made(store, [EXACT, judged, AS_DATES], days=OTHER_DAYS, wrong=SOME_WRONG)).before
    assert before is not None
    assert (before.number, before.after, before.not_compared) == (1, 3, (2,))


def test_a_variant_that_cannot_be_scored_and_one_without_a_record_change_nothing(store: Store) -> None:
    twice = [*SOME_WRONG, SOME_WRONG[0]]
    identity = made(store, [EXACT, AS_DATES], days=OTHER_DAYS, wrong=SOME_WRONG, twice=twice, few=OTHER_DAYS[:1])
    before = look(store, identity).before
    assert before is not None
    assert (before.number, before.after) == (1, 2)


def test_it_is_limited_to_some_versions_and_says_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(put_first, "MOST", 2)
    described = [
        {**AS_DATES, "properties": {**AS_DATES["properties"], "a": {"type": "integer", "x-eval-weight": w}}}
        for w in (2, 3, 4)
    ]
    identity = made(store, [EXACT, *described], days=OTHER_DAYS, wrong=SOME_WRONG)
    found = look(store, identity)
    assert (found.before, found.compared, found.has_more) == (None, 2, True)


def test_it_is_kept_by_what_it_depends_on(store: Store) -> None:
    identity = made(store, [EXACT, AS_DATES], days=OTHER_DAYS, wrong=SOME_WRONG)
    made_from = lineage(store.schemas.all(identity), 2)

    def kept() -> PutFirst | None:
        now = store.evaluations.get(identity)
        current = current_runs(store, now)
        runs = [current[one.id].id for one in now.variants if failure_of(current[one.id]) is None]
        return found_put_first(store, identity, put_first_key(now, made_from, runs))

    assert kept() is None
    assert look(store, identity) == kept()
    assert found_put_first(store, identity, put_first_key(store.evaluations.get(identity), made_from[:1], [])) is None


def test_one_variant_is_first_of_none(store: Store) -> None:
    assert look_at_put_first(store, made(store, [EXACT, AS_DATES], days=OTHER_DAYS), by="ann") is None


def random_records(random: Random) -> Records:
    """Return records with some faults of each kind; some lack records."""
    share = {key: random.choice([0, 0, 0.2, 0.5]) for key in ("day", "a", "b")}
    written = random.random() < 0.5
    records = []
    for one in GOLD:
        each = {**one, "day": f"{one['day'][8:]}.01.2026"} if written else dict(one)
        each |= {key: "no" if key == "day" else -1 for key in share if random.random() < share[key]}
        records.append(each)
    return records[: random.choice([28, 28, 25])]


def random_schema(random: Random) -> dict[str, Any]:
    schema = copy.deepcopy(random.choice([EXACT, AS_DATES]))
    node = schema["properties"][random.choice(["a", "b", "day"])]
    node.update(random.choice([{}, {"x-eval-skip": True}, {"x-eval-weight": 5}]))
    return schema


def plainly(runs: Mapping[str, RunResult], schemas: list[dict[str, Any]], files: Mapping[str, Records]) -> Any:
    """Score all variants under one version after the other, and compare the rankings."""
    now = RankedRuns(runs).ranks
    first = now.order[0]
    for number in range(len(schemas) - 1, 0, -1):
        then_runs = {name: evaljson.evaluate(GOLD, files[name], schemas[number - 1]) for name in now.order}
        f1 = {name: run.mean_f1 for name, run in then_runs.items()}
        other = highest_first(f1)[0]
        if f1[other] == pytest.approx(f1[first], abs=1e-12) or runs[other].mean_f1 == pytest.approx(
            runs[first].mean_f1
        ):
            continue
        then = RankedRuns(then_runs).ranks
        if any(one in ranks.above for ranks in (now, then) for one in ((first, other), (other, first))):
            return number, other, pytest.approx((f1[other], f1[first]))
    return None


@pytest.mark.parametrize("seed", range(25))
def test_it_is_what_scoring_everything_under_each_version_says(store: Store, seed: int) -> None:
    random = Random(seed)
    schemas: list[dict[str, Any]] = []
    while len(schemas) < 4:
        one = random_schema(random)
        if one not in schemas:
            schemas.append(one)
    files = {name: random_records(random) for name in ("one", "two", "three")}
    identity = made(store, schemas, **files)
    found, called = look(store, identity), names(store, identity)
    runs = {name: evaljson.evaluate(GOLD, records, schemas[-1]) for name, records in files.items()}
    expected = plainly(runs, schemas, files)
    before = found.before
    assert expected == (None if before is None else (before.number, called[before.other], before.f1))
