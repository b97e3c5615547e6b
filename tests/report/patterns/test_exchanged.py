"""Two objects that a record exchanges are one pattern with their names, and nothing else is."""

from random import Random
from typing import Any

import numpy as np
import pytest

from evaljson import RunResult, evaluate
from evaljson.cli.text.patterns import pattern_lines
from evaljson.report.patterns import error_patterns
from evaljson.report.patterns.exchanged import exchanges_in
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.table import pattern_list, records_with_pattern
from evaljson.schema import annotate_xeval, infer_schema
from tests.oracle.patterns import counts_of, exchanged_in

Record = dict[str, Any]
HOME = {"street": "Oak Road 1", "city": "Ulm", "zip": "89073", "tags": ["red", "blue"]}
WORK = {"street": "Elm Road 2", "city": "Bonn", "zip": "53111", "tags": ["green"]}
PERSON, OTHER, LOST = ({"name": name, "city": city} for name, city in (("Ann", "Ulm"), ("Bo", "Bonn"), ("?", "?")))
ROADLESS = {key: value for key, value in HOME.items() if key != "zip"}


def addresses(billing: Any, shipping: Any, **more: Any) -> Record:
    return {"billing": billing, "shipping": shipping, **more}


def both(one: Record, other: Record, found: Record | None = None) -> tuple[Record, Record]:
    """Gold, and the extraction with the two exchanged; `found` stands in the place of the other one."""
    return addresses(one, other), addresses(other, one if found is None else found)


def run_of(gold: list[Record], extracted: list[Record]) -> RunResult:
    return evaluate(gold, extracted, annotate_xeval(infer_schema(gold)))


def titles(run: RunResult) -> list[str]:
    return [one.title for one in pattern_list(run, find_patterns(run))]


def test_exchanged_objects_are_one_pattern_with_their_names_and_it_comes_first() -> None:
    gold = [addresses(HOME, WORK, total=n) for n in range(3)]
    extracted = [addresses(WORK, HOME, total=0) for n in range(2)] + [gold[2]]
    run = run_of(gold, extracted)
    first, *others = pattern_list(run, find_patterns(run))
    assert (first.title, first.records) == ("billing and shipping exchanged", 2)
    assert [one.kind.name for one in others] == ["different"]


def test_at_one_field_only_the_objects_around_it_are_named() -> None:
    gold = {**addresses(HOME, WORK), "buyer": PERSON, "seller": OTHER}
    run = run_of([gold], [{**addresses(WORK, HOME), "buyer": OTHER, "seller": PERSON}])
    assert [one.title for one in error_patterns(run, "billing.city")] == ["billing and shipping exchanged"]


def test_every_error_inside_exchanged_objects_is_in_the_pattern() -> None:
    run = run_of([addresses(HOME, WORK)], [addresses(WORK, HOME)])
    assert titles(run) == ["billing and shipping exchanged"]


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [
        pytest.param(*both(PERSON, OTHER, found={**PERSON, "city": "unknown"}), id="words for one value"),
        pytest.param(*both(HOME, WORK, found={**HOME, "zip": "89O73"}), id="one value misread"),
        pytest.param(*both({"a": 1, "b": "xy"}, {"a": 2, "b": "yz"}, found={"a": True, "b": "xy"}), id="true for 1"),
        pytest.param(*both({**HOME, "zip": None}, WORK, found=ROADLESS), id="absent for null"),
    ],
)
def test_a_value_misread_as_well_hides_no_exchange_and_keeps_its_own_pattern(gold: Record, extracted: Record) -> None:
    run = run_of([gold], [extracted])
    first, *others = pattern_list(run, find_patterns(run))
    assert first.title == "billing and shipping exchanged"
    assert sum(one.values for one in others) == 1
    assert all(at.field.startswith("shipping.") for one in others for at in one.fields)


@pytest.mark.parametrize("seed", range(3))
def test_errors_that_are_independent_of_each_other_are_no_exchange(seed: int) -> None:
    random = Random(seed)
    names, cities = ([f"{letter}{n}" for n in range(12)] for letter in ("Name ", "City "))

    def person() -> Record:
        return {"name": random.choice(names), "city": random.choice(cities)}

    def misread(side: Record) -> Record:
        return {key: person()[key] if random.random() < 0.3 else value for key, value in side.items()}

    gold = [addresses(person(), person()) for _ in range(500)]
    run = run_of(gold, [{key: misread(side) for key, side in record.items()} for record in gold])
    assert sum(len(list(exchanges_in(run, record))) for record in range(500)) == 0


def test_the_link_leads_to_the_records_that_exchange() -> None:
    gold = [addresses(HOME, WORK)] * 3
    run = run_of(gold, [gold[0], addresses(WORK, HOME), addresses(WORK, WORK)])
    found = records_with_pattern(run, find_patterns(run), "exchanged", None)
    assert np.flatnonzero(found).tolist() == [1]


