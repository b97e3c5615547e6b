"""`evaljson score --by`: figures of groups of records, and gates on them."""

import io
import json
import re

import pandas as pd
import pytest

from tests.cli.conftest import Run, Write

GROUPED = [{"id": i, "name": f"n{i}", "lang": "en" if i < 6 else "de", "vendor": {"country": "AT"}} for i in range(9)]
WRONG = [{**record, "name": "?"} if record["id"] in (0, 7) else record for record in GROUPED]
BY = ("score", "g.jsonl", "e.jsonl", "--id-field", "id", "--by", "lang")


@pytest.fixture
def grouped(write: Write, run: Run) -> Run:
    """`score --by lang` on nine records of two languages, with more options."""
    write("g.jsonl", GROUPED)
    write("e.jsonl", WRONG)
    return lambda *options: run(*BY, *options)


def test_by_shows_each_group_with_intervals_and_says_which_are_small(grouped: Run) -> None:
    shown = grouped().stdout
    assert re.search(r"by lang records +F1 +interval", shown)
    assert re.search(r"^de +3\* 88\.9 +\d+\.\d to \d+\.\d", shown, re.MULTILINE)
    assert re.search(r"^en +5 of 6 +83\.3 +43\.6 to 97\.0", shown, re.MULTILINE)
    assert "* 1 group has fewer than 5 records: such figures say little." in shown


def test_groups_are_in_json_and_csv(grouped: Run) -> None:
    document = json.loads(grouped("--json").stdout)["groups"]
    assert (document["by"], document["unlabelled"], document["gates"]) == ("lang", 0, [])
    worst, best = document["groups"]
    assert (worst["group"], worst["records"], worst["few_records"]) == ("de", 3, True)
    assert (best["records_right"], best["records_fully_right"]) == (pytest.approx(5 / 6), 5)
    assert worst["f1"] == pytest.approx(8 / 9)
    assert worst["f1_low"] < worst["f1"] < worst["f1_high"]
    assert worst["rows_right"] is None
    table = pd.read_csv(io.StringIO(grouped("--groups-csv", "-").stdout))
    assert table["group"].tolist() == ["de", "en"]
    assert table.loc[0, "f1"] == pytest.approx(worst["f1"])


@pytest.mark.parametrize(
    ("gate", "code", "said"),
    [
        ("records_right=0.6", 0, ""),
        ("records_right=0.7", 1, "group de (3 records): records_right is 0.6667, wanted at least 0.7"),
        ("en:records_right=0.7", 0, ""),
        ("en:f1=0.99", 1, "group en (6 records): f1 is 0.9444, wanted at least 0.99"),
        ("rows_right=0.1", 1, "rows_right is undefined: no row of an array is decided"),
        ("fr:f1=0.5", 2, "there is no group 'fr'. Known: de, en"),
        ("conforming=0.5", 2, "groups have no figure 'conforming'"),
        ("f1", 2, "write FIGURE=NUMBER or GROUP:FIGURE=NUMBER"),
        ("f1=2", 2, "is not a number from 0 to 1"),
    ],
)  # fmt: skip
def test_a_gate_is_on_one_group_or_on_each(grouped: Run, gate: str, code: int, said: str) -> None:
    done = grouped("--group-fail-under", gate)
    assert done.exit_code == code, done.stderr
    assert said in done.stderr


def test_records_are_grouped_by_a_path_too_and_options_of_groups_need_by(grouped: Run, run: Run) -> None:
    assert "by vendor.country" in run(*BY[:-1], "vendor.country").stdout
    nothing = run(*BY[:-1], "vendor.city")
    assert (nothing.exit_code, "no record has it" in nothing.stderr) == (2, True)
    assert "name what to group by with --by" in run(*BY[:-2], "--group-fail-under", "f1=1").stderr
    assert "name what to group by with --by" in run(*BY[:-2], "--groups-csv", "-").stderr
