"""Words that are cut short over different values."""

import pytest

from evaljson.suggest.kinds.abbreviations import cuts_of
from tests.suggest.made import Values, kinds, of_kind, suggested, with_right

STREETS = [("Lindenstraße 5", "Lindenstr. 5"), ("Ringstraße 7", "Ringstr. 7"), ("Lange Straße 9", "Lange Str. 9")]


@pytest.mark.parametrize(
    ("values", "pattern", "rest"),
    [
        (STREETS, r"(?i)(?<=str)\.", "aße"),
        ([(extracted, gold) for gold, extracted in STREETS], r"(?i)(?<=str)\.", "aße"),
        ([(f"Oak Road {n}", f"Oak Rd. {n}") for n in range(3)], r"(?i)(?<=\bR)d\.", "oad"),
        ([(f"{n} Incorporated", f"{n} Inc.") for n in "ABC"], r"(?i)(?<=\bInc)\.", "orporated"),
    ],
)
def test_words_that_are_cut_short_over_different_values_are_one_suggestion(
    values: Values, pattern: str, rest: str
) -> None:
    suggestions = suggested(with_right([*values, (values[0][0], "Another 5")], [values[1][0]]))
    suggestion = of_kind(suggestions, "abbreviations")
    assert kinds(suggestions) == {"abbreviations"}
    assert suggestion.settings["x-eval-transform"] == [{"regex_replace": {"pattern": pattern, "replacement": rest}}]
    assert (suggestion.evidence.explained, suggestion.evidence.of, suggestion.risk.level) == (3, 4, "medium")
    assert suggestion.effect is not None
    assert suggestion.effect.variants["a"].field_after.f1 == pytest.approx(4 / 5), "another street stays wrong"


def test_gold_that_has_both_the_word_and_its_abbreviation_makes_it_a_high_risk() -> None:
    suggestion = of_kind(suggested([*STREETS, ("Ringstr. 7", "Ringstr. 7")]), "abbreviations")
    assert (suggestion.risk.level, suggestion.risk.merged) == ("high", (("Ringstraße 7", "Ringstr. 7"),))


@pytest.mark.parametrize(
    ("usual", "short", "rare"),
    [("{} Street", "{} St.", ("Saint {}", "St. {}")), ("{}straße", "{}str.", ("Oakstreet {}", "Oakstr. {}"))],
)
def test_what_is_short_for_two_words_is_taken_for_that_which_it_mostly_is(
    usual: str, short: str, rare: tuple[str, str]
) -> None:
    mostly = [(usual.format(n), short.format(n)) for n in ("Linden", "Ring", "Haupt", "Feld")]
    suggestions = suggested([*mostly, *((rare[0].format(n), rare[1].format(n)) for n in ("Ives", "Neots", "Asaph"))])
    suggestion = of_kind(suggestions, "abbreviations")
    assert suggestion.evidence.explained == 4
    assert suggestion.effect is not None
    assert suggestion.effect.variants["a"].field_after.f1 == pytest.approx(4 / 7), "what is explained is what is gained"


@pytest.mark.parametrize(
    ("gold", "extracted", "is_cut"),
    [
        ("Covers property tax.", "Covers property taxes", False),
        ("See room 12 in the main hall.", "See room 12 in the main hallway", False),
        ("Taught by Dr. Berg.", "Taught by Dr. Bergman", False),
        ("Acme Trading Corp.", "Acme Trading Corporation", True),
        ("Am Ringstr.", "Am Ringstraße", True),
        ("6 mo.", "6 months", True),
    ],
)
def test_the_full_stop_of_a_sentence_cuts_no_word_short(gold: str, extracted: str, is_cut: bool) -> None:
    assert bool(cuts_of(gold, extracted)) == is_cut
    assert bool(cuts_of(extracted, gold)) == is_cut
