"""What the link of a pattern prepares makes its values match, and no name of a pattern is false of a value in it."""

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.report.patterns import error_patterns
from evaljson.report.patterns.candidates import WAYS
from evaljson.report.patterns.differences import of_pair
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.kinds import KINDS, OF_PLACES
from evaljson.report.patterns.shown import shown_patterns
from evaljson.suggest.edit import edited
from evaljson.suggest.proposal import is_code
from tests.report.patterns.prepared import Setting, compare, remedies_of, run_of, schema_of

CASES = json.loads((Path(__file__).parents[2] / "cases" / "patterns.json").read_text(encoding="utf-8"))


def transform(*names: Any) -> Setting:
    return {"x-eval-transform": list(names)}


def counted_absent(*values: Any) -> Setting:
    return {"x-eval-nulls": {"absent": list(values), "both_absent": "skip"}}


NOTHING = counted_absent(None, "", [], {})


def is_settled(gold: Any, extracted: Any, name: str) -> bool:
    schema = schema_of(gold, extracted, {})
    run = evaluate([{"a": gold}], [{"a": extracted}], schema)
    remedy = remedies_of(run, schema)[name]
    return remedy is not None and not error_patterns(
        evaluate([{"a": gold}], [{"a": extracted}], edited(schema, remedy))
    )


def random_pairs(count: int) -> list[tuple[Any, Any]]:
    random = Random(7)
    marks = ["", ".", ",", " ", " kg", " g", " mg", "%", " EUR", "-"]

    def side() -> Any:
        digits = str(random.randrange(1, 10 ** random.randint(1, 5)))
        at = random.randint(0, len(digits))
        text = digits[:at] + random.choice(marks[:4]) + digits[at:] + random.choice(marks)
        return random.choice([text, text, int(digits), int(digits) / 1000, "true", "no", True, False])

    pairs = [(side(), side()) for _ in range(count)]
    near = [(one, f"{one:,}") for one in (random.randrange(10**6) for _ in range(50))]
    units = [(f"{n} kg", f"{n * 1000} g") for n in range(1, 30)]
    return [*pairs, *near, *units, *(with_unit(random) for _ in range(500))]


def with_unit(random: Random) -> tuple[Any, str]:
    """A number, or its text, and the same with a unit behind it: one of a table, a currency, or any word."""
    number = random.choice([random.randrange(1, 5_000), random.randrange(1, 10**6) / 100])
    point, comma = f"{number:,}", f"{number:,}".translate(str.maketrans(",.", ".,"))
    forms = [str(number), str(number).replace(".", ","), point, comma]
    behind = random.choice([" kg", "kg", " g", " mg", "%", " %", " EUR", "€", " widgets", " pcs."])
    return random.choice([number, number, *forms]), random.choice(forms) + behind


WORDS_OF_TEXTS = [
    "Café", "Ulm", "straße", "O’Neil", "Ada", "Lovelace", "St. Gallen", "Łódź", "co-op", "1815–1852", "A.B.", "3.5",
    "data", "Søren", "color", "red,", "(blue)", "“x”", "5", "mm", "Q1",
]  # fmt: skip


def random_texts(count: int) -> list[tuple[str, str]]:
    """Texts that differ in one to three ways of writing them, slips among these."""
    random = Random(11)
    letters = str.maketrans("éóźąøŁł’–“”", 'eozaoLl\'-""')

    def slip(text: str) -> str:
        at = random.randrange(max(len(text), 1))
        return text[:at] + random.choice(["", "a", "x"]) + text[at + 1 :]

    ways: list[Callable[[str], str]] = [
        str.upper, str.lower, slip, slip,
        lambda text: text.translate(letters),
        lambda text: unicodedata.normalize("NFD", text),
        lambda text: text.replace("ß", "ss"),
        lambda text: text.replace(random.choice(",.!-"), ""),
        lambda text: text.replace(" ", random.choice(["", "  "])),
        lambda text: " ".join(random.sample(text.split(), len(text.split()))),
        lambda text: f"{text}!",
    ]  # fmt: skip

    def changed(text: str) -> str:
        for way in random.choices(ways, k=random.choice([1, 1, 2, 3])):
            text = way(text)
        return text

    texts = [" ".join(random.choices(WORDS_OF_TEXTS, k=random.randint(1, 4))) for _ in range(count)]
    pairs = [random.choice([(text, changed(text)), (changed(text), text)]) for text in texts]
    return [pair for pair in pairs if pair[0] != pair[1]]


def random_lists(count: int) -> list[tuple[list[Any], list[Any]]]:
    """Lists of values of which some repeat, in another order or with others."""
    random = Random(12)
    values = [1, 1.0, True, "a", "b", None, [1], {"k": 1}]
    lists = [random.choices(values, k=random.randint(2, 4)) for _ in range(count)]
    others = [random.choice([random.sample(one, len(one)), random.choices(one, k=len(one))]) for one in lists]
    return [(one, other) for one, other in zip(lists, others, strict=True) if repr(one) != repr(other)]


