"""`evaljson suggest`: which settings would the errors speak for?"""

from __future__ import annotations

import contextlib
import json
import sys
from dataclasses import dataclass
from typing import Any, Literal, cast

import click

from evaljson.base.errors import InputError
from evaljson.base.plugins import load_plugins
from evaljson.cli.compare_runs import OnceVoice, score_variants, variant_names
from evaljson.cli.options.common import (
    debug_option,
    id_option,
    missing_options,
    plugin_option,
    recursion_option,
    unknown_option,
)
from evaljson.cli.options.reading import ReadingOptions, reading_options
from evaljson.cli.outputs import STDOUT, check_target, write
from evaljson.cli.scoring import Task
from evaljson.cli.text.console import Voice, printable, show
from evaljson.cli.text.suggestions import text_of
from evaljson.cli.text.summary import ScoredFiles
from evaljson.suggest import KINDS, Suggestion, Suggestions, applied, suggest_from
from evaljson.suggest.narrow import check_kinds


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Which suggestions somebody asked for."""

    kinds: list[str]
    paths: tuple[str, ...]
    least: float | None

    def of(self, found: Suggestions) -> Suggestions:
        """Those of all; unchanged where nothing was asked for."""
        if not self.kinds and not self.paths and self.least is None:
            return found
        return found.only(kinds=self.kinds, paths=self.paths, least=self.least)

    def to_apply(self, found: Suggestions) -> tuple[Suggestion, ...]:
        """What needs a judge is applied only where its kind was named."""
        return found.proposed if "semantic" in self.kinds else found.measured


@click.command()
@click.argument("gold")
@click.argument("variants", metavar="EXTRACTED...", nargs=-1, required=True)
@click.option("--schema", "-s", metavar="FILE", help="The eval schema.  [default: inferred from GOLD]")
@recursion_option
@id_option
@missing_options
@unknown_option
@reading_options
@click.option("--only", "kinds", multiple=True, metavar="KIND,...",
              help=f"Only these kinds of suggestions: {', '.join(KINDS)}. May be repeated.")  # fmt: skip
@click.option("--path", "paths", multiple=True, metavar="PATH",
              help="Only what is at or below this field: total, 'items[]'. May be repeated.")  # fmt: skip
@click.option("--min-effect", "least", type=click.FloatRange(-1, 1), metavar="NUMBER",
              help="Only what lifts the mean F1 of a variant by so much: 0.005.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True,
              help="How the suggestions are printed.")  # fmt: skip
@click.option("--apply", "target", metavar="FILE",
              help="Write the eval schema with all that is proposed to FILE; - is stdout, in their place.")  # fmt: skip
@plugin_option
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but errors.")
@click.option("--no-progress", is_flag=True, help="Show no progress bar.")
@debug_option
def suggest(
    gold: str, variants: tuple[str, ...], schema: str | None, id_field: str | None, missing_records: str,
    unreadable: str, allow_unknown: bool, gold_reading: ReadingOptions,
    extracted_reading: ReadingOptions, kinds: tuple[str, ...],
    paths: tuple[str, ...], least: float | None, form: str, target: str | None, plugins: tuple[str, ...], quiet: bool,
    no_progress: bool,
) -> None:  # fmt: skip
    """Propose settings of the eval schema that the errors of EXTRACTED speak for.

    Each comes with its evidence, the effect that it was measured to have on every variant, and its risk. Nothing is
    changed without --apply, and no judge is asked; what needs one is applied only with --only semantic. Files are of
    the same kinds as for `score`. Exit code 2 for bad input.
    """
    voice = OnceVoice(quiet, not no_progress)
    wanted = _Wanted([kind.strip() for text in kinds for kind in text.split(",") if kind.strip()], paths, least)
    check_kinds(wanted.kinds)
    _check_files([gold, *variants, *([schema] if schema is not None else [])], [gold, *variants], target)
    with contextlib.redirect_stdout(sys.stderr):  # what plug-ins print must not stand in the results
        load_plugins(plugins)
        names = variant_names(variants)
        missing = cast("Literal['omit', 'exclude']", missing_records)
        readings, exclude = (gold_reading, extracted_reading), unreadable == "exclude"
        task = Task(gold, variants[0], schema, id_field, missing, exclude, allow_unknown, [], [], *readings, ask=False)
        files = {name: [file] for name, file in zip(names, variants, strict=True)}
        scored = {name: own[0] for name, own in score_variants(files, task, voice).items()}
        found = wanted.of(_suggestions(scored, voice))
    for note in found.notes:
        voice.note(note)
    if target != STDOUT and not quiet:
        _print(found, form)
    if target is not None:
        _apply(found, wanted.to_apply(found), next(iter(scored.values())), target, voice)


def _check_files(inputs: list[str], records: list[str], target: str | None) -> None:
    """The schema may be written over by being named: that is how it is tuned in place."""
    if STDOUT in inputs:
        raise InputError("suggest reads every file more than once, so none can come from stdin; give it a name.")
    if target is not None:
        check_target(target, records)


def _suggestions(scored: dict[str, ScoredFiles], voice: Voice) -> Suggestions:
    first = next(iter(scored.values()))
    with voice.steps(1) as steps:
        steps.begin("Looking for settings")
        return suggest_from({name: one.run for name, one in scored.items()}, first.tree, id_field=first.id_field)


def _print(found: Suggestions, form: str) -> None:
    if form == "json":
        # ASCII without NaN, as `score --json`.
        click.echo(json.dumps(found.to_dict(), indent=2, ensure_ascii=True, allow_nan=False))
    elif form == "markdown":
        click.echo(printable_lines(found.to_markdown()), nl=False)
    else:
        show(text_of(found))


def printable_lines(text: str) -> str:
    """Control characters escaped, line breaks kept."""
    return "".join(f"{printable(line)}\n" for line in text.splitlines())


def _apply(found: Suggestions, chosen: tuple[Suggestion, ...], scored: ScoredFiles, target: str, voice: Voice) -> None:
    """Write the schema, and say what is in it. One that was inferred gets the id field that records were joined by."""
    schema: dict[str, Any] = dict(scored.tree.raw)
    if scored.schema is None and scored.id_field is not None:
        schema = {"type": schema.pop("type", "object"), "x-eval-id": scored.id_field, **schema}
    done = applied(schema, chosen)
    write(target, (json.dumps(done.schema, indent=2, ensure_ascii=True) + "\n").encode("ascii"))
    for one, why in done.left_out:
        voice.warn(f"not applied: {one.title}: {why}.")
    left = [one for one in found if one not in chosen]
    for one in left:
        voice.note(f"not applied, since it needs a judge: {one.title}; --only semantic applies it.")
    where = "the schema" if target == STDOUT else target
    listed = "; ".join(one.title for one in done.done) or "nothing"
    voice.note(f"applied {len(done.done):,} of {len(found):,} suggestions, written to {where}: {listed}.")
