"""A what-if equals scoring everything again under the edited schema."""

import copy
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

import evaljson
from evaljson import InputError, SchemaError, evaluate, parse_eval_schema
from evaljson.base.paths import is_below
from evaljson.judge import OfflineJudge
from evaljson.scoring.status import MATCH, SCORED
from evaljson.whatif import all_lenient, preview
from evaljson.whatif.regrouped import Regrouped
from evaljson.whatif.touched import touched_paths
from tests.profiles import is_deep
from tests.property.conftest import graded_comparator as graded_comparator
from tests.property.generate import CUSTOM, POLICIES, STRATEGIES, TRANSFORMS, Node, records, schemas
from tests.property.product import graded

EDITS = 16
"""Of each schema."""


def nodes(schema: Node) -> list[Node]:
    """Every node below the root as it stands in the schema."""
    below = [*schema.get("properties", {}).values()]
    below += [schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    return [inner for node in below for inner in (node, *nodes(node))]


def edited(rng: Random, schema: Node) -> Node:
    """One or two settings changed anywhere; may be no eval schema any more."""
    changed = copy.deepcopy(schema)
    for _ in range(rng.choice([1, 1, 2])):
        node = rng.choice([*nodes(changed), changed])
        key, value = rng.choice(
            [
                ("x-eval-weight", rng.choice([0, 0.5, 2, 3])),
                ("x-eval-skip", rng.random() < 0.5),
                ("x-eval-threshold", rng.choice([0, 0.5, 1])),
                ("x-eval-transform", rng.choice(TRANSFORMS)),
                ("x-eval-compare", rng.choice(["exact", "numeric", CUSTOM, {"fuzzy": {}}])),
                ("x-eval-nulls", rng.choice(POLICIES)),
                ("x-eval-align", {"match_by": "hungarian"} if rng.random() < 0.5 else {"ordered": True}),
                ("properties", {key: inner for key, inner in node.get("properties", {}).items() if rng.random() < 0.7}),
            ]
        )
        if key in node and rng.random() < 0.3:
            del node[key]
        else:
            node[key] = value
    return changed


def told(tallies: Any) -> list[Any]:
    """Every figure by record, field and status, whatever the order of rows and fields."""
    score, gold, extracted = tallies.by_record_and_field()
    counts = tallies.statuses_by_field()
    figures = []
    for number, path in enumerate(tallies.rows.fields):
        if counts[number].any():
            sums = [column[:, number].round(9).tolist() for column in (score, gold, extracted)]
            figures.append((path, counts[number].tolist(), sums))
    return sorted(figures)


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(8 if is_deep() else 3))
def test_a_preview_equals_scoring_again_for_random_edits(seed: int) -> None:
    evaljson.register(CUSTOM, graded, overwrite=True)
    assert STRATEGIES
    compared = 0
    for i, schema in enumerate(islice(schemas(seed), 6)):
        rng = Random(f"{seed}/{i}")
        pairs = list(islice(records(rng, schema), 6))
        gold, extracted = [record for record, _ in pairs], [record for _, record in pairs]
        old = parse_eval_schema(schema)
        run = evaluate(gold, extracted, old)
        for _ in range(EDITS):
            try:
                new = parse_eval_schema(edited(rng, schema))
                again = evaluate(gold, extracted, new)
            except (SchemaError, InputError):
                continue
            seen = preview(run, old, new)
            assert told(seen.tallies) == told(again.tallies), touched_paths(old, new)
            compared += 1
            assert seen.become_wrong == len(flipped(run, again))
            assert not (seen.only_lenient and seen.become_wrong)
            if not moves_to_a_map(run, again):
                assert seen.uncounted == len(gone(run, again, [one.path for one in seen.regrouped]))
            for place in range(len(gold)):
                changed = [
                    (flip.path, flip.before and flip.before.status, flip.after and flip.after.status)
                    for flip in seen.flips(place)
                ]
                assert changed == differing(run, again, place)
    assert compared > 20


def test_a_value_that_becomes_an_entry_of_a_map_is_followed() -> None:
    schema: dict[str, Any] = {
        "type": "object", "properties": {"c": {"type": "string"}},
        "additionalProperties": {"type": "string", "x-eval-compare": {"oneof": {"values": ["q"]}}},
    }  # fmt: skip
    old, new = parse_eval_schema(schema), parse_eval_schema({**schema, "properties": {}})
    seen = preview(evaluate([{"c": "x"}], [{"c": "x"}], old), old, new)
    assert (seen.become_wrong, seen.only_lenient) == (1, False)


