"""Values that stand at other places because an element is missing or invented: named where it is so, and only there."""

from random import Random
from typing import Any

import pytest

from evaljson import RunResult, evaluate
from evaljson.report.patterns import PatternKind, error_patterns, find_patterns
from evaljson.report.patterns.kinds import BY_NAME, KINDS
from evaljson.report.patterns.table import records_with_pattern
from evaljson.results.saved.run import load_run, save_run
from tests.oracle.shifted import shifted_in
from tests.profiles import share

TEXT = {"type": "string"}
LINE = {"type": "object", "properties": {"sku": TEXT, "name": TEXT, "qty": {"type": "number"}}}
NESTED = {"type": "object", "properties": {"name": TEXT, "tags": {"type": "array", "items": TEXT}}}
BOTH = ("shifted_missing", "shifted_invented")


def schema_of(items: dict[str, Any], align: dict[str, Any] | None = None) -> dict[str, Any]:
    way = {"x-eval-align": align} if align else {}
    return {"type": "object", "properties": {"n": {"type": "array", "items": items, **way}}}


def run_of(
    gold: list[Any], extracted: list[Any], items: dict[str, Any] = TEXT, align: dict[str, Any] | None = None
) -> RunResult:
    return evaluate([{"n": gold}], [{"n": extracted}], schema_of(items, align))


def names(run: RunResult) -> dict[str, str]:
    """The pattern of each error, by its path."""
    codes, every = find_patterns(run).codes, run.table.in_order()
    listed = zip(every.rows, every.results, strict=True)
    return {result.path: KINDS[codes[row]].name for row, result in listed if codes[row] >= 0}


def shifted(run: RunResult) -> dict[str, str]:
    return {path: name for path, name in names(run).items() if name in BOTH}


def line(number: int, **other: Any) -> dict[str, Any]:
    return {"sku": f"S{number}", "name": f"part {number}", "qty": 1, **other}


MISSING, INVENTED = BOTH


@pytest.mark.parametrize(
    ("gold", "extracted", "expected"),
    [
        (["bolt", "nut", "pin"], ["nut", "pin"], {"n[0]": MISSING, "n[1]": MISSING, "n[2]": MISSING}),
        (["nut", "pin"], ["bolt", "nut", "pin"], {"n[0]": INVENTED, "n[1]": INVENTED, "n[-1]": INVENTED}),
        (["ab", "cd", "ef", "gh"], ["ab", "ef", "gh"], {"n[1]": MISSING, "n[2]": MISSING, "n[3]": MISSING}),
        (["ab", "cd", "ef", "gh", "ij"], ["ab", "ef", "ij"], {"n[1]": MISSING, "n[2]": MISSING, "n[4]": MISSING}),
        (["ab", "cd", "ef", "ef", "gh"], ["cd", "ef", "ef", "gh"],
         {"n[0]": MISSING, "n[1]": MISSING, "n[3]": MISSING, "n[4]": MISSING}),
    ],
)  # fmt: skip
def test_values_after_a_gap_are_shifted(gold: list[str], extracted: list[str], expected: dict[str, str]) -> None:
    assert shifted(run_of(gold, extracted)) == expected


def test_a_long_list_is_looked_at_too() -> None:
    gold = [f"line {number}" for number in range(2_000)]
    assert shifted(run_of(gold, gold[1:])) == {f"n[{at}]": MISSING for at in range(2_000)}


def test_all_fields_of_an_element_are_shifted_but_a_value_that_is_wrong_besides_is_not() -> None:
    gold = [line(number) for number in range(4)]
    run = run_of(gold, [line(1), line(2, name="else"), line(3, name="other")], LINE)
    assert names(run) == {
        "n[0].sku": MISSING, "n[0].name": MISSING, "n[1].sku": MISSING, "n[1].name": MISSING,
        "n[2].sku": MISSING, "n[2].name": "different",
        "n[3].sku": MISSING, "n[3].name": "missing_in_list", "n[3].qty": MISSING,
    }  # fmt: skip


def test_two_values_of_one_element_are_enough() -> None:
    assert set(names(run_of([line(0), line(1)], [line(1)], LINE)).values()) == {MISSING}


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [
        pytest.param(["ab", "cd", "ef"], ["cd", "ef", "ab"], id="moved to the end"),
        pytest.param(["ab", "cd", "ef", "gh"], ["cd", "ab", "gh", "ef"], id="exchanged"),
        pytest.param(["ab", "cd", "ef", "gh", "ij"], ["ef", "gh", "ab", "cd"], id="blocks exchanged"),
        pytest.param(["ab", "cd"], ["cd"], id="a single value"),
        pytest.param(["a", "b", "c"], ["b", "c"], id="values that say little"),
        pytest.param(["xy", "xy", "zz", "zz"], ["xy", "zz", "zz"], id="values that repeat"),
        pytest.param(["ab", "cd", "ef"], ["ab", "cd"], id="missing at the end"),
        pytest.param(["ab", "cd", "ef"], ["uv", "wx"], id="other values"),
        pytest.param(["ab", "cd", "ef", "gh"], ["cd", "ef", "gh", "uv"], id="no element missing in all"),
    ],
)
def test_what_is_no_gap_is_not_shifted(gold: list[str], extracted: list[str]) -> None:
    assert shifted(run_of(gold, extracted)) == {}


@pytest.mark.parametrize("way", [{"match_by": "hungarian"}, {"match_by": "key_field", "key": "sku"}])
def test_elements_that_find_no_partner_by_content_are_not_shifted(way: dict[str, Any]) -> None:
    gold = [line(number) for number in range(4)]
    run = run_of(gold, [{**one, "sku": one["sku"].lower(), "qty": 9} for one in gold[1:]], LINE, way)
    assert names(run)
    assert shifted(run) == {}


