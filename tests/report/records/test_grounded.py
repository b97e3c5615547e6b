"""Values of one record marked in its source texts, and those that no text has."""

from evaljson.report.records.grounded import ground_record, missing_line
from evaljson.report.records.record_metadata import with_source
from evaljson.schema import parse_eval_schema

TREE = parse_eval_schema(
    {
        "type": "object",
        "properties": {name: {"type": "string"} for name in ("vendor", "city")} | {"n": {"type": "number"}},
    }
)
TEXT = "Bill of <b>ACME</b> Ltd\nin Rome: 12.50"


def test_each_value_is_marked_once_with_its_field() -> None:
    sides = {"Gold": {"vendor": "ACME", "city": "Rome", "n": 12.5}, "A": {"vendor": "<b>acme</b> ltd", "city": "Oslo"}}
    found = ground_record([TEXT, "12.5"], sides, TREE, frozenset())
    assert found is not None
    assert [TEXT[start:end] for start, end, _ in found.marks[TEXT]] == ["<b>ACME</b> Ltd", "Rome", "12.50"]
    assert found.missing == {"Gold": [], "A": [("city", "Oslo")]}
    html = with_source("", [("t", TEXT)], found.marks)
    assert '<mark title="vendor">&lt;b&gt;ACME&lt;/b&gt; Ltd</mark>\nin <mark title="city">Rome</mark>' in html
    assert html.count("<mark") == 3


def test_what_no_text_has_is_in_one_line() -> None:
    assert missing_line({"Gold": [], "A": []}) == ""
    line = missing_line({"<A>": [(f"f{at}", "<i>" if at else "y" * 100) for at in range(7)]})
    assert "&lt;A&gt;</bdi>: <bdi>f0</bdi>" in line
    assert "<i>" not in line
    assert "f4" in line
    assert "f5" not in line
    assert line.endswith("2 other values</div>")


def test_a_page_does_not_look_where_it_would_take_long() -> None:
    record = {"vendor": "x", "more": [f"firm {at}" for at in range(1_000)]}
    assert ground_record(["x" * 50_000], {"A": record}, TREE, frozenset()) is None


def test_a_page_looks_for_many_numbers_and_days_in_a_long_text_and_for_each_value_once() -> None:
    """Hundreds of rows of a rent schedule, which three sides have alike: Overview says what the text has of them."""
    rows = [f"20{at % 100:02}-0{1 + at % 9}-01" for at in range(400)]
    record = {"vendor": "ACME", "days": rows, "rents": [at + 0.25 for at in range(800)]}
    text = "\n".join(["Bill of ACME", *rows, *(f"{at}.25 EUR" for at in range(800)), "rent " * 15_000])
    found = ground_record([text], dict.fromkeys(("Gold", "A", "B"), record), TREE, frozenset())
    assert found is not None
    assert found.missing == {"Gold": [], "A": [], "B": []}