def flipped(run: evaljson.RunResult, again: evaljson.RunResult) -> list[tuple[int, str]]:
    """Record and path of the results that are right in the one run and wrong in the other."""
    wrong = ("mismatch", "omission", "hallucination")
    return [
        (place, path)
        for place in range(len(run.records))
        for path, before, after in differing(run, again, place)
        if before == "match" and after in wrong
    ]


def gone(run: evaljson.RunResult, again: evaljson.RunResult, regrouped: Sequence[str] = ()) -> list[tuple[int, str]]:
    """Record and path of the results that are right in the one run, and neither right nor wrong in F1 in the other.

    Where a field has as many right results in a record as before, and as many in all, they only have other paths.
    Those of fields that are `regrouped` go on in other results.
    """
    found = []
    for place in range(len(run.records)):
        before, after = _in_f1(run, place), _in_f1(again, place)
        had, has = (Counter((field, right) for field, right in each.values()) for each in (before, after))
        found += [
            (place, path)
            for path, (field, right) in before.items()
            if right
            and path not in after
            and not any(is_below(field, around) for around in regrouped)
            and any(had[field, is_right] != has[field, is_right] for is_right in (True, False))
        ]
    return found


def _in_f1(run: evaljson.RunResult, place: int) -> dict[str, tuple[str, bool]]:
    """The field of each path that counts in F1, and whether it is right."""
    rows = run.tallies.rows
    at = np.flatnonzero((rows.record == place) & (rows.weight > 0) & np.isin(rows.status, SCORED))
    return {
        path: (rows.fields[rows.field[row]], rows.status[row] == MATCH)
        for path, row in zip(run.table.paths_at(at), at.tolist(), strict=True)
    }


def moves_to_a_map(run: evaljson.RunResult, again: evaljson.RunResult) -> bool:
    """Whether values may go on under the entry of a map, where they are known by their place alone."""
    one, other = (set(each.tallies.rows.fields) for each in (run, again))
    return any("*" in path for path in other) and one != other


def differing(run: evaljson.RunResult, again: evaljson.RunResult, place: int) -> list[Any]:
    before, after = ({result.path: result for result in each.records[place].field_results} for each in (run, again))
    flips = []
    for path in dict.fromkeys((*before, *after)):
        old, new = before.get(path), after.get(path)
        if (old and (old.status, old.score)) != (new and (new.status, new.score)):
            flips.append((path, old and old.status, new and new.status))
    return flips


GOLD = [{"a": "X", "b": 1}, {"a": "y", "b": 2}, {"a": "z", "b": 3}]
EXTRACTED = [{"a": "x", "b": 1}, {"a": "y", "b": 2}, {"a": "q", "b": 3}]
SCHEMA: Node = {
    "type": "object",
    "properties": {"a": {"type": "string", "x-eval-compare": "exact"}, "b": {"type": "number"}},
}


def of(**settings: Any) -> Any:
    changed = copy.deepcopy(SCHEMA)
    changed["properties"]["a"].update(settings)
    old = parse_eval_schema(SCHEMA)
    return preview(evaluate(GOLD, EXTRACTED, old), old, parse_eval_schema(changed))


def test_a_preview_tells_which_records_rise_and_shows_why() -> None:
    seen = of(**{"x-eval-transform": ["lowercase"]})
    assert (seen.up.tolist(), seen.down.tolist()) == ([0], [])
    assert (seen.before.mean_f1, seen.after.mean_f1) == (pytest.approx(2 / 3), pytest.approx(5 / 6))
    (flip,) = seen.flips(0)
    assert (flip.path, flip.before.status, flip.after.status) == ("a", "mismatch", "match")
    assert list(seen.fields) == ["a"]


@pytest.mark.parametrize(
    ("settings", "lenient"),
    [
        ({"x-eval-transform": ["lowercase"]}, True),
        ({"x-eval-compare": "numeric"}, False),
        ({"x-eval-compare": {"fuzzy": {}}, "x-eval-threshold": 0}, True),
        ({"x-eval-skip": True}, True),
        ({"x-eval-weight": 2}, False),
        ({}, False),
    ],
)
def test_a_preview_says_where_a_change_only_makes_scoring_more_lenient(settings: Node, lenient: bool) -> None:
    assert of(**settings).only_lenient is lenient


