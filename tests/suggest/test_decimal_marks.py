"""A comma before the decimals on one side and a point on the other: a rule that makes right what is right."""

from typing import Any

import pytest

from evaljson import RunResult, annotate_xeval, evaluate, infer_schema
from evaljson.report.patterns.differences import of_pair
from evaljson.report.patterns.kinds import BY_NAME
from evaljson.suggest import apply, suggest
from tests.suggest.made import RIGHT, kinds, of_kind, records, suggested

HOURS = [("38,5", "38.5"), ("37,5", "37.5"), ("40", "40"), ("20", "20"), ("38,5", "38,5"), ("37,5", "40")]


def _statuses(run: RunResult) -> list[str]:
    every = run.table.in_order()
    return [result.status for field, result in zip(every.fields, every.results, strict=True) if field == "field"]


def test_hours_with_a_decimal_comma_get_a_rule_that_takes_no_match_away() -> None:
    found = suggested(HOURS * RIGHT)
    one = of_kind(found, "decimal_mark")
    gold, extracted = (records([pair[side] for pair in HOURS * RIGHT]) for side in (0, 1))
    before, after = (
        _statuses(evaluate(gold, extracted, schema)) for schema in (found.schema, apply(found.schema, [one]))
    )
    changed = {(old, new) for old, new in zip(before, after, strict=True) if old != new}
    assert changed == {("mismatch", "match")}
    assert after.count("mismatch") == RIGHT, "37,5 is not 40"
    assert one.risk.level == "low"


@pytest.mark.parametrize("pair", [("1,234", "1.234"), ("38,5", "385"), ("38,5", "3.85"), ("1,2,3", "1.2.3")])
def test_what_may_be_another_number_is_not_taken_for_it(pair: tuple[str, str]) -> None:
    assert "decimal_mark" not in kinds(suggested([pair] * 5 + [("40", "40")] * 3))


WITH_UNITS = [("20.4 °C", "20,4 °C"), ("0.050 mm", "0,050 mm"), ("7.25 kg", "7,25 kg"), ("12.5%", "12,5%")]


def test_a_comma_before_decimals_with_a_unit_behind_is_found_named_and_settled() -> None:
    pairs = [*WITH_UNITS, ("1,250 mm", "1,250 mm"), ("3.5 bar", "4,5 bar")]
    one = of_kind(suggested(pairs), "decimal_mark")
    assert one.effect is not None
    assert one.effect.settled is not None
    assert one.evidence.explained == one.effect.settled.right == len(WITH_UNITS)
    assert {of_pair(*pair) for pair in WITH_UNITS} == {"decimal_mark"}
    assert of_pair("3.5 bar", "4,5 bar") != "decimal_mark"


@pytest.mark.parametrize("pair", [("1,234 mm", "1.234 mm"), ("20,4 °C", "20.4 °F"), ("20,4 K", "204 K")])
def test_with_a_unit_too_what_may_be_another_number_stays(pair: tuple[str, str]) -> None:
    assert "decimal_mark" not in kinds(suggested([pair] * 5 + [("40 mm", "40 mm")] * 3))


def test_the_pattern_leads_to_the_suggestion() -> None:
    assert "decimal_mark" in BY_NAME["decimal_mark"].suggested


DEGREES = [278.5, 43.2, -89.2, 100.5, 33.1, 71.7]


@pytest.mark.parametrize("more", [[], [(146.6, "146.6 °C"), (12.5, "12.5 °C"), (80.1, "80.1 °C")]])
def test_a_comma_in_the_text_of_a_number_gets_a_rule_that_leaves_right_texts_right(more: list[Any]) -> None:
    commas = [(degrees, str(degrees).replace(".", ",")) for degrees in DEGREES]
    points = [(degrees, str(degrees)) for degrees in DEGREES[:3]]
    found = suggested([*commas, *points, *more, (5.5, "55")], "number")
    one = of_kind(found, "decimal_mark")
    assert kinds(found) == {"decimal_mark", "added_words"} if more else {"decimal_mark"}
    assert one.risk.level == "low"
    assert one.effect is not None
    assert one.effect.only_lenient
    assert one.effect.settled is not None
    assert (one.effect.settled.right, one.effect.settled.records) == (len(DEGREES), len(DEGREES))
    assert one.effect.variants["a"].down == 0
    assert found.together is not None
    assert found.together.settled is not None
    assert found.together.settled.right == len(DEGREES) + len(more)


