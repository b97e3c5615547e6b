"""Agreement of annotators: by the definitions, under the rules of the schema, whatever the order."""

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evaljson
from evaljson import InputError, SchemaError, agreement
from evaljson.agreement import OfValues, comparator_distance
from evaljson.report.fields.people_table import f1_in_words
from tests.oracle import agreement as oracle

Record = dict[str, Any]
NUMBER: Record = {"type": "number", "x-eval-compare": {"numeric": {"tolerance": {"abs": 1}}}}
TEXT: Record = {"type": "string", "x-eval-transform": ["lowercase"], "x-eval-compare": "levenshtein"}
ITEMS: Record = {
    "type": "array",
    "x-eval-align": {"match_by": "key_field", "key": "sku"},
    "items": {"type": "object", "properties": {"sku": {"type": "string"}, "unit": {"type": "string"}}},
}
SCHEMA: Record = {
    "type": "object", "x-eval-id": "id",
    "properties": {"total": NUMBER, "name": TEXT, "items": ITEMS},
}  # fmt: skip


def records(**columns: Sequence[Any]) -> list[Record | None]:
    """Records by column: ... leaves the key out, and a record whose `there` is false is missing."""
    listed = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    kept = [{key: value for key, value in one.items() if value is not ... and key != "there"} for one in listed]
    return [{"id": at, **record} if listed[at].get("there", True) else None for at, record in enumerate(kept)]


cells = st.lists(
    st.tuples(
        st.sampled_from([True, True, False]), st.sampled_from([1, 2, 3.5, None, ...]),
        st.sampled_from(["a", "A", "ab", ...]),
    ),
    min_size=12, max_size=12,
)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(st.lists(cells, min_size=2, max_size=4))
def test_alpha_of_a_field_follows_its_definition_under_the_fields_own_rule(people: list[Any]) -> None:
    gold = {str(at): records(there=[c[0] for c in of], total=[c[1] for c in of], name=[c[2] for c in of])
            for at, of in enumerate(people)}  # fmt: skip
    for path, place in (("total", 1), ("name", 2)):
        said = [[of[at][place] for of in people if of[at][0]] for at in range(12)]
        doubles = sum(len(unit) > 1 for unit in said)
        if doubles < 10 or not any(value is not ... for unit in said if len(unit) > 1 for value in unit):
            continue
        found = agreement(gold, SCHEMA).at(path)
        there = oracle.alpha([[value is not ... for value in unit] for unit in said], lambda a, b: float(a != b))
        assert_alpha(found.presence, there, doubles)
        values = [[value for value in unit if value is not ...] for unit in said]
        assert_alpha(
            found.value, oracle.alpha(values, lambda a, b, path=path: by_engine(path, a, b)),  # type: ignore[misc]
            sum(len(unit) > 1 for unit in values),
        )  # fmt: skip


@cache
def by_engine(path: str, a: Any, b: Any) -> float:
    properties = {path: SCHEMA["properties"][path]}
    (one,) = evaljson.score_record({"type": "object", "properties": properties}, {path: a}, {path: b})
    return 1 - one.score


def assert_alpha(found: OfValues | None, expected: float | None, doubles: int) -> None:
    assert found is not None
    assert found.doubles == doubles
    if doubles < 10:
        assert (found.share, found.alpha, found.ac1, found.why) == (None, None, None, "fewer than 10 doubles")
        return
    assert (found.alpha is None) == (expected is None)
    assert found.alpha is None or found.alpha.value == pytest.approx(expected, abs=1e-9)


def two_of_items() -> dict[str, list[Record | None]]:
    """15 records with two elements both, one that only one has, and two differences in `unit`."""

    def made(extra: str, units: Mapping[int, Any]) -> list[Record | None]:
        return [
            {
                "id": at, "total": at,
                "items": [
                    {"sku": "a", **({} if units.get(at) is ... else {"unit": units.get(at, "kg")})},
                    {"sku": "b", "unit": "g"},
                    *([{"sku": extra, "unit": "?"}] if at < 4 else []),
                ],
            }
            for at in range(15)
        ]  # fmt: skip

    return {"anna": made("x", {0: "t"}), "ben": list(reversed(made("y", {3: ...})))}


