"""One record, leaf by leaf, as rows and as HTML."""

import re
from typing import Any

import pytest

from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.evaluate import evaluate
from evaljson.report.heatmap_parts import label
from evaljson.report.records.diff_html import CUT_MARK
from evaljson.report.records.id_keys import id_candidates, id_labels, likely_id
from evaljson.report.records.rows import record_rows, schema_path
from evaljson.report.records.style import STYLE
from evaljson.report.records.table_html import record_table
from evaljson.report.records.value_cells import Shown, cell_of_several, cells_of_one
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.wording.rules import rule_in_words
from evaljson.wording.values import FULL, value_html
from evaljson.wording.words import points, signed_points

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "a": {"type": "string", "x-eval-transform": ["lowercase"]},
        "price": {"type": "number", "x-eval-compare": {"numeric": {"tolerance": {"abs": 0.01, "rel": 0.05}}}},
        "n": {
            "type": "array",
            "x-eval-align": {"match_by": "hungarian"},
            "items": {"type": "object", "properties": {"k": {"type": "integer"}}},
        },
        "map": {"type": "object", "additionalProperties": {"type": "integer"}},
    },
}
TREE = parse_eval_schema(SCHEMA)
GOLD = {"a": "X", "n": [{"k": 1}, {"k": 2}], "map": {"u.v": 1}}


def rows_of(*extracted: Any) -> dict[str, Any]:
    records = [evaluate([GOLD], [record], SCHEMA).records[0] for record in extracted]
    return {f"{row.path}": row for row in record_rows(records, TREE)}


def test_values_absent_null_and_empty_are_three_things() -> None:
    rows = rows_of({"a": None, "n": [], "map": {"u.v": 1}})
    assert rows["a"].sides[0].value is None
    assert rows["n[0].k"].sides[0].value is ABSENT
    assert [value_html(value) for value in (ABSENT, None, "")] == [
        f'<span class="ej-none">{word}</span>' for word in ("absent", "null", "empty text")
    ]


def test_a_text_in_place_of_an_array_is_said_to_be_compared_as_a_whole_where_others_have_values() -> None:
    """Nothing is counted as missing there: one result is wrong, that of the array."""
    rows = rows_of({**GOLD, "n": "see page 2"}, {**GOLD, "n": [{"k": 1}, {"k": 5}, {"k": 7}]})
    shown = {path: cell_of_several(row, row.sides[0], Shown()) for path, row in rows.items()}
    assert rows["n"].sides[0].status == "mismatch"
    assert "compared as a whole" in shown["n[0].k"]
    assert "nothing here" in shown["n[-1].k"], "gold has nothing there either"


def test_an_element_found_elsewhere_says_where() -> None:
    rows = rows_of({"a": "x", "n": [{"k": 2}, {"k": 5}, {"k": 1}], "map": {"u.v": 1}})
    assert rows["n[0].k"].sides[0].why.endswith("in extracted at n[2].k")
    assert rows["n[-1].k"].gold is ABSENT
    assert rows["n[-1].k"].sides[0].value == 5


def test_the_elements_that_two_variants_invent_are_not_put_side_by_side() -> None:
    first, second = {**GOLD, "n": [*GOLD["n"], {"k": 7}]}, {**GOLD, "n": [*GOLD["n"], {"k": 8}]}  # type: ignore[misc]
    records = [evaluate([GOLD], [extracted], SCHEMA).records[0] for extracted in (first, second)]
    # Rows of the second stand where they follow in its own order.
    invented = [row.sides for row in record_rows(records, TREE) if row.path == "n[-1].k"]
    assert [[side and side.value for side in sides] for sides in invented] == [[None, 8], [7, None]]


def test_what_transforms_made_of_values_is_told_only_where_it_differs() -> None:
    rows = rows_of({"a": "x", "n": [{"k": 1}, {"k": 2}], "map": {"u.v": 1}})
    assert rows["a"].sides[0].compared == "x"
    assert rows["map['u.v']"].sides[0].compared is ABSENT
    assert "compared as: " in record_table(list(rows.values()), ["A"], compared=True)


