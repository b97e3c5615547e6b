"""The HTML report: complete, escaped, and in need of nothing else."""

import html
import re
from typing import Any

import pytest

from evaljson.base.errors import InputError
from evaljson.evaluate import evaluate
from evaljson.load.missing_policy import Strays
from evaljson.report.export.html.about import About
from evaljson.report.export.html.page import to_html
from evaljson.report.export.html.patterns import patterns_section
from evaljson.report.patterns.table import error_patterns
from evaljson.review.label_states import GoldLabel
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.wording.words import points
from tests.report.export.made_page import GOLD, HOSTILE, SCHEMA, WRONG, assert_harmless, report, schema


def test_gold_in_a_record_has_what_reviews_say_of_it() -> None:
    labels = {0: {"a": GoldLabel("confirmed", "alpha", ("Ann", "Ben"), "a")}}
    page = to_html({"one": evaluate(GOLD, WRONG, SCHEMA)}, parse_eval_schema(SCHEMA), labels=labels).decode()
    assert page.count("✔ confirmed by 2 people") == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_data_is_text_wherever_it_stands(text: str) -> None:
    of_text = schema(text)
    gold: list[Any] = [{"id": text, text: text, "lines": [{"k": text}]}, {"id": "missing", text: "a"}]
    extracted: list[Any] = [
        {"id": text, text: f"{text}!", text + "2": {text: text}},
        {"id": text},
        {"id": "stray" + text},
    ]
    page = to_html({text: evaluate(gold, extracted, of_text)}, parse_eval_schema(of_text), text).decode("utf-8")
    assert_harmless(page)


