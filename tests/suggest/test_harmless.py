"""What is proposed to be applied at once holds no setting that lowers F1 beside all the others."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson import evaluate
from evaljson.suggest import Suggestion, Suggestions, applied, suggest
from evaljson.suggest.from_proposals import with_losses
from evaljson.suggest.model import Effect, Risk, Settled
from tests.profiles import examples
from tests.suggest.made import kinds, records, suggested
from tests.suggest.test_promises_together import HABITS, NOTHING

BOOLEAN = ["boolean", "null"]


def f1_in_sum(schema: Mapping[str, Any], gold: list[Any], extracted: Mapping[str, list[Any]]) -> float:
    """Of all variants, scored again."""
    return sum(evaluate(gold, side, schema).mean_f1 or 0.0 for side in extracted.values())


def harmful(
    found: Suggestions, chosen: list[Suggestion], gold: list[Any], extracted: Mapping[str, list[Any]]
) -> list[str]:
    """The titles of those without which F1 is higher."""
    done = applied(found.schema, chosen).done
    whole = f1_in_sum(applied(found.schema, done).schema, gold, extracted)
    needed = {identity for one in done for identity in one.builds_on}
    return [
        one.title
        for one in done
        if one.id not in needed
        and f1_in_sum(applied(found.schema, [other for other in done if other is not one]).schema, gold, extracted)
        > whole + 1e-9
    ]


def several_fields(seed: int) -> tuple[list[Any], dict[str, list[Any]], dict[str, Any]]:
    """A field of each kind, some in an array, and two variants with several habits at each."""
    rng = Random(seed)
    chosen = {kind: HABITS[kind] for kind in rng.sample(list(HABITS), 2)}
    habits = {
        name: {kind: (rng.sample(NOTHING, 2), rng.sample(ways, min(2, len(ways)))) for kind, (_, _, ways) in
               chosen.items()}
        for name in "ab"
    }  # fmt: skip

    def written(name: str, kind: str, value: Any) -> Any:
        nothings, ways = habits[name][kind]
        if value is None or rng.random() < 0.1:
            return rng.choice([value, *nothings])
        return rng.choice([value, *(way(value) for way in ways)])

    def element() -> dict[str, Any]:
        return {kind: rng.choice([None, *values]) for kind, (_, values, _) in chosen.items()}

    def of(name: str, one: Mapping[str, Any]) -> dict[str, Any]:
        sides = {kind: written(name, kind, value) for kind, value in one.items()}
        return {kind: value for kind, value in sides.items() if not repr(value).startswith("ABSENT")}

    gold = [{**element(), "list": [element() for _ in range(rng.randint(0, 3))]} for _ in range(16)]
    extracted = {}
    for name in "ab":
        extracted[name] = [
            {
                **of(name, {k: v for k, v in one.items() if k != "list"}),
                "list": [of(name, part) for part in one["list"]],
            }
            for one in gold
        ]
        for one in extracted[name]:
            rng.shuffle(one["list"])
    fields = {kind: {"type": type_} for kind, (type_, _, _) in chosen.items()}
    items = {"type": "object", "properties": fields}
    return gold, extracted, {"type": "object", "properties": {**fields, "list": {"type": "array", "items": items}}}


@examples(40)
@given(st.integers(0, 10**6))
def test_all_together_give_no_less_f1_than_without_any_one_of_them(seed: int) -> None:
    gold, extracted, schema = several_fields(seed)
    found = suggest(gold, extracted, schema)
    assert harmful(found, list(found.for_all), gold, extracted) == []
    unsure = {one.title for one in found.measured} - {one.title for one in found.for_all}
    assert unsure.isdisjoint(harmful(found, list(found.measured), gold, extracted))


def test_what_works_against_a_better_setting_of_its_field_is_an_alternative_to_that() -> None:
    gold = records([True, False] * 15 + [False] * 6 + [True] * 3, "framed")
    words = records(["yes", "no"] * 15 + ["no"] * 6 + ["yes"] * 3, "framed")
    nothing = records([True, False] * 15 + [None] * 3 + [False] * 3 + [True] * 3, "framed")
    schema = {"type": "object", "x-eval-id": "id", "properties": {"framed": {"type": BOOLEAN}}}
    found = suggest(gold, {"words": words, "nothing": nothing}, schema)
    assert kinds(found) == {"boolean"}
    [other] = found.alternatives_to(found[0])
    assert other.kind == "false_as_null"
    assert other.risk.why.endswith("together with “Compare as yes or no: framed” it would lower F1.")


@pytest.mark.parametrize(("type_", "word", "right"), [(["number", "null"], 0.0, 5.5), (BOOLEAN, False, True)])
def test_a_value_that_is_read_as_null_needs_a_look_since_it_may_be_a_constant_error(
    type_: Any, word: Any, right: Any
) -> None:
    found = suggested([(None, word)] * 17 + [(right, right)] * 20, type_)
    assert found.for_all == ()
    assert [one.needs_a_look for one in found] == [True]


def test_what_lowers_f1_over_all_variants_is_not_proposed_and_a_note_says_so() -> None:
    gold = [{"id": str(n), "x": n, **({"on": []} if n > 4 else {})} for n in range(40)]
    wrong = [{"id": one["id"], "x": -1 if "on" in one else one["x"], "on": []} for one in gold]
    lacking = [{"id": one["id"], "x": one["x"]} for one in gold]
    found = suggest(gold, {"wrong": wrong, "lacking": lacking}, _tags())
    title = "Treat null, a missing key and an empty list as the same, unscored where both lack a value: on"
    assert title not in {one.title for one in (*found, *found.alternatives)}
    assert f"{title} is not suggested: it lowers F1." in found.notes


def test_right_values_that_no_longer_count_are_a_risk_and_part_of_its_reason() -> None:
    gold = [{"id": str(n), "x": n, "on": [] if n > 4 else None} for n in range(40)]
    for n in (0, 1):
        del gold[n]["on"]
    sides = {"empty": [{**one, "on": []} for one in gold], "null": [{**one, "on": None} for one in gold]}
    [nulls] = [one for one in suggest(gold, sides, _tags()) if one.kind == "nulls"]
    assert nulls.title.endswith("as the same, unscored where both lack a value: on")
    assert nulls.risk.why.startswith("35 right values no longer count; ")
    assert nulls.risk.level == "high"


@pytest.mark.parametrize(
    ("gained", "wrong", "uncounted", "level"),
    [(2, 2, 109, "high"), (9, 9, 4, "medium"), (0, 5, 4, "medium"), (3, 3, 0, "low")],
)
def test_more_right_values_that_no_longer_count_than_are_settled_are_a_high_risk(
    gained: int, wrong: int, uncounted: int, level: str
) -> None:
    settled = Settled(0, wrong, 3, 0, 0, gained, uncounted)
    risk = with_losses(Risk("low", "Nothing is lost."), Effect({}, (), (), True, settled))
    assert risk.level == level
    assert (f"{uncounted} right values no longer count; nothing is lost." == risk.why) is (uncounted > 0)


def _tags() -> dict[str, Any]:
    tags = {"type": "array", "items": {"type": "string"}}
    return {"type": "object", "x-eval-id": "id", "properties": {"x": {"type": "integer"}, "on": tags}}