def test_where_no_rule_rewrites_the_comma_the_reading_until_now_is_kept_beside_the_new_one() -> None:
    values = [1.459, 1.293, 1.577, 2.125]
    commas = [(value, str(value).replace(".", ",")) for value in values]
    found = suggested([*commas, (1.459, "1.459"), (2.125, "2.125"), (1.293, "1.577")], "number")
    one = of_kind(found, "amount")
    assert one.title == "Compare as amounts or as before: field"
    assert one.settings == {"x-eval-compare": {"either": {"of": ["numeric", {"amount": {"decimal": ","}}]}}}
    assert one.effect is not None
    assert one.effect.only_lenient
    assert one.effect.settled is not None
    assert one.effect.settled.right == len(values)


def test_without_right_texts_to_lose_a_comma_that_marks_decimals_is_simply_read_so() -> None:
    values = [1.459, 1.293, 1.577, 2.125]
    found = suggested([*((value, str(value).replace(".", ",")) for value in values), (3.5, 3.5)], "number")
    assert of_kind(found, "amount").settings == {"x-eval-compare": {"amount": {"decimal": ","}}}


def test_numbers_with_a_comma_get_the_rule_that_still_reads_those_with_a_point() -> None:
    """A variant that is added later may write "278.5": no comma that marks decimals must make that wrong."""
    found = suggested([(degrees, str(degrees).replace(".", ",")) for degrees in DEGREES], "number")
    assert of_kind(found, "decimal_mark").risk.level == "low"
    later = evaluate(records(DEGREES), records([str(degrees) for degrees in DEGREES]), apply(found.schema, found))
    assert later.mean_f1 == 1.0


@pytest.mark.parametrize("form", ["{} kWh/m²", "{} €", "{}"], ids=["a unit", "a currency", "thousands"])
def test_a_comma_that_alone_marks_decimals_of_numbers_is_no_low_risk(form: str) -> None:
    numbers = {1250.5: "1.250,5", 2340.25: "2.340,25", 12000.5: "12.000,5", 4000: "4.000", 7000: "7.000", 0.5: "0,5"}
    found = suggested([(number, form.format(text)) for number, text in numbers.items()], "number")
    (one,) = found
    assert one.edit.params["decimal"] == ","
    assert one.risk.level == "medium"
    assert "a text with a point before the decimals, as 1.5, would be wrong" in one.risk.why


def test_a_high_risk_begins_with_its_reason() -> None:
    found = suggested([(None, "N/A"), (None, "none"), ("", "N/A"), ("x", "x"), ("", "")], ["string", "null"])
    one = of_kind(found, "null_words")
    assert one.risk.level == "high"
    assert one.risk.why.startswith("2 gold values become the same as another;")


def test_beside_amounts_of_another_variant_numbers_with_a_comma_are_still_found() -> None:
    gold = [{"id": str(at), "price": at + 0.25} for at in range(2, 22)]
    commas = [{**one, "price": str(one["price"]).replace(".", ",")} for one in gold]
    signs = [{**one, "price": f"€ {one['price']}"} for one in gold]
    found = suggest(gold, {"comma": commas, "sign": signs}, annotate_xeval(infer_schema(gold)), id_field="id")
    assert of_kind(found, "amount").evidence.explained == 40
    assert found.together is not None
    assert {name: effect.after.f1 for name, effect in found.together.variants.items()} == {"comma": 1.0, "sign": 1.0}


@pytest.mark.parametrize("form", ["Pos. {:.2f}", "{:.2f} Points", "{:.1f} l/100 km", "{}kWh/100km"])
def test_words_beside_a_number_are_found_however_many_decimals_it_is_written_with(form: str) -> None:
    gold = [{"id": str(at), "price": at + 0.5} for at in range(2, 22)]
    written = [{**one, "price": form.format(one["price"])} for one in gold]
    one = of_kind(suggest(gold, {"a": written}, annotate_xeval(infer_schema(gold)), id_field="id"), "added_words")
    assert (one.evidence.explained, one.effect and one.effect.settled and one.effect.settled.wrong) == (20, 20)