def test_nothing_is_fetched_and_nothing_can_run() -> None:
    page = report(WRONG)
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|url\(|@import", page)


@pytest.mark.parametrize(
    "words",
    [
        "<b><bdi>one</bdi></b>: F1 83.", "over 6 records", "4 records of 6 lose F1, and all of them are shown",
        '<del>alph<b>a</b></del><ins>alph<b>o</b></ins>', "must be equal", "Same signature, same numbers",
        "prefers-color-scheme:dark",
        "@media print", "joined by id", "<dt>Variant</dt><dd><bdi>one</bdi></dd>",
        "records that were not extracted count as missing, field by field",
        "<td>a</td><td>must be equal</td>", "<td>lines</td><td>elements paired by position</td>",
    ],
)  # fmt: skip
def test_it_says(words: str) -> None:
    assert words in report(WRONG)


def test_it_says_how_many_records_it_leaves_out() -> None:
    page = report(WRONG, most=1)
    assert "4 records of 6 lose F1; the one that loses most is shown here, 3 are left out" in page
    assert page.count('<section class="record">') == 1
    assert "the 3 that lose most are shown here, 1 is left out" in report(WRONG, most=3)


def test_the_signature_is_all_there() -> None:
    signed = evaluate(GOLD, WRONG, SCHEMA).signature
    assert signed["gold"] in report(WRONG)
    assert signed["schema"] in report(WRONG)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_the_caller_says_is_text_too(text: str) -> None:
    run = {"a": evaluate(GOLD, WRONG, SCHEMA)}
    assert_harmless(to_html(run, parse_eval_schema(SCHEMA), "T", 0, About([text], {text: text})).decode("utf-8"))


@pytest.mark.parametrize("key", ["id", "ref", "<i>"])
def test_the_key_by_which_records_are_joined_is_named(key: str) -> None:
    gold = [{key: "1", "a": "x"}]
    run = evaluate(gold, gold, {"type": "object", "properties": {"a": {"type": "string"}}, "x-eval-id": key})
    page = to_html({"one": run}, parse_eval_schema(SCHEMA), "T", 0).decode()
    assert f"records joined by {html.escape(key)};" in page
    assert f"1 record scored, joined by {html.escape(key)}." in page


def test_rules_are_told_as_the_schema_has_them() -> None:
    of_text = schema("a", "b")
    of_text["properties"]["a"] |= {"x-eval-transform": ["lowercase"], "x-eval-weight": 2, "x-eval-threshold": 0.8}
    of_text["properties"]["b"]["x-eval-skip"] = True
    of_text["properties"]["lines"]["x-eval-align"] = {"match_by": "hungarian"}
    page = to_html({"one": evaluate(GOLD, WRONG, of_text)}, parse_eval_schema(of_text)).decode()
    assert "<td>after lowercasing; must be equal, right from a score of 0.8 on, wrong below</td><td>2</td>" in page
    assert "<td>b</td><td>skipped: in no figure</td>" in page
    assert "<td>lines</td><td>elements paired by content</td>" in page


def test_the_first_page_is_short_and_the_rest_opens() -> None:
    fields = {f"f{i}": {"type": "string"} for i in range(12)}
    of_many = {"type": "object", "x-eval-id": "id", "properties": fields}
    gold: list[Any] = [{"id": f"r{i}", **dict.fromkeys(fields, "x")} for i in range(14)]
    page = to_html({"one": evaluate(gold, [{"id": record["id"]} for record in gold], of_many)},
                   parse_eval_schema(of_many)).decode()  # fmt: skip
    assert page.count('<section class="record">') == 10
    assert "Worst fields</h2>" in page
    assert "<summary>7 other fields</summary>" in page
    order = [page.index(text) for text in ("<nav>", "Worst fields", 'id="records"', 'id="rules"', 'id="signature"')]
    assert order == sorted(order)
    assert [page[: page.index(f'id="{part}"')].count("<details") for part in ("rules", "notes", "signature")]


def test_what_errors_have_in_common_is_on_the_first_page() -> None:
    upper: list[Any] = [{**record, "a": "ALPHA"} for record in GOLD]
    page = report(WRONG, upper, upper)
    part = page[page.index('id="patterns"') : page.index('id="records"')]
    assert re.findall(r"<h3><bdi>(\w+)", part) == ["one", "two", "three"], "which nobody can tell from the best"
    assert "<b>case only</b>: 6 values in 6 records, 100.0% of what F1 loses, in a</li>" in part
    assert 'id="patterns"' not in report(GOLD)


@pytest.mark.parametrize(
    ("compared", "leaders", "named"),
    [
        (None, (), ["base", "best"]),
        ("worse", (), ["base", "worse"]),
        ("worse", ("best", "next"), ["base", "worse", "best"]),
        ("best", ("best", "base"), ["base", "best"]),
    ],
)
def test_patterns_are_of_the_pair_that_is_compared_and_of_one_more_that_shares_the_first_place(
    compared: str | None, leaders: tuple[str, ...], named: list[str]
) -> None:
    wrong = {"base": 4, "worse": 5, "best": 1, "next": 2}
    runs = {
        name: evaluate(GOLD, [{**one, "a": "?"} if at < count else one for at, one in enumerate(GOLD)], SCHEMA)
        for name, count in wrong.items()
    }
    part = patterns_section(runs, compared, leaders)
    assert re.findall(r"<h3><bdi>(\w+)", part) == named
    assert f"(shown for {len(named)} of 4 variants: the baseline, the one compared with it" in part
    assert ("one that nobody can tell from the best" in part) == (len(named) == 3)


def test_patterns_that_are_not_listed_are_counted_with_what_they_cost() -> None:
    wrong: list[Any] = ["?", None, 5, "X", "x ", ["x"], "", "xx", {"x": 1}, "y x", True, "x-"]
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    run = evaluate([{"a": "x"}] * len(wrong), [{"a": value} for value in wrong], schema)
    found = error_patterns(run)
    rest = found[6:]
    assert rest
    share = points(sum(one.share for one in rest))
    values = sum(one.values for one in rest)
    assert (
        f"{len(rest)} more pattern{'s' if len(rest) > 1 else ''}: {values} value{'s' if values > 1 else ''}, {share}%"
        in (patterns_section({"one": run}))
    )


def test_of_a_long_record_the_lines_that_lose_most_are_shown() -> None:
    keys = [f"f{i:02}" for i in range(40)]
    weighted: dict[str, Any] = {key: {"type": "string"} for key in keys}
    weighted["f37"]["x-eval-weight"] = 9
    of_many = {"type": "object", "x-eval-id": "id", "properties": weighted}
    gold: list[Any] = [{"id": "r", **dict.fromkeys(keys, "x")}]
    page = to_html({"one": evaluate(gold, [{"id": "r", **dict.fromkeys(keys, "y")}], of_many)},
                   parse_eval_schema(of_many)).decode()  # fmt: skip
    record = page[page.index('<section class="record">') :]
    assert "The 30 of 40 differences that lose most weight are shown." in record
    assert re.findall(r'title="(f\d\d)"', record)[:3] == ["f37", "f00", "f01"]


def test_no_difference_that_is_left_out_of_a_record_loses_more_than_one_that_is_shown() -> None:
    """Also where lines of one element stay together, one of which loses much and the others little."""
    keys = [f"k{i}" for i in range(12)]
    heavy = {(0, "k0"), (3, "k7"), (5, "k11")}
    elements = {"type": "object", "properties": {key: {"type": "string"} for key in keys}}
    schema = {"type": "object", "x-eval-id": "id", "properties": {"items": {"type": "array", "items": elements}}}
    gold = [{"id": "r", "items": [dict.fromkeys(keys, "x") for _ in range(6)]}]

    def without_most(number: int) -> dict[str, str]:  # missing loses half of what wrong does
        return {key: "y" for key in keys if (number, key) in heavy}

    extracted = [{"id": "r", "items": [without_most(number) for number in range(6)]}]
    page = to_html({"one": evaluate(gold, extracted, schema)}, parse_eval_schema(schema)).decode()
    record = page[page.index('<section class="record">') :]
    assert "of 72 differences that lose most weight are shown." in record
    shown = set(re.findall(r'title="items\[(\d)\]\.(k\d+)"', record))
    assert {(str(number), key) for number, key in heavy} <= shown
    assert len(shown) < 30


def test_records_that_were_not_scored_are_named() -> None:
    page = report([*GOLD[1:], {"id": "nobody"}, GOLD[1]])
    assert "1 record without an extracted record, counted as missing, field by field: <bdi>r0</bdi>" in page
    assert "1 record extracted without gold, never scored: <bdi>nobody</bdi>" in page
    assert "1 record extracted more than once; the first one counts: <bdi>r1</bdi>" in page
    assert "No usable record of <bdi>one</bdi>" in page


@pytest.mark.parametrize("strays", ["report", "invented"])
def test_records_that_are_named_are_not_counted_once_more(strays: Strays) -> None:
    run = evaluate(GOLD, [*GOLD[1:], {"id": "nobody"}, GOLD[1]], SCHEMA, strays=strays)
    counted = {f"{problem.message}" for problem in run.problems if problem.kind == "records"}
    notes = to_html({"one": run}, parse_eval_schema(SCHEMA)).decode().split('id="notes"')[1].split("</ul>")[0]
    assert len(counted) >= 2
    assert not [message for message in counted if message in notes]
    assert "<bdi>r0</bdi>" in notes
    assert "<bdi>nobody</bdi>" in notes
    assert "<bdi>r1</bdi>" in notes


def test_without_a_difference_it_says_so() -> None:
    assert "No difference that counts in 6 records." in report(GOLD)


def test_a_report_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="there is no run"):
        to_html({}, parse_eval_schema(SCHEMA))


