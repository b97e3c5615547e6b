"""The history of runs: rounds, lines, and where they break."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaljson.report.history.schema_diff import schema_diff
from evaljson.report.history.trend import Trend, trend
from evaljson.report.history.trend_figure import moment, since_before, trend_figure, trend_table
from evaljson.store import Run, SchemaVersion

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = {"va": "A", "vb": "B"}


def run(number: int, variant: str = "va", f1: float | None = 0.9, version: int = 1, **signature: Any) -> Run:
    known = {"gold": "g", "schema": version, "extracted": f"file {number}", "engine": "1", "settings": {}}
    metrics: dict[str, Any] = {"mean_f1": f1, "mean_precision": f1, "mean_recall": f1, "total_records": 5}
    return Run(
        f"run{number}", "e", variant, "gold", "file", version, {**known, **signature}, f"s{number}", metrics, None,
        None, START + timedelta(hours=number), "ann",
    )  # fmt: skip


def version(number: int, message: str = "", author: str = "cy") -> SchemaVersion:
    return SchemaVersion(number, json.dumps({"n": number}), "", author, message, START, number - 1 or None)


def found(*runs: Run, versions: tuple[SchemaVersion, ...] = ()) -> Trend:
    return trend(runs, NAMES, versions, current={runs[-1].id} if runs else ())


def joined(of: Trend, variant: str = "A") -> list[list[str]]:
    return [[point.run for _, point in line] for line in of.lines(variant)]


def rounds(of: Trend) -> list[list[str]]:
    return [[point.run for point in this_round.points] for this_round in of.rounds]


def test_variants_scored_over_the_same_are_one_round() -> None:
    assert rounds(found(run(0), run(1, "vb"), run(2))) == [["run0", "run1"], ["run2"]]


def test_another_file_of_a_variant_continues_its_line() -> None:
    of = found(run(0), run(1))
    assert joined(of) == [["run0", "run1"]]
    assert [point.is_new_file for _, point in of.points()] == [False, True]


@pytest.mark.parametrize(
    ("runs", "since"),
    [
        ((run(0, f1=0.9), run(1, f1=0.925)), "other records: F1 90.0 → 92.5 (+2.5)"),
        ((run(0, f1=0.9), run(1, f1=0.925, version=2)), "schema version 2, other records"),
        ((run(0, f1=0.9), run(1, version=2), run(2, f1=0.8)),
         "other records than on 1 Mar 2026, 12:00: F1 90.0 → 80.0 (−10.0)"),
        ((run(0, extracted="same"), run(1, version=2), run(2, extracted="same")), "as on 1 Mar 2026, 12:00"),
    ],
)  # fmt: skip
def test_a_run_of_another_file_says_f1_before_where_nothing_but_the_file_has_changed(
    runs: tuple[Run, ...], since: str
) -> None:
    assert since_before(found(*runs).points()[-1][1], UTC) == since


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"gold": "other"}, "gold"),
        ({"version": 2}, "schema"),
        ({"settings": {"missing_records": "exclude"}}, "options"),
        ({"judge": {"model": "m"}}, "judge"),
        ({"engine": "2"}, "software"),
        ({"libraries": {"scipy": "9"}}, "software"),
    ],
)
def test_a_line_breaks_where_figures_are_no_measure_of_each_other(change: dict[str, Any], reason: str) -> None:
    of = found(run(0), run(1, extracted="file 0", **change))
    assert joined(of) == [["run0"], ["run1"]]
    assert of.rounds[1].changed == (reason,)


def test_a_line_breaks_where_one_run_leaves_out_what_the_same_judge_has_decided_in_the_other() -> None:
    open_, asked = run(0), run(1)
    open_.metrics["not_judged"], asked.metrics["not_judged"] = 7, 0
    assert found(open_, asked).rounds[1].breaks == ("judge's answers",)
    assert joined(found(open_, asked)) == [["run0"], ["run1"]]
    asked.metrics["not_judged"] = 3
    assert found(open_, asked).rounds[1].breaks == ()
    assert joined(found(open_, asked)) == [["run0", "run1"]]


def test_variants_with_and_without_values_to_be_judged_are_one_round_and_only_the_judged_line_breaks() -> None:
    runs = [run(0), run(1, "vb"), run(2), run(3, "vb")]
    for one, left in zip(runs, (7, 0, 0, 0), strict=True):
        one.metrics["not_judged"] = left
    of = found(*runs)
    assert rounds(of) == [["run0", "run1"], ["run2", "run3"]]
    assert [this_round.breaks for this_round in of.rounds] == [(), ("judge's answers",)]
    assert (joined(of), joined(of, "B")) == ([["run0"], ["run2"]], [["run1", "run3"]])
    assert trend_table(of)["Since before"].tolist() == [
        "other records: F1 90.0 → 90.0 (unchanged)", "judge's answers, other records", "", "",
    ]  # fmt: skip


def test_values_that_another_schema_needs_no_judge_for_are_no_answers() -> None:
    open_, plain = run(0), run(1, version=2)
    open_.metrics["not_judged"] = 7
    assert found(open_, plain).rounds[1].breaks == ("schema",)


def test_a_line_breaks_even_where_the_change_came_with_another_variant() -> None:
    of = found(run(0), run(1, "vb", gold="other"), run(2, gold="other"))
    assert rounds(of) == [["run0"], ["run1", "run2"]]
    assert joined(of) == [["run0"], ["run2"]]


def test_a_line_passes_over_runs_under_options_that_were_taken_back() -> None:
    left_out = {"missing_records": "exclude"}
    of = found(run(0), run(1, settings=left_out, extracted="file 0"), run(2), run(3, "vb"))
    assert joined(of) == [["run0", "run2"], ["run1"]]
    assert [(this_round.changed, this_round.as_on) for this_round in of.rounds] == [
        ((), None), (("options",), None), (("options",), START),
    ]  # fmt: skip
    assert trend_table(of)["Since before"].tolist() == [
        "", "other records than on 1 Mar 2026, 12:00: F1 90.0 → 90.0 (unchanged)", "options", "",
    ]  # fmt: skip
    figure = trend_figure(of, "#000")
    assert [row[0] for row in figure.data[0].customdata] == ["run0", "run2", "", "run1"]
    assert [mark.text for mark in figure.layout.annotations] == ["↦ options", "↦ options, as before"]
    assert "all as on 1 Mar 2026, 12:00 again" in figure.layout.annotations[1].hovertext


def test_since_before_goes_by_the_variant_not_by_the_round() -> None:
    of = found(run(0), run(1, "vb"), run(2, version=2), run(3, version=2), run(4, "vb", version=2))
    assert trend_table(of)["Since before"].tolist() == [
        "schema version 2, other records", "other records: F1 90.0 → 90.0 (unchanged)",
        "schema version 2, other records", "", "",
    ]  # fmt: skip


def test_a_line_passes_over_rounds_of_other_variants() -> None:
    assert joined(found(run(0), run(1, "vb"), run(2, "vb"), run(3))) == [["run0", "run3"]]


def test_runs_without_figures_are_counted_and_not_drawn() -> None:
    failed = Run(**{**{name: getattr(run(1), name) for name in Run.__dataclass_fields__}, "metrics": {"failure": {}}})
    of = found(run(0), failed)
    assert rounds(of) == [["run0"]]
    assert of.failed == 1


def test_the_same_records_from_another_file_are_no_other_run() -> None:
    of = found(run(0), run(1), run(2, extracted="file 1", datasets=["gold", "other"]))
    assert rounds(of) == [["run0"], ["run1"]]
    assert [point.is_current for _, point in of.points()] == [False, True]


def test_runs_of_variants_that_are_gone_are_left_out() -> None:
    assert rounds(found(run(0), run(1, "deleted"))) == [["run0"]]


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["va", "vb"]), st.integers(1, 2), st.sampled_from(["g", "h"])), max_size=12),
    st.randoms(),
)
def test_each_run_is_in_one_round_with_its_like_and_their_order_is_that_of_time(drawn: Any, random: Any) -> None:
    runs = [run(i, variant, version=number, gold=gold) for i, (variant, number, gold) in enumerate(drawn)]
    by_id = {stored.id: stored for stored in runs}
    shuffled = list(runs)
    random.shuffle(shuffled)
    of = found(*shuffled)
    assert [name for names in rounds(of) for name in names] == [stored.id for stored in runs]
    for names in rounds(of):
        assert len({(by_id[name].schema_number, by_id[name].signature["gold"]) for name in names}) == 1
        assert len({by_id[name].variant for name in names}) == len(names)
    for variant in of.variants():
        for line in joined(of, variant):
            assert len({(by_id[name].schema_number, by_id[name].signature["gold"]) for name in line}) == 1
        firsts = [by_id[line[0]] for line in joined(of, variant)]
        assert len({(first.schema_number, first.signature["gold"]) for first in firsts}) == len(firsts)
    assert sorted(name for variant in of.variants() for line in joined(of, variant) for name in line) == sorted(by_id)


def test_the_figure_has_a_gap_and_a_mark_where_a_line_breaks() -> None:
    of = found(run(0), run(1), run(2, version=2), versions=(version(1), version(2, "case <b>")))
    figure = trend_figure(of, "#000")
    assert figure.data[0].x == (0, 1, None, 2)
    assert [row[0] for row in figure.data[0].customdata] == ["run0", "run1", "", "run2"]
    assert figure.data[0].marker.symbol == ("circle-open", "circle-open", "circle", "circle")
    assert [note.text for note in figure.layout.annotations] == ["↦ schema 2"]
    assert figure.layout.annotations[0].hovertext == "changed: schema version 2<br>cy: case &lt;b&gt;"


@pytest.mark.parametrize("rounds", [3, 8, 20, 40])
def test_marks_of_many_rounds_do_not_cover_each_other(rounds: int) -> None:
    runs = [run(at, version=at + 1, gold=f"gold {at}") for at in range(rounds)]
    marks = trend_figure(
        found(*runs, versions=tuple(version(at + 1) for at in range(rounds))), "#000"
    ).layout.annotations
    assert len(marks) == rounds - 1
    room = 740 / rounds  # of each column, in a narrow window
    lines = {mark.yshift for mark in marks}
    assert len(lines) == (2 if rounds == 20 else 1), "marks take turns on two lines where each has a word then"
    assert all(marks[at].yshift != mark.yshift for at, mark in enumerate(marks[1:]) if len(lines) == 2)
    assert all(len(line) * 7 <= max(len(lines) * room, 7) for mark in marks for line in mark.text.split("<br>"))
    assert not any("<br>" in mark.text for mark in marks if len(lines) == 2)
    assert all("gold" in mark.hovertext and "schema version" in mark.hovertext for mark in marks)
    assert {mark.text for mark in marks} == {
        3: {"↦ gold + schema 2", "↦ gold + schema 3"}, 8: {f"↦ gold<br>schema {at}" for at in range(2, 9)},
        20: {"↦ gold …"}, 40: {"↦"},
    }[rounds]  # fmt: skip


def test_a_mark_without_room_for_all_has_each_part_on_a_line_and_names_shortened() -> None:
    of = found(*(run(at, version=at + 1) for at in range(8)))
    last = replace(of.rounds[-1], added=("a <new> variant",), other_files=("prompt_with_examples",))
    texts = [mark.text for mark in trend_figure(replace(of, rounds=(*of.rounds[:-1], last)), "#000").layout.annotations]
    assert texts[0] == "↦ schema 2"
    assert texts[-1] == "↦ schema 8<br>a …nt added<br>file of<br>promp…mples"


def test_variants_that_score_the_same_stand_beside_each_other() -> None:
    first, second = trend_figure(found(run(0), run(1, "vb")), "#000").data
    assert (first.y, second.y) == ((90.0,), (90.0,))
    assert first.x[0] < 0 < second.x[0]


def test_names_in_the_figure_are_no_html() -> None:
    figure = trend_figure(trend([run(0)], {"va": "<b>x</b>"}, (), ()), "#000")
    assert figure.data[0].name == "&lt;b&gt;x&lt;/b&gt;"
    assert "<b>x" not in figure.data[0].text[0]


def test_a_run_without_records_has_no_point_but_a_row() -> None:
    of = found(run(0, f1=None), run(1))
    assert trend_figure(of, "#000").data[0].y == (90.0,)
    assert trend_table(of)["F1"].isna().tolist() == [False, True]


def test_the_table_says_the_same_with_who_and_why_newest_first() -> None:
    table = trend_table(found(run(0), run(1, gold="h", version=2), versions=(version(2, "looser"),)))
    assert table["F1"].tolist() == [90.0, 90.0]
    assert table[["Variant", "Schema", "Version's message", "Scored by"]].to_numpy().tolist() == [
        ["A", "v2", "looser", "ann"],
        ["A", "v1", "", "ann"],
    ]
    assert table["Since before"].tolist() == ["gold, schema version 2, other records", ""]
    assert table[""].tolist() == ["shown now", ""]


def test_a_history_of_nothing_is_a_figure_and_a_table_of_nothing() -> None:
    assert not trend_figure(found(), "#000").data
    assert trend_table(found()).empty


def test_moments_are_told_where_the_reader_is() -> None:
    assert moment(START, ZoneInfo("Asia/Tokyo")) == "1 Mar 2026, 21:00"


def test_versions_differ_line_by_line() -> None:
    assert schema_diff({"a": 1, "b": 2}, {"a": 1, "b": 3}).splitlines()[-3:] == ['-  "b": 2', '+  "b": 3', " }"]
    assert not schema_diff({"a": 1}, {"a": 1})
