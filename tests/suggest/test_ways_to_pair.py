"""Of several ways to pair elements, the one comes first that is best for all variants together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from evaljson import annotate_xeval, evaluate, infer_schema
from evaljson.suggest import Suggestion, Suggestions, apply, suggest
from evaljson.suggest.more_by_content import more_by_content
from evaljson.wording.differences import in_points
from tests.suggest.made import kinds, of_kind

ROOMS = ("Kitchen", "Bedroom", "Bathroom", "Study")
GOLD = [
    {"id": f"r{n}", "rooms": [{"name": name, "size": 10 * n + at, "floor": 2 * at} for at, name in enumerate(ROOMS)]}
    for n in range(12)
]  # fmt: skip


def turned(gold: list[Any]) -> list[Any]:
    return [{**record, "rooms": record["rooms"][::-1]} for record in gold]


def loud(gold: list[Any], records: int) -> list[Any]:
    """The names of the rooms in capitals, in so many records."""
    return [
        {**record, "rooms": [{**room, "name": room["name"].upper() if n < records else room["name"]}
                             for room in record["rooms"]]}
        for n, record in enumerate(gold)
    ]  # fmt: skip


def found_for(**extracted: list[Any]) -> Suggestions:
    return suggest(GOLD, extracted, annotate_xeval(infer_schema(GOLD)) | {"x-eval-id": "id"})


def pairing(found: Suggestions) -> Suggestion:
    [one] = [one for one in found if one.path == "rooms"]
    return one


@pytest.mark.parametrize(
    ("extracted", "kind"),
    [
        pytest.param({"turned": turned(GOLD)}, "key", id="the key is as good"),
        pytest.param({"turned": turned(GOLD), "loud": loud(GOLD, 6)}, "hungarian", id="costs another variant much"),
        pytest.param({"turned": turned(GOLD), "loud": loud(GOLD, 2)}, "hungarian", id="costs another variant a little"),
        pytest.param({"turned": turned(GOLD), "same": GOLD}, "key", id="changes nothing of another variant"),
    ],
)
def test_a_key_comes_first_only_where_it_does_nearly_as_well_for_every_variant(
    extracted: dict[str, list[Any]], kind: str
) -> None:
    found = found_for(**extracted)
    assert pairing(found).kind == kind
    assert "key" in {one.kind for one in (*found, *found.alternatives)}


@pytest.mark.parametrize(("day", "kind"), [("2024-01-{:02}", "key"), ("2024-01-01", "hungarian")])
def test_a_key_that_gold_has_twice_comes_first_only_where_it_does_best(day: str, kind: str) -> None:
    gold = [
        {
            "id": f"r{n}",
            "cited": [{"on": f"20{n:02}-0{at}-01", "size": 10.5 * n + at, "floor": 2 * at} for at in (1, 2, 3)],
        }
        for n in range(1, 61)
    ]
    for at, cited in enumerate(gold[0]["cited"][:2]):  # type: ignore[arg-type]
        cited["on"] = day.format(at + 1)  # type: ignore[index]
    found = suggest(gold, {"turned": [{**one, "cited": one["cited"][::-1]} for one in gold]}, id_field="id")
    [one] = [one for one in found if one.path == "cited"]
    assert one.kind == kind
    assert kinds(found) | {one.kind for one in found.alternatives} == {"key", "hungarian"}


def test_what_a_variant_writes_otherwise_is_seen_beside_one_whose_elements_are_in_another_order() -> None:
    extracted = {"turned": turned(GOLD), "loud": loud(GOLD, 6), "both": turned(loud(GOLD, 6))}
    found = found_for(**extracted)
    assert kinds(found) == {"hungarian", "case"}
    assert of_kind(found, "case").evidence.explained == 48
    schema = apply(found.schema, found.for_all)
    assert {evaluate(GOLD, records, schema).mean_f1 for records in extracted.values()} == {1.0}


def test_a_variant_that_loses_is_named_beside_the_one_that_gains_most() -> None:
    found = found_for(turned=turned(GOLD), loud=loud(GOLD, 6))
    [by_key] = [one for one in found.alternatives if one.kind == "key"]
    assert by_key.effect is not None
    assert by_key.effect.falls_most == "loud"
    assert by_key.effect.falls == ("loud", by_key.effect.variants["loud"].gain_in_points)
    assert ", and lowers that of loud by " in by_key.sentence
    assert pairing(found).effect is not None
    assert pairing(found).effect.falls is None
    assert "lowers" not in pairing(found).sentence


def test_the_sentence_and_the_effect_count_the_same_results() -> None:
    gold = [{**record, "rooms": [{**room, "tags": [] if place % 2 else ["a"]}
                                 for place, room in enumerate(record["rooms"])]} for record in GOLD]  # fmt: skip
    extracted = {"turned": turned(gold), "loud": loud(gold, 6)}
    found = suggest(gold, extracted, annotate_xeval(infer_schema(gold)) | {"x-eval-id": "id"})
    pairings = [one for one in (*found, *found.alternatives) if one.path == "rooms"]
    assert len(pairings) > 1
    for one in pairings:
        assert one.effect is not None
        assert one.effect.settled is not None
        assert one.evidence.explained == one.effect.settled.gained
        assert one.evidence.records == one.effect.settled.records


def test_what_was_not_extracted_is_not_among_the_wrong_results() -> None:
    whole, short = (pairing(found_for(one=records)) for records in (turned(GOLD), turned(GOLD)[:-3]))
    assert (whole.evidence.of, short.evidence.of) == (12 * 12, 9 * 12)
    assert "108 of 108 wrong results" in short.sentence


@pytest.mark.parametrize("write", [lambda name: "?", str.upper], ids=["wrong", "in capitals"])
@pytest.mark.parametrize("wrong", [0, 1, 2, 4])
def test_a_key_says_what_pairing_by_content_would_bring_beyond_it(wrong: int, write: Callable[[str], str]) -> None:
    """Where a name is wrong, its room finds no partner by its name; by content it does."""
    gold = [{"id": f"r{n}", "rooms": [{"name": name, **{f"f{i}": 10 * n + at + i for i in range(9)}}
                                     for at, name in enumerate(ROOMS)]} for n in range(30)]  # fmt: skip
    extracted = turned(gold)
    for record in extracted[:wrong]:
        record["rooms"] = [{**record["rooms"][0], "name": write(record["rooms"][0]["name"])}, *record["rooms"][1:]]
    schema = annotate_xeval(infer_schema(gold)) | {"x-eval-id": "id"}
    found = suggest(gold, {"one": extracted}, schema)
    assert pairing(found).settings == {"x-eval-align": {"match_by": "key_field", "key": "name"}}

    def scored(align: dict[str, str]) -> float:
        rooms = {**schema["properties"]["rooms"], "x-eval-align": align}
        changed = {**schema, "properties": {**schema["properties"], "rooms": rooms}}
        return evaluate(gold, extracted, changed).mean_f1 or 0.0

    by_key, by_content = scored({"match_by": "key_field", "key": "name"}), scored({"match_by": "hungarian"})
    more = in_points(by_key, by_content)[2].removeprefix("+")
    said = [(one.path, one.key, one.variant, one.by) for one in more_by_content(found)]
    assert said == ([("rooms", "name", "one", more)] if wrong else [])
    sentence = f"it comes first as people can check a key, though paired by content, F1 would be {more} points higher"
    assert (sentence in pairing(found).risk.why) is bool(wrong)
