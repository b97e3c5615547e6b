"""Arrays in the view of a record: aligned pairs under headings, right ones folded, those alone at the end."""

import copy
from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.report.fields.fault_kinds import kinds_by_path, misplaced_by_path
from evaljson.report.records.elements import Folded, Heading, Item, pairs_by_record, with_headings
from evaljson.report.records.rows import Row, record_rows
from evaljson.report.records.table_html import record_table
from evaljson.schema.parse.parse import parse_eval_schema

LINE = {
    "type": "object",
    "properties": {
        "sku": {"type": "string"},
        "n": {"type": "integer"},
        "parts": {"type": "array", "items": {"type": "object", "properties": {"p": {"type": "integer"}}}},
    },
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "lines": {"type": "array", "x-eval-align": {"match_by": "key_field", "key": "sku"}, "items": LINE},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}
TREE = parse_eval_schema(SCHEMA)


def line(sku: str, n: int = 1, **more: Any) -> dict[str, Any]:
    return {"sku": sku, "n": n, **more}


def items(gold: Any, *extracted: Any, fold: bool = False, schema: dict[str, Any] = SCHEMA) -> list[Item]:
    runs = [evaluate([gold], [record], schema) for record in extracted]
    rows = record_rows([run.records[0] for run in runs], parse_eval_schema(schema))
    return with_headings(rows, [pairs_by_record(run)[0] for run in runs], fold)


def outline(listed: list[Item]) -> list[str]:
    """One word an item: `# path` for a heading, `= first..last` for what is folded, the path for a row."""
    return [
        item.path
        if isinstance(item, Row)
        else f"# {item.path}"
        if isinstance(item, Heading)
        else f"= {item.first}..{item.last} ({item.elements}, {item.rows})"
        for item in listed
    ]


GOLD = {"lines": [line("a"), line("b"), line("c")], "tags": ["x"]}


def test_every_element_has_a_heading_and_those_without_partner_come_last() -> None:
    listed = items(GOLD, {"lines": [line("z"), line("c"), line("a", 2)], "tags": ["x"]})
    # fmt: off
    assert outline(listed) == [
        "# lines[0]", "lines[0].sku", "lines[0].n", "# lines[1]", "lines[1].sku", "lines[1].n",
        "# lines[2]", "lines[2].sku", "lines[2].n", "# lines[-1]", "lines[-1].sku", "lines[-1].n", "tags[0]",
    ]
    # fmt: on


def test_a_heading_says_which_elements_were_paired_and_how_well_they_agree() -> None:
    listed = items(GOLD, {"lines": [line("z"), line("c"), line("a", 2)], "tags": ["x"]})
    pairs = {item.path: item.sides[0] for item in listed if isinstance(item, Heading)}
    pairings = {path: (pair.gold, pair.extracted, pair.strategy, pair.score) for path, pair in pairs.items() if pair}
    assert pairings == {
        "lines[0]": (0, 2, "key_field", 0.5),
        "lines[1]": (1, None, None, 0.0),
        "lines[2]": (2, 1, "key_field", 1.0),
        "lines[-1]": (None, 0, None, 0.0),
    }


def test_elements_that_are_right_are_folded_into_one_line() -> None:
    gold = {"lines": [line(c) for c in "abcdef"], "tags": []}
    listed = items(gold, {"lines": [line("a"), line("b"), line("c", 7), line("d"), line("e"), line("f")]}, fold=True)
    middle = ["# lines[2]", "lines[2].sku", "lines[2].n"]
    assert outline(listed) == ["= lines[0]..lines[1] (2, 4)", *middle, "= lines[3]..lines[5] (3, 6)", "tags"]


def test_arrays_inside_of_elements_have_headings_of_their_own() -> None:
    gold = {"lines": [line("a", parts=[{"p": 1}, {"p": 2}])]}
    listed = items(gold, {"lines": [line("a", parts=[{"p": 1}, {"p": 3}])]}, fold=True)
    assert outline(listed)[-3:] == [
        "= lines[0].parts[0]..lines[0].parts[0] (1, 1)",
        "# lines[0].parts[1]",
        "lines[0].parts[1].p",
    ]