@pytest.mark.parametrize("way", [{"match_by": "hungarian"}, {"match_by": "key_field", "key": "sku"}])
def test_elements_that_are_paired_by_content_are_not_shifted(way: dict[str, Any]) -> None:
    gold = [line(number) for number in range(4)]
    run = run_of(gold, [*gold[1:3], line(3, name="else")], LINE, way)
    assert names(run)
    assert shifted(run) == {}


@pytest.mark.parametrize("seed", range(4))
def test_what_is_shifted_is_what_the_oracle_finds_and_where_the_values_are(seed: int) -> None:
    random = Random(seed)
    found = dict.fromkeys(BOTH, 0)
    for number in range(share(30)):
        items = (TEXT, LINE, NESTED)[number % 3]
        gold = [[_element(random, items) for _ in range(random.randint(0, 9))] for _ in range(8)]
        pairs = [({"n": one}, {"n": _changed(random, one, items)}) for one in gold]
        run = evaluate([one for one, _ in pairs], [other for _, other in pairs], schema_of(items))
        codes, every = find_patterns(run).codes, run.table.in_order()
        expected = [shifted_in(run, record) for record in range(len(pairs))]
        for record, row, result in zip(every.records, every.rows, every.results, strict=True):
            name = KINDS[codes[row]].name if codes[row] >= 0 else ""
            assert (name if name in BOTH else None) == expected[record].get(result.path)
            if name in BOTH:
                found[name] += 1
    assert min(found.values()) > 0


def _element(random: Random, items: dict[str, Any]) -> Any:
    few = random.random() < 0.4
    text = f"t{random.randrange(4 if few else 60)}"
    if items is LINE:
        return line(random.randrange(12), qty=random.choice([1, 1, 2, 7.5, True])) | {"name": text}
    if items is NESTED:
        return {"name": text, "tags": [f"g{random.randrange(9)}" for _ in range(random.randint(0, 5))]}
    return text


def _changed(random: Random, gold: list[Any], items: dict[str, Any]) -> Any:
    """Leave elements out, put others in, exchange two, misread some values: sometimes none of it."""
    if random.random() < 0.05:
        return random.choice([None, [], {}])
    copy = list(gold)
    for _ in range(random.choice([0, 0, 1, 1, 2])):
        if copy:
            del copy[random.randrange(len(copy))]
    for _ in range(random.choice([0, 0, 0, 1, 2])):
        copy.insert(random.randint(0, len(copy)), _element(random, items))
    if len(copy) > 1 and random.random() < 0.2:
        one, other = random.sample(range(len(copy)), 2)
        copy[one], copy[other] = copy[other], copy[one]
    if items is NESTED:
        copy = [{**one, "tags": _changed(random, one["tags"], TEXT)} if random.random() < 0.3 else one for one in copy]
    if items is LINE:
        copy = [{**one, random.choice(["sku", "name", "qty"]): "xx"} if random.random() < 0.2 else one for one in copy]
    return copy


@pytest.mark.parametrize("seed", range(4))
def test_lists_in_another_order_and_lists_of_one_length_are_never_shifted(seed: int) -> None:
    random = Random(seed)
    for _ in range(share(50)):
        gold = [_element(random, TEXT) for _ in range(random.randint(2, 9))]
        other = random.choice([random.sample(gold, len(gold)), [_element(random, TEXT) for _ in gold]])
        assert shifted(run_of(gold, other)) == {}


@pytest.mark.parametrize("seed", range(4))
def test_the_remedy_leaves_only_what_is_missing_or_invented(seed: int) -> None:
    random = Random(seed)
    for _ in range(share(20)):
        gold = [line(number) for number in random.sample(range(90), random.randint(4, 9))]
        gone = sorted(random.sample(range(len(gold)), random.randint(1, 2)))
        kept = [one for at, one in enumerate(gold) if at not in gone]
        sides = (gold, kept) if random.random() < 0.5 else (kept, gold)
        before, after = (run_of(*sides, LINE, way) for way in (None, {"match_by": "hungarian"}))
        if shifted(before):
            alone = {"missing_in_list", "invented_in_list"}
            assert {one.kind.name for one in error_patterns(after)} <= alone
            assert sum(one.values for one in error_patterns(after)) == 3 * len(gone)


def test_the_remedy_is_offered_and_leads_to_the_suggestions_of_pairing() -> None:
    kinds: list[PatternKind] = [BY_NAME[name] for name in BOTH]
    assert {kind.rule for kind in kinds} == {"pair the elements by content"}
    assert all({"key", "hungarian"} <= set(kind.suggested) for kind in kinds)


def test_a_stored_run_is_shifted_alike() -> None:
    gold = [{"n": [line(number) for number in range(5)]}, {"n": [line(7)]}]
    extracted = [{"n": gold[0]["n"][2:]}, {"n": [line(8)]}]
    run = evaluate(gold, extracted, schema_of(LINE))
    stored = load_run(save_run(run), gold, extracted, schema_of(LINE))
    assert names(stored) == names(run)
    assert shifted(run)


def test_a_shift_in_one_record_names_nothing_in_others() -> None:
    words = ["ab", "cd", "ef"]
    run = evaluate([{"n": words}, {"n": words}], [{"n": words[1:]}, {"n": ["cd", "ab", "ef"]}], schema_of(TEXT))
    found = records_with_pattern(run, find_patterns(run), MISSING, None)
    assert found.tolist() == [True, False]
