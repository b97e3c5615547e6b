"""The HTML report: complete, escaped, and in need of nothing else."""

import html
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from evaljson.base.errors import InputError
from evaljson.compare import compare_runs
from evaljson.compare.leaderboard import leaderboard
from evaljson.compare.words.ranking_sentence import ranking_sentence
from evaljson.evaluate import evaluate
from evaljson.floor import floors
from evaljson.floor.words import floor_sentence
from evaljson.report.compare.changes import changes_of
from evaljson.report.compare.markdown import interval
from evaljson.report.export.html import ranking
from evaljson.report.export.html.about import About
from evaljson.report.export.html.page import to_html
from evaljson.review.label_states import GoldLabel
from evaljson.schema.parse.parse import parse_eval_schema
from tests.messy import messy

EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'&`$x$ **b** =1+1"
HOSTILE = [EVIL, "turned \u202e around", "nul \0 here", "lone \ud800 half", "x" * 50_000, "=cmd|' /C calc'!A0", "שלום"]
VOID = {"meta", "br", "col", "wbr"}


def schema(*keys: str) -> dict[str, Any]:
    lines = {"type": "array", "items": {"type": "object", "properties": {"k": {"type": "string"}}}}
    fields: dict[str, Any] = {key: {"type": "string"} for key in keys}
    return {"type": "object", "x-eval-id": "id", "properties": {**fields, "lines": lines}}


SCHEMA = schema("a", "b")
GOLD: list[Any] = [{"id": f"r{i}", "a": "alpha", "b": "beta", "lines": [{"k": "1"}, {"k": "2"}]} for i in range(6)]
WRONG: list[Any] = [{**record, "a": "alpho"} if i < 4 else record for i, record in enumerate(GOLD)]


