"""`evaljson infer`: gold to an eval schema."""

from __future__ import annotations

import json

import click

from evaljson import annotate_xeval, parse_eval_schema
from evaljson.cli.inputs import gold_records, read
from evaljson.cli.options.common import debug_option, id_option
from evaljson.cli.options.reading import ReadingOptions, gold_reading_options
from evaljson.cli.outputs import STDOUT, check_target, write
from evaljson.cli.text.console import Voice
from evaljson.schema import InferReport, infer_with_report


@click.command()
@click.argument("gold")
@click.option("-o", "--output", metavar="FILE", default=STDOUT, help="Write the schema to FILE instead of stdout.")
@click.option("--annotate/--no-annotate", default=True, show_default=True, help="Name the comparator of every field.")
@id_option
@click.option("--by", metavar="KEY", help="Key with the document type: a schema is inferred for each of its values.")
@gold_reading_options
@debug_option
def infer(
    gold: str, output: str, annotate: bool, id_field: str | None, by: str | None, reading: ReadingOptions
) -> None:
    """Infer an eval schema from GOLD, and print it as JSON.

    GOLD is JSON, JSON Lines, CSV, Parquet, or a folder or zip of JSON files; - reads stdin. Positions with several
    types of values, and with none, are reported on stderr: look at those before you rely on the schema. With --id-field
    the schema says x-eval-id.
    """
    voice = Voice()
    check_target(output, [gold])
    records = gold_records(read(gold, "gold", id_field, voice, reading))
    report = infer_with_report(records, by)
    report_findings(report, voice)
    schema = annotate_xeval(report.schema) if annotate else report.schema
    if id_field is not None:
        schema = {"type": schema.pop("type"), "x-eval-id": id_field, **schema}
    n_fields = sum(1 for root in parse_eval_schema(schema).roots for _ in root.leaves())
    write(output, (json.dumps(schema, indent=2, ensure_ascii=True) + "\n").encode("ascii"))
    if output != STDOUT:
        voice.note(f"{n_fields:,} fields, inferred from {report.n_records:,} records, are in {output}.")


def report_findings(report: InferReport, voice: Voice) -> None:
    """Say where the inferred schema is a guess."""
    for position in report.mixed:
        voice.warn(f"{position}.")
    for path in report.empty:
        voice.note(f"{path or 'the record'}: only null or empty in gold, so its type is a guess.")