def test_elements_meet_as_the_schema_aligns_them() -> None:
    found = agreement(two_of_items(), SCHEMA)
    elements, unit = found.at("items").elements, found.at("items[].unit")
    assert elements is not None
    assert (elements.both, elements.alone, elements.records) == (30, 8, 15)
    assert elements.f1 == pytest.approx(60 / 68)
    assert elements.low is not None
    assert elements.high is not None
    assert 0.65 < elements.low < 60 / 68 < elements.high < 1
    assert unit.presence is not None
    assert unit.presence.doubles == 30
    assert unit.presence.share == pytest.approx(29 / 30)
    pairs = [["kg", "kg"]] * 13 + [["t", "kg"]] + [["g", "g"]] * 15
    assert_alpha(unit.value, oracle.alpha(pairs, lambda a, b: float(a != b)), 29)
    assert unit.value is not None
    assert unit.value.share == pytest.approx(28 / 29)


def test_the_order_of_annotators_and_of_records_changes_nothing() -> None:
    gold = two_of_items()
    gold["cleo"] = [{**one, "total": 0} for one in gold["anna"][2:] if one]
    first = agreement(gold, SCHEMA)
    mixed = {name: list(reversed(copy.deepcopy(gold[name]))) for name in reversed(gold)}
    second = agreement(mixed, SCHEMA)
    assert second.f1.value == pytest.approx(first.f1.value)
    for one in first.fields:
        assert flat(second.at(one.path)) == pytest.approx(flat(one), abs=1e-6)


def flat(field: Any) -> list[float]:
    return list(numbers(asdict(field)))


