"""Values of gold that all variants contradict alike: what is listed, what is not, and that none is said to be wrong."""

import copy
import json
from random import Random
from typing import Any

import pytest

from evaljson import InputError, NullHandling, RunResult, evaluate, reclassify_nulls
from evaljson.base.jsontypes import ABSENT
from evaljson.report.export.gold_check import gold_check_csv
from evaljson.report.gold_check import GoldCheck, check_gold
from tests.oracle.gold_check import contradicted
from tests.report.gold_check.one_field import GOLD, TEXT, of_values, with_first

LEAVES: dict[str, dict[str, Any]] = {
    "name": {**TEXT, "x-eval-transform": ["lowercase"]},
    "total": {"type": "number", "x-eval-compare": {"numeric": {"tolerance": {"rel": 0.01}}}},
    "about": {**TEXT, "x-eval-compare": "fuzzy", "x-eval-threshold": 0.8},
    "code": TEXT,
    "paid": {"type": "boolean"},
}
ROWS = {"type": "object", "properties": {"sku": TEXT, "note": TEXT, "count": {"type": "integer"}}}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "id": TEXT,
        **LEAVES,
        "rows": {"type": "array", "items": ROWS, "x-eval-align": {"match_by": "key_field", "key": "sku"}},
        "tags": {"type": "array", "items": TEXT},
    },
}
FIELDS = {**LEAVES, **{f"rows[].{key}": node for key, node in ROWS["properties"].items()}, "tags[]": TEXT}  # type: ignore[attr-defined]
ODD: list[Any] = [
    None,
    "",
    ABSENT,
    True,
    1,
    1.0,
    0,
    "n/a",
    "Ada Lovelace",
    "ADA lovelace",
    "Ada Lovelacf",
    -7,
    70,
    "x y",
]


def record(number: int, random: Random) -> dict[str, Any]:
    return {
        "id": f"d{number}",
        "name": f"Name {random.randint(1, 99)}",
        "total": random.randint(100, 9999) / 10,
        "about": random.choice(["a long story", "a long story!", "quite another thing"]),
        "code": f"C-{number}",
        "paid": random.random() < 0.5,
        "rows": [
            {"sku": sku, "note": f"note {sku}", "count": random.randint(1, 9)}
            for sku in random.sample("ABCDEF", random.randint(0, 4))
        ],
        "tags": random.sample(["red", "green", "blue"], random.randint(0, 3)),
    }


def spoil(records: list[dict[str, Any]], random: Random, rate: float) -> list[dict[str, Any]]:
    """Change values at random, keys and elements too."""
    changed = copy.deepcopy(records)
    for one in changed:
        for holder in [one, *one["rows"]]:
            for key in [key for key in holder if key not in ("id", "sku", "rows", "tags")]:
                if random.random() < rate:
                    new = random.choice([*ODD, holder[key], f"{holder[key]}x"])
                    if new is ABSENT:
                        del holder[key]
                    else:
                        holder[key] = new
        if one["rows"] and random.random() < rate:
            one["rows"].pop(random.randrange(len(one["rows"])))
        if one["tags"] and random.random() < rate:
            one["tags"][0] = random.choice(["red", "reed", "black"])
    return changed


def in_own_words(records: list[dict[str, Any]], random: Random) -> list[dict[str, Any]]:
    """Write some values otherwise, so that the rules of their fields count them as the same."""
    changed = copy.deepcopy(records)
    for one in changed:
        if isinstance(one.get("name"), str) and random.random() < 0.3:
            one["name"] = one["name"].upper()
        if type(one.get("total")) is float and random.random() < 0.3:
            one["total"] = one["total"] * random.choice([1.004, 1.008])
        if isinstance(one.get("about"), str) and random.random() < 0.3:
            one["about"] = f"{one['about']}?"
    return changed


def ten_times(records: list[dict[str, Any]], random: Random, rate: float) -> None:
    """Move the decimal point of some totals."""
    for one in records:
        if type(one.get("total")) is float and random.random() < rate:
            one["total"] *= 10


def messy_runs(seed: int, **options: Any) -> dict[str, RunResult]:
    random = Random(seed)
    truth = [record(at, random) for at in range(random.choice([6, 30, 60]))]
    gold = spoil(truth, random, random.choice([0.02, 0.15]))
    shared = spoil(truth, random, random.choice([0.0, 0.1, 0.5]))
    ten_times(shared, random, random.choice([0.0, 0.15]))
    found = {}
    for at in range(random.choice([2, 3, 4])):
        of_variant = spoil(in_own_words(shared, random), random, random.choice([0.01, 0.05]))
        kept = [one for one in of_variant if random.random() > 0.05]
        found[f"v{at}"] = evaluate(gold, kept, SCHEMA, missing_records=random.choice(["omit", "exclude"]), **options)
    return found


@pytest.mark.parametrize("seed", range(25))
def test_columns_find_what_a_look_at_each_place_and_pair_finds(seed: int) -> None:
    runs = messy_runs(seed)
    expected, found = contradicted(runs, FIELDS), check_gold(runs, SCHEMA)
    assert {(one.position, one.path) for one in found.found} == {
        place for place, why in expected.items() if why is None
    }
    reasons = [why for why in expected.values() if why is not None]
    assert found.left_out == {why: reasons.count(why) for why in reasons}
    assert found.contradicted == len(expected) == len(found.found) + sum(found.left_out.values())


