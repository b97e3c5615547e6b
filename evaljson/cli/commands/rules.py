"""`evaljson rules`: which records break the rules of the eval schema? Needs no gold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import click

from evaljson.base.errors import InputError
from evaljson.cli.console import UniqueMessages, printable, show, width
from evaljson.cli.exit_codes import end_by_gates
from evaljson.cli.files.read import STDIN
from evaljson.cli.files.write import check_target, write
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.reading import OneSideReadingOptions
from evaljson.cli.options.schema import RequiredSchemaOptions, id_field_option
from evaljson.cli.run.records import load_records, with_keys_as_ids
from evaljson.cli.run.schema import read_schema
from evaljson.cli.run.variants import variant_names
from evaljson.cli.streams import put
from evaljson.cli.text.compare_table import text_table
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
    if STDIN in options.records:
        raise InputError("rules reads several files, so none can come from stdin; name a file.")
    if options.as_json and options.violations == STDIN:
        raise InputError("--json and --violations - both write to stdout; name a file for one of them.")
    if options.violations is not None:
        check_target(options.violations, [options.schema.schema_file, *options.records])
    tree = read_schema(options.schema.schema_file, options.schema.recursion, messages)
    id_field = options.id_field or tree.id_field
    found: dict[str, RuleReport] = {}
    for name, file in zip(variant_names(options.records), options.records, strict=True):
        loaded = load_records(file, "extracted", id_field, messages, options.reading.reading)
        keyed, key = with_keys_as_ids(loaded)
        found[name] = check_rules(keyed.records, tree, id_field=id_field or key)
    if options.violations is not None:
        lines = [json.dumps({"of": name, **asdict(one)}) for name, report in found.items() for one in report.violations]
        write(options.violations, "".join(f"{line}\n" for line in lines).encode("utf-8"))
    if options.as_json:
        by_name = {name: report.to_dict() for name, report in found.items()}
        put(f"{json.dumps(by_name, indent=2, ensure_ascii=True, allow_nan=False)}\n")
    elif options.violations != STDIN:
        for name, report in found.items():
            show(f"{printable(name)}: {report.sentence}")
        show("")
        show(text_table(["rule, % of objects that break it", "of", *map(printable, found)], _rows(found), width()))
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
        f"{name}: {points(rule.rate)}% break {rule.name!r}, more than {most:g}%"
        for name, report in found.items()
        for rule in report.rules
        if rule.rate is not None and 100 * rule.rate > most
    ]
