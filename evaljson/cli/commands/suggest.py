"""`evaljson suggest`: which settings of the eval schema would fix the errors?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import click

from evaljson.base.errors import InputError
from evaljson.cli.console import Messages, UniqueMessages, plugin_output_to_stderr, show
from evaljson.cli.files.read import STDIN
from evaljson.cli.files.write import STDOUT, check_target, write
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.messages import MessageOptions
from evaljson.cli.options.plugins import PluginOptions
from evaljson.cli.options.scoring import ScoringOptions
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.cli.run.scoring import ScoringTask
from evaljson.cli.run.variants import score_variants, variant_names
from evaljson.cli.streams import put
from evaljson.cli.text.suggestions import suggestions_json, suggestions_markdown, suggestions_text
from evaljson.suggest import KINDS, Suggestion, Suggestions, applied, suggest_from
from evaljson.suggest.filters import check_kinds


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterOptions:
    """Which suggestions are wanted."""

    only: tuple[str, ...] = option(
        "--only", multiple=True, metavar="KIND,...",
        help=f"Only these kinds of suggestions: {', '.join(KINDS)}. May be repeated.",
    )  # fmt: skip
    paths: tuple[str, ...] = option(
        "--path", multiple=True, metavar="PATH",
        help="Only suggestions at or below this field: total, 'items[]'. May be repeated.",
    )  # fmt: skip
    min_effect: float | None = option(
        "--min-effect", type=click.FloatRange(-1, 1), metavar="NUMBER",
        help="Only suggestions that raise the mean F1 of a variant by this much: 0.005.",
    )  # fmt: skip

    take: tuple[str, ...] = option(
        "--take", multiple=True, metavar="ID",
        help="A suggestion that --apply applies as well, by its id, though its risk is high. May be repeated.",
    )  # fmt: skip

    @property
    def kinds(self) -> list[str]:
        """The kinds of --only, one by one."""
        return [kind.strip() for text in self.only for kind in text.split(",") if kind.strip()]

    def filtered(self, suggestions: Suggestions) -> Suggestions:
        """Keep the wanted suggestions; all of them without an option."""
        if not self.kinds and not self.paths and self.min_effect is None:
            return suggestions
        return suggestions.only(kinds=self.kinds, paths=self.paths, least=self.min_effect)

    def to_apply(self, suggestions: Suggestions) -> tuple[Suggestion, ...]:
        """Return what --apply applies: suggestions that need a judge only if their kind was named, and those of high
        risk, synonyms and 0 or false read as null only if taken one by one. Raises InputError for an id that no
        suggestion has."""
        taken = frozenset(self.take)
        unknown = taken - {suggestion.id for suggestion in suggestions}
        if unknown:
            raise InputError(f"--take: there is no suggestion {min(unknown)}; each is listed with its id.")
        chosen = taken | {suggestion.id for suggestion in suggestions.for_all}
        if "semantic" in self.kinds:
            chosen |= {suggestion.id for suggestion in suggestions if suggestion.effect is None}
        return tuple(suggestion for suggestion in suggestions if suggestion.id in chosen)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestOptions:
    """What `suggest` takes."""

    gold: str = argument()
    variants: tuple[str, ...] = argument(metavar="EXTRACTED...", nargs=-1, required=True)
    scoring: ScoringOptions = group(ScoringOptions)
    filters: FilterOptions = group(FilterOptions)
    format: str = option(
        "--format", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True,
        help="How the suggestions are printed.",
    )  # fmt: skip
    apply: str | None = option(
        "--apply", metavar="FILE",
        help="Write the eval schema with all suggestions applied, except those of high risk, synonyms and 0 or false "
        "read as null, to FILE; - is stdout, instead of the suggestions.",
    )  # fmt: skip
    plugins: PluginOptions = group(PluginOptions)
    messages: MessageOptions = group(MessageOptions)


@click.command()
@takes(SuggestOptions)
@debug_option
def suggest(options: SuggestOptions) -> None:
    """Suggest settings of the eval schema that would fix errors of EXTRACTED.

    Each suggestion has its evidence, its measured effect on every variant, and its risk. Nothing is changed without
    --apply, and no judge is asked; suggestions that need one are applied only with --only semantic. Files are of the
    same kinds as for `score`. Exit code 2 for bad input.
    """
    messages = UniqueMessages(options.messages.quiet, not options.messages.no_progress)
    check_kinds(options.filters.kinds)
    _check_files(options)
    with plugin_output_to_stderr():
        options.plugins.load()
        files = {name: [file] for name, file in zip(variant_names(options.variants), options.variants, strict=True)}
        task = ScoringTask(options.gold, options.variants[0], options.scoring, call_paid=False)
        scored = {name: of_variant[0] for name, of_variant in score_variants(files, task, messages).items()}
        suggestions = options.filters.filtered(_suggestions(scored, messages))
    for note in suggestions.notes:
        messages.note(note)
    if options.apply != STDOUT and not options.messages.quiet:
        _print(suggestions, options.format)
    if options.apply is not None:
        chosen = options.filters.to_apply(suggestions)
        _apply(suggestions, chosen, next(iter(scored.values())), options.apply, messages)


def _check_files(options: SuggestOptions) -> None:
    """Raise InputError for stdin, and for a target among the records. The schema may be overwritten: to tune it."""
    records = [options.gold, *options.variants]
    if STDIN in (*records, options.scoring.schema.schema_file):
        raise InputError("suggest reads every file more than once, so none can come from stdin; name a file.")
    if options.apply is not None:
        check_target(options.apply, records)


def _suggestions(scored: dict[str, ScoredFiles], messages: Messages) -> Suggestions:
    first = next(iter(scored.values()))
    with messages.steps(1) as steps:
        steps.begin("Looking for settings")
        return suggest_from({name: one.run for name, one in scored.items()}, first.tree, id_field=first.id_field)


def _print(suggestions: Suggestions, form: str) -> None:
    if form == "json":
        put(f"{suggestions_json(suggestions)}\n")
    elif form == "markdown":
        put(suggestions_markdown(suggestions))
    else:
        show(suggestions_text(suggestions))


def _apply(
    suggestions: Suggestions, chosen: tuple[Suggestion, ...], scored: ScoredFiles, target: str, messages: Messages
) -> None:
    """Write the schema, and report what was applied. An inferred schema gets the id field that joined the records."""
    schema: dict[str, Any] = dict(scored.tree.raw)
    if scored.schema_file is None and scored.id_field is not None:
        schema = {"type": schema.pop("type", "object"), "x-eval-id": scored.id_field, **schema}
    result = applied(schema, chosen)
    write(target, (json.dumps(result.schema, indent=2, ensure_ascii=True) + "\n").encode("ascii"))
    for suggestion, reason in result.left_out:
        messages.warn(f"not applied: {suggestion.title}: {reason}.")
    for suggestion in suggestions:
        if suggestion not in chosen and suggestion.effect is None:
            messages.note(f"not applied, since it needs a judge: {suggestion.title}; --only semantic applies it.")
        elif suggestion not in chosen:
            why = "its risk is high" if suggestion.risk.level == "high" else "someone has to look at it"
            messages.note(f"not applied, since {why}: {suggestion.title}; --take {suggestion.id} applies it.")
    where = "the schema" if target == STDOUT else target
    titles = "; ".join(suggestion.title for suggestion in result.done) or "nothing"
    messages.note(f"applied {len(result.done):,} of {len(suggestions):,} suggestions, written to {where}: {titles}.")