def test_random_data_meets_every_reason_and_values_that_are_alike_but_not_the_same() -> None:
    every = [check_gold(messy_runs(seed), SCHEMA) for seed in range(25)]
    assert {why for found in every for why in found.left_out} == {
        "record", "same values", "same difference", "field", "writing", "nothing",
    }  # fmt: skip
    assert any(not one.is_literal for found in every for one in found.found)
    assert {one.kind for found in every for one in found.found} == {"another value", "nothing in gold"}


@pytest.mark.parametrize(
    ("gold", "variants", "said"),
    [
        ([], [["other"], ["other"]], "Both variants say other where gold has value 0: check gold."),
        ([], [["other"]] * 2 + [["other"]], "All 3 variants say other where gold has value 0: check gold."),
        ([None], [["other"], ["other"]], "Both variants say other where gold has null: check gold."),
        ([ABSENT], [["other"], ["other"]], "Both variants say other where gold has no value: check gold."),
        (
            [], [["other"], [...], ["other"]],
            "Both variants that have this record say other where gold has value 0: check gold.",
        ),
    ],
    ids=["two", "three", "null", "absent", "without the record"],
)  # fmt: skip
def test_a_sentence_says_who_contradicts_what(gold: list[Any], variants: list[list[Any]], said: str) -> None:
    apart = [[*with_first(*one)[:-1], f"its own {at}"] for at, one in enumerate(variants)]
    (one,) = of_values(with_first(*gold), *apart).found
    assert (one.sentence, one.record, one.path) == (said, "0", "x")


def test_values_that_the_rule_counts_as_the_same_are_not_said_to_be_one_value() -> None:
    found = of_values(with_first("other"), with_first("ACME"), with_first("acme"), node=LEAVES["name"])
    (one,) = found.found
    assert one.sentence == "Both variants say ACME, or what counts as the same, where gold has other: check gold."


def test_long_values_are_cut_so_that_what_differs_is_shown() -> None:
    long = "the same words " * 20
    found = of_values(with_first(f"{long}1 end"), with_first(f"{long}2 end"), [*with_first(f"{long}2 end")[:-1], "own"])
    assert found.found[0].shown == ("… same words 1 end", "… same words 2 end")


def test_what_is_written_is_read_back() -> None:
    first, second = with_first("other", "some"), [*with_first("other", "some")[:-1], "own"]
    found = of_values(with_first("right", ABSENT), first, second, [*second[:-2], ..., "own"])
    assert GoldCheck.of(json.loads(json.dumps(found.to_dict()))) == found
    cut = found.first(1)
    assert (cut.listed, len(cut.found), cut.sentence) == (2, 1, found.sentence.replace("all 3 variants", cut.whom))


@pytest.mark.parametrize(
    "variants",
    [
        [with_first("other"), with_first("another one")],
        [with_first("other"), with_first()],
        [with_first("other"), [..., *GOLD[1:]]],
        [with_first("VALUE 0"), [*with_first("VALUE 0")[:-1], "its own"]],
        [with_first("other")],
        [with_first("other"), with_first("other")],
        [with_first(None), [*with_first(None)[:-1], "its own"]],
    ],
    ids=["not alike", "one is right", "one voice", "only case", "one variant", "copies", "nothing"],
)
def test_nothing_is_listed_unless_variants_that_differ_contradict_alike(variants: list[list[Any]]) -> None:
    assert of_values(GOLD, *variants).found == ()


@pytest.mark.parametrize(
    ("gold", "said", "why"),
    [
        ("", None, "nothing"),
        ("value 0", ABSENT, "nothing"),
        ("public rd.", "public road", "writing"),
        ("VALUE", "value", "writing"),
        (None, "n/a", "writing"),
        ("value 0", "other", None),
        (ABSENT, None, None),
        ("value 0", ..., None),
    ],
)
def test_values_that_are_not_listed_for_their_kind_are_counted(gold: Any, said: Any, why: str | None) -> None:
    """Beside one value that is listed."""
    one, other = with_first(said, "listed"), [*with_first(said, "listed")[:-1], "its own"]
    found = of_values(with_first(gold), one, other)
    assert found.left_out == ({} if why is None else {why: 1})
    assert [listed.record for listed in found.found] == (["0", "1"] if said == "other" else ["1"])
    assert found.contradicted == len(found.found) + (why is not None)
    assert found.besides == (
        "" if why is None else "In 1 other value, which is not listed, variants agree against gold too."
    )


def test_variants_that_say_different_things_where_gold_is_written_otherwise_do_not_agree() -> None:
    found = of_values(with_first("public rd."), with_first("public road"), [*with_first("public r")[:-1], "its own"])
    assert (found.found, found.left_out) == ((), {})