def numbers(value: Any) -> Any:
    """All numbers inside."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from numbers(one)
    elif isinstance(value, int | float):
        yield float(value)


def test_f1_of_a_pair_is_the_same_both_ways_and_that_of_evaluate() -> None:
    gold = two_of_items()
    there, back = agreement(gold, SCHEMA), agreement(dict(reversed(gold.items())), SCHEMA)
    run = evaljson.evaluate([one for one in gold["anna"] if one], gold["ben"], SCHEMA)
    assert there.f1.value == pytest.approx(back.f1.value) == pytest.approx(run.mean_f1)
    assert (there.pairs[0].a, there.pairs[0].b, there.pairs[0].f1) == ("anna", "ben", there.f1)


def test_below_ten_doubles_there_is_nothing_but_counts() -> None:
    gold = {name: listed[:9] for name, listed in agreeing(12).items()}
    found = agreement(gold, SCHEMA, systems={"bot": gold["anna"]})
    assert (found.doubles, found.f1.value, found.f1.records) == (9, None, 9)
    assert found.systems[0].f1.value is None
    assert found.systems[0].difference.value is None
    total = found.at("total")
    assert total.value is not None
    assert (total.value.doubles, total.value.share, total.value.alpha) == (9, None, None)


def agreeing(count: int) -> dict[str, list[Record | None]]:
    return {name: records(total=list(range(0, 3 * count, 3)), name=["x"] * count) for name in ("anna", "ben")}


def test_where_one_answer_dominates_ac1_stands_beside_alpha() -> None:
    gold = agreeing(40)
    name = agreement(gold, SCHEMA).at("name").value
    assert name is not None
    assert (name.share, name.alpha, name.ac1, name.why) == (1, None, None, "all have the same")
    one = gold["ben"][0]
    assert one is not None
    one["name"] = "yyy"
    name = agreement(gold, SCHEMA).at("name").value
    assert name is not None
    assert name.alpha is not None
    assert name.ac1 is not None
    assert name.alpha.value < 0.1 < 0.9 < name.ac1.value
    total = agreement(gold, SCHEMA).at("total").value
    assert total is not None
    assert total.ac1 is None


def test_a_system_stands_beside_the_people_on_the_records_that_two_labelled() -> None:
    gold = agreeing(20)
    gold["ben"][0] = None
    bot = [None if at == 1 else one for at, one in enumerate(copy.deepcopy(gold["anna"]))]
    found = agreement(gold, SCHEMA, systems={"bot": bot, "twin": gold["anna"]})
    (first, second) = found.systems
    assert (found.doubles, found.singles, found.f1.value) == (19, 1, 1)
    assert (first.name, first.missing) == ("bot", 1)
    assert first.f1.value == pytest.approx(18 / 19)
    assert (first.f1_produced.value, first.f1_produced.records) == (1, 18)
    assert [f1_in_words(one) for one in (first, second)] == ["94.7 (1 record is missing; 100.0 without it)", "100.0"]
    assert first.difference.value == pytest.approx(-1 / 19)
    assert (first.difference.low or 0) < -1 / 19
    assert (second.f1.value, second.difference.value, second.missing) == (1, 0, 0)


def test_what_a_model_or_a_compound_would_judge_has_a_share_and_no_alpha() -> None:
    judged = {"type": "string", "x-eval-compare": "semantic"}
    pair = {"compound": {"fields": ["a", "b"], "primary": "a", "compare": "exact"}}
    schema = {"type": "object", "properties": {
        "text": judged,
        "a": {"type": "string", "x-eval-compare": pair}, "b": {"type": "string", "x-eval-compare": pair},
    }}  # fmt: skip
    listed: list[Record | None] = [{"text": "x", "a": "1", "b": "2"} for _ in range(12)]
    other = [*listed[:-1], {"text": "y", "a": "1", "b": "3"}]
    found = agreement({"anna": listed, "ben": other}, schema)
    text, both = found.at("text").value, found.at("a").value
    assert text is not None
    assert both is not None
    assert (text.share, text.alpha, text.why) == (1, None, "its comparator judges many values at once")
    assert (both.alpha, both.doubles) == (None, 12)
    assert both.share == pytest.approx(11 / 12)
    assert any("need" in note for note in found.notes)


def test_of_too_many_values_records_are_drawn_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(3)
    texts = [f"text {number}" for number in draw.integers(0, 400, 300)]
    others = [text if seen else "?" + text for text, seen in zip(texts, draw.random(300) < 0.8, strict=True)]
    gold = {"anna": records(name=texts), "ben": records(name=others)}
    schema = {"type": "object", "properties": {"name": {"type": "string"}}, "x-eval-id": "id"}
    whole = agreement(gold, schema).at("name").value
    monkeypatch.setattr(comparator_distance, "_MOST", 100)
    part = agreement(gold, schema).at("name").value
    assert whole is not None
    assert part is not None
    assert whole.alpha is not None
    assert part.alpha is not None
    assert (whole.sampled, part.share, part.doubles) == (None, whole.share, 300)
    assert 30 < (part.sampled or 0) < 120
    assert part.alpha.value == pytest.approx(whole.alpha.value, abs=0.15)
    assert whole.alpha.groups == 300 > part.alpha.groups


def test_document_types_are_told_apart() -> None:
    schema = {
        "type": "object", "x-eval-id": "id", "x-eval-by": "kind",
        "x-eval-schemas": {"bill": {"type": "object", "properties": {"total": NUMBER}},
                           "note": {"type": "object", "properties": {"total": {"type": "string"}}}},
    }  # fmt: skip
    listed: list[Record | None] = [
        {"id": at, "kind": "bill" if at < 12 else "note", **({"total": at} if at < 12 else {})} for at in range(30)
    ]
    listed[20] = {"id": 20, "kind": "note", "total": "x"}
    found = agreement({"anna": listed, "ben": copy.deepcopy(listed)}, schema)
    presence = {field.path: field.presence for field in found.fields}
    assert {path: one.doubles for path, one in presence.items() if one} == {"bill: total": 12, "note: total": 18}


@pytest.mark.parametrize(
    ("annotators", "options", "error", "message"),
    [
        ({"anna": records(total=[1])}, {}, InputError, "two annotators or more"),
        ({"anna": records(total=[1]), "ben": [{"id": 7}]}, {}, InputError, "no document was labelled by two"),
        ({"anna": records(total=[1]), "ben": [{"no": 7}]}, {}, InputError, "no record of 'ben' has a usable 'id'"),
        ({"anna": records(total=[1]), "ben": ["x"]}, {}, InputError, "an object, not string"),
        ({"anna": records(total=[1]), "ben": records(total=[1])}, {"id_field": "no"}, SchemaError, "pass one of them"),
        ({"anna": records(total=[1]), "ben": records(total=[1])}, {"level": 95}, InputError, "between 0 and 1"),
    ],
)
def test_bad_input_is_refused_with_a_way_out(annotators: Any, options: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        agreement(annotators, SCHEMA, **options)


def test_without_ids_records_meet_by_position() -> None:
    plain = {"type": "object", "properties": {"total": NUMBER}}
    assert agreement({"anna": [{"total": 1}] * 12, "ben": [{"total": 1}] * 12}, plain).f1.value == 1
    with pytest.raises(InputError, match="'ben' has 2 and anna 1: name the key"):
        agreement({"anna": [{"total": 1}], "ben": [{"total": 1}] * 2}, plain)


def test_records_that_cannot_be_joined_are_told() -> None:
    gold = agreeing(12)
    gold["ben"] += [{"total": 1}, {"id": 3, "total": 7}]
    assert agreement(gold, SCHEMA).notes == (
        "ben: left out 1 record without a usable 'id'",
        "ben: left out 1 record with the id of an earlier one",
    )


def test_hostile_values_lead_to_figures_that_are_json() -> None:
    odd = [
        float("nan"),
        float("inf"),
        10**400,
        "\ud800",
        "=1+1",
        "",
        None,
        True,
        [],
        {},
        [[1]],
        {"a": {"b": 1}},
        -0.0,
        1,
    ]
    schema = {
        "type": "object",
        "properties": {"total": NUMBER, "name": TEXT, "items": ITEMS, "x": {"type": ["string", "object"]}},
    }
    people: dict[str, list[Record | None]] = {
        str(shift): [
            {"total": odd[at % 14], "name": odd[(at + shift) % 14], "items": odd[(at * shift) % 14], "x": odd[at % 5]}
            for at in range(42)
        ]
        for shift in range(3)
    }
    found = agreement(people, schema, systems={"bot": [None] * 42})
    json.dumps(found.to_dict(), allow_nan=False)
    assert found.systems[0].f1.value == pytest.approx(0, abs=0.2)
    # What is no number equals nothing under the rule of numbers, not even itself.
    total = found.at("total").value
    assert total is not None
    assert 0 < (total.share or 0) < 1


def test_a_comparator_that_fails_counts_as_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(gold: Any, extracted: Any, params: Any) -> Any:
        if gold != extracted:
            raise ValueError("no")
        return evaljson.ComparatorResult(1.0)

    evaljson.register("fails_here", fails)
    try:
        schema = {"type": "object", "properties": {"a": {"type": "string", "x-eval-compare": "fails_here"}}}
        texts = [{"a": "x" if at % 2 else "y"} for at in range(20)]
        found = agreement({"anna": texts, "ben": [*texts[:-1], {"a": "z"}]}, schema).at("a").value
    finally:
        evaljson.unregister("fails_here")
    assert found is not None
    assert found.share == pytest.approx(19 / 20)


def test_a_frame_has_a_row_for_each_field_and_level() -> None:
    frame = agreement(two_of_items(), SCHEMA).to_frame()
    levels = frame.groupby("path", sort=False)["level"].agg(list).to_dict()
    assert levels["items"] == ["elements"]
    assert levels["items[].unit"] == ["presence", "value"]
    with pytest.raises(KeyError, match="nothing"):
        agreement(two_of_items(), SCHEMA).at("nothing")
