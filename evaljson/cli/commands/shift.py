"""`evaljson shift`: are two batches of documents alike, and could that explain a change in F1?"""

from __future__ import annotations

import json
from dataclasses import dataclass

import click

from evaljson.base.errors import InputError
from evaljson.cli.console import Messages, UniqueMessages, plugin_output_to_stderr, show
from evaljson.cli.files.read import STDIN
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.plugins import PluginOptions
from evaljson.cli.options.scoring import ScoringOptions
from evaljson.cli.run.records import load_records
from evaljson.cli.run.schema import infer_schema_of, read_schema
from evaljson.cli.run.scoring import ScoringTask, score_files
from evaljson.cli.run.typed_cells import files_with_cells_alike
from evaljson.cli.run.variants import variant_names
from evaljson.cli.streams import put
from evaljson.cli.text.shift import shift_blocks
from evaljson.load.loaded_records import Kind
from evaljson.shift import Shift
from evaljson.shift import shift as shift_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftOptions:
    """What `shift` takes."""

    a: str = argument()
    b: str = argument()
    extracted: tuple[str, str] | None = option(
        "--extracted", nargs=2, metavar="OF_A OF_B",
        help="What was extracted from the documents of A, and from those of B: errors and F1 are compared too.",
    )  # fmt: skip
    kind: Kind = option(
        "--kind", type=click.Choice(["gold", "extracted"]), default="gold", show_default=True,
        help="Whether A and B are gold, or extracted records, whose JSON is repaired.",
    )  # fmt: skip
    by: tuple[str, ...] = option(
        "--by", metavar="FIELD", multiple=True,
        help="Also say what F1 of A would be with B's mix of this field or key of gold. May be repeated.",
    )  # fmt: skip
    confidence: float = option(
        "--confidence", type=click.FloatRange(0.5, 0.999), default=0.95, show_default=True,
        help="Of intervals; of what is found, at most the rest is chance.",
    )  # fmt: skip
    seed: int = option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the permutations.")
    scoring: ScoringOptions = group(ScoringOptions)
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document instead of the tables.")
    plugins: PluginOptions = group(PluginOptions)
    quiet: bool = option("--quiet", "-q", is_flag=True, help="Print no notes, only results and errors.")


@click.command()
@takes(ShiftOptions)
@debug_option
def shift(options: ShiftOptions) -> None:
    """Show what is unlike about two batches of different documents, A and B, field by field.

    A and B are gold, or what was extracted. With --extracted, both are scored: the errors are compared too, and F1 of
    A is shown under B's mix of each field that shifted. Exit code 2 for bad input.
    """
    messages = UniqueMessages(options.quiet, False)
    if STDIN in (options.a, options.b, *(options.extracted or ())):
        raise InputError("shift reads several files, so none can come from stdin; name a file.")
    if options.by and options.extracted is None:
        raise InputError("--by is for F1 under another mix of groups; add --extracted.")
    names = variant_names([options.a, options.b])
    with plugin_output_to_stderr():
        options.plugins.load()
        found = _of_runs(options, (names[0], names[1]), messages)
        if found is None:
            found = _of_records(options, (names[0], names[1]), messages)
    for note in found.notes:
        messages.note(f"{note}.")
    if options.as_json:
        put(f"{json.dumps(found.to_dict(), indent=2, ensure_ascii=True, allow_nan=False)}\n")
        return
    for block in shift_blocks(found):
        show(block)


def _of_runs(options: ShiftOptions, names: tuple[str, str], messages: Messages) -> Shift | None:
    """Score both batches and compare the runs; None without extracted records."""
    if options.extracted is None:
        return None
    if options.scoring.schema.schema_file is None:
        raise InputError("--extracted: two runs are compared under one eval schema; name it by --schema.")
    scored = [
        score_files(ScoringTask(gold, extracted, options.scoring, call_paid=False), messages)
        for gold, extracted in zip((options.a, options.b), options.extracted, strict=True)
    ]
    return shift_of(
        scored[0].run, scored[1].run, scored[0].tree, scored[0].id_field,
        confidence=options.confidence, seed=options.seed, names=names, by=options.by,
    )  # fmt: skip


def _of_records(options: ShiftOptions, names: tuple[str, str], messages: Messages) -> Shift:
    schema, reading = options.scoring.schema, options.scoring.reading
    tree = None if schema.schema_file is None else read_schema(schema.schema_file, schema.recursion, messages)
    id_field = schema.id_field or (tree.id_field if tree is not None else None)
    how = reading.gold if options.kind == "gold" else reading.extracted
    keys = frozenset[str]() if tree is None else tree.record_keys
    files = [load_records(file, options.kind, id_field, messages, how, keys) for file in (options.a, options.b)]
    if reading.cells == "auto":
        files = files_with_cells_alike(files, tree, id_field, messages)
    a, b = (loaded.records for loaded in files)
    if tree is None:
        tree = infer_schema_of([record for record in (*a, *b) if record is not None], messages)
    return shift_of(a, b, tree, id_field, confidence=options.confidence, seed=options.seed, names=names)
