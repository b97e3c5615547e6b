"""`evaljson validate`: does gold fit its schema?"""

from __future__ import annotations

from dataclasses import dataclass

import click

from evaljson.cli.console import Messages, show, show_text
from evaljson.cli.exit_codes import BAD_INPUT, exit_with
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.plugins import PluginOptions
from evaljson.cli.options.reading import OneSideReadingOptions
from evaljson.cli.options.schema import RequiredSchemaOptions, allow_unknown_option, id_field_option
from evaljson.cli.run.records import gold_records, load_records
from evaljson.cli.run.schema import read_schema
from evaljson.cli.text.findings import findings_table
from evaljson.load import pair_by_id
from evaljson.schema import find_gold_problems


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidateOptions:
    """What `validate` takes."""

    gold: str = argument()
    schema: RequiredSchemaOptions = group(RequiredSchemaOptions)
    id_field: str | None = id_field_option()
    strict_types: bool = option(
        "--strict-types", is_flag=True, help="Refuse values of another type than the schema declares."
    )
    allow_unknown: bool = allow_unknown_option()
    reading: OneSideReadingOptions = group(OneSideReadingOptions)
    plugins: PluginOptions = group(PluginOptions)

    @property
    def refused_kinds(self) -> set[str]:
        """The kinds of findings that end with exit code 2."""
        unknown = set() if self.allow_unknown else {"unknown"}
        return unknown | ({"type"} if self.strict_types else set())


@click.command()
@takes(ValidateOptions)
@debug_option
def validate(options: ValidateOptions) -> None:
    """Check GOLD against an eval schema, and print what does not fit.

    Exit code 2 if gold has keys that the schema lacks (see --allow-unknown), records that cannot be read, or ids that
    are missing or not unique; otherwise 0, also if fields are missing or a oneof does not list a value.
    """
    messages = Messages()
    options.plugins.load()
    tree = read_schema(options.schema.schema_file, options.schema.recursion, messages)
    id_field = options.id_field or tree.id_field
    loaded = load_records(options.gold, "gold", id_field, messages, options.reading.reading)
    records = gold_records(loaded)
    findings = find_gold_problems(records, tree, id_field)
    if id_field is not None:
        pair_by_id(records, [], id_field)
    if findings:
        show(findings_table(findings))
    refused = any(finding.kind in options.refused_kinds for finding in findings)
    verdict = "does not fit" if refused else "can be scored, though it does not fully fit" if findings else "fits"
    where = " where it can be read" if loaded.n_refused else ""
    unreadable = f", unreadable: {loaded.n_refused:,}" if loaded.n_refused else ""
    show_text(f"Gold {verdict} the schema{where}. Records: {len(records):,}{unreadable}, findings: {len(findings):,}.")
    if refused or loaded.n_refused:
        exit_with(BAD_INPUT)
