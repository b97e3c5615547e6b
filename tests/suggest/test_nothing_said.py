"""Ways to say nothing where gold has an object or an array, and several ways at one field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from evaljson.base.jsontypes import ABSENT
from evaljson.suggest import Edit, Suggestions, apply, suggest
from evaljson.suggest.kinds import registry
from evaljson.suggest.kinds.registry import Finder
from evaljson.suggest.proposal import Proposal
from tests.suggest.made import of_kind, records, suggested

OBJECT = {"value": 1.5, "unit": "°C"}
PARTS = {"value": {"type": "number"}, "unit": {"type": "string"}}
ONE_OF = {
    "object": (OBJECT, {"type": ["object", "null"], "properties": PARTS}),
    "array": ([1, 2], {"type": ["array", "null"], "items": {"type": "integer"}}),
    "map": ({"a": 1}, {"type": ["object", "null"], "additionalProperties": {"type": "integer"}}),
}  # fmt: skip


def found_at(pairs: list[tuple[Any, Any]], field: dict[str, Any]) -> Suggestions:
    schema = {"type": "object", "x-eval-id": "id", "properties": {"field": field, "name": {"type": "string"}}}
    gold, extracted = records([gold for gold, _ in pairs]), records([extracted for _, extracted in pairs])
    for number, (one, other) in enumerate(zip(gold, extracted, strict=True)):
        one["name"], other["name"] = f"Name {number}", f"NAME {number}"
    return suggest(gold, {"a": extracted}, schema)


@pytest.mark.parametrize("gold_is", [None, ABSENT])
@pytest.mark.parametrize("words", [["n/a"] * 3, ["N/A", "unknown", "n/a"]])
@pytest.mark.parametrize(("value", "field"), ONE_OF.values(), ids=ONE_OF)
def test_a_word_where_an_object_or_array_is_nothing_is_settled_by_its_null_policy(
    value: Any, field: dict[str, Any], words: list[str], gold_is: Any
) -> None:
    pairs = [*((gold_is, word) for word in words), *((value, value) for _ in range(5))]
    found = found_at(pairs, field)
    one = of_kind(found, "null_words")
    assert one.path == "field"
    assert one.settings["x-eval-nulls"]["absent"] == [None, *sorted(set(words))]
    assert "x-eval-transform" not in one.settings
    assert (one.evidence.explained, one.evidence.of) == (3, 3)
    assert one.effect is not None
    assert one.effect.settled is not None
    assert one.effect.settled.wrong == 3
    assert of_kind(found, "case").path == "name"
    apply(found.schema, found)


@pytest.fixture
def _unfit(monkeypatch: pytest.MonkeyPatch) -> None:
    def ill(now: registry.Situation) -> Iterator[Proposal]:
        if now.place.path == "name":
            edit = Edit(now.place.path, compare="numeric", params={"tolerance": "much"})
            yield Proposal("tolerance", edit, "It", "Allowing it", (), 1, "low", "None")

    monkeypatch.setattr(registry, "OF_VALUES", (Finder({}, ill), *registry.OF_VALUES))


@pytest.mark.usefixtures("_unfit")
def test_one_that_the_schema_cannot_take_is_left_out_with_a_note_and_costs_no_other() -> None:
    found = found_at([(None, "n/a")] * 3 + [(OBJECT, OBJECT)] * 5, ONE_OF["object"][1])
    assert {(one.path, one.kind) for one in found} == {("field", "null_words"), ("name", "case")}
    [note] = found.notes
    assert note.startswith("Allow rounding is not suggested, since the schema cannot take it: name: ")


def test_words_and_a_missing_key_at_one_field_are_one_suggestion_that_counts_both() -> None:
    pairs = [(ABSENT, "n/a")] * 3 + [(ABSENT, None)] * 4 + [(ABSENT, "")] * 2 + [(word, word) for word in "abcde"]
    [one] = suggested(pairs)
    assert (one.kind, one.also) == ("nulls", ("null_words",))
    assert one.title == (
        "Read words such as n/a as null and treat null, a missing key and an empty text as the same, unscored where "
        "both lack a value: field"
    )
    assert one.sentence.startswith(
        "In field, 9 of 9 wrong results are 'n/a', a missing key, an empty text or null, one against another"
    )
    assert one.effect is not None
    assert one.effect.settled is not None
    assert one.effect.settled.wrong == one.evidence.explained == 9


def test_what_is_empty_in_an_object_that_is_null_is_counted_with_it_and_proposed_once() -> None:
    empty = {"value": None, "unit": None}
    pairs = [(None, ABSENT)] * 3 + [(None, empty)] * 4 + [(OBJECT, OBJECT)] * 5 + [(OBJECT, {**OBJECT, "unit": "K"})]
    found = found_at(pairs, ONE_OF["object"][1])
    one = of_kind(found, "nulls")
    assert one.path == "field"
    assert one.sentence.startswith(
        "In field and the fields in it, 11 of 12 wrong results are a missing key against null"
    )
    assert one.evidence.records == 7
    assert one.effect is not None
    assert one.effect.settled is not None
    assert one.effect.settled.wrong == 11


def test_values_of_a_record_that_was_never_extracted_are_neither_explained_nor_settled() -> None:
    gold = records([None] * 4 + [f"{number}" for number in range(5)])
    extracted = [{"id": one["id"]} if number < 3 else None if number == 3 else one for number, one in enumerate(gold)]
    schema = {"type": "object", "x-eval-id": "id", "properties": {"field": {"type": ["string", "null"]}}}
    gold.append({"id": "null", "field": None})
    found = suggest(gold, {"a": [*extracted, {"id": "null", "field": None}]}, schema)
    one = of_kind(found, "nulls")
    assert (one.evidence.explained, one.evidence.of, one.evidence.records) == (3, 3, 3)
    assert one.effect is not None
    assert one.effect.settled is not None
    assert (one.effect.settled.right, one.effect.settled.wrong, one.effect.settled.records) == (3, 3, 3)


@pytest.mark.parametrize(("invented", "level"), [(0, "low"), (1, "low"), (3, "high")])
def test_nulls_of_elements_that_gold_lacks_are_told_and_are_a_high_risk_where_they_are_most(
    invented: int, level: str
) -> None:
    gold = [{"id": str(i), "items": [{"name": f"a{i}", "percent": None}]} for i in range(12)]
    terse = [{"id": str(i), "items": [{"name": f"a{i}"}]} for i in range(12)]
    more = [{"name": f"x{k}", "percent": None} for k in range(invented)]
    loose = [{**record, "items": [*record["items"], *more]} for record in gold]  # type: ignore[misc]
    item = {"type": "object", "properties": {"name": {"type": "string"}, "percent": {"type": ["number", "null"]}}}
    schema = {
        "type": "object", "x-eval-id": "id",
        "properties": {"id": {"type": "string"}, "items": {"type": "array", "items": item}},
    }  # fmt: skip
    one = of_kind(suggest(gold, {"terse": terse, "loose": loose}, schema), "nulls")
    assert one.path == "items[].percent"
    assert one.risk.level == level
    assert (f"so do {12 * invented} in elements that gold lacks" in one.risk.why) == bool(invented)


def test_only_the_words_that_are_read_as_null_count_as_words_that_gold_has() -> None:
    pairs = [*[(None, "n/a")] * 5, *[("none", "none")] * 3, ("nut", "nut")]
    assert "gold never has" in of_kind(suggested(pairs, ["string", "null"]), "null_words").risk.why.lower()


def test_words_in_elements_that_gold_lacks_count_as_what_becomes_right_there() -> None:
    notes = [*[ABSENT] * 3, *[None] * 3, *(f"t{n}" for n in range(8))]
    gold = [{"rows": [{"sku": f"s{n}", **({} if note is ABSENT else {"note": note})}]} for n, note in enumerate(notes)]
    said = ["n/a"] * 3 + [*notes[3:]]
    more = [[{"sku": "more", "note": "n/a"}] if n >= 7 else [] for n in range(14)]
    extracted = [
        {"rows": [{**one["rows"][0], "note": note}, *rows]} for one, note, rows in zip(gold, said, more, strict=True)
    ]
    found = suggest(gold, {"a": extracted})
    one = of_kind(found, "null_words")
    assert "so do 7 in elements that gold lacks" in one.risk.why
    assert one.risk.level == "high"


@pytest.mark.parametrize(("right", "is_said"), [(2, False), (9, True)])
def test_a_word_that_is_more_often_a_right_answer_is_a_high_risk_to_read_as_null(right: int, is_said: bool) -> None:
    pairs = [*[(None, "missing")] * 4, *[("missing", "missing")] * right, *[("wet", "wet")] * 20]
    words = of_kind(found_at(pairs, {"type": ["string", "null"]}), "null_words")
    assert (f"{right} right values that are such words no longer count" in words.risk.why) == is_said
    assert words.risk.level == "high" or not is_said


@pytest.mark.parametrize(
    ("nothing", "read", "side", "said"),
    [
        ([None] * 3, "", "null", ""),
        ([""] * 3, ", and empty texts,", "an empty text", "empty texts then count as null as well"),
        (["", "", None], ", and empty texts,", "an empty text or null", "empty texts then count as null as well"),
        ([" "] * 3, ", and blank texts,", "an empty text", "blank texts then count as null as well"),
        ([ABSENT] * 3, "", "a missing key", "null and a missing key then count as the same"),
    ],
)
def test_what_is_read_as_null_beside_words_is_said(nothing: list[Any], read: str, side: str, said: str) -> None:
    pairs = [*((value, "n/a") for value in nothing), ("a", "a"), ("b", "b")]
    one = of_kind(suggested(pairs, ["string", "null"]), "null_words")
    assert one.title == f"Read words such as n/a{read} as null: field"
    assert one.sentence.startswith(f"In field, 3 of 3 wrong results are 'n/a' where the other side has {side}. ")
    assert said in one.risk.why
    assert bool(said) is ("then count" in one.risk.why)
