"""Quantities: tests/cases/quantities.json says which are the same and why others are not."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from evaljson.base.errors import SchemaError
from evaljson.base.params import check_params
from evaljson.comparators.quantity import units
from evaljson.comparators.quantity.quantity import _read_text, quantity
from evaljson.comparators.quantity.unit_table import PREFIXED, TABLE
from tests.cases import read_cases

CASES = read_cases("quantities")


def forget() -> None:
    units._registry.cache_clear()
    units.find_unit.cache_clear()
    _read_text.cache_clear()


@pytest.fixture
def without_pint(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(__import__("sys").modules, "pint", None)
    forget()
    yield
    forget()


@pytest.mark.usefixtures("without_pint")
@pytest.mark.parametrize(("gold", "extracted"), CASES["equal"])
def test_the_same_quantity_matches_in_any_unit(gold: Any, extracted: Any) -> None:
    assert quantity(gold, extracted, {}).score == 1.0
    assert quantity(extracted, gold, {}).score == 1.0


@pytest.mark.usefixtures("without_pint")
@pytest.mark.parametrize(("gold", "extracted", "said"), CASES["different"])
def test_another_quantity_is_a_mismatch_that_says_why(gold: Any, extracted: Any, said: str) -> None:
    found = quantity(gold, extracted, {})
    assert found.score == 0.0
    assert said in (found.reason or "")
    assert quantity(extracted, gold, {}).score == 0.0


@pytest.mark.usefixtures("without_pint")
def test_without_pint_an_unknown_unit_says_what_to_install() -> None:
    assert "pip install 'evaljson[units]'" in (quantity("1 fortnight", "14 d", {}).reason or "")


def test_currencies_are_no_units_and_load_no_table_of_units(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units, "_registry", lambda: pytest.fail("pint was loaded"))
    units.find_unit.cache_clear()
    assert {units.find_unit(code) for code in ("EUR", "USD", "CUP")} == {None}


def test_pint_knows_more_units() -> None:
    pytest.importorskip("pint", reason="pint is not installed: pip install 'evaljson[units]'")
    forget()
    assert quantity("1 fortnight", "14 d", {}).score == 1.0
    assert quantity("5 degR", "5 K", {}).score == 0.0
    assert "'boxes'" in (quantity("5 boxes", "5 crates", {}).reason or "")


@pytest.mark.parametrize(
    ("gold", "extracted", "params", "score"),
    [
        (5, "5 kg", {"unit": "kg"}, 1), ("5", 5000, {"unit": "kg"}, 0), ("5000 g", 5, {"unit": "kg"}, 1),
        ("5,5 kg", "5500 g", {"decimal": ","}, 1), ("5 kg", "5010 g", {"tolerance": {"abs": 0.01}}, 1),
        ("5 kg", "5010 g", {"tolerance": {"abs": 0.001}}, 0), ("100 km", "101 km", {"tolerance": {"rel": 0.01}}, 1),
        ("5 kg", "5 l", {"tolerance": {"abs": 1e9}}, 0), (5, 5, {"unit": "kg"}, 1),
    ],
)  # fmt: skip
def test_settings_change_what_is_equal(gold: Any, extracted: Any, params: dict[str, Any], score: int) -> None:
    assert quantity(gold, extracted, params).score == score


@pytest.mark.usefixtures("without_pint")
@pytest.mark.parametrize("unit", ["furlongs", "", " "])
def test_a_default_unit_that_is_not_known_is_refused(unit: str) -> None:
    with pytest.raises(SchemaError, match="there is no unit"):
        check_params({"unit": unit}, quantity.params, "comparator 'quantity'", "a")


def test_no_name_in_the_table_stands_for_two_units() -> None:
    names = [name for line in TABLE.strip().splitlines() for name in line.split()[2:]]
    names += [prefix + base for _, base, _, prefixes in PREFIXED for prefix in ("", *prefixes)]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_conversion_is_exact() -> None:
    foot = units.find_unit("ft")
    assert foot is not None
    assert foot.factor == Fraction(3048, 10000)
