"""A report of variants that lack different records: one F1 of each, over the records that all share."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.floor import floors
from evaljson.load.missing_policy import Strays
from evaljson.report.export.html.corrected import CorrectedInReport
from evaljson.report.export.html.page import to_html
from evaljson.report.export.html.pairing import ByContent
from evaljson.report.export.html.shared_runs import shared_runs
from evaljson.results.model import RunResult
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.wording.words import points
from tests.report.export.made_page import GOLD, SCHEMA, WRONG, Page

FIELDS = ("a", "b", "lines")
LOST = (1, 3, 6)
"""Columns with what F1 loses, of three variants."""
OWN = "These figures are over each variant's own records"


def messy_variant(random: Random, strays: Strays, number: int) -> RunResult:
    """Lack some records, have wrong, null and absent values, and records that gold lacks."""
    records: list[Any] = [dict(one) for one in GOLD if random.random() < 0.8] or [dict(GOLD[0])]
    for one in records:
        for field in FIELDS:
            fate = random.random()
            if fate < 0.15:
                one[field] = random.choice([None, "", 1, "no", []])
            elif fate < 0.25:
                del one[field]
    records += [{"id": f"stray{number}", "a": "new"}] * (random.random() < 0.3)
    return evaluate(GOLD, records, SCHEMA, missing_records="exclude", strays=strays)


def oracle(runs: Mapping[str, RunResult]) -> tuple[dict[str, float], int, int]:
    """Return the mean F1 over what is shared, the gold records that are, and how many of these differ in any run."""
    by_id = {name: {one.record_id: one.f1 for one in run.records} for name, run in runs.items()}
    strays = {one for run in runs.values() for one in run.invented_records}
    gold = [one["id"] for one in GOLD if all(one["id"] in of_run for of_run in by_id.values())]
    means = {
        name: sum(of_run.get(one, 1.0) for one in (*gold, *strays)) / (len(gold) + len(strays))
        for name, of_run in by_id.items()
    }
    return means, len(gold), sum(any(of_run[one] < 1 for of_run in by_id.values()) for one in gold)


def rows(page: str, head: str) -> dict[str, list[str]]:
    """Return the cells of the first table with this head, by the first one."""
    table = page[page.index(head) :].split("</table>")[0]
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in table.split("<tr")[1:]]
    return {re.sub("<[^>]+>", "", row[0]): [re.sub("<[^>]+>", "", cell) for cell in row[1:]] for row in cells if row}


def ids_shared(runs: Mapping[str, RunResult]) -> bool:
    return bool(set.intersection(*({one.record_id for one in run.records} for run in runs.values())))


@pytest.mark.parametrize("strays", ["report", "invented"])
@pytest.mark.parametrize("seed", range(25))
def test_each_variant_has_one_f1_and_loses_what_it_lacks_to_100(seed: int, strays: Strays) -> None:
    random = Random(f"{seed} {strays}")
    runs = {f"v{number}": messy_variant(random, strays, number) for number in range(3)}
    if not ids_shared(runs):
        pytest.skip("nothing is shared")
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    means, _, _ = oracle(runs)
    ranked, more = rows(page, 'class="figures ranked"'), rows(page, "More figures of each variant")
    fields = rows(page, 'id="fields"')
    for number, (name, f1) in enumerate(means.items()):
        assert (ranked[name][1], more[name][0]) == (points(f1), points(f1))
        lost = [float(cells[LOST[number]]) for cells in fields.values()]
        assert sum(lost) == pytest.approx(100 - 100 * f1, abs=0.01 * len(lost))


def test_missing_records_are_counted_although_the_figures_are_without_them() -> None:
    runs = {
        name: evaluate(GOLD, found, SCHEMA, missing_records="exclude")
        for name, found in (("whole", GOLD), ("short", GOLD[:-2]), ("other", GOLD[1:]))
    }
    more = rows(to_html(runs, parse_eval_schema(SCHEMA)).decode(), "More figures of each variant")
    assert {name: cells[-1] for name, cells in more.items()} == {"whole": "0", "short": "2", "other": "1"}


@pytest.mark.parametrize("variants", [2, 3])
@pytest.mark.parametrize("seed", range(25))
def test_records_are_counted_among_those_that_all_share(seed: int, variants: int) -> None:
    random = Random(seed)
    runs = {f"v{number}": messy_variant(random, "report", number) for number in range(variants)}
    if not ids_shared(runs):
        pytest.skip("nothing is shared")
    _, shared, wrong = oracle(runs)
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    same = len({run.record_keys for run in runs.values()}) == 1
    of = f"{shared}" if same else f"the {shared} that all variants share"
    records = f"{wrong} record{'' if wrong == 1 else 's'} of {of} lose{'s' if wrong == 1 else ''} F1"
    among = f"{shared} record{'' if shared == 1 else 's'}{'' if same else ' that all variants share'}"
    none = f"No difference that counts in {among}."
    assert (records if wrong else none) in page
    Page(page)


def test_records_without_gold_that_only_some_have_are_not_said_to_be_shared() -> None:
    stray = {**GOLD[0], "id": "stray"}
    runs = {
        name: evaluate(GOLD, records, SCHEMA, strays="invented")
        for name, records in {"with": [*GOLD, stray], "without": GOLD, "other": GOLD[1:]}.items()
    }
    assert (
        f"Figures on this page are over the {len(GOLD)} records that all variants share and 1 without gold that only "
        "some have, unless they say otherwise."
    ) in to_html(runs, parse_eval_schema(SCHEMA)).decode()


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_record_without_gold_is_among_those_that_lose_f1_whichever_variant_has_it(at: int) -> None:
    records = [[*GOLD, {**GOLD[0], "id": "stray"}] if number == at else GOLD for number in range(3)]
    runs = {f"v{number}": evaluate(GOLD, own, SCHEMA, strays="invented") for number, own in enumerate(records)}
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    of = f"the {len(GOLD)} that all variants share and 1 without gold that only some have"
    assert f"1 record of {of} loses F1, and all of them are shown" in page
    assert '<a href="#record-1"><bdi>stray</bdi></a>' in page


def test_variants_over_the_same_records_have_no_line_on_them() -> None:
    runs = {name: evaluate(GOLD, WRONG, SCHEMA) for name in ("one", "two", "three")}
    page = to_html(runs, parse_eval_schema(SCHEMA), corrected=CorrectedInReport("Names", {})).decode()
    assert "Figures on this page are over" not in page
    assert OWN not in page


def test_figures_over_own_records_say_so() -> None:
    """What pairing by content would make of F1 is kept of each variant alone."""
    runs = {
        name: evaluate(GOLD, found, SCHEMA, missing_records="exclude")
        for name, found in (("whole", WRONG), ("short", WRONG[:-1]), ("right", GOLD))
    }
    page = to_html(runs, parse_eval_schema(SCHEMA), by_content=ByContent({"whole": 1.0})).decode()
    assert f'order means nothing.</p><p class="faint">{OWN}' in page
    assert page.count(OWN) == 1
    assert "Figures on this page are over the 5 records that all variants share, unless they say otherwise.</p>" in page
    of_floors = to_html(runs, parse_eval_schema(SCHEMA), floors=floors(GOLD, SCHEMA)).decode()
    assert "unless they say otherwise. Floors are over all gold records.</p>" in of_floors


def test_what_pairing_makes_of_the_ranking_stands_beside_the_figures_of_the_ranking() -> None:
    runs = {
        name: evaluate(GOLD, found, SCHEMA, missing_records="exclude")
        for name, found in (("whole", WRONG), ("short", WRONG[:-1]), ("right", GOLD))
    }
    ranked = shared_runs(runs).runs["whole"].mean_f1
    assert ranked != runs["whole"].mean_f1
    page = to_html(runs, parse_eval_schema(SCHEMA), by_content=ByContent({"whole": 1.0}, is_ranked=True)).decode()
    assert f"whole 100.0 instead of {points(ranked)}." in page
    assert OWN not in page


def test_a_variant_that_is_not_ranked_has_all_its_records() -> None:
    runs = {
        name: evaluate(GOLD, found, SCHEMA, missing_records="exclude")
        for name, found in (("base", WRONG), ("early", GOLD[:3]), ("late", WRONG[3:]))
    }
    page = to_html(runs, parse_eval_schema(SCHEMA)).decode()
    assert "over the 3 records that the ranked variants share" in page
    assert "Not ranked, each over its own records: <bdi>late</bdi>." in page
    more = rows(page, "More figures of each variant")
    assert {name: cells[4] for name, cells in more.items()} == {"early": "3", "late": "3", "base": "3"}
    assert more["late"][0] == points(runs["late"].mean_f1)