def test_a_comma_in_one_variant_and_a_unit_in_another_are_read_together() -> None:
    values = [222.6, 47.8, 203.5, 154.3, 78.4, 12.9]
    gold = [{"id": str(at), "field": value} for at, value in enumerate(values)]
    commas = [{**one, "field": str(one["field"]).replace(".", ",")} for one in gold]
    units = [{**one, "field": f"{one['field']} °C"} for one in gold]
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {"id": {"type": "string"}, "field": {"type": "number"}},
    }
    one = of_kind(suggest(gold, {"commas": commas, "units": units}, schema), "amount")
    assert one.title == "Compare as amounts or quantities: field"
    assert one.settings["x-eval-compare"] == {
        "either": {"of": [{"amount": {"decimal": ","}}, {"quantity": {"unit": "°C"}}]}
    }
    assert "a value counts as right if either reading says so" in one.risk.why
    assert one.effect is not None
    assert [variant.field_after.f1 for variant in one.effect.variants.values()] == [1.0, 1.0]


def test_of_two_readings_together_the_risk_of_each_is_told() -> None:
    gold = [{"id": str(at), "field": value} for at, value in enumerate([1.25, 2.35, 7.85, 5.5, 6.5, 8.5])]
    signs = [{**one, "field": f"€ {one['field']}"} for one in gold]
    units = [{**one, "field": f"{one['field']} kg".replace(".", ",")} for one in gold]
    fields = {"id": {"type": "string"}, "field": {"type": "number"}}
    found = suggest(gold, {"signs": signs, "units": units}, {"type": "object", "x-eval-id": "id", "properties": fields})
    (one,) = [one for one in found if one.edit.compare == "either"]
    assert "a comma marks the decimals" in one.risk.why
    assert one.risk.why.count("Values are compared by what they mean") == 1
    assert "a value counts as right if either reading says so" in one.risk.why


@pytest.mark.parametrize("text", ["{} mg/l", "pH {} at noon", "€{}", "{} to 9.5"])
def test_a_comma_before_decimals_within_a_text_is_found_and_settled(text: str) -> None:
    pairs = [(text.format(number), text.format(number.replace(".", ","))) for number in ("7.5", "6.25", "12.1", "3.4")]
    one = of_kind(suggested([*pairs, ("none", "none")]), "decimal_mark")
    assert one.effect is not None
    assert one.effect.settled is not None
    assert one.effect.settled.right == 4
    assert one.risk.level == "medium"
    assert "decimal_mark" in BY_NAME["marks_within"].suggested


@pytest.mark.parametrize("pair", [("1,234 mg/l", "1.234 mg/l"), ("rows 1,2,3 to 5", "rows 1.2.3 to 5")])
def test_thousands_and_lists_within_a_text_stay(pair: tuple[str, str]) -> None:
    assert "decimal_mark" not in kinds(suggested([pair] * 5 + [("none", "none")] * 3))


RATES = ["1.134", "2.075", "7.779", "3.041", "4.963"]
THREE_BEHIND = [(rate, rate.replace(".", ",")) for rate in RATES]


def test_three_digits_behind_a_comma_are_decimals_where_gold_has_them_behind_a_point() -> None:
    one = of_kind(suggested([*THREE_BEHIND, ("5.5", "6,5")]), "decimal_mark")
    assert one.effect is not None
    assert one.effect.settled is not None
    assert one.effect.settled.right == len(RATES), "5.5 is not 6,5"
    assert one.risk.level == "medium"
    assert one.risk.why.startswith("Three digits behind a comma count as decimals too")


@pytest.mark.parametrize(
    "more", [("1134", "1,134"), ("1,134", "1,134"), ("12,500", "12500"), ("1134 kg", "1,134 kg")], ids=str
)
def test_where_gold_confirms_thousands_three_digits_behind_a_comma_stay(more: tuple[str, str]) -> None:
    assert "decimal_mark" not in kinds(suggested([*THREE_BEHIND, more, more]))


@pytest.mark.parametrize(("gold", "extracted"), [("{}", "{} %"), ("{} %", "{}")], ids=["no sign", "sign lost"])
def test_a_percent_sign_goes_along_with_the_comma(gold: str, extracted: str) -> None:
    shares = ["38.5", "7.25", "12.1", "3.4"]
    pairs = [(gold.format(share), extracted.format(share.replace(".", ","))) for share in shares]
    one = of_kind(suggested([*pairs, (gold.format("50.5"), extracted.format("49,5"))]), "decimal_mark")
    assert one.effect is not None
    assert one.effect.settled is not None
    assert one.effect.settled.right == len(shares)
    assert "apart from the percent sign" in one.sentence
    assert one.risk.level == "medium"