PAIRS = [
    *((case["gold"], case["extracted"]) for case in CASES),
    *random_pairs(4_000),
    *random_texts(1_000),
    *random_lists(200),
]


ABSENT_ON_ONE_SIDE = ("empty_missing", "empty_invented")
OF_ONE_FIELD = [name for name in WAYS if name not in (*ABSENT_ON_ONE_SIDE, "one_of_list", "repeated")]


def test_every_rule_that_a_pattern_names_can_be_prepared() -> None:
    named = {kind.name for kind in KINDS if kind.rule}
    by_comparator = {"unread"}
    assert named == {*WAYS, *OF_PLACES, *by_comparator, "unknown_key"}  # the key is ignored on Data


@pytest.mark.parametrize(("comparator", "is_offered"), [("numeric", True), ("oneof", False)])
def test_equal_values_that_are_wrong_are_settled_where_the_comparator_alone_is_why(
    comparator: str, is_offered: bool
) -> None:
    rule = compare("numeric") if comparator == "numeric" else compare("oneof", values=["a", "b"])
    schema = schema_of("<14.5", "<14.5", rule)
    remedy = remedies_of(run_of("<14.5", "<14.5", rule), schema).get("unread")
    assert (remedy is not None) is is_offered
    if remedy is not None:
        assert not error_patterns(evaluate([{"a": "<14.5"}], [{"a": "<14.5"}], edited(schema, remedy)))


@pytest.mark.parametrize("name", OF_ONE_FIELD)
def test_what_the_link_of_a_pattern_prepares_makes_its_values_match(name: str) -> None:
    spares_codes = name in ("typing", "case", "case_space")
    found = [
        (gold, extracted)
        for gold, extracted in PAIRS
        if repr(gold) != repr(extracted) and of_pair(gold, extracted) == name and not (spares_codes and is_code([gold]))
    ]
    assert found
    assert [pair for pair in found[:: max(len(found) // 30, 1)] if not is_settled(*pair, name)] == []


@pytest.mark.parametrize("empty", ["", None, [], {}])
def test_counting_null_and_empty_as_a_missing_key_settles_both_sides(empty: Any) -> None:
    for gold, extracted in (({"a": empty}, {}), ({}, {"a": empty})):
        kind: Setting = {"type": "array"} if empty == [] else {"type": "object"} if empty == {} else {"type": "string"}
        schema = {"type": "object", "properties": {"a": kind}}
        [(name, remedy)] = remedies_of(evaluate([gold], [extracted], schema), schema).items()
        assert name in ABSENT_ON_ONE_SIDE
        assert remedy is not None
        assert error_patterns(evaluate([gold], [extracted], edited(schema, remedy))) == []


@pytest.mark.parametrize("is_swapped", [False, True])
def test_0_and_null_become_the_same_and_no_other_value_does(is_swapped: bool) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "number"}}}
    gold, extracted = ([{"a": value} for value in side] for side in ([0, 0.0, 0, 5, None], [None, None, 0, 0, None]))
    if is_swapped:
        gold, extracted = extracted, gold
    pattern = "zero_for_null" if is_swapped else "null_for_zero"
    remedy = remedies_of(evaluate(gold, extracted, schema), schema)[pattern]
    assert remedy is not None
    run = evaluate(gold, extracted, edited(schema, remedy))
    assert [one.field_results[0].status for one in run.records] == ["match"] * 3 + ["mismatch", "match"]


def test_a_setting_that_makes_right_values_wrong_is_not_promised() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "number"}}}
    gold: list[Any] = [{"a": 1.5}, {"a": 2.5}, {"a": 3.5}]
    for right, expected in ((3.5, {"number_as_text"}), ("3.5", set())):
        extracted: list[Any] = [{"a": "1,5"}, {"a": "2,5"}, {"a": right}]
        found = remedies_of(evaluate(gold, extracted, schema), schema)
        assert {name for name, remedy in found.items() if remedy is not None} == expected


@pytest.mark.parametrize(
    ("gold", "extracted", "is_promised"),
    [
        (["colour red", "Rosenford", "Mill Lane"], ["color red", "Rosemford", "Mill Lame"], True),
        (["H225a", "H319b", "H336c"], ["H225b", "H319c", "H336d"], False),
        (["ABCDEF", "ABCDEG", "KLMNOP"], ["ABCDEX", "ABCDEY", "KLMNOX"], False),
    ],
)
def test_similar_texts_are_never_allowed_for_codes_nor_where_gold_has_such_texts(
    gold: list[str], extracted: list[str], is_promised: bool
) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    run = evaluate([{"a": one} for one in gold], [{"a": one} for one in extracted], schema)
    assert (remedies_of(run, schema)["typing"] is not None) == is_promised


def test_case_is_not_ignored_in_codes_of_which_it_is_a_part() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    gold, extracted = (
        [{"a": one} for one in side] for side in (["H360FD", "H360Fd", "H361f"], ["H360Fd", "H360FD", "x"])
    )
    assert remedies_of(evaluate(gold, extracted, schema), schema)["case"] is None


