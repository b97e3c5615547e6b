"""What is shown of a suggestion is what scoring with it and without it gives, and it needs what it says it needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from evaljson import RunResult, annotate_xeval, evaluate, infer_schema
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.suggest import KINDS, Suggestion, Suggestions, apply, suggest
from evaljson.wording.differences import in_points
from tests.suggest.every_kind import every_kind
from tests.suggest.messy_arrays import messy_arrays

Runs = dict[str, RunResult]


class Scored:
    """A set, what is suggested for it, and its variants scored with any of that."""

    def __init__(self, gold: list[Any], extracted: Mapping[str, list[Any]], schema: dict[str, Any]) -> None:
        self.gold, self.extracted = gold, extracted
        self.found: Suggestions = suggest(gold, extracted, schema)
        self._scored: dict[tuple[str, ...], Runs] = {}

    @property
    def every(self) -> list[Suggestion]:
        return [one for one in (*self.found, *self.found.alternatives) if one.effect is not None]

    def runs(self, ids: tuple[str, ...]) -> Runs:
        """The variants with these suggestions applied."""
        if ids not in self._scored:
            schema = apply(self.found.schema, [self.found[identity] for identity in ids])
            self._scored[ids] = {name: evaluate(self.gold, side, schema) for name, side in self.extracted.items()}
        return self._scored[ids]


@cache
def arrays(seed: int) -> Scored:
    gold, extracted = messy_arrays(seed)
    return Scored(gold, extracted, annotate_xeval(infer_schema(gold)) | {"x-eval-id": "id"})


@cache
def every(seed: int) -> Scored:
    return Scored(*every_kind(seed))


@cache
def apart(seed: int) -> Scored:
    """Some records have their arrays in another order, and others have values written otherwise: none has both."""
    gold, _ = messy_arrays(seed)
    turned, written = (
        [{**record, "rows": change(record["rows"])} for record in gold] for change in (_turned, _written)
    )
    extracted = {
        name: [pair[(place + shift) % 2] for place, pair in enumerate(zip(turned, written, strict=True))]
        for shift, name in enumerate("ab")
    }
    return Scored(gold, extracted, annotate_xeval(infer_schema(gold)) | {"x-eval-id": "id"})


@cache
def unpaired(**way: Any) -> Scored:
    """Elements that nothing pairs any longer, since all that differs among them is written otherwise."""
    gold, _ = messy_arrays(3)
    extracted = {name: [{**record, "rows": _written(_turned(record["rows"]))} for record in gold] for name in "ab"}
    schema = annotate_xeval(infer_schema(gold)) | {"x-eval-id": "id"}
    schema["properties"]["rows"]["x-eval-align"] = way
    return Scored(gold, extracted, schema)


def _turned(rows: list[Any]) -> list[Any]:
    return rows[::-1]


def _written(rows: list[Any]) -> list[Any]:
    return [{**row, "sku": row["sku"].upper(), "amount": f"{row['amount']:,.2f} EUR"} for row in rows]


SETS = [
    *(pytest.param(arrays, (seed,), id=f"arrays {seed}") for seed in range(5)),
    *(pytest.param(every, (seed,), id=f"every kind {seed}") for seed in range(2)),
    *(pytest.param(apart, (seed,), id=f"apart {seed}") for seed in range(2)),
    pytest.param(lambda: unpaired(match_by="key_field", key="sku"), (), id="by key"),
    pytest.param(lambda: unpaired(match_by="hungarian"), (), id="by content"),
]


def f1(runs: Runs) -> dict[str, float]:
    return {name: run.mean_f1 or 0.0 for name, run in runs.items()}


def counts(run: RunResult, statuses: tuple[int, ...]) -> list[int]:
    """Results of these statuses by record."""
    rows = run.tallies.rows
    found = [0] * rows.records
    for record, status in zip(rows.record.tolist(), rows.status.tolist(), strict=True):
        found[record] += status in statuses
    return found


def risen(before: Runs, after: Runs, statuses: tuple[int, ...]) -> dict[tuple[str, int], int]:
    """More results of these statuses by variant and record."""
    return {
        (name, record): more - less
        for name in before
        for record, (less, more) in enumerate(
            zip(counts(before[name], statuses), counts(after[name], statuses), strict=True)
        )
    }


def flipped(before: Runs, after: Runs) -> Counter[tuple[str, int]]:
    """Results that are wrong before and right after, by variant and record; they are known by their instance path."""
    found: Counter[tuple[str, int]] = Counter()
    for name in before:
        for number, (one, other) in enumerate(zip(before[name].records, after[name].records, strict=True)):
            wrong = {
                result.path
                for result in one.field_results
                if result.status in ("mismatch", "omission", "hallucination")
            }
            found[name, number] += sum(
                result.status == "match" and result.path in wrong for result in other.field_results
            )
    return +found


def no_longer_counted(before: Runs, after: Runs) -> int:
    """Results that are right before, and after neither right nor wrong."""
    gone = 0
    for name in before:
        for one, other in zip(before[name].records, after[name].records, strict=True):
            right = {result.path for result in one.field_results if result.status == "match"}
            gone += len(right - {result.path for result in other.field_results if result.status != "skipped"})
    return gone


@pytest.mark.parametrize(("make", "how"), SETS)
def test_each_suggestion_moves_f1_by_the_gain_that_is_shown(make: Any, how: Any) -> None:
    made = make(*how)
    assert made.every
    for one in made.every:
        before, after = f1(made.runs(one.builds_on)), f1(made.runs((*one.builds_on, one.id)))
        shown = {name: (effect.before.f1, effect.after.f1) for name, effect in one.effect.variants.items()}
        assert shown == {name: pytest.approx((before[name], after[name])) for name in before}, one.title
        most = max(shown.values(), key=lambda pair: round((pair[1] or 0.0) - (pair[0] or 0.0), 12))
        assert one.gain_in_points == in_points(*most)[2], one.title


@pytest.mark.parametrize(("make", "how"), SETS)
def test_each_suggestion_settles_as_many_results_as_are_shown(make: Any, how: Any) -> None:
    made = make(*how)
    for one in made.every:
        runs = made.runs(one.builds_on), made.runs((*one.builds_on, one.id))
        right, wrong = risen(*runs, (MATCH,)), risen(*runs, (MISMATCH, OMISSION, HALLUCINATION))
        settled = one.effect.settled
        assert (settled.right, settled.wrong) == (sum(right.values()), -sum(wrong.values())), one.title
        gained, lost = flipped(*runs), flipped(*runs[::-1])
        assert (settled.gained, settled.lost) == (sum(gained.values()), sum(lost.values())), one.title
        if one.effect.only_lenient:
            assert settled.uncounted == no_longer_counted(*runs), one.title
        assert settled.lost_records == len({record for _, record in lost}), one.title
        better = {record for _, record in gained}
        fewer = {record for (_, record), more in wrong.items() if more < 0}
        assert settled.records == len(better if settled.gained > 0 else fewer), one.title
        assert "right value" not in one.risk.why or settled.lost or settled.uncounted, one.title
        assert one.risk.level != "low" or not settled.lost, one.title


@pytest.mark.parametrize(("make", "how"), SETS)
def test_without_any_one_that_it_needs_a_suggestion_gains_less(make: Any, how: Any) -> None:
    made = make(*how)
    for one in made.every:
        for needed in one.builds_on:
            rest = tuple(other for other in one.builds_on if other != needed)
            before, after = made.runs(rest), made.runs((*rest, one.id))
            was, now = f1(before), f1(after)
            less = any(now[name] - was[name] < effect.gain - 1e-9 for name, effect in one.effect.variants.items())
            fewer = sum(risen(before, after, (MATCH,)).values()) < one.effect.settled.right
            assert less or fewer, f"{one.title} does not need {made.found[needed].title}"


def test_some_need_a_pairing_and_some_in_paired_arrays_need_none() -> None:
    needing = [one for seed in range(5) for one in arrays(seed).found if one.builds_on]
    assert needing
    assert {len(one.builds_on) for one in needing} == {1, 2}
    inside = [one for seed in range(2) for one in apart(seed).found if one.path.startswith("rows[]")]
    assert {(one.kind, one.builds_on) for one in inside} == {("case", ()), ("amount", ())}
    assert not [one for one in inside if "once elements are paired" in one.sentence]
    assert {one.kind for seed in range(2) for one in apart(seed).found if one.path == "rows"} & {"key", "hungarian"}


def test_every_kind_that_is_measured_is_among_them() -> None:
    assert {one.kind for seed in range(2) for one in every(seed).every} == KINDS.keys() - {"semantic"}


def test_the_settings_of_a_suggestion_are_those_that_it_sets_itself() -> None:
    """Those inside an array are found with it paired; an array inside that may be paired by another suggestion."""
    gold = [
        {"id": f"d{n}", "rows": [{"sku": f"s{n}{k}", "tags": [f"x{k}", f"y{n}"] if k else []} for k in range(4)]}
        for n in range(12)
    ]
    turned = [{**one, "rows": [{**row, "tags": row["tags"][::-1]} for row in one["rows"][::-1]]} for one in gold]
    bare = [{**one, "rows": [{k: v for k, v in row.items() if v} for row in one["rows"]]} for one in turned]
    found = suggest(gold, {"a": turned, "b": bare}, id_field="id")
    assert "nulls" in {one.kind for one in found}
    for one in (*found, *found.alternatives):
        alone = apply(found.schema, [one])["properties"]["rows"]
        node = alone if one.path == "rows" else alone["items"]["properties"]["tags"]
        assert one.settings == {key: value for key, value in node.items() if key.startswith("x-eval-")}
