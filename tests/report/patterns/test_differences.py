"""What a wrong value has in common with the right one, case by case."""

import json
from pathlib import Path
from typing import Any

import pytest

from evaljson.comparators.quantity.quantity import is_quantity
from evaljson.report.patterns.differences import of_pair
from evaljson.report.patterns.kinds import BY_NAME

CASES = json.loads((Path(__file__).parents[2] / "cases" / "patterns.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_a_pair_of_values_has_the_pattern(case: dict[str, Any]) -> None:
    assert of_pair(case["gold"], case["extracted"]) == case["pattern"]


def test_every_pattern_of_a_case_is_known() -> None:
    assert {case["pattern"] for case in CASES} <= set(BY_NAME)


@pytest.mark.parametrize(
    "gold", [1e308, -0.0, float("inf"), float("nan"), 10**400, "9" * 3000, "\x00", "1 " * 3000], ids=range(8)
)
@pytest.mark.parametrize(
    "extracted", [1e-300, "١٢", "٣ kg", {"a": [None]}, 10**5000, "\ud800", " " * 5000, "-" * 5000], ids=range(8)
)
def test_strange_values_have_a_pattern_too(gold: Any, extracted: Any) -> None:
    assert of_pair(gold, extracted) in BY_NAME
    assert of_pair(extracted, gold) in BY_NAME


@pytest.mark.parametrize("mark", "#,.-/")
def test_a_mark_in_place_of_a_number_is_no_number(mark: str) -> None:
    assert of_pair(f"Apartment {mark}", "Apartment 5") in BY_NAME
    assert of_pair("Apartment 5", f"Apartment {mark}") in BY_NAME


def test_looking_for_patterns_loads_no_package_of_units(monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> None:
        raise AssertionError("nobody asked for quantities")

    monkeypatch.setattr("evaljson.comparators.quantity.units._registry", load)
    assert of_pair("12 furlongs", "12 leagues") != "unit_form"
    assert of_pair("5 kg", "5000 g") == "unit_form"
    assert is_quantity("12 furlongs")
