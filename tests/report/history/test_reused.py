"""A history shows each variant wherever its result was known, and what files had to do with it."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from evaljson.report.history.reused import FilesOverTime, with_reused
from evaljson.report.history.trend import Trend, trend
from evaljson.report.history.trend_figure import trend_figure, trend_table
from evaljson.store import DATASETS, Event, Run, SchemaVersion

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = {"va": "A", "vb": "B"}


def at(hour: float) -> datetime:
    return START + timedelta(hours=hour)


def run(hour: float, variant: str, f1: float, version: int = 1, schema: int | None = None, **of: Any) -> Run:
    file, options = of.get("file", f"first of {variant}"), of.get("options", {})
    signature = {"gold": "g", "schema": schema or version, "extracted": file, "engine": "1", "settings": options}
    metrics = {"mean_f1": f1, "mean_precision": f1, "mean_recall": f1, "total_records": 5}
    name = f"{variant} {hour}"
    return Run(name, "e", variant, "gold", file, version, signature, name, metrics, None, None, at(hour), "ann")


def version(number: int, hour: float, meaning: int | None = None) -> SchemaVersion:
    content = json.dumps({"n": number if meaning is None else meaning})
    return SchemaVersion(number, content, "", "cy", "", at(hour), number - 1 or None)


def event(hour: float, what: str, variant: str, **detail: Any) -> Event:
    return Event(1, at(hour), "ann", what, {"variant": variant, "name": NAMES[variant], **detail})


def replaced(hour: float, variant: str, before: str) -> Event:
    return event(hour, "changed variant", variant, before=[NAMES[variant], before], file="new.json")


def found(
    runs: list[Run], *, versions: tuple[SchemaVersion, ...] = (), events: tuple[Event, ...] = (),
    now: dict[str, str] | None = None, current: tuple[str, ...] = (), latest: float | None = None,
) -> Trend:  # fmt: skip
    files = FilesOverTime(events, {**{variant: f"first of {variant}" for variant in NAMES}, **(now or {})})
    of = trend(runs, NAMES, versions, current, files.changed)
    return with_reused(of, runs, NAMES, current, files, None if latest is None else at(latest))


def shown(of: Trend) -> list[dict[str, float | None]]:
    return [{point.variant: point.f1 for point in one.points} for one in of.rounds]


def test_a_variant_that_was_added_begins_a_round_which_shows_the_others_too() -> None:
    added = event(1, "added variant", "vb")
    of = found([run(0, "va", 0.5), run(1.1, "vb", 0.7)], events=(added,))
    assert shown(of) == [{"A": 0.5}, {"A": 0.5, "B": 0.7}]
    assert of.rounds[1].when == at(1.1)
    assert [one.files for one in of.rounds] == [(), ("B added",)]


def test_variants_of_the_first_scoring_are_one_round() -> None:
    added = tuple(event(-1, "added variant", variant) for variant in NAMES)
    of = found([run(0, "va", 0.5), run(0.1, "vb", 0.7)], events=added)
    assert shown(of) == [{"A": 0.5, "B": 0.7}]


def test_a_replaced_file_is_marked_and_the_others_stay() -> None:
    runs = [run(0, "va", 0.5), run(0.1, "vb", 0.7), run(2, "vb", 0.8, file="new")]
    of = found(runs, events=(replaced(1.9, "vb", "first of vb"),), now={"vb": "new"})
    assert shown(of) == [{"A": 0.5, "B": 0.7}, {"A": 0.5, "B": 0.8}]
    assert of.rounds[1].files == ("file of B",)
    assert not of.rounds[1].breaks  # figures before and after can be compared


def test_after_an_undo_those_fall_too_that_were_not_scored_again() -> None:
    runs = [
        run(0, "va", 0.5), run(1, "va", 0.9, 2), run(1.2, "vb", 0.7, 2), run(2.1, "vb", 0.6, 3, schema=1),
    ]  # fmt: skip
    versions = (version(1, 0), version(2, 0.9), version(3, 2, meaning=1))
    of = found(runs, versions=versions, events=(event(1.1, "added variant", "vb"),))
    assert shown(of)[-1] == {"A": 0.5, "B": 0.6}
    assert [point.variant for point in of.rounds[-1].points if point.is_reused] == ["A"]


def test_an_undo_for_which_nothing_is_scored_is_a_round_too() -> None:
    runs = [run(0, "va", 0.5), run(1, "va", 0.9, 2), run(3, "va", 0.95, 4)]
    versions = (version(1, 0), version(2, 0.9), version(3, 2, meaning=1), version(4, 2.9))
    of = found(runs, versions=versions, current=("va 3",), latest=2.9)
    assert shown(of) == [{"A": 0.5}, {"A": 0.9}, {"A": 0.5}, {"A": 0.95}]
    assert (of.rounds[2].when, of.rounds[2].version) == (at(2), 3)
    assert [one.changed for one in of.rounds] == [(), ("schema",), ("schema",), ("schema",)]
    assert of.rounds[2].as_on == at(0)


def test_an_undo_and_a_redo_after_it_are_rounds_though_nothing_is_scored_for_either() -> None:
    runs = [run(0, "va", 0.5), run(1, "va", 0.9, 2), run(5, "va", 0.95, 5)]
    back, forth = version(3, 2, meaning=1), version(4, 3, meaning=2)
    of = found(runs, versions=(version(1, 0), version(2, 0.9), back, forth, version(5, 4.9)), current=("va 5",))
    assert shown(of) == [{"A": 0.5}, {"A": 0.9}, {"A": 0.5}, {"A": 0.9}, {"A": 0.95}]
    assert [one.version for one in of.rounds] == [1, 2, 3, 4, 5]
    assert [one.as_on for one in of.rounds[2:4]] == [at(0), at(1)]


def test_options_that_were_taken_back_last_are_a_round() -> None:
    runs = [run(0, "va", 0.5), run(1, "va", 0.9, options={"missing_records": "exclude"})]
    of = found(runs, current=("va 0",), latest=2)
    assert shown(of) == [{"A": 0.5}, {"A": 0.9}, {"A": 0.5}]
    assert (of.rounds[2].changed, of.rounds[2].when) == (("options",), at(2))


def test_a_result_of_another_file_is_not_known() -> None:
    runs = [run(0, "va", 0.5), run(0.1, "vb", 0.7), run(1, "va", 0.9, 2), run(3, "va", 0.55, 3, schema=1, file="new")]
    events = (replaced(2, "vb", "first of vb"), replaced(2, "va", "first of va"))
    versions = (version(1, 0), version(2, 0.9), version(3, 2.5, meaning=1))
    of = found(runs, versions=versions, events=events, now={"va": "new", "vb": "newer"})
    assert shown(of)[-1] == {"A": 0.55}


def test_the_same_records_from_another_file_have_the_results_of_before() -> None:
    same = run(1, "va", 0.5, file="first of va")
    same = replace(same, extracted="copy", signature={**same.signature, DATASETS: ["gold", "copy"]})
    runs = [run(0, "va", 0.5), same, run(2, "va", 0.9, 2, file="first of va")]
    versions = (version(1, 0), version(2, 1.9), version(3, 3, meaning=1))
    of = found(
        runs, versions=versions, events=(replaced(0.9, "va", "first of va"),), now={"va": "copy"}, current=("va 1",)
    )
    assert shown(of) == [{"A": 0.5}, {"A": 0.9}, {"A": 0.5}]
    assert not any(one.files for one in of.rounds)


def test_the_table_lists_each_run_once_and_marks_are_filled_where_shown_now_and_small_where_known_from_before() -> None:
    runs = [run(0, "va", 0.5), run(1.1, "vb", 0.7)]
    of = found(runs, events=(event(1, "added variant", "vb"),), current=("va 0", "vb 1.1"))
    table = trend_table(of)
    assert len(table) == 2
    assert list(table["Variant"]) == [point.variant for point in of.newest_first()]  # a tick opens the run in its row
    figure = trend_figure(of, "#000")
    assert list(figure.data[0].marker.symbol) == ["circle", "circle"]
    scored_then, known_from_then = figure.data[0].marker.size
    assert known_from_then < scored_then
    assert [one.text for one in figure.layout.annotations] == ["↦ B added"]


def known_by_then(runs: list[Run], one: Any, variant: str) -> float | None:
    """Return the F1 of the latest run of a variant so far over what a round rests on, written out plainly."""
    first = next(of for of in runs if of.id == one.points[0].run)
    rests_on = [(of.signature["schema"], of.signature["settings"]) for of in runs]
    end = max(point.when for point in one.points if not point.is_reused)
    figures = [
        of.metrics["mean_f1"]
        for of, basis in zip(runs, rests_on, strict=True)
        if of.variant == variant and of.created <= end and basis == rests_on[runs.index(first)]
    ]
    return figures[-1] if figures else None


@pytest.mark.parametrize("seed", range(20))
def test_each_round_shows_the_last_result_of_every_variant_over_what_it_rests_on(seed: int) -> None:
    random = Random(seed)
    runs = [
        run(
            hour,
            random.choice(list(NAMES)),
            round(random.random(), 3),
            random.randint(1, 2),
            options=random.choice("ab"),
        )
        for hour in range(12)
    ]
    of = found(runs)
    for one in of.rounds:
        points = {point.variant: point.f1 for point in one.points}
        assert points == {
            name: f1 for variant, name in NAMES.items() if (f1 := known_by_then(runs, one, variant)) is not None
        }