def test_a_run_without_records_has_a_report() -> None:
    assert "F1 –" in to_html({"a": evaluate([], [], SCHEMA)}, parse_eval_schema(SCHEMA)).decode()


def test_a_field_under_another_key_is_told_with_what_it_costs() -> None:
    made = {"type": "object", "properties": {"id": {"type": "string"}, "supplier": {"type": "string"}}}
    gold = [{"id": f"r{place}", "supplier": f"Company {place}"} for place in range(12)]
    other = [{"id": record["id"], "vendor": record["supplier"]} for record in gold]
    runs = {name: evaluate(gold, records, made, "id") for name, records in (("a", gold), ("b", other))}
    page = to_html(runs, parse_eval_schema(made)).decode()
    assert "supplier is called &#x27;vendor&#x27; in b" in page
    assert "With the keys of gold, F1 of b would be 100.0 instead of 0.0." in page
    assert " is called " not in to_html({"a": runs["a"]}, parse_eval_schema(made)).decode()


TAIL = " of the house on the left side of the road, seen from the bridge, with the garden behind it"


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [
        ("The roof" * 9 + " was torn", "The roof" * 9 + " is whole"),
        (f"S72.001A {TAIL * 3}", f"S72.001B {TAIL * 3}"),
        (f"{TAIL * 3} M54.5", f"{TAIL * 3} XK-9"),
        ("x" * 30 + "abcdefghijklmnopqrstuvw" * 5, "x" * 30 + "ZYX 98765 #### --- !!!!" * 5),
    ],
)
def test_a_closed_cell_shows_where_a_long_text_differs(gold: str, extracted: str) -> None:
    """What only gold has there and what was extracted in its place are in the lines, not only behind a click."""
    records = [[{**GOLD[0], "a": text}] for text in (gold, extracted)]
    page = report(records[1], gold=records[0])
    body = page[page.index('class="figures brief"') :]
    closed = [*re.findall(r"<td.*?</td>", body)[-3:], *re.findall(r'<div class="ej-line">(.*?)</div>', body)]
    seen = re.sub("<[^>]+>", "", " ".join(closed))
    at = next(place for place, (one, other) in enumerate(zip(gold, extracted, strict=False)) if one != other)
    assert gold[at : at + 3].split()[0] in seen
    assert extracted[at : at + 3].split()[0] in seen