@pytest.mark.parametrize(
    ("path", "field"),
    [("n[3].k", "n[].k"), ("n[-1].k", "n[].k"), ("map['u.v']", "map.*"), ("new.one", "new.one"), ("", "")],
)
def test_the_field_of_a_path(path: str, field: str) -> None:
    assert schema_path(TREE, path) == field


@pytest.mark.parametrize(("path", "value"), [("n[1].k", 2), ("n[-1].k", ABSENT), ("map['u.v']", 1), ("a.b", ABSENT)])
def test_the_value_at_a_path(path: str, value: Any) -> None:
    assert value_at(GOLD, path) == value


@pytest.mark.parametrize("text", ["<b>x</b>", '"><img src=x>', "a & b"])
def test_values_and_names_are_escaped(text: str) -> None:
    assert "<b>" not in value_html(text)
    assert "<img" not in value_html(text)
    row = record_rows(
        [
            evaluate(
                [{text: 1}], [{text: text}], {"type": "object", "properties": {text: {"type": "integer"}}}
            ).records[0]
        ],
        TREE,
    )
    table = record_table(row, [text])
    assert "<b>" not in table
    assert "<img" not in table


def test_long_values_are_cut_and_open_on_a_click() -> None:
    shown = value_html("x" * (FULL + 5))
    assert shown.startswith("<details>")
    assert "(20,005 characters: show)" in shown
    assert "… 5 more characters" in shown


@pytest.mark.parametrize(
    ("value", "shown"), [("1", "&quot;1&quot;"), (1, "1"), ("true", "&quot;true&quot;"), (True, "true")]
)
def test_text_that_reads_like_another_type_has_quotes(value: Any, shown: str) -> None:
    assert f">{shown}<" in value_html(value)


def test_characters_that_turn_text_around_are_made_visible() -> None:
    assert "[U+202E]" in value_html("abc\u202edef")


@pytest.mark.parametrize(
    ("rule", "gold", "extracted", "marked"),
    [
        ({}, "2025-06-02", "02.06.2025", False),
        ({}, "2025-06-02", "2025-06-03", True),
        ({}, "INV-2025-06", "INV-2025-07", True),
        ({"x-eval-compare": "date"}, "2025-06-02", "2025-06-03", False),
        ({"x-eval-compare": "amount"}, "1,234.50 EUR", "1,234.60 EUR", False),
        ({"x-eval-transform": ["parse_number"]}, "1234.50", "1234.60", False),
    ],
)
def test_the_difference_within_a_text_is_marked_only_where_a_text_is_read(
    rule: dict[str, Any], gold: str, extracted: str, marked: bool
) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", **rule}}}
    record = evaluate([{"a": gold}], [{"a": extracted}], schema).records[0]
    assert record.field_results[0].status == "mismatch"
    table = record_table(record_rows([record], parse_eval_schema(schema)), ["one"])
    assert ("<del>" in table) == marked


def test_rules_are_told_in_words() -> None:
    assert rule_in_words("numeric", TREE.properties["price"]) == "compared as numbers, may differ by 5% and by 0.01"
    assert rule_in_words("exact", TREE.properties["a"]) == "must be equal"
    assert rule_in_words("mine", None) == "mine"


@pytest.mark.parametrize(("difference", "text"), [(0.0312, "+3.1"), (-0.2, "−20.0"), (0.0001, "0.0"), (None, "–")])
def test_differences_have_a_sign(difference: float | None, text: str) -> None:
    assert signed_points(difference) == text


def test_no_figure_is_a_dash() -> None:
    assert points(None) == "–"


def test_labels_of_figures_are_escaped_and_cut_in_the_middle() -> None:
    assert label("<a href=x>") == "&lt;a href=x&gt;"
    assert label("a" * 50 + "b" * 50, 10) == "aaaaa…bbbb"