def test_objects_deep_in_a_record_are_named_by_their_paths() -> None:
    sides = [{"order": {"parties": one, "n": 5}} for one in (addresses(HOME, WORK), addresses(WORK, HOME))]
    assert titles(run_of(sides[:1], sides[1:])) == ["order.parties.billing and order.parties.shipping exchanged"]


def test_several_exchanges_are_all_named() -> None:
    lake = {"street": "Lake Road 3", "city": "Kiel"}
    dock = {"street": "Dock Road 4", "city": "Jena"}
    gold = addresses(HOME, WORK, **{"a.b": lake, "c": dock})
    extracted = addresses(WORK, HOME, **{"a.b": dock, "c": lake})
    assert titles(run_of([gold], [extracted])) == ["['a.b'] and c, billing and shipping exchanged"]


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [
        pytest.param(addresses(HOME, HOME), addresses(HOME, HOME), id="equal objects"),
        pytest.param(addresses(HOME, WORK), addresses(HOME, HOME), id="one written twice"),
        pytest.param(addresses(HOME, WORK), addresses(HOME | {"city": "Bonn"}, WORK | {"city": "Ulm"}), id="few"),
        pytest.param(addresses(PERSON, OTHER), addresses(OTHER, {"name": "Al", "city": "Rom"}), id="one way only"),
        pytest.param(addresses(PERSON, OTHER), addresses(LOST, {**LOST, "city": "Ulm"}), id="one of them is lost"),
        pytest.param(addresses(PERSON, OTHER), addresses(OTHER | {"city": "?"}, PERSON | {"city": "?"}), id="half"),
        pytest.param(addresses(HOME, {}), addresses({}, HOME), id="an empty object"),
        pytest.param(addresses(HOME, None), addresses(None, HOME), id="null"),
        pytest.param(*both({"city": "Ulm"}, {"city": "Bonn"}), id="single values"),
        pytest.param(*both({"a": True, "b": 0}, {"a": False, "b": 1}), id="values that say little"),
        pytest.param({"x": HOME, "in": {"y": WORK}}, {"x": WORK, "in": {"y": HOME}}, id="not beside each other"),
    ],
)  # fmt: skip
def test_coincidences_are_no_exchange(gold: Record, extracted: Record) -> None:
    run = run_of([gold, addresses(HOME, WORK)], [extracted, addresses(HOME, WORK)])
    assert "exchanged" not in {one.kind.name for one in pattern_list(run, find_patterns(run))}


@pytest.mark.parametrize("seed", range(4))
def test_what_is_exchanged_is_what_the_oracle_finds(seed: int) -> None:
    random = Random(seed)
    found = 0
    for _ in range(80):
        gold = _object(random, 2)
        extracted = _shuffled(random, gold)
        run = run_of([gold], [extracted])
        named = {path for one in exchanges_in(run, 0) for path in (one.one, one.other)}
        assert named == set(exchanged_in(gold, extracted))
        counts = {
            (one.kind.name, at.field): at.values for one in pattern_list(run, find_patterns(run)) for at in one.fields
        }
        assert counts == {key: values for key, (values, _, _) in counts_of(run).items()}
        found += len(named)
    assert found > 0


def _object(random: Random, depth: int) -> Record:
    keys = random.sample(["k1", "k2", "k3", "k4"], random.randint(2, 4))
    return {key: _object(random, depth - 1) if depth and random.random() < 0.8 else _leaf(random) for key in keys}


def _leaf(random: Random) -> Any:
    return random.choice(["Ulm", "Bonn", "x", 1, True, 7, 7.5, None, "", [], {}, ["Ulm", 7]])


def _shuffled(random: Random, record: Record) -> Record:
    """Exchange two values somewhere, and sometimes change one."""
    copy = {key: _shuffled(random, value) if isinstance(value, dict) else value for key, value in record.items()}
    if len(copy) > 1 and random.random() < 0.6:
        one, other = random.sample(sorted(copy), 2)
        copy[one], copy[other] = copy[other], copy[one]
    if copy and random.random() < 0.1:
        copy[random.choice(sorted(copy))] = "else"
    return copy


def test_names_that_are_long_or_hostile_keep_the_lines_of_the_terminal_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    long = {f"{letter}{'y' * 90}\x1b[31m": side for letter, side in (("a", HOME), ("b", WORK))}
    turned = dict(zip(long, reversed(list(long.values())), strict=True))
    lines = list(pattern_lines(run_of([long], [turned])))
    assert lines[1].startswith("  ['ayyyy")
    assert all(len(line) <= 80 and "\x1b" not in line for line in lines)