@pytest.mark.parametrize(
    ("settings", "uncounted"),
    [
        pytest.param({"x-eval-nulls": {"absent": [None]}}, 1, id="what both sides lack is skipped"),
        pytest.param({"x-eval-nulls": {"absent": [None], "both_absent": "match"}}, 0, id="and still counts"),
        pytest.param({"x-eval-skip": True}, 2, id="skipped"),
        pytest.param({"x-eval-weight": 0.5}, 0, id="another weight"),
        pytest.param({"x-eval-weight": 0}, 2, id="no weight"),
        pytest.param({"x-eval-weight": 0, "x-eval-compare": "numeric"}, 2, id="no weight, and compared otherwise"),
        pytest.param({"x-eval-compare": "numeric"}, 0, id="all wrong"),
    ],
)
def test_right_values_that_an_edit_no_longer_counts_are_counted(settings: Node, uncounted: int) -> None:
    gold: Any = [{"a": "x"}, {"a": None}, {"a": "y"}]
    schema = {"type": "object", "properties": {"a": {"type": ["string", "null"]}}}
    changed = {"type": "object", "properties": {"a": {"type": ["string", "null"], **settings}}}
    old, new = parse_eval_schema(schema), parse_eval_schema(changed)
    run, again = evaluate(gold, [{"a": "x"}, {"a": None}, {}], old), evaluate(gold, [{"a": "x"}, {"a": None}, {}], new)
    seen = preview(run, old, new)
    assert seen.uncounted == len(gone(run, again)) == uncounted


LIST: Node = {"type": "array", "items": {"type": "string"}}
MAP: Node = {"type": "object", "additionalProperties": {"type": "string"}}
PAIR: Node = {"type": "object", "properties": {"b": {"type": "string"}, "c": {"type": "string"}}}


@pytest.mark.parametrize(
    ("field", "kind", "value", "other", "counts"),
    [
        (LIST, "array", ["x", "y", "z"], ["x", "y", "-"], (6, 5, 2, 1)),
        (LIST, "array", ["x", "y", "z"], ["x", "y"], (6, 5, 2, 1)),
        (LIST, "array", [], ["x", "y"], (3, 1, 2, 1)),
        (MAP, "map", {"b": "x", "c": "y"}, {"b": "x", "c": "-"}, (4, 3, 2, 1)),
        (PAIR, "object", {"b": "x", "c": "y"}, {"b": "x"}, (4, 3, 2, 1)),
    ],
)
def test_parts_that_come_to_be_compared_as_a_whole_do_not_go_out_of_f1(
    field: Node, kind: str, value: Any, other: Any, counts: tuple[int, ...]
) -> None:
    by_parts, as_wholes = (
        parse_eval_schema({"type": "object", "properties": {"a": {**field, **settings}, "b": {"type": "string"}}})
        for settings in ({}, {"x-eval-compare": "exact"})
    )
    gold, extracted = [{"a": value, "b": "x"}] * 2, [{"a": value, "b": "x"}, {"a": other, "b": "x"}]
    there = preview(evaluate(gold, extracted, by_parts), by_parts, as_wholes)
    back = preview(evaluate(gold, extracted, as_wholes), as_wholes, by_parts)
    assert there.regrouped == [Regrouped("a", kind, True, *counts)]  # type: ignore[arg-type]
    assert back.regrouped == [Regrouped("a", kind, False, *counts[2:], *counts[:2])]  # type: ignore[arg-type]
    assert (there.uncounted, back.uncounted) == (0, 0)


def test_a_list_that_is_skipped_goes_out_of_f1_however_it_is_compared() -> None:
    old, new = (
        parse_eval_schema({"type": "object", "properties": {"a": {**LIST, **settings}}})
        for settings in ({}, {"x-eval-compare": "exact", "x-eval-skip": True})
    )
    seen = preview(evaluate([{"a": ["x", "y"]}], [{"a": ["x", "y"]}], old), old, new)
    assert (seen.regrouped, seen.uncounted) == ([], 2)


@pytest.mark.parametrize("settings", [{"x-eval-weight": 1}, {"x-eval-skip": True}, {"x-eval-weight": 0}])
def test_right_values_of_weight_0_do_not_count_before_either(settings: Node) -> None:
    gold: Any = [{"a": "x", "b": 1}]
    fields: Node = {"a": {"type": "string", "x-eval-weight": 0}, "b": {"type": "number"}}
    old = parse_eval_schema({"type": "object", "properties": fields})
    new = parse_eval_schema({"type": "object", "properties": {**fields, "a": {**fields["a"], **settings}}})
    assert preview(evaluate(gold, gold, old), old, new).uncounted == 0


GOLD_LISTS: Any = [{"list": [{"sku": f"a{n}", "n": 1, "c": 1}, {"sku": f"b{n}", "n": 2, "c": 1}]} for n in range(6)]
SWAPPED: Any = [
    {"list": [{"sku": f"b{n}", "n": 2, "c": 9}, {"sku": f"a{n}", "n": 1, "c": 1}]} if n % 2 else GOLD_LISTS[n]
    for n in range(6)
]
"""By position c of each second element is right by chance; by content it is that of the first one."""


