"""`evaljson agree`: where gold is missing, how far do variants agree with each other?"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import click

from evaljson.base.errors import InputError
from evaljson.base.plugins import load_plugins
from evaljson.cli.compare_runs import OnceVoice, variant_names
from evaljson.cli.inputs import STDIN, gold_records, id_candidates, read
from evaljson.cli.options.common import debug_option, plugin_option
from evaljson.cli.options.reading import ReadingOptions, gold_reading_options
from evaljson.cli.schema_file import read_schema
from evaljson.cli.text.compare_table import text_table
from evaljson.cli.text.console import Voice, printable, show, width
from evaljson.compare import Agreement, agreement
from evaljson.results.ranking import lowest_first
from evaljson.wording.words import counted, points

Records = Sequence[dict[str, Any] | None]


@click.command()
@click.argument("variants", metavar="A B...", nargs=-1, required=True)
@click.option("--schema", "-s", required=True, metavar="FILE", help="The eval schema.")
@click.option("--id-field", metavar="KEY",
              help="Key that holds a record's id; it joins variants.  [default: the schema's x-eval-id]")  # fmt: skip
@click.option("--not-in", "gold", metavar="GOLD", help="Only records that GOLD lacks: those that nobody has labelled.")
@gold_reading_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of the table.")
@plugin_option
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but errors and what was asked for.")
@debug_option
def agree(
    variants: tuple[str, ...], schema: str, id_field: str | None, gold: str | None, reading: ReadingOptions,
    as_json: bool, plugins: tuple[str, ...], quiet: bool,
) -> None:  # fmt: skip
    """Say how far variants agree with each other where gold is missing.

    Each pair is held against each other as if one were gold, over the records that both produced. Where they disagree,
    at least one is wrong; where they agree, both may be. Exit code 2 for bad input.
    """
    voice = OnceVoice(quiet, False)
    names = variant_names(variants)
    if STDIN in (*variants, gold, schema):
        raise InputError("agree joins files record by record, so none can come from stdin; give it a name.")
    if len(names) < 2:
        raise InputError("agreement is between two variants or more; name another file.")
    with contextlib.redirect_stdout(sys.stderr):  # what plug-ins print must not stand in the results
        load_plugins(plugins)
        tree = read_schema(schema, voice)
        key = id_field or tree.id_field
        records = {
            name: read(file, "extracted", key, voice, reading).records
            for name, file in zip(names, variants, strict=True)
        }
        key = key or _refuse_positions(records)
        found = agreement(records, tree, key, None if gold is None else _beyond(gold, records, key, voice))
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], indent=2, ensure_ascii=True, allow_nan=False))
    else:
        _show(found)


def _refuse_positions(records: Mapping[str, Records]) -> str:
    first, *others = [[one for one in own if one is not None] for own in records.values()]
    candidates = id_candidates(first, [one for own in others for one in own]) if first else []
    example = f", such as --id-field {candidates[0]}" if candidates else ""
    raise InputError(f"agreement joins records by their id: name the key that holds it{example}.")


def _beyond(gold: str, records: Mapping[str, Records], key: str, voice: Voice) -> set[Any]:
    """Ids of the variants that gold lacks."""
    labelled = [record.get(key) for record in gold_records(read(gold, "gold", key, voice))]
    every = [one.get(key) for own in records.values() for one in own if one is not None]
    usable = {one for one in every if type(one) in (str, int)}
    left = usable - {one for one in labelled if type(one) in (str, int)}
    if not left:
        raise InputError(f"{gold} has every record of the variants: compare them with `evaljson compare`.")
    return left


def _show(found: Sequence[Agreement]) -> None:
    for one in found:
        a, b = printable(one.a), printable(one.b)
        over = f"over {counted(one.records, 'record')} that both produced"
        told = f"{a} and {b} agree to F1 {points(one.f1)} {over}." if one.records else f"{a} and {b} share no record."
        show(told)
    rows = _by_field(found)
    if rows:
        show("")
        show(text_table(["field, least agreed on first", "F1", "between"], rows, width()))


def _by_field(found: Sequence[Agreement]) -> list[list[str]]:
    """Of each field, the pair that agrees least."""
    least: dict[str, tuple[float, str]] = {}
    for one in found:
        for path, f1 in one.per_field.items():
            if f1 is not None and (path not in least or f1 < least[path][0]):
                least[path] = f1, f"{one.a}, {one.b}"
    ordered = lowest_first({path: f1 for path, (f1, _) in least.items()})
    rows = ((path, *least[path]) for path in ordered)
    return [[printable(path) or "(the record)", points(f1), printable(pair)] for path, f1, pair in rows]
