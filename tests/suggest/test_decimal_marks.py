"""A comma before the decimals on one side and a point on the other: a rule that makes right what is right."""

import pytest

from evaljson import RunResult, evaluate
from evaljson.report.patterns.kinds import BY_NAME
from evaljson.suggest import apply
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


def test_the_pattern_leads_to_the_suggestion() -> None:
    assert "decimal_mark" in BY_NAME["decimal_mark"].suggested


def test_a_high_risk_begins_with_its_reason() -> None:
    found = suggested([(None, "N/A"), (None, "none"), ("", "N/A"), ("x", "x"), ("", "")], ["string", "null"])
    one = of_kind(found, "null_words")
    assert one.risk.level == "high"
    assert one.risk.why.startswith("1 group of gold values becomes the same;")