def test_what_two_variants_invent_has_a_heading_each() -> None:
    listed = items({"lines": []}, {"lines": [line("y")]}, {"lines": [line("z")]})
    headings = [item.sides for item in listed if isinstance(item, Heading)]
    assert [[side is not None for side in sides] for sides in headings] == [[False, True], [True, False]]


def test_what_one_variant_invents_inside_an_element_of_gold_stands_under_the_heading_of_all() -> None:
    gold = {"lines": [line("a", n=1, parts=[{"p": 1}])]}
    more = {"lines": [line("a", n=2, parts=[{"p": 1}, {"p": 9}])]}
    listed = items(gold, more, {"lines": [line("a", n=3, parts=[{"p": 1}])]})
    headings = [item for item in listed if isinstance(item, Heading)]
    assert [heading.path for heading in headings] == ["lines[0]", "lines[0].parts[0]", "lines[0].parts[-1]"]
    assert [[side is not None for side in heading.sides] for heading in headings] == [
        [True, True], [True, True], [True, False],
    ]  # fmt: skip


def test_an_element_that_is_right_in_one_variant_only_is_not_folded() -> None:
    listed = items(GOLD, GOLD, {**GOLD, "lines": [line("a"), line("b", 5), line("c")]}, fold=True)
    assert "# lines[1]" in outline(listed)


@pytest.mark.parametrize(
    "words",
    ["gold [0]", "extracted [2]", "F1 50.0", "paired by key", "no partner", "the whole element", "lines<wbr>[-1]"],
)
def test_the_table_tells_of_the_pair(words: str) -> None:
    listed = items(GOLD, {"lines": [line("z"), line("c"), line("a", 2)], "tags": ["x"]})
    assert words in record_table(listed, ["A"])


def test_the_table_tells_of_the_pair_in_each_variant() -> None:
    listed = items(GOLD, GOLD, {"lines": [line("c"), line("b"), line("a", 2)]})
    of_two = record_table(listed, ["A", "B"])
    assert "<td>extracted [0] · F1 100.0 · paired by key</td>" in of_two, "in no line that a narrow column cuts"
    assert "<td>extracted [2] · F1 50.0 · paired by key</td>" in of_two


def test_the_table_says_what_is_folded() -> None:
    listed = items(GOLD, {**GOLD, "lines": [line("a"), line("b"), line("c", 3)]}, fold=True)
    assert isinstance(listed[0], Folded)
    table = record_table(listed, ["A"])
    assert "lines<wbr>[0]</span> to " in table
    assert "2 elements, 4 values, all right" in table


@pytest.mark.parametrize(
    ("skipped", "words"),
    [
        (("n",), '✓ <span class="ej-path">lines<wbr>[0]</span>: 1 value, all right, 1 skipped<'),
        (("n", "sku"), '– <span class="ej-path">lines<wbr>[0]</span>: 2 values, skipped<'),
    ],
)
def test_the_line_of_what_is_folded_calls_no_skipped_value_right(skipped: tuple[str, ...], words: str) -> None:
    schema = copy.deepcopy(SCHEMA)
    for name in skipped:
        schema["properties"]["lines"]["items"]["properties"][name]["x-eval-skip"] = True
    listed = items({"lines": [line("a")]}, {"lines": [line("a", 3)]}, fold=True, schema=schema)
    assert words in record_table(listed, ["A"])


def test_the_line_of_what_is_folded_says_which_marks_are_in_it() -> None:
    listed = items(GOLD, {**GOLD, "lines": [line("a"), line("b"), line("c", 3)]}, fold=True)
    said = {"lines[1].n": "✎ corrected by 2 people", "lines[2].n": "⚑ disputed"}
    assert "4 values, all right; 1 ✎ corrected by 2 people<" in record_table(listed, ["A"], labels=said)


