"""`evaljson infer`: gold to an eval schema."""

from __future__ import annotations

import json
from dataclasses import dataclass

import click

from evaljson import annotate_xeval, parse_eval_schema
from evaljson.base.paths import child
from evaljson.cli.console import Messages
from evaljson.cli.files.write import STDOUT, check_target, write
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.reading import OneSideReadingOptions
from evaljson.cli.run.records import gold_records, load_records
from evaljson.cli.run.schema import report_guesses
from evaljson.schema import infer_with_report
from evaljson.wording.words import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class InferOptions:
    """What `infer` takes."""

    gold: str = argument()
    output: str = option(
        "-o", "--output", metavar="FILE", default=STDOUT, help="Write the schema to FILE instead of stdout."
    )
    annotate: bool = option(
        "--annotate/--no-annotate", default=True, show_default=True, help="Write the comparator of every field."
    )
    id_field: str | None = option("--id-field", metavar="KEY", help="Key that holds a record's id; sets x-eval-id.")
    by: str | None = option(
        "--by", metavar="KEY", help="Key with the document type: one schema is inferred for each of its values."
    )
    reading: OneSideReadingOptions = group(OneSideReadingOptions)


@click.command()
@takes(InferOptions)
@debug_option
def infer(options: InferOptions) -> None:
    """Infer an eval schema from GOLD, and print it as JSON.

    GOLD is JSON, JSON Lines, CSV, Parquet, or a folder or zip of JSON files or replies; - reads stdin. Positions with
    values of several types, or none, are reported on stderr: check those before you rely on the schema.
    """
    messages = Messages()
    check_target(options.output, [options.gold])
    records = gold_records(load_records(options.gold, "gold", options.id_field, messages, options.reading.reading))
    report = infer_with_report(records, options.by)
    report_guesses(report, messages)
    schema = annotate_xeval(report.schema) if options.annotate else report.schema
    if options.id_field is not None:
        schema = {"type": schema.pop("type"), "x-eval-id": options.id_field, **schema}
    id_path = None if options.id_field is None else child("", options.id_field)  # an id is not scored
    n_fields = sum(leaf.path != id_path for root in parse_eval_schema(schema).roots for leaf in root.leaves())
    write(options.output, (json.dumps(schema, indent=2, ensure_ascii=True) + "\n").encode("ascii"))
    if options.output != STDOUT:
        fields, of = counted(n_fields, "field"), counted(report.n_records, "record")
        messages.note(f"wrote {fields}, inferred from {of}, to {options.output}.")
