"""`evaljson compare`: is B really better than A?"""

from __future__ import annotations

import contextlib
import json
import sys
from dataclasses import asdict
from typing import Any, Literal, cast

import click

from evaljson.base.errors import InputError
from evaljson.base.plugins import load_plugins
from evaljson.cli.codes import FAILED_GATE
from evaljson.cli.compare_runs import OnceVoice, runs_of, score_variants, variant_names, with_repeats
from evaljson.cli.options.common import (
    debug_option,
    id_option,
    missing_options,
    plugin_option,
    recursion_option,
    unknown_option,
)
from evaljson.cli.options.gates import Gate
from evaljson.cli.options.judge import JudgeWish, judge_options
from evaljson.cli.options.post_process import load_post_process
from evaljson.cli.options.reading import ReadingOptions, reading_options
from evaljson.cli.options.slices import slices_by
from evaljson.cli.outputs import STDOUT, Outputs, outputs_of, write
from evaljson.cli.scoring import Task
from evaljson.cli.text.compare_table import comparison_tables, many_table, slice_table
from evaljson.cli.text.console import printable, say, show, width
from evaljson.compare import FIGURES, ManyComparison, Slices, compare_many
from evaljson.compare.gates import (
    ComparisonGateResult,
    check_gate,
    parse_fail_if_worse,
    parse_max_regression,
)
from evaljson.report.compare.junit import to_junit
from evaljson.report.compare.markdown import to_markdown
from evaljson.report.compare.page import to_page
from evaljson.stats.resampling import check_options


@click.command()
@click.argument("gold")
@click.argument("baseline", metavar="A")
@click.argument("variants", metavar="B...", nargs=-1, required=True)
@click.option("--schema", "-s", metavar="FILE", help="The eval schema.  [default: inferred from GOLD]")
@recursion_option
@id_option
@missing_options
@unknown_option
@reading_options
@judge_options
@click.option("--repeat", "repeats", multiple=True, metavar="NAME=FILE",
              help="FILE is another run of the variant NAME. May be repeated.")  # fmt: skip
@click.option("--figure", type=click.Choice(FIGURES), default="f1", show_default=True,
              help="The figure that the verdict is on.")  # fmt: skip
@click.option("--confidence", type=float, default=0.95, show_default=True, help="How sure a verdict has to be.")
@click.option("--resamples", type=int, default=10_000, show_default=True, help="Resamples behind each interval.")
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same numbers.")
@click.option("--by", metavar="KEY", help='Also compare groups: "type", a key of gold, or one kept beside it.')
@click.option("--fail-if-worse", "worse", multiple=True, metavar="FIGURE",
              help="Exit 1 where it is worse beyond chance: f1, fields, field=PATH. May be repeated.")  # fmt: skip
@click.option("--max-regression", "most", multiple=True, metavar="FIGURE:NUMBER",
              help="Exit 1 where it fell by more than that: f1:0.01, field=PATH:0.01. May be repeated.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document with everything instead of the tables.")