def test_two_texts_that_differ_show_their_difference() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "x-eval-transform": ["lowercase"]}}}
    record = evaluate([{"a": "ACME GmbH"}], [{"a": "Acme GmbHs"}], schema).records[0]
    rows = record_rows([record], parse_eval_schema(schema))
    assert "<del>ACME GmbH</del><ins>Acme GmbHs</ins>" in record_table(rows, ["A"])
    assert "acme <del>gmbh</del><ins>gmbh<b>s</b></ins>" in record_table(rows, ["A"], compared=True)


def test_a_key_may_hold_half_a_character() -> None:
    key = "lone \ud800"
    schema = {
        "type": "object",
        "properties": {key: {**SCHEMA["properties"]["lines"], "x-eval-align": {"ordered": True}}},
    }
    run = evaluate([{key: [line("a")]}], [{key: [line("b")]}], schema)
    assert list(pairs_by_record(run)[0]) == [f"{key}[0]"]


def test_rows_and_headings_say_what_is_wrong_in_the_words_of_the_fields() -> None:
    gold = {"lines": [line("a", 1), line("b", 2), line("c", 3)], "total": "1"}
    extracted = {"lines": [line("b", 2), line("c", 3)], "total": 1}
    schema = {
        "type": "object",
        "properties": {"lines": {"type": "array", "items": LINE}, "total": {"type": "string"}},
    }
    run = evaluate([gold], [extracted], schema)
    rows = record_rows(run.records, parse_eval_schema(schema), kinds_by_path(run, [0]))
    assert {row.path: side.kind for row in rows if (side := row.sides[0]) is not None} == {
        "lines[0].sku": "wrong_value",
        "lines[0].n": "wrong_value",
        "lines[1].sku": "misplaced",
        "lines[1].n": "misplaced",
        "lines[2].sku": "misplaced",
        "lines[2].n": "misplaced",
        "total": "wrong_type",
    }
    table = record_table(with_headings(rows, pairs_by_record(run)), ["A"])
    words = ("✗ wrong value", "⇄ misplaced", "◆ wrong type", "✗ wrong", "○ missing")
    assert [table.count(f"{word}</span>") for word in words] == [2, 5, 1, 0, 0]  # 5: the lone element is named too


def test_where_nobody_looked_closely_rows_say_their_status() -> None:
    (row,) = [row for row in items(GOLD, {**GOLD, "tags": ["y"]}) if isinstance(row, Row) and row.path == "tags[0]"]
    assert row.sides[0] is not None
    assert row.sides[0].kind == "mismatch"


def test_what_is_misplaced_says_where_it_stands_on_the_other_side() -> None:
    gold = {"lines": [line("a", 1), line("b", 2)]}
    extracted = {"lines": [line("b", 2), line("z", 9), line("a", 1)]}
    schema = {"type": "object", "properties": {"lines": {"type": "array", "items": LINE}}}
    run = evaluate([gold], [extracted], schema)
    rows = record_rows(run.records, parse_eval_schema(schema), kinds_by_path(run, [0]), misplaced_by_path(run, [0]))
    why = {row.path: side.why for row in rows if (side := row.sides[0]) is not None and side.kind == "misplaced"}
    assert "gold's value is in extracted at lines[2].sku" in why["lines[0].sku"]
    assert "gold's value is in extracted at lines[0].n" in why["lines[1].n"]
    assert "it is gold's value of lines[0].sku" in why["lines[-1].sku"]


def test_what_differs_has_a_link_to_its_rule_where_there_is_one() -> None:
    listed = [item for item in items(GOLD, {**GOLD, "tags": ["y"]}) if isinstance(item, Row)]
    table = record_table(listed, ["A"], rule=lambda row: f"schema?field={row.field}&x=<b>")
    assert table.count('href="schema?field=tags[]&amp;x=&lt;b&gt;"') == 1
    assert table.count('class="ej-rule"') == 1, "what is right has none"
    assert 'class="ej-rule"' not in record_table(listed, ["A"], rule=lambda row: None)


