"""`evaljson validate`: does gold fit its schema?"""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.table import Table
from rich.text import Text

from evaljson.base.plugins import load_plugins
from evaljson.cli.codes import BAD_INPUT
from evaljson.cli.inputs import gold_records, read
from evaljson.cli.options.common import debug_option, id_option, plugin_option, recursion_option, unknown_option
from evaljson.cli.options.reading import ReadingOptions, gold_reading_options
from evaljson.cli.schema_file import read_schema
from evaljson.cli.text.console import Voice, printable, shorten, show, width
from evaljson.load import pair_by_id
from evaljson.schema import GoldFinding, find_gold_problems

_WORDS = {
    "unknown": "not in the schema",
    "type": "another type",
    "not_listed": "not listed",
    "missing": "missing",
}
_VALUE = 200
"""Columns for a value, however wide the output is."""
_STYLES = {"unknown": "red", "type": "yellow", "not_listed": "yellow", "missing": "dim"}


@click.command()
@click.argument("gold")
@click.option("--schema", "-s", required=True, metavar="FILE", help="The eval schema.")
@recursion_option
@id_option
@click.option("--strict-types", is_flag=True, help="Refuse values of another type than the schema says.")
@unknown_option
@gold_reading_options
@plugin_option
@debug_option
def validate(
    gold: str, schema: str, id_field: str | None, strict_types: bool, allow_unknown: bool, reading: ReadingOptions,
    plugins: tuple[str, ...],
) -> None:  # fmt: skip
    """Check GOLD against an eval schema, and print what does not fit.

    Exit code 2 where gold has keys that the schema lacks (see --allow-unknown), records that cannot be read, or ids
    that are missing or not unique; 0 otherwise, also where fields are missing or a oneof does not list a value.
    """
    voice = Voice()
    load_plugins(plugins)
    tree = read_schema(schema, voice)
    id_field = id_field or tree.id_field
    loaded = read(gold, "gold", id_field, voice, reading)
    records = gold_records(loaded)
    findings = find_gold_problems(records, tree, id_field)
    if id_field is not None:
        pair_by_id(records, [], id_field)
    refused = {"unknown"} - ({"unknown"} if allow_unknown else set()) | ({"type"} if strict_types else set())
    if findings:
        show(findings_table(findings))
    bad = sum(finding.kind in refused for finding in findings)
    verdict = "does not fit" if bad or loaded.n_refused else "fits"
    unreadable = f", unreadable: {loaded.n_refused:,}" if loaded.n_refused else ""
    show(Text(f"Gold {verdict} the schema. Records: {len(records):,}{unreadable}, findings: {len(findings):,}."))
    if bad or loaded.n_refused:
        click.get_current_context().exit(BAD_INPUT)


def findings_table(findings: Sequence[GoldFinding]) -> Table:
    """One row a finding, worst kind first."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("finding")
    table.add_column("field")
    table.add_column("records", justify="right")
    table.add_column("first")
    room = max(40, width() - len("not in the schema") - len("records") - 6)
    order = list(_WORDS)
    for finding in sorted(findings, key=lambda one: order.index(one.kind)):
        first = finding.example
        value = "" if first.value is None else f" = {shorten(str(first.value), _VALUE)}"
        table.add_row(
            Text(_WORDS[finding.kind], _STYLES[finding.kind]),
            Text(shorten(printable(finding.path), room // 2)),
            f"{finding.count:,}",
            Text(shorten(printable(f"{first.where}{value}"), room - room // 2)),
        )
    return table