def test_what_repeats_is_a_convention_and_its_field_is_named() -> None:
    gold = ["Germany"] * 4 + GOLD[4:]
    found = of_values(gold, ["DE"] * 4 + GOLD[4:], ["DE"] * 4 + [*GOLD[4:-1], "its own"])
    assert (found.found, found.left_out) == ((), {"same values": 4})
    (field,) = found.fields
    assert (field.field, field.records, field.among) == ("x", 4, 30)
    assert field.sentence.endswith("look at some of them.")


def test_records_of_a_field_are_those_of_all_variants_together() -> None:
    """Each pair of variants invents a field in its own half of gold."""
    schema = {"type": "object", "x-eval-id": "id", "properties": {"id": TEXT, "x": TEXT, "note": TEXT}}
    gold = [{"id": str(at), "x": f"x{at}"} for at in range(20)]
    noted = [{**one, "note": f"memo {at}"} for at, one in enumerate(gold)]
    runs = {}
    for name, low in (("a", 0), ("b", 0), ("c", 10), ("d", 10)):
        own = {**noted[low], "x": name}
        runs[name] = evaluate(gold, [own, *noted[low + 1 : low + 10]], schema)
    (field,) = check_gold(runs, schema).fields
    assert (field.field, field.records, field.among) == ("note", 20, 20)


def test_each_document_type_has_the_rule_of_its_own() -> None:
    rules = {"a": LEAVES["name"], "b": TEXT}
    schemas = {kind: {"type": "object", "properties": {"name": rule}} for kind, rule in rules.items()}
    schema = {"type": "object", "x-eval-id": "id", "x-eval-by": "kind", "x-eval-schemas": schemas}
    gold = [{"id": str(at), "kind": "ab"[at % 2], "name": f"N {at * at}"} for at in range(20)]
    one, other = (
        [{**each, "name": said} if int(each["id"]) < 2 else each for each in gold] for said in ("ACME", "acme")
    )
    found = check_gold({"one": evaluate(gold, one, schema), "other": evaluate(gold, other, schema)}, schema)
    assert [(value.record, value.is_literal) for value in found.found] == [("0", False)]


@pytest.mark.parametrize("seed", range(5))
def test_results_that_a_post_processor_changed_are_looked_at_as_they_are(seed: int) -> None:
    policy = NullHandling(absent_values=[None], both_absent_skip=True)
    runs = messy_runs(seed, post_process=lambda results: reclassify_nulls(results, policy))
    expected = contradicted(runs, FIELDS)
    found = {(one.position, one.path) for one in check_gold(runs, SCHEMA).found}
    assert found == {place for place, why in expected.items() if why is None}


@pytest.mark.parametrize(("wrong", "listed"), [(9, 9), (10, 0)])
def test_of_a_large_record_ten_values_are_too_many_to_be_slips(wrong: int, listed: int) -> None:
    keys = [f"k{at}" for at in range(50)]
    schema = {"type": "object", "x-eval-id": "id", "properties": {"id": TEXT, **dict.fromkeys(keys, TEXT)}}
    gold: list[dict[str, Any]] = [{"id": str(at), **{key: f"{key} {at * at}" for key in keys}} for at in range(5)]
    said = [{**gold[0], **{key: f"another {key}" for key in keys[:wrong]}}, *gold[1:]]
    own = [*said[:4], {**gold[4], "k0": "own"}]
    found = check_gold({"a": evaluate(gold, said, schema), "b": evaluate(gold, own, schema)}, schema)
    assert len(found.found) == listed
    assert [(one.record, one.values) for one in found.records] == ([] if listed else [("0", 10)])


def test_values_are_ordered_by_how_many_say_so_and_those_that_gold_lacks_are_last() -> None:
    first, second = with_first("other", "some"), with_first("other", "some")
    third = [*with_first("other", ...)[:-1], "its own"]
    found = of_values(with_first("right", None), first, [*second[:-1], "own too"], third)
    assert [(one.record, one.kind) for one in found.found] == [("0", "another value"), ("1", "nothing in gold")]


def test_runs_of_other_gold_or_another_schema_are_refused() -> None:
    runs = messy_runs(1)
    other = evaluate([{"id": "d0", "name": "x"}], [{"id": "d0", "name": "y"}], SCHEMA)
    with pytest.raises(InputError, match="not of the same gold"):
        check_gold({**runs, "other": other}, SCHEMA)


def test_copies_count_once_and_are_named() -> None:
    found = of_values(GOLD, with_first("other"), with_first("other"), [*with_first("other")[:-1], "own"])
    assert (found.variants, found.copies) == (("v0", "v2"), ("v1",))
    assert found.found[0].variants == ("v0", "v2")


def test_everything_is_plain_data_and_no_spreadsheet_runs_a_value() -> None:
    said = "=1+cmd()"
    found = of_values(with_first("@gold"), with_first(said), [*with_first(said)[:-1], "own"])
    written = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert written["found"][0]["gold"] == {"value": "@gold"}
    header, line = gold_check_csv(found).decode().splitlines()
    assert header.startswith("record_id,position,path,field,kind,gold,extracted")
    assert line == '0,0,x,x,another value,"""@gold""","""=1+cmd()""","v0; v1",,'
    assert found.to_frame()["path"].tolist() == ["x"]
