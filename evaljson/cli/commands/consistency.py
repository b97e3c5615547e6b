"""`evaljson consistency`: how alike are several runs of one prompt, and what would a vote among them gain?"""

from __future__ import annotations

import json
from dataclasses import dataclass

import click

from evaljson.base.errors import InputError
from evaljson.cli.console import UniqueMessages, plugin_output_to_stderr, printable, show, width
from evaljson.cli.files.read import STDIN
from evaljson.cli.files.write import check_target, write
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.plugins import PluginOptions
from evaljson.cli.options.reading import ReadingOptions
from evaljson.cli.options.schema import RequiredSchemaOptions, id_field_option
from evaljson.cli.run.records import gold_records, load_records, with_keys_as_ids
from evaljson.cli.run.schema import read_schema
from evaljson.cli.run.typed_cells import runs_with_cells_alike
from evaljson.cli.streams import put
from evaljson.cli.text.compare_table import text_table
from evaljson.consistency import Consistency
from evaljson.consistency import consistency as consistency_of
from evaljson.results.ranking import lowest_first
from evaljson.wording.differences import shown_difference
from evaljson.wording.words import points, signed_points

_HEADS = ("field, least alike first", "same", "always the same", "F1", "deviation", "vote", "gain")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsistencyOptions:
    """What `consistency` takes."""

    gold: str = argument()
    runs: tuple[str, ...] = argument(metavar="RUN RUN...", nargs=-1, required=True)
    schema: RequiredSchemaOptions = group(RequiredSchemaOptions)
    id_field: str | None = id_field_option()
    reading: ReadingOptions = group(ReadingOptions)
    voted: str | None = option(
        "--voted", metavar="FILE", help="Write the records that win the vote to FILE as JSON Lines; - is stdout."
    )
    confidence: float = option(
        "--confidence", type=click.FloatRange(0.5, 0.999), default=0.95, show_default=True,
        help="Of the interval of what the vote gains.",
    )  # fmt: skip
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document instead of the table.")
    plugins: PluginOptions = group(PluginOptions)
    quiet: bool = option("--quiet", "-q", is_flag=True, help="Print no notes, only results and errors.")


@click.command()
@takes(ConsistencyOptions)
@debug_option
def consistency(options: ConsistencyOptions) -> None:
    """Show how alike several runs of one prompt are, field by field, and what a vote among them would gain.

    RUN is what one run extracted from the documents of GOLD. The vote is scored as any other extraction. Exit code 2
    for bad input.
    """
    messages = UniqueMessages(options.quiet, False)
    if STDIN in (options.gold, *options.runs):
        raise InputError("consistency reads several files, so none can come from stdin; name a file.")
    if options.as_json and options.voted == STDIN:
        raise InputError("--json and --voted - both write to stdout; name a file for one of them.")
    if options.voted is not None:
        check_target(options.voted, [options.gold, options.schema.schema_file, *options.runs])
    with plugin_output_to_stderr():
        options.plugins.load()
        tree = read_schema(options.schema.schema_file, options.schema.recursion, messages)
        id_field = options.id_field or tree.id_field
        gold = load_records(options.gold, "gold", id_field, messages, options.reading.gold)
        if id_field is None:
            gold, id_field = with_keys_as_ids(gold)
        how, keys = options.reading.extracted, tree.record_keys
        runs = [load_records(file, "extracted", id_field, messages, how, keys) for file in options.runs]
        if options.reading.cells == "auto":
            gold, runs = runs_with_cells_alike(gold, runs, tree, id_field, messages)
        records = [loaded.records for loaded in runs]
        found = consistency_of(gold_records(gold), records, tree, id_field, confidence=options.confidence)
    if options.voted is not None:
        lines = [json.dumps(record, ensure_ascii=True) for record in found.voted]
        write(options.voted, "".join(f"{line}\n" for line in lines).encode("utf-8"))
        if options.voted == STDIN:
            return
    if options.as_json:
        put(f"{json.dumps(found.to_dict(), indent=2, ensure_ascii=True, allow_nan=False)}\n")
        return
    show(found.sentence)
    show("")
    show(text_table(list(_HEADS), _rows(found), width()))


def _rows(found: Consistency) -> list[list[str]]:
    ordered = lowest_first({one.path: one.same for one in found.fields})
    rows = []
    for path in ordered:
        one = found.at(path)
        figures = [points(figure) for figure in (one.same, one.always, one.f1, one.deviation, one.voted)]
        rows.append(
            [printable(path) or "(the record)", *figures, signed_points(shown_difference(one.f1, one.voted, 1))]
        )
    return rows
