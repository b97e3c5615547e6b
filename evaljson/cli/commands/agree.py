"""`evaljson agree`: how far do variants agree where there is no gold, and how far do annotators?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import click

from evaljson.agreement import GoldAgreement
from evaljson.agreement import agreement as people_agreement
from evaljson.base.errors import InputError
from evaljson.cli.console import Messages, UniqueMessages, plugin_output_to_stderr, show, width
from evaljson.cli.files.read import STDIN
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.plugins import PluginOptions
from evaljson.cli.options.reading import SideBySideReadingOptions
from evaljson.cli.options.schema import RequiredSchemaOptions, id_field_option
from evaljson.cli.run.records import gold_records, id_candidates, load_records
from evaljson.cli.run.schema import read_schema
from evaljson.cli.run.typed_cells import files_with_cells_alike
from evaljson.cli.run.variants import variant_names
from evaljson.cli.streams import put
from evaljson.cli.text.agreement import agreement_blocks
from evaljson.cli.text.people import people_blocks
from evaljson.compare import agreement
from evaljson.load.loaded_records import Kind

Records = Sequence[dict[str, Any] | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeOptions:
    """What `agree` takes."""

    variants: tuple[str, ...] = argument(metavar="A B...", nargs=-1, required=True)
    annotators: bool = option(
        "--annotators", is_flag=True,
        help="A, B and so on are gold of several annotators: show how far people agree, field by field.",
    )  # fmt: skip
    systems: tuple[str, ...] = option(
        "--system", metavar="FILE", multiple=True,
        help="With --annotators: show the F1 of this extraction beside that of people. May be repeated.",
    )  # fmt: skip
    schema: RequiredSchemaOptions = group(RequiredSchemaOptions)
    id_field: str | None = id_field_option("joins the variants")
    gold: str | None = option(
        "--not-in", metavar="GOLD", help="Only records that are not in GOLD, so not labelled yet."
    )
    reading: SideBySideReadingOptions = group(SideBySideReadingOptions)
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document instead of the table.")
    plugins: PluginOptions = group(PluginOptions)
    quiet: bool = option("--quiet", "-q", is_flag=True, help="Print no notes, only results and errors.")


@click.command()
@takes(AgreeOptions)
@debug_option
def agree(options: AgreeOptions) -> None:
    """Show how far variants agree with each other where there is no gold; with --annotators, how far people do.

    Each pair is scored as if one of them were gold, over the records that both have. Where variants disagree, at least
    one is wrong; where they agree, both may be. Exit code 2 for bad input.
    """
    messages = UniqueMessages(options.quiet, False)
    names = variant_names(options.variants)
    if STDIN in (*options.variants, *options.systems, options.gold, options.schema.schema_file):
        raise InputError("agree joins files record by record, so none can come from stdin; name a file.")
    if options.systems and not options.annotators:
        raise InputError("--system is compared with people; add --annotators, or name it among the variants.")
    if options.gold is not None and options.annotators:
        raise InputError("--not-in is for variants; of annotators, all records that two of them labelled count.")
    if len(names) < 2:
        who = "gold of two annotators" if options.annotators else "two variants"
        raise InputError(f"agree needs {who} or more; name another file.")
    with plugin_output_to_stderr():
        options.plugins.load()
        tree = read_schema(options.schema.schema_file, options.schema.recursion, messages)
        id_field = options.id_field or tree.id_field
        kind: Kind = "gold" if options.annotators else "extracted"
        read = options.reading.reading
        files: list[tuple[str, Kind]] = [(file, kind) for file in options.variants] + [
            (file, "extracted") for file in options.systems
        ]
        loaded = [load_records(file, of_kind, id_field, messages, read, tree.record_keys) for file, of_kind in files]
        if read.cells == "auto":
            loaded = files_with_cells_alike(loaded, tree, id_field, messages)
        every = [one.records for one in loaded]
        records = dict(zip(names, every, strict=False))
        if id_field is None:
            raise InputError(f"agree joins records by id: name the key that holds it{_example(records)}.")
        if options.annotators:
            of_systems = dict(zip(variant_names(options.systems), every[len(names) :], strict=True))
            people = people_agreement(records, tree, id_field, systems=of_systems)
        else:
            only = None if options.gold is None else _ids_not_in(options.gold, records, id_field, messages)
            agreements = agreement(records, tree, id_field, only)
    if options.annotators:
        _put_people(people, options.as_json, messages)
        return
    if options.as_json:
        put(f"{json.dumps([asdict(pair) for pair in agreements], indent=2, ensure_ascii=True, allow_nan=False)}\n")
        return
    for block in agreement_blocks(agreements, width()):
        show(block)


def _put_people(found: GoldAgreement, as_json: bool, messages: Messages) -> None:
    for note in found.notes:
        messages.note(note)
    if as_json:
        put(f"{json.dumps(found.to_dict(), indent=2, ensure_ascii=True, allow_nan=False)}\n")
        return
    for block in people_blocks(found, width()):
        show(block)


def _example(records: Mapping[str, Records]) -> str:
    """Suggest an id field, if there is a candidate."""
    first, *others = [[record for record in of_variant if record is not None] for of_variant in records.values()]
    candidates = id_candidates(first, [record for of_variant in others for record in of_variant]) if first else []
    return f", such as --id-field {candidates[0]}" if candidates else ""


def _ids_not_in(gold: str, records: Mapping[str, Records], id_field: str, messages: Messages) -> set[Any]:
    """Return the ids of the variants that gold does not have. Raises InputError if there are none."""
    labelled = _usable_ids(gold_records(load_records(gold, "gold", id_field, messages)), id_field)
    produced = [record for of_variant in records.values() for record in of_variant if record is not None]
    unlabelled = _usable_ids(produced, id_field) - labelled
    if not unlabelled:
        raise InputError(f"{gold} has every record of the variants: compare them with `evaljson compare`.")
    return unlabelled


def _usable_ids(records: Sequence[dict[str, Any]], id_field: str) -> set[Any]:
    ids = [record.get(id_field) for record in records]
    return {one for one in ids if type(one) in (str, int)}