@pytest.mark.parametrize("align", [{"match_by": "hungarian"}, {"match_by": "key_field", "key": "sku"}])
def test_an_edit_that_makes_as_many_right_as_wrong_is_not_only_lenient(align: Node) -> None:
    schema = evaljson.infer_schema(GOLD_LISTS)
    changed = copy.deepcopy(schema)
    changed["properties"]["list"]["x-eval-align"] = align
    old, new = parse_eval_schema(schema), parse_eval_schema(changed)
    run, again = evaluate(GOLD_LISTS, SWAPPED, old), evaluate(GOLD_LISTS, SWAPPED, new)
    seen = preview(run, old, new)
    assert flipped(run, again) == [(place, "list[1].c") for place in (1, 3, 5)]
    assert (len(seen.down), seen.become_wrong, seen.only_lenient) == (0, 3, False)


def test_variants_in_which_as_much_gets_right_as_wrong_are_not_left_out_of_what_is_only_lenient() -> None:
    gold = [{"list": [{"sku": "a", "n": 1}, {"sku": "b", "n": 2}]}]
    sides: list[Any] = [
        [{"list": gold[0]["list"][::-1]}], gold, [{"list": [{"sku": "b", "n": 1}, {"sku": "a", "n": 2}]}],
    ]  # fmt: skip
    schema = evaljson.infer_schema(gold)
    changed = copy.deepcopy(schema)
    changed["properties"]["list"]["x-eval-align"] = {"match_by": "key_field", "key": "sku"}
    old, new = parse_eval_schema(schema), parse_eval_schema(changed)
    better, same, other = (preview(evaluate(gold, side, old), old, new) for side in sides)
    assert [(len(one.up), len(one.down), one.become_wrong) for one in (better, same, other)] == [
        (1, 0, 0), (0, 0, 0), (0, 0, 2),
    ]  # fmt: skip
    assert all_lenient([better, same])
    assert not all_lenient([better, other])


def test_a_judge_is_asked_for_a_preview_only_where_somebody_wants_it() -> None:
    asked: list[int] = []

    def judge(items: list[Any]) -> list[Any]:
        asked.append(len(items))
        return [evaljson.ComparatorResult(1.0, "judge") for _ in items]

    judge.is_batch = True  # type: ignore[attr-defined]
    evaljson.register("judge of previews", judge, overwrite=True)
    seen = of(**{"x-eval-compare": "judge of previews"})
    assert (asked, seen.not_judged) == ([], 3)
    old, new = parse_eval_schema(SCHEMA), copy.deepcopy(SCHEMA)
    new["properties"]["a"]["x-eval-compare"] = "judge of previews"
    seen = preview(evaluate(GOLD, EXTRACTED, old), old, parse_eval_schema(new), ask=True)
    assert (sum(asked), seen.not_judged, seen.after.mean_f1) == (3, 0, 1.0)


def test_another_id_is_no_matter_for_a_preview() -> None:
    old = parse_eval_schema(SCHEMA)
    with pytest.raises(InputError, match="pairs the records differently"):
        preview(evaluate(GOLD, EXTRACTED, old), old, parse_eval_schema({**SCHEMA, "x-eval-id": "b"}))


def test_document_types_are_previewed_each_by_its_schema() -> None:
    schema = evaljson.infer_schema([{**record, "kind": "k"} for record in GOLD], by="kind")
    gold = [{**record, "kind": "k"} for record in GOLD]
    old, changed = parse_eval_schema(schema), copy.deepcopy(schema)
    changed["x-eval-schemas"]["k"]["properties"]["a"]["x-eval-transform"] = ["lowercase"]
    seen = preview(evaluate(gold, EXTRACTED, old), old, parse_eval_schema(changed))
    assert seen.up.tolist() == [0]


def test_what_is_at_hand_decides_as_it_would_after_the_edit() -> None:
    judge = OfflineJudge(0.4)
    old, new = copy.deepcopy(SCHEMA), copy.deepcopy(SCHEMA)
    new["properties"]["a"] |= {"x-eval-compare": "semantic", "x-eval-transform": ["lowercase"]}
    old["properties"]["a"]["x-eval-compare"] = "semantic"
    run = evaluate(GOLD, EXTRACTED, old, judge=judge)
    trees = parse_eval_schema(old), parse_eval_schema(new)
    seen, after = preview(run, *trees, judge=judge), evaluate(GOLD, EXTRACTED, new, judge=judge)
    assert (seen.not_judged, seen.after.mean_f1) == (0, after.mean_f1)
    assert preview(run, *trees).not_judged > 0