@click.option("--markdown", metavar="FILE", help="Write a summary for a pull request to FILE; - is stdout.")
@click.option("--junit", metavar="FILE", help="Write JUnit XML to FILE: a test case for each gate and variant.")
@click.option("--html", metavar="FILE", help="Write a self-contained HTML report with plots to FILE.")
@plugin_option
@click.option("--post-process", multiple=True, metavar="MODULE:FUNCTION",
              help="Function (or file.py:FUNCTION) that may change results. May be repeated.")  # fmt: skip
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but failed gates and errors.")
@click.option("--no-progress", is_flag=True, help="Show no progress bar.")
@debug_option
def compare(
    gold: str, baseline: str, variants: tuple[str, ...], schema: str | None, id_field: str | None,
    missing_records: str, unreadable: str, allow_unknown: bool, gold_reading: ReadingOptions,
    extracted_reading: ReadingOptions,
    judge_wish: JudgeWish, repeats: tuple[str, ...], figure: str, confidence: float, resamples: int, seed: int,
    by: str | None, worse: tuple[str, ...], most: tuple[str, ...], as_json: bool, markdown: str | None,
    junit: str | None, html: str | None, plugins: tuple[str, ...], post_process: tuple[str, ...], quiet: bool,
    no_progress: bool,
) -> None:  # fmt: skip
    """Say whether B (or each of several) is better than the baseline A, and where.

    All are scored against GOLD as `score` does it; files are of the same kinds. Only records that both scored are
    compared. A verdict is better, worse, or no detectable difference; fields are adjusted for how many there are. Exit
    code 1 where a gate fails, 2 for bad input.
    """
    voice = OnceVoice(quiet, not no_progress)
    check_options(confidence, resamples, seed)
    gates = [*map(parse_fail_if_worse, worse), *map(parse_max_regression, most)]
    files = with_repeats(variant_names([baseline, *variants]), [baseline, *variants], repeats)
    inputs = [gold, *(file for own in files.values() for file in own), *([schema] if schema is not None else [])]
    if STDOUT in inputs:
        raise InputError("compare reads every file more than once, so none can come from stdin; give it a name.")
    outputs = outputs_of(as_json, markdown=markdown, junit=junit, html=html)
    outputs.check(inputs)
    with contextlib.redirect_stdout(sys.stderr):  # what plug-ins print must not stand in the results
        load_plugins(plugins)
        steps = [load_post_process(name) for name in post_process]
        missing = cast("Literal['omit', 'exclude']", missing_records)
        paths = [Gate(one.text, one.path, "f1", 0.0, one.option) for one in gates if one.path is not None]
        given = (gold_reading, extracted_reading, judge_wish)
        exclude = unreadable == "exclude"
        task = Task(gold, baseline, schema, id_field, missing, exclude, allow_unknown, paths, steps, *given)
        scored = score_variants(files, task, voice)
    options: dict[str, Any] = {"confidence": confidence, "resamples": resamples, "seed": seed, "figure": figure}
    found = compare_many(runs_of(scored), next(iter(files)), **options)
    first, *others = scored.values()
    slices = None if by is None else {name: slices_by(by, first, own, options)
                                      for name, own in zip(found.comparisons, others, strict=True)}  # fmt: skip
    results = [check_gate(gate, one) for gate in gates for one in found.comparisons.values()]
    _deliver(found, slices, results, outputs, quiet, voice)
    _end(results)


def _deliver(
    found: ManyComparison, slices: dict[str, Slices] | None, results: list[ComparisonGateResult], outputs: Outputs,
    quiet: bool, voice: OnceVoice,
) -> None:  # fmt: skip
    made = {"--markdown": lambda: to_markdown(found, results, slices).encode("utf-8", "backslashreplace"),
            "--junit": lambda: to_junit(found, results), "--html": lambda: to_page(found, results, slices)}  # fmt: skip
    for option, file in outputs.files.items():
        write(file, made[option]())
    if outputs.as_json:
        click.echo(_document(found, slices, results))
    elif not outputs.takes_stdout and not quiet:
        _show(found, slices)
    for note in dict.fromkeys([*found.notes, *(note for one in found.comparisons.values() for note in one.notes)]):
        voice.note(note)


def _show(found: ManyComparison, slices: dict[str, Slices] | None) -> None:
    for name, one in found.comparisons.items():
        show(printable(one.sentence))
        show("")
        for table in comparison_tables(one, width()):
            show(table)
            show("")
        if slices is not None:
            show(slice_table(slices[name], one.names, width()))
            for note in slices[name].notes:
                show(printable(note))
            show("")
    if len(found.comparisons) > 1:
        show(many_table(found, width()))


def _document(found: ManyComparison, slices: dict[str, Slices] | None, results: list[ComparisonGateResult]) -> str:
    """ASCII without NaN, as `score --json`."""
    whole = {
        "baseline": found.baseline,
        "comparisons": {name: one.to_dict() for name, one in found.comparisons.items()},
        "variants": [asdict(cell) for cell in found.variants],
        "cells": [asdict(cell) for cell in found.cells],
        "wins": dict(found.wins),
        "losses": dict(found.losses),
        "notes": list(found.notes),
        "slices": None if slices is None else {name: asdict(one) for name, one in slices.items()},
        "gates": [
            {**asdict(one.gate), "variant": one.variant, "passed": one.passed, "told": one.told} for one in results
        ],
    }
    return json.dumps(whole, indent=2, ensure_ascii=True, allow_nan=False)


def _end(results: list[ComparisonGateResult]) -> None:
    """Say which gates failed, and exit accordingly."""
    for one in results:
        if not one.passed:
            say("Failed", f"{one.gate.said}: {one.variant}: {one.told}", "bold red")
    if not all(one.passed for one in results):
        click.get_current_context().exit(FAILED_GATE)