def test_a_remedy_keeps_what_the_field_has() -> None:
    field = {"type": "string", "x-eval-transform": ["lowercase"]}
    schema: Setting = {"type": "object", "properties": {"a": field}}
    run = evaluate([{"a": "Ada L"}], [{"a": "ADA  L"}], schema)
    remedy = remedies_of(run, schema)["white_space"]
    assert remedy is not None
    assert edited(schema, remedy)["properties"]["a"]["x-eval-transform"] == ["lowercase", "normalize_whitespace"]


@pytest.mark.parametrize(
    ("gold", "extracted", "pattern", "settled"),
    [
        (["Rome", "Roma"], "Roma", "one_of_list", True),
        (["Rome", "Roma"], "Oslo", "list_for_value", False),
        ("Roma", ["Roma"], "list_for_value", False),
    ],
)
def test_accepting_any_value_of_a_list_is_named_for_values_of_it(
    gold: Any, extracted: Any, pattern: str, settled: bool
) -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "array", "items": {"type": "string"}, **compare("any_of")}},
    }
    assert of_pair(gold, extracted) == pattern
    assert (not error_patterns(evaluate([{"a": gold}], [{"a": extracted}], schema))) == settled
    before = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}}}
    run = evaluate([{"a": gold}], [{"a": extracted}], before)
    remedy = remedies_of(run, before)[pattern]
    assert (remedy is not None and remedy.compare == "any_of") == settled


def test_a_key_that_the_schema_lacks_is_settled_by_ignoring_it() -> None:
    schema: Setting = {"type": "object", "properties": {"a": {"type": "string"}}}
    sides = [{"a": "x"}], [{"a": "x", "c": {"d": 1}}]
    assert {one.kind.name for one in error_patterns(evaluate(*sides, schema))} == {"unknown_key"}
    schema["properties"]["c"] = {"x-eval-skip": True}
    assert error_patterns(evaluate(*sides, schema)) == []


def test_units_that_no_plain_rule_reads_name_no_rule() -> None:
    assert [kind.rule for kind in KINDS if kind.name in ("unit", "unit_left_out", "word_added")] == ["", "", ""]


@pytest.mark.parametrize(
    ("now", "after"),
    [("numeric", {"numeric": {"tolerance": {"abs": 0.05}}}), ("quantity", {"quantity": {"tolerance": {"abs": 0.05}}})],
)
def test_a_tolerance_keeps_the_rule_that_reads_the_values(now: str, after: Setting) -> None:
    field = {"type": ["number", "string"], "x-eval-compare": now}
    schema = {"type": "object", "properties": {"value": field}}
    gold = [{"value": n + 0.24} for n in range(6)] + [{"value": "12 mg"}] * (now == "quantity")
    extracted = [{"value": round(one["value"], 1)} if isinstance(one["value"], float) else one for one in gold]
    remedy = remedies_of(evaluate(gold, extracted, schema), schema)["rounded"]
    assert remedy is not None
    assert edited(schema, remedy)["properties"]["value"]["x-eval-compare"] == after


@pytest.mark.parametrize(
    ("field", "other", "is_offered"),
    [
        ("value", (8.22, 8.22), True),
        ("value", (8.22, 8.31), True),
        ("value", (8.22, 8.23), True),
        ("value", (8.22, 8.25), False),
        ("hs_code", (8.22, 8.22), False),
    ],
    ids=["alone", "far off", "off by one in the last digit", "another number that counts as right then", "codes"],
)
def test_a_tolerance_is_offered_where_it_settles_what_was_rounded_and_nothing_else(
    field: str, other: tuple[float, float], is_offered: bool
) -> None:
    pairs = [(7.42, 7.4), (6.33, 6.3), (5.18, 5.2), other]
    schema = {"type": "object", "properties": {field: {"type": "number"}}}
    sides = [[{field: pair[side]} for pair in pairs] for side in (0, 1)]
    remedy = remedies_of(evaluate(*sides, schema), schema)["rounded"]
    assert (remedy is not None) is is_offered


@pytest.mark.parametrize(
    ("gold", "extracted", "compare"),
    [("2026-04-{}T12:00", "{}/04/2026 12:00", "datetime"), ("2026-04-{}", "{}/04/2026", "date")],
)
def test_dates_with_times_are_to_be_compared_with_their_times(gold: str, extracted: str, compare: str) -> None:
    schema = {"type": "object", "properties": {"due": {"type": "string"}}}
    sides = [[{"due": form.format(day)} for day in range(13, 20)] for form in (gold, extracted)]
    run = evaluate(*sides, schema)
    [shown] = shown_patterns(run, find_patterns(run), schema)
    assert shown.remedy is not None
    assert (shown.remedy.compare, shown.offer) == (
        compare,
        {"date": "compare as dates", "datetime": "compare as dates and times"}[compare],
    )
