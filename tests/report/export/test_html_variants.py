"""Several variants in one HTML report: ranked, beside each other, and with their differences."""

import html
import re
from dataclasses import replace
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
from evaljson.report.export.html.pairing import ByContent
from evaljson.report.export.html.suggested import Suggested
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.wording.words import points
from tests.messy import messy
from tests.report.export.made_page import GOLD, SCHEMA, WRONG, Page, report

LONG = "extraction_of_a_model_with_a_very_long_name_and_settings_of_its_own_run_"


@pytest.mark.parametrize("variants", [2, 3, 6])
def test_long_names_wrap_in_rows_and_are_short_in_heads(variants: int) -> None:
    """A head says all of a name to a pointer, and two heads never read alike."""
    runs = {f"{LONG}{n}": evaluate(GOLD, WRONG, SCHEMA) for n in range(variants)}
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode().replace("<wbr>", "")
    heads = re.findall(r'<th scope="col"([^>]*)><bdi>([^<]*)</bdi>', page)
    named = [(about, text) for about, text in heads if "F1 of" in text]
    assert len({text for _, text in named}) >= variants
    assert all(len(text) <= ranking.LONG and LONG in about for about, text in named)
    assert f"<td class=long><bdi>{LONG}0</bdi></td>" in page


def test_heads_that_would_read_alike_are_whole() -> None:
    alike = [f"{'x' * 60}{n}{'x' * 60}" for n in range(2)]
    page = to_html({name: evaluate(GOLD, WRONG, SCHEMA) for name in alike}, parse_eval_schema(SCHEMA)).decode()
    assert all(f'<th scope="col" class=long><bdi>F1 of {name}</bdi>' in page for name in alike)


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


def test_variants_that_are_paired_otherwise_are_named() -> None:
    bare = [{key: value for key, value in record.items() if key != "id"} for record in GOLD]
    page = report(WRONG, bare)
    assert "records joined by id (by position: two); records" in page


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


def test_records_are_chosen_and_counted_by_the_variants_that_have_a_column() -> None:
    worst_elsewhere = [{**GOLD[0], "a": "?"}, *GOLD[1:]]
    bad: list[Any] = [GOLD[0], {"id": "r1"}, {"id": "r2"}, *GOLD[3:]]
    runs = {f"v{i}": evaluate(GOLD, bad if i == 4 else worst_elsewhere, SCHEMA) for i in range(5)}
    page = to_html(runs, parse_eval_schema(SCHEMA), most=1).decode()
    assert "1 record of 6 loses F1 in the 4 variants shown, and all of them are shown" in page
    assert '<section class="record"><details><summary><h3><bdi>r0</bdi>' in page
    assert "Left out: <bdi>v4</bdi>. Only there 2 other records lose F1." in page


def test_where_only_variants_without_a_column_differ_it_says_so() -> None:
    runs = {f"v{i}": evaluate(GOLD, GOLD if i < 4 else WRONG, SCHEMA) for i in range(6)}
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    assert "No difference that counts in 6 records in the 4 variants shown." in page
    assert "Only there 4 other records lose F1." in page
    assert '<section class="record">' not in page


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


def test_variants_without_a_column_are_named() -> None:
    runs = {f"v{i}": evaluate(GOLD, GOLD if i == 3 else WRONG, SCHEMA) for i in range(6)}
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    left = "Left out: <bdi>v4</bdi>, <bdi>v5</bdi>."
    assert f"Shown are 4 of 6 variants: the baseline, and of the others those first that may be best. {left}" in page


def test_who_may_be_best_has_a_column_before_others_with_a_higher_f1() -> None:
    runs = {f"v{i}": evaluate(GOLD, WRONG if i < 5 else GOLD[:2], SCHEMA) for i in range(6)}
    found = leaderboard(runs)
    places = tuple(replace(place, best_rank=1 if place.name in ("v0", "v5") else 2) for place in found.places)
    page = to_html(runs, parse_eval_schema(SCHEMA), board=replace(found, places=places)).decode()
    assert "Left out: <bdi>v3</bdi>, <bdi>v4</bdi>." in page


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
    assert '<section class="record"><details><summary><h3><bdi>r0</bdi>' in report(GOLD, WRONG)


def test_runs_over_other_gold_do_not_share_a_report() -> None:
    runs = {"a": evaluate(GOLD, GOLD, SCHEMA), "b": evaluate(GOLD[:2], GOLD[:2], SCHEMA)}
    with pytest.raises(InputError, match="another gold"):
        to_html(runs, parse_eval_schema(SCHEMA))


@pytest.mark.parametrize(
    ("titles", "named"),
    [
        (["Compare as dates: a"], "With 1 suggested setting (Compare as dates: a), F1"),
        (list("vwxyz"), "With 5 suggested settings (v; w; x and 2 more), F1"),
    ],
)
def test_settings_that_change_first_place_are_named_with_what_they_do_to_f1(titles: list[str], named: str) -> None:
    runs = {name: evaluate(GOLD, [*GOLD[:-1], None], SCHEMA) for name in ("<a>", "b")}
    now = runs["b"].mean_f1
    page = to_html(runs, parse_eval_schema(SCHEMA), suggested=Suggested(titles, {"<a>": 1.0, "b": now})).decode()
    assert f"{named} would be: &lt;a&gt; 100.0 instead of {points(now)}.</p>" in page
    assert "suggested" not in to_html(runs, parse_eval_schema(SCHEMA), suggested=Suggested(titles, {"b": now})).decode()


def test_what_pairing_by_content_would_score_is_told_of_those_that_it_changes() -> None:
    runs = {name: evaluate(GOLD, [*GOLD[:-1], None], SCHEMA) for name in ("<a>", "b")}
    now = runs["b"].mean_f1
    page = to_html(runs, parse_eval_schema(SCHEMA), by_content=ByContent({"<a>": 1.0, "b": now})).decode()
    assert "paired by content that are compared by position now, F1 would be: &lt;a&gt; 100.0 instead of" in page
    assert "b 1" not in page.partition("F1 would be:")[2].partition(".")[0]
    assert (
        "paired by content" not in to_html(runs, parse_eval_schema(SCHEMA), by_content=ByContent({"b": now})).decode()
    )
