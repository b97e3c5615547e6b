"""A suggestion says what else it forgives, in its title or in the reason of its risk."""

from evaljson.base.jsontypes import ABSENT
from evaljson.suggest.as_json import stored, suggestion_of
from tests.suggest.made import of_kind, suggested


def test_what_is_forgiven_beside_it_is_in_the_title_and_in_the_reason_of_the_risk() -> None:
    suggestion = of_kind(
        suggested([(name, name.upper().replace(" ", "  ")) for name in ("Ada Lovelace", "Grace Hopper")]), "case"
    )
    assert suggestion.title == "Read all white space as single spaces and ignore upper and lower case: field"
    assert suggestion.risk.why == "White space carries no meaning here; case carries no meaning here."
    assert suggestion_of(stored(suggestion)).title == suggestion.title
    of_an_earlier_version = {name: value for name, value in stored(suggestion).items() if name != "also"}
    assert suggestion_of(of_an_earlier_version).also == ()
    nulls = of_kind(suggested([(None, ""), (None, ABSENT), (None, None)]), "nulls")
    assert nulls.title == "Treat null, a missing key and an empty text as the same: field"


def test_where_more_records_rise_than_are_explained_the_reason_is_told() -> None:
    nothing, wrong = [(None, ABSENT)] * 3, [(None, "x"), ("y", None)]
    suggestion = of_kind(suggested([*nothing, *wrong, ("z", "z"), (None, None)]), "nulls")
    more = "2 more mismatches that have a value on only one side then count as missing or invented"
    assert (suggestion.evidence.explained, more in suggestion.risk.why) == (3, True)
    [alone] = suggested([*nothing, ("z", "z")])
    assert "more mismatch" not in alone.risk.why


def test_what_the_setting_itself_settles_is_no_mismatch_that_has_a_value_on_only_one_side() -> None:
    nothing, wrong = [(ABSENT, None)] * 3 + [(None, "N/A"), (None, "n/a"), (ABSENT, "-")], [("y", "-"), (None, 0)]
    suggestion = of_kind(suggested([*nothing, *wrong, ("z", "z")]), "nulls")
    assert suggestion.also == ("null_words",)
    assert "; 2 more mismatches that have a value on only one side" in suggestion.risk.why
    assert suggestion.risk.level == "low"


def test_blank_texts_are_listed_as_they_are_so_that_numbers_stay_numbers() -> None:
    suggestion = of_kind(suggested([(None, "  "), (None, "  "), (None, ""), (5, 5)], ["number", "null"]), "nulls")
    assert suggestion.edit.transforms == ({"null_if": {"values": ["  "], "ignore_case": True}},)
    assert suggestion.effect is not None
    assert suggestion.effect.settled is not None
    assert suggestion.effect.settled.wrong == 3
