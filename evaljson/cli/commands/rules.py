"""`evaljson rules`: which records break the rules of the eval schema? Needs no gold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import click

from evaljson.cli.console import UniqueMessages, printable
from evaljson.cli.exit_codes import end_by_gates
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.reading import OneSideReadingOptions
from evaljson.cli.options.schema import RequiredSchemaOptions, id_field_option
from evaljson.cli.run.records import load_records, with_keys_as_ids
from evaljson.cli.run.schema import read_schema
from evaljson.cli.run.variants import variant_names
from evaljson.cli.text.alone import check_outputs, print_found
from evaljson.cli.text.percent_over import percent_over
from evaljson.rules import RuleReport, check_rules
from evaljson.wording.words import points


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesOptions:
    """What `rules` takes."""

    records: tuple[str, ...] = argument(metavar="RECORDS [RECORDS]...", nargs=-1, required=True)
    schema: RequiredSchemaOptions = group(RequiredSchemaOptions)
    id_field: str | None = id_field_option("names records in what is found")
    violations: str | None = option(
        "--violations", metavar="FILE", help="Write what breaks a rule to FILE as JSON Lines; - is stdout."
    )
    fail_over: float | None = option(
        "--fail-over", type=click.FloatRange(0, 100), metavar="PERCENT",
        help="End with exit code 1 if any RECORDS break any rule more often.",
    )  # fmt: skip
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document instead of the table.")
    reading: OneSideReadingOptions = group(OneSideReadingOptions)
    quiet: bool = option("--quiet", "-q", is_flag=True, help="Print no notes, only results and errors.")


@click.command()
@takes(RulesOptions)
@debug_option
def rules(options: RulesOptions) -> None:
    """Say which RECORDS break the rules that the eval schema sets between fields. Needs no gold.

    Rules are conditions under x-eval-rule, such as net + tax = gross. RECORDS are what variants extracted, or gold.
    Exit code 1 with --fail-over, 2 for bad input.
    """
    messages = UniqueMessages(options.quiet, False)
    schema, violations = options.schema.schema_file, options.violations
    check_outputs("rules", options.records, schema, violations, "--violations", options.as_json)
    tree = read_schema(options.schema.schema_file, options.schema.recursion, messages)
    id_field = options.id_field or tree.id_field
    found: dict[str, RuleReport] = {}
    for name, file in zip(variant_names(options.records), options.records, strict=True):
        loaded = load_records(file, "extracted", id_field, messages, options.reading.reading)
        keyed, key = with_keys_as_ids(loaded, id_field)
        found[name] = check_rules(keyed.records, tree, id_field=id_field or key)
    listed = {name: report.violations for name, report in found.items()}
    table = ["rule, % of objects that break it", "of"], _rows(found)
    print_found(found, listed, options.violations, options.as_json, table)
    end_by_gates(_failed(found, options.fail_over), [])


def _rows(found: Mapping[str, RuleReport]) -> list[list[str]]:
    first = next(iter(found.values()))
    rows = []
    for one in first.rules:
        rates = [report.at(one.path, one.name) for report in found.values()]
        shares = [points(None if rule is None else rule.rate) for rule in rates]
        rows.append([printable(one.name), printable(one.path) or "(the record)", *shares])
    return rows


def _failed(found: Mapping[str, RuleReport], most: float | None) -> list[str]:
    if most is None:
        return []
    return [
        f"{name}: {percent_over(rule.rate, most)}% break {rule.name!r}, more than {most:g}%"
        for name, report in found.items()
        for rule in report.rules
        if rule.rate is not None and 100 * rule.rate > most
    ]