class Page(HTMLParser):
    """Tags and attributes of a page; fails where an element is not closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.attributes, self._open = list[str](), list[tuple[str, str | None]](), list[str]()
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


LONG = "extraction_of_a_model_with_a_very_long_name_and_settings_of_its_own_run_"


@pytest.mark.parametrize("variants", [2, 3, 6])
def test_long_names_wrap_in_rows_and_are_short_in_heads(variants: int) -> None:
    """A head says all of a name to a pointer, and two heads never read alike."""
    runs = {f"{LONG}{n}": evaluate(GOLD, WRONG, SCHEMA) for n in range(variants)}
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    heads = re.findall(r'<th scope="col"([^>]*)><bdi>([^<]*)</bdi>', page)
    named = [(about, text) for about, text in heads if "F1 of" in text]
    assert len({text for _, text in named}) >= variants
    assert all(len(text) <= ranking.LONG and LONG in about for about, text in named)
    assert f"<td class=long><bdi>{LONG}0</bdi></td>" in page


def test_heads_that_would_read_alike_are_whole() -> None:
    alike = [f"{'x' * 60}{n}{'x' * 60}" for n in range(2)]
    page = to_html({name: evaluate(GOLD, WRONG, SCHEMA) for name in alike}, parse_eval_schema(SCHEMA)).decode()
    assert all(f'<th scope="col" class=long><bdi>F1 of {name}</bdi>' in page for name in alike)


def test_gold_in_a_record_has_what_reviews_say_of_it() -> None:
    labels = {0: {"a": GoldLabel("confirmed", "alpha", ("Ann", "Ben"), "a")}}
    page = to_html({"one": evaluate(GOLD, WRONG, SCHEMA)}, parse_eval_schema(SCHEMA), labels=labels).decode()
    assert page.count("✔ confirmed by 2 people") == 1


def report(extracted: list[Any], *more: list[Any], gold: list[Any] = GOLD, title: str = "T", most: int = 50) -> str:
    names = ["one", "two", "three"]
    runs = {name: evaluate(gold, records, SCHEMA) for name, records in zip(names, (extracted, *more), strict=False)}
    return to_html(runs, parse_eval_schema(SCHEMA), title, most).decode("utf-8")


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


def assert_harmless(page: str) -> None:
    parsed = Page(page)
    assert not {"img", "script", "link", "iframe", "object", "form", "svg", "base"} & set(parsed.tags)
    assert not [name for name, _ in parsed.attributes if name.startswith("on") or name in ("src", "action")]
    assert not [value for name, value in parsed.attributes if name == "href" and not str(value).startswith("#")]
    assert not re.search("[\u202a-\u202e\u2066-\u2069\0\ud800-\udfff]", page)


def test_nothing_is_fetched_and_nothing_can_run() -> None:
    page = report(WRONG)
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|url\(|@import", page)


@pytest.mark.parametrize(
    "words",
    [
        "<b><bdi>one</bdi></b>: F1 83.", "over 6 records", "4 records of 6 differ from gold, and all of them are shown",
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
    assert "4 records of 6 differ from gold; the 1 that lose most weight are shown here, 3 are left out" in page
    assert page.count('<section class="record">') == 1


def test_variants_that_leave_out_other_records_have_their_own_counts() -> None:
    runs = {
        name: evaluate(GOLD, found, SCHEMA, missing_records="exclude")
        for name, found in (("whole", WRONG), ("short", GOLD[:-2]))
    }
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    assert "<bdi>short</bdi></b>: F1 100.0 over 4 records, <b><bdi>whole</bdi>" in page
    assert " over 6 records. Their records are not the same ones.</p>" in page
    assert "Missing records that are left out: <bdi>short</bdi> 2." in page


def test_records_that_all_variants_leave_out_are_said_once() -> None:
    runs = {name: evaluate(GOLD, GOLD[:-2], SCHEMA, missing_records="exclude") for name in ("one", "two")}
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    assert "F1 100.0 over 4 records.</p>" in page
    assert "not the same ones" not in page


def test_the_signature_is_all_there() -> None:
    signed = evaluate(GOLD, WRONG, SCHEMA).signature
    assert signed["gold"] in report(WRONG)
    assert signed["schema"] in report(WRONG)


def test_variants_stand_beside_each_other_with_their_difference() -> None:
    page = report(WRONG, GOLD)
    assert "<bdi>two</bdi></b>: F1 100.0, <b><bdi>one</bdi>" in page
    assert "<td>+66.7</td>" in page, "nobody tested it: neither colour nor sign"
    assert "whether it is more than chance was not tested" in page
    assert not {"▲", "▼"} & set(page)


def test_of_several_variants_each_has_what_f1_loses_and_what_costs_all_most_stands_first() -> None:
    worse: list[Any] = [{**record, "b": "bet", "a": "alpho" if i < 1 else "alpha"} for i, record in enumerate(GOLD)]
    page = report(WRONG, worse, most=1)
    heads = re.findall(r"<th scope=\"col\"><bdi>(.*?)</bdi></th>", page[page.index('id="fields"') :])
    assert heads[:6] == ["Field", "F1 of one", "F1 lost by one", "F1 of two", "F1 lost by two", "change"]
    table = page[page.index('id="fields"') : page.index('id="records"')]
    assert "What costs F1 most in all variants together comes first" in table
    rows = re.findall(r"<tr><td>(\w+).*?<td>([\d.]+)</td>.*?<td>([\d.]+)</td>", table)
    assert rows[:2] == [("b", "0.00", "25.00"), ("a", "16.67", "4.17")]


def test_a_change_of_a_field_has_the_interval_and_the_verdict_of_the_comparison() -> None:
    many: list[Any] = [{"id": f"r{i}", "a": "alpha", "b": "beta"} for i in range(30)]
    wrong = [{**record, "a": "alpho"} if i < 20 else record for i, record in enumerate(many)]
    wrong[29] = {**wrong[29], "b": "bet"}
    runs = {name: evaluate(many, records, SCHEMA) for name, records in (("old", many), ("new", wrong))}
    comparison = compare_runs(runs["old"], runs["new"], names=("old", "new"))
    page = to_html(runs, parse_eval_schema(SCHEMA), about=About(changes={"new": changes_of(comparison)})).decode()
    a, b = (next(field for field in comparison.fields if field.path == path) for path in ("a", "b"))
    assert (a.verdict, b.verdict) == ("worse", "no detectable difference")
    row = f'<td class="worse">−66.7</td><td>{interval(a.low, a.high)}</td><td class="worse">▼ worse</td>'
    assert row in page
    assert f"<td>−3.3</td><td>{interval(b.low, b.high)}</td><td>–</td>" in page
    assert "95% interval" in page


def test_on_top_stand_the_verdicts_what_they_are_against_and_what_else_the_caller_knows() -> None:
    runs = {name: evaluate(GOLD, records, SCHEMA) for name, records in (("old", WRONG), ("new", GOLD))}
    about = About(["new is better than old"], {"Scored": "21 Nov 2026, 10:00 UTC by Ann"})
    page = to_html(runs, parse_eval_schema(SCHEMA), "T", 0, about).decode()
    top = page[: page.index("<nav>")]
    for part in (
        "new is better than old", "<dd><bdi>21 Nov 2026, 10:00 UTC by Ann</bdi></dd>",
        "<dt>Baseline</dt><dd><bdi>old, which the others are compared with", "<dt>Compared with it</dt><dd><bdi>new",
    ):  # fmt: skip
        assert part in top
    assert '<body class="wide">' in page


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


def test_variants_that_are_paired_otherwise_are_named() -> None:
    bare = [{key: value for key, value in record.items() if key != "id"} for record in GOLD]
    page = report(WRONG, bare)
    assert "records joined by id (by position: two); records" in page


def test_rules_are_told_as_the_schema_has_them() -> None:
    of_text = schema("a", "b")
    of_text["properties"]["a"] |= {"x-eval-transform": ["lowercase"], "x-eval-weight": 2, "x-eval-threshold": 0.8}
    of_text["properties"]["b"]["x-eval-skip"] = True
    of_text["properties"]["lines"]["x-eval-align"] = {"match_by": "hungarian"}
    page = to_html({"one": evaluate(GOLD, WRONG, of_text)}, parse_eval_schema(of_text)).decode()
    assert "<td>after lowercasing; must be equal; a match from a score of 0.8</td><td>2</td>" in page
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
    assert "<summary>The other 7 fields</summary>" in page
    order = [page.index(text) for text in ("<nav>", "Worst fields", 'id="records"', 'id="rules"', 'id="signature"')]
    assert order == sorted(order)
    assert [page[: page.index(f'id="{part}"')].count("<details") for part in ("rules", "notes", "signature")]


def test_what_errors_have_in_common_is_on_the_first_page() -> None:
    upper: list[Any] = [{**record, "a": "ALPHA"} for record in GOLD]
    page = report(WRONG, upper, upper)
    part = page[page.index('id="patterns"') : page.index('id="records"')]
    assert re.findall(r"<h3><bdi>(\w+)", part) == ["one", "two"]
    assert "<b>case only</b>: 6 values in 6 records, 100.0% of what F1 loses, in a</li>" in part
    assert 'id="patterns"' not in report(GOLD)


def test_variants_are_ranked_and_the_first_of_many_verdicts_are_in_sight() -> None:
    runs = {f"v{i}": evaluate(GOLD, GOLD if i == 3 else WRONG, SCHEMA) for i in range(6)}
    page = to_html(runs, parse_eval_schema(SCHEMA), about=About([f"v{i} is better" for i in range(1, 6)])).decode()
    ranked = page[page.index("Figures are from 0 to 100") : page.index('id="fields"')]
    assert re.findall(r"<td>(?:<bdi>)?(v\d)", ranked)[0] == "v3"
    assert "2 other comparisons with the baseline" in page
    columns = page[page.index('<section class="record">') :]
    assert re.findall(r"<th scope=\"col\" dir=\"auto\">(v\d)</th>", columns)[:4] == ["v0", "v3", "v1", "v2"]


def test_variants_are_ranked_by_the_sentence_of_the_leaderboard() -> None:
    runs = {f"v{i}": evaluate(GOLD, GOLD if i == 3 else WRONG, SCHEMA) for i in range(4)}
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    said = ranking_sentence(leaderboard(runs))
    assert html.unescape(re.sub("<[^>]+>", "", page.split('<p class="verdict"')[1].split("</p>")[0])).endswith(
        str(said)
    )
    assert all(line in page for line in said.basis)
    assert page.count('<tr class="tie">') == len(leaderboard(runs).leaders) == 4


def test_the_floor_is_below_the_ranking_and_a_mark_on_its_bars_where_it_is_in_sight() -> None:
    runs = {f"v{i}": evaluate(GOLD, GOLD if i == 3 else WRONG, SCHEMA) for i in range(4)}
    found = floors(GOLD, SCHEMA)  # all records are alike, so that the floor is 100
    page = to_html(runs, parse_eval_schema(SCHEMA), floors=found).decode()
    assert floor_sentence(found) in page
    assert page.count("<u style=") == len(runs)
    unlike = [{"id": f"r{i}", "a": f"{i}"} for i in range(6)]
    low = to_html(runs, parse_eval_schema(SCHEMA), floors=floors(unlike, SCHEMA)).decode()
    assert "<u style=" not in low
    Page(low)


def test_a_ranking_that_is_known_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = {f"v{i}": evaluate(GOLD, GOLD if i == 3 else WRONG, SCHEMA) for i in range(4)}
    known, expected = leaderboard(runs), to_html(runs, parse_eval_schema(SCHEMA))
    monkeypatch.setattr(ranking, "leaderboard", lambda runs: pytest.fail("ranked again"))
    assert to_html(runs, parse_eval_schema(SCHEMA), board=known) == expected


def test_a_record_that_is_wrong_only_in_variants_without_a_column_says_so() -> None:
    last_wrong = [*GOLD[:-1], {**GOLD[-1], "a": "alpho"}]
    runs = {f"v{i}": evaluate(GOLD, last_wrong if i >= 4 else GOLD, SCHEMA) for i in range(6)}
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    record = page[page.index('<section class="record">') :].split("</section>")[0]
    assert "Wrong only in <bdi>v4</bdi>, <bdi>v5</bdi>, without a column here." in record
    assert "<table" not in record


def test_of_two_variants_the_verdict_is_enough() -> None:
    assert 'class="figures ranked"' not in report(WRONG, GOLD)


@pytest.mark.parametrize("variants", [1, 2, 3])
def test_however_many_variants_there_are_it_says_how_many_records_are_right_and_where_each_loses_most(
    variants: int,
) -> None:
    page = report(*([GOLD, WRONG, WRONG][-variants:]))
    for words in ("Fully right", "Loses most at", "<td>2 of 6</td>", "<td>a 100%</td>"):
        assert words in page
    assert page.count("Fully right") == 1


def test_of_a_long_record_the_lines_that_lose_most_are_shown() -> None:
    keys = [f"f{i:02}" for i in range(40)]
    weighted: dict[str, Any] = {key: {"type": "string"} for key in keys}
    weighted["f37"]["x-eval-weight"] = 9
    of_many = {"type": "object", "x-eval-id": "id", "properties": weighted}
    gold: list[Any] = [{"id": "r", **dict.fromkeys(keys, "x")}]
    page = to_html({"one": evaluate(gold, [{"id": "r", **dict.fromkeys(keys, "y")}], of_many)},
                   parse_eval_schema(of_many)).decode()  # fmt: skip
    record = page[page.index('<section class="record">') :]
    assert "30 of 40 differences are shown, those that lose most weight first." in record
    assert re.findall(r'title="(f\d\d)"', record)[:3] == ["f37", "f00", "f01"]


def test_variants_without_a_column_are_named() -> None:
    runs = {f"v{i}": evaluate(GOLD, GOLD if i == 3 else WRONG, SCHEMA) for i in range(6)}
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    left = "Left out: <bdi>v4</bdi>, <bdi>v5</bdi>."
    assert f"Beside <bdi>v0</bdi> stand the 3 best variants. {left}" in page


@pytest.mark.parametrize("variants", [1, 5])
def test_a_report_of_fifty_messy_documents_is_small(messy_runs: dict[str, Any], variants: int) -> None:
    runs = dict(list(messy_runs["runs"].items())[-variants:])
    base, *others = runs
    changes = {name: changes_of(compare_runs(runs[base], runs[name], names=(base, name))) for name in others[:3]}
    page = to_html(runs, messy_runs["tree"], about=About(list(others), changes=changes))
    assert len(page) <= 300_000


@pytest.fixture(scope="module")
def messy_runs() -> dict[str, Any]:
    made = messy(50, 5)
    runs = {name: evaluate(made.gold, records, made.schema) for name, records in made.extracted.items()}
    return {"runs": runs, "tree": parse_eval_schema(made.schema)}


def test_a_record_that_only_the_second_variant_gets_wrong_is_shown() -> None:
    assert '<section class="record"><h3><bdi>r0</bdi>' in report(GOLD, WRONG)


def test_records_that_were_not_scored_are_named() -> None:
    page = report([*GOLD[1:], {"id": "nobody"}, GOLD[1]])
    assert "1 record without an extracted record, counted as missing, field by field: <bdi>r0</bdi>" in page
    assert "1 record extracted without gold, never scored: <bdi>nobody</bdi>" in page
    assert "1 record extracted twice; the first one counts: <bdi>r1</bdi>" in page
    assert "No usable record of <bdi>one</bdi>" in page


def test_without_a_difference_it_says_so() -> None:
    assert "No difference in 6 records." in report(GOLD)


def test_runs_over_other_gold_do_not_share_a_report() -> None:
    runs = {"a": evaluate(GOLD, GOLD, SCHEMA), "b": evaluate(GOLD[:2], GOLD[:2], SCHEMA)}
    with pytest.raises(InputError, match="another gold"):
        to_html(runs, parse_eval_schema(SCHEMA))


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


def test_what_pairing_by_content_would_score_is_told_of_those_that_it_changes() -> None:
    runs = {name: evaluate(GOLD, [*GOLD[:-1], None], SCHEMA) for name in ("<a>", "b")}
    now = runs["b"].mean_f1
    page = to_html(runs, parse_eval_schema(SCHEMA), by_content={"<a>": 1.0, "b": now}).decode()
    assert "With their elements paired by content, F1 would be: &lt;a&gt; 100.0 instead of" in page
    assert "b 1" not in page.partition("F1 would be:")[2].partition(".")[0]
    assert "paired by content" not in to_html(runs, parse_eval_schema(SCHEMA), by_content={"b": now}).decode()
