"""Streets: what is cut short in them is an abbreviation, and a word behind the number of a house is no unit."""

from typing import Any

import pytest

from evaljson.report.patterns.differences import of_pair
from evaljson.suggest import apply
from tests.suggest.made import Values, kinds, of_kind, plain, suggested, with_right

HOUSES = ["107 Haupt", "28 Park", "9 Kings", "3 Mill", "50 Old Church"]


def streets(word: str, cut: str, names: list[str] = HOUSES) -> Values:
    return [(f"{name} {word}", f"{name} {cut}") for name in names]


RIGHT = ["5 Elm Lane", "12 Broadway", "77 Oak Court", "8 Hill Row", "14 Bank Place", "6 Ash Walk", "2 Pine Close"]


@pytest.mark.parametrize(
    ("word", "cut"),
    [
        ("Avenue", "Ave"),
        ("Street", "St"),
        ("Street", "St."),
        ("Boulevard", "Blvd"),
        ("Road", "Rd"),
        ("Parkway", "Pkwy"),
    ],
)
@pytest.mark.parametrize("is_cut_in_gold", [False, True])
def test_an_abbreviation_is_found_with_and_without_its_point(word: str, cut: str, is_cut_in_gold: bool) -> None:
    values = streets(cut, word) if is_cut_in_gold else streets(word, cut)
    found = suggested(with_right(values, RIGHT))
    assert kinds(found) == {"abbreviations"}
    assert of_kind(found, "abbreviations").evidence.explained == len(HOUSES)
    settings = plain(apply({"type": "object", "properties": {"field": {"type": "string"}}}, found.proposed))
    assert set(settings) == {"x-eval-transform"}
    assert {of_pair(*pair) for pair in values} == {"abbreviated"}


def test_one_street_with_several_numbers_has_an_abbreviation_and_no_unit() -> None:
    values = streets("Boulevard", "Blvd", [f"{n} Rue de Lyon" for n in (1, 7, 12, 30, 41)])
    found = suggested(with_right(values, [f"{n} Rue de Lyon Quai" for n in range(9)]))
    assert kinds(found) == {"abbreviations"}


def test_other_words_of_a_street_are_called_no_unit() -> None:
    values = [(f"{n} Rue de Lyon Zentrum", f"{n} Rue de Lyon Mitte") for n in (1, 7, 12, 30, 41)]
    assert not any("unit" in one.sentence for one in suggested(with_right(values, [f"{n} Rue X" for n in range(9)])))


@pytest.mark.parametrize(
    "values",
    [
        streets("Parking", "Park"),
        streets("Northern", "North"),
        streets("colour", "color"),
        [(f"Ada{n} Lovelace", f"A. Lovelace {n}") for n in "abc"],
    ],
)
def test_another_word_is_no_abbreviation(values: Any) -> None:
    assert "abbreviations" not in kinds(suggested(with_right(values, RIGHT)))


def test_a_word_that_is_written_in_full_stays_as_it_is() -> None:
    values = with_right(streets("Avenue", "Ave"), ["9 Aventine Hill", "3 Avery Row"])
    found = suggested([*values, ("4 Ave Maria", "4 Avenue Maria")])
    assert of_kind(found, "abbreviations").evidence.explained == len(HOUSES) + 1