def test_invented_entries_of_maps_whose_keys_mean_nothing_are_each_variants_own() -> None:
    free = {"type": "object", "additionalProperties": LINE, "x-eval-align": {"match_by": "hungarian"}}
    schema = {"type": "object", "properties": {"fees": free}}
    gold = {"fees": {"f1": line("a")}}
    extracted = [{"fees": {"x": line("a"), "new": line(sku)}} for sku in ("p", "q")]
    records = [evaluate([gold], [record], schema).records[0] for record in extracted]
    rows = record_rows(records, parse_eval_schema(schema))
    assert {(row.path, row.own) for row in rows if row.path.endswith("sku")} == {
        ("fees.f1.sku", None), ("fees.new.sku", 0), ("fees.new.sku", 1),
    }  # fmt: skip


FEES: dict[str, Any] = {"type": "object", "additionalProperties": LINE, "x-eval-align": {"match_by": "hungarian"}}
OF_MAPS: dict[str, Any] = {"type": "object", "properties": {"fees": FEES, "tags": SCHEMA["properties"]["tags"]}}
ENTRIES = {"fees": {"a": line("p"), "b": line("q"), "new": line("r")}, "tags": ["x"]}
MADE_UP = {"fees": {"new": line("t", 5), "x": line("q", 2), "item.1": line("p")}, "tags": ["x"]}


def of_maps(*extracted: Any, fold: bool = False) -> list[Item]:
    runs = [evaluate([ENTRIES], [record], OF_MAPS) for record in extracted]
    rows = record_rows([run.records[0] for run in runs], parse_eval_schema(OF_MAPS))
    return with_headings(rows, [pairs_by_record(run)[0] for run in runs], fold)


def test_entries_of_maps_paired_by_content_have_headings_with_the_keys_of_both_sides() -> None:
    listed = of_maps(MADE_UP)
    keys = {item.path: (item.gold, item.sides[0]) for item in listed if isinstance(item, Heading)}
    assert {path: (gold, pair and pair.extracted) for path, (gold, pair) in keys.items()} == {
        "fees.a": ("a", "item.1"), "fees.b": ("b", "x"), "fees.new": ("new", None),
        "fees.new (invented)": (None, "new"),
    }  # fmt: skip
    assert outline(listed)[:3] == ["# fees.a", "fees.a.sku", "fees.a.n"]


@pytest.mark.parametrize(
    "words",
    ["gold key <bdi>a</bdi>", "extracted key <bdi>item.1</bdi>", "paired by content", "no partner", "the whole entry"],
)
def test_the_table_tells_which_key_of_gold_met_which_extracted_one(words: str) -> None:
    assert words in record_table(of_maps(MADE_UP), ["A"])


def test_entries_that_are_right_are_folded_and_counted_as_entries() -> None:
    right = {**ENTRIES, "fees": {"k1": line("p"), "k2": line("q"), "k3": line("r", 7)}}
    listed = of_maps(right, fold=True)
    assert outline(listed)[0] == "= fees.a..fees.b (2, 4)"
    assert "2 entries, 4 values, all right" in record_table(listed, ["A"])


def test_a_key_may_hold_markup() -> None:
    extracted = {"fees": {"<b>": line("p"), "c": line("q"), "d": line("r")}}
    assert "extracted key <bdi>&lt;b&gt;</bdi>" in record_table(of_maps(extracted), ["A"])


def test_entries_paired_by_their_keys_have_no_headings() -> None:
    schema = {"type": "object", "properties": {"fees": {"type": "object", "additionalProperties": LINE}}}
    run = evaluate([{"fees": ENTRIES["fees"]}], [{"fees": MADE_UP["fees"]}], schema)
    rows = record_rows(run.records, parse_eval_schema(schema))
    assert with_headings(rows, pairs_by_record(run)) == rows
