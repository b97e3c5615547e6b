"""Texts that differ in a letter or a digit of a code are two things and no synonyms, however often confused."""

import pytest

from tests.suggest.made import RIGHT, kinds, suggested


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [
        ("Room A2", "Room B2"),
        ("Room A2", "Room A3"),
        ("Room A", "Room B"),
        ("Hepatitis B", "Hepatitis C"),
        ("Block 2a left", "Block 2b left"),
    ],
)
def test_another_code_is_no_synonym(gold: str, extracted: str) -> None:
    assert "synonyms" not in kinds(suggested([*[(gold, extracted)] * 5, *[("Hall", "Hall")] * RIGHT]))


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [("Germany", "Deutschland"), ("Gebäude 5 Ost", "Building 5 East"), ("M", "W"), ("Vitamin C", "Ascorbic acid")],
)
def test_another_name_is_one(gold: str, extracted: str) -> None:
    found = kinds(suggested([*[(gold, extracted)] * 5, *[("Hall", "Hall")] * RIGHT]))
    assert found & {"synonyms", "abbreviations"}