@pytest.mark.parametrize(
    ("gold", "extracted", "key"),
    [
        ([{"nr": 1, "id": "a"}, {"nr": 2, "id": "b"}], [[{"nr": 1, "id": "a"}, {"nr": 2, "id": "b"}]], "id"),
        ([{"nr": 1, "id": "a"}, {"nr": 2, "id": "b"}], [[{"nr": 1, "id": "x"}, {"nr": 2, "id": "y"}]], "nr"),
        ([{"nr": 1, "id": "a"}, {"nr": 2, "id": "b"}], [[{"id": "b"}]], "id"),
        ([{"nr": 1}, {"nr": 1}], [[{"nr": 1}]], None),
        ([{"nr": 1.5}, {"nr": True}], [[{"nr": 1}]], None),
        ([{"nr": 1}, {"nr": 2}], [[{"nr": 8}]], None),
        ([{"id": 1}, {"id": 2}], [], "id"),
        ([], [], None),
    ],
)  # fmt: skip
def test_the_id_is_the_key_that_joins_most(gold: list[Any], extracted: list[Any], key: str | None) -> None:
    assert likely_id(gold, extracted) == key


def test_ids_that_differ_only_in_type_are_told_apart() -> None:
    assert id_labels(["1", 1, 2]) == ["1", "1 (number)", "2"]


def test_an_id_is_in_every_record_and_never_twice() -> None:
    assert id_candidates([{"a": 1, "b": 1, "c": "1"}, {"a": "1", "b": 1}]) == ["a"]


def table_of(gold: str, *extracted: str) -> str:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    records = [evaluate([{"a": gold}], [{"a": text}], schema).records[0] for text in extracted]
    names = [f"variant-{number}" for number in range(len(extracted))]
    return record_table(record_rows(records, parse_eval_schema(schema)), names).removeprefix(STYLE)


def test_a_row_is_one_line_that_opens() -> None:
    table = table_of("north harbour", "south harbour")
    assert "<details><summary>a</summary></details>" in table
    line = '<bdi dir="auto"><del>north</del><ins>south</ins> harbour</bdi>'
    assert f'<div class="ej-line"><span class="ej-part">{line}</span></div>' in table


@pytest.mark.parametrize("variants", [1, 2, 12])
def test_gold_is_cut_around_the_difference_and_shown_whole_on_opening(variants: int) -> None:
    begin = "a beginning that all of them share, of many words " * 8
    table = table_of(f"{begin}north harbour", *[f"{begin}south harbour"] * variants)
    line = table.split('<span class="ej-part">')[1]
    assert line.startswith(f'<bdi dir="auto">{CUT_MARK}words north harbour')
    assert f"{begin}north harbour</bdi>" in table


@pytest.mark.parametrize(("variants", "word"), [(2, "✗ wrong</span>"), (3, '✗<span class="ej-sr"> wrong</span>')])
def test_results_of_many_variants_are_symbols_with_their_words_read_out(variants: int, word: str) -> None:
    assert table_of("north", *["south"] * variants).count(word) == variants


def test_more_variants_than_fit_scroll_within_the_table() -> None:
    assert 'class="ej-wrap"' in table_of("x", *"abc")
    assert 'class="ej-wrap ej-wide" tabindex="0"' in table_of("x", *"abcd")
    assert "variant-<wbr>3" in table_of("x", *"abcd")


def test_nothing_that_could_be_read_as_content_is_added_to_a_difference() -> None:
    table = table_of("due  1", "due 1")
    assert not any(sign in table for sign in "␣−")
    assert '<del><span class="ej-gap"> </span></del>' in table


def test_no_break_spaces_keep_a_line_short_and_let_it_break_between_words() -> None:
    table = table_of("1\u00a0234\u00a0567,00\u00a0EUR", "1 234 567,00 EUR")
    gold, extracted = re.findall(r'<div class="ej-line">(.*?)</div>', table)[:2]
    assert re.sub("<[^w][^>]*>", "", gold) == "1⍽<wbr>234⍽<wbr>567,00⍽<wbr>EUR"
    assert "no-break space" not in extracted, "three names of spaces push the text out of its line"
    assert extracted.count("⍽<wbr>") == 3
    assert table.count('<span class="ej-named">no-break space</span>') == 3, "where the row is open, each is named"


def test_a_long_path_in_a_reason_breaks_between_its_parts() -> None:
    row = rows_of({"a": "x", "n": [{"k": 2}, {"k": 5}, {"k": 1}], "map": {"u.v": 1}})["n[0].k"]
    assert "in extracted at n[2].<wbr>k" in cells_of_one(row, row.sides[0], Shown())[2]