def test_a_line_with_many_differences_ends_behind_a_whole_one() -> None:
    pairs = [(f"word{n} same", f"wort{n} same") for n in range(60)]
    gold, extracted = (" and ".join(pair[side] for pair in pairs) for side in (0, 1))
    page = report([{**GOLD[0], "a": extracted}], gold=[{**GOLD[0], "a": gold}])
    line = page[page.index('class="figures brief"') :].split("</tr>")[1].split("<td")[-1]
    assert 2 < line.count("<del>") == line.count("<ins>") < 30
    assert line.rindex("<ins>") < line.rindex('<span class="ej-cut">…</span>')


def test_each_record_has_a_line_with_what_loses_most_and_leads_to_the_rest() -> None:
    worse: list[Any] = [{**record, "a": None, "b": "bet"} for record in GOLD[1:]]
    page = report(worse, WRONG)
    rows = re.findall(r"<tr>(<td><a.*?)</tr>", page[page.index('class="figures brief"') :])
    words = [re.sub("<[^>]+>", " ", row).split() for row in rows]
    assert [row[0] for row in words] == ["r0", "r1", "r2", "r3", "r4", "r5"]
    assert words[0][1] == "○", "one has no usable record"
    assert " ".join(words[0]).endswith("in two")
    assert "no usable record in one ; then" in " ".join(words[0]), "it loses more than any value of two"
    assert "no usable record" not in " ".join(words[1])
    assert "○ no usable record</div>" in page
    assert "a" in words[1]
    for number, row in enumerate(rows, 1):
        assert f'href="#record-{number}"' in row
        assert page.count(f'<div id="record-{number}">') == 1


def test_a_line_names_the_variant_that_loses_most_though_each_value_of_its_array_loses_little() -> None:
    fields = {"pay": {"type": "number"}, "skills": {"type": "array", "items": {"type": "string"}}}
    of_skills = {"type": "object", "x-eval-id": "id", "properties": {"id": {"type": "string"}, **fields}}
    gold: list[Any] = [{"id": "r0", "pay": 60000, "skills": [f"skill {n}" for n in range(12)]}]
    files = {"chatty": [{**gold[0], "pay": 1}], "cut": [{**gold[0], "skills": gold[0]["skills"][:2]}]}
    runs = {name: evaluate(gold, extracted, of_skills) for name, extracted in files.items()}
    page = to_html(runs, parse_eval_schema(of_skills)).decode()
    row = page[page.index('class="figures brief"') :].split("</tr>")[1]
    words = " ".join(re.sub("<[^>]+>", " ", row).split())
    assert "skills" in words
    assert "+9" in words
    assert words.endswith("in cut")
    assert "60000" not in words


def test_an_array_that_is_out_as_null_alone_is_not_skipped_where_its_elements_count() -> None:
    nulls = {"type": ["array", "null"], "items": {"type": "string"}, "x-eval-nulls": {"absent": [None]}}
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "tags": nulls, "none": nulls}}
    gold = [{"a": "x", "tags": ["t"], "none": None}, {"a": "x", "tags": None, "none": None}]
    extracted = [{"a": "x", "tags": ["t"]}, {"a": "y"}]
    page = to_html({"one": evaluate(gold, extracted, schema)}, parse_eval_schema(schema)).decode()
    assert "Skipped, in no figure: none." in page


def test_a_skipped_field_has_no_row_and_objects_themselves_are_counted_apart_from_fields() -> None:
    names = [f"f{n}" for n in range(12)]
    inner = {"type": "object", "properties": {"x": {"type": "string"}}}
    properties: dict[str, Any] = {
        **{name: {"type": "string"} for name in names}, "why": {"type": "string", "x-eval-skip": True}, "o": inner,
    }  # fmt: skip
    of_many = {"type": "object", "properties": properties}
    gold: list[Any] = [
        {**dict.fromkeys(names, "a"), "why": "so", "o": {"x": "b"}},
        {**dict.fromkeys(names, "a"), "o": {}},
    ]
    for variants in (1, 2):
        runs = {f"v{n}": evaluate(gold, [{**gold[0], "f1": "b"}, gold[1]], of_many) for n in range(variants)}
        fields = to_html(runs, parse_eval_schema(of_many)).decode().split('id="fields"')[1].split("<h2")[0]
        assert "Skipped, in no figure: why." in fields
        assert fields.count("why") == 1
        assert "8 other fields and 1 row for an object or array itself</summary>" in fields


def test_a_record_that_differs_only_at_weight_0_is_not_among_those_that_lose_f1() -> None:
    noted: dict[str, Any] = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "note": {"type": "string", "x-eval-weight": 0}},
    }
    gold = [{"a": "x", "note": "p"}] * 3
    run = evaluate(gold, [{"a": "?", "note": "p"}, {"a": "x", "note": "?"}, gold[2]], noted)
    assert (
        "1 record of 3 loses F1, and all of them are shown" in to_html({"one": run}, parse_eval_schema(noted)).decode()
    )
