"""`evaljson grounding`: which extracted values are in the text of their document? Needs no gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from evaljson.cli.console import Messages, UniqueMessages, printable
from evaljson.cli.exit_codes import end_by_gates
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.reading import OneSideReadingOptions
from evaljson.cli.options.schema import id_field_option
from evaljson.cli.run.documents import texts_in
from evaljson.cli.run.records import id_candidates, load_records, with_keys_as_ids
from evaljson.cli.run.schema import read_schema
from evaljson.cli.run.variants import variant_names
from evaljson.cli.text.alone import check_outputs, print_found
from evaljson.cli.text.percent_over import percent_over
from evaljson.grounding import THRESHOLD, Grounding, TextSearch
from evaljson.grounding import grounding as grounding_of
from evaljson.load import LoadedRecords
from evaljson.schema.resolve.resolve import RECURSION
from evaljson.wording.words import points

Records = list[dict[str, Any] | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundingOptions:
    """What `grounding` takes."""

    records: tuple[str, ...] = argument(metavar="RECORDS [RECORDS]...", nargs=-1, required=True)
    documents: str | None = option(
        "--documents", metavar="FILE", help="Records with the texts; gold may be such.  [default: each RECORDS itself]"
    )
    document: str = option(
        "--document", metavar="KEY", default="text", show_default=True,
        help="The key with the text of the document, in the records or kept beside them by --metadata.",
    )  # fmt: skip
    schema_file: str | None = option(
        "--schema", "-s", metavar="FILE", help="The eval schema: which fields are skipped, how dates are read."
    )
    id_field: str | None = id_field_option("joins RECORDS and --documents")
    threshold: float = option(
        "--threshold", type=click.FloatRange(0.5, 1), default=THRESHOLD, show_default=True,
        help="The similarity from which a text counts as found, if its digits are the same.",
    )  # fmt: skip
    values: str | None = option(
        "--values", metavar="FILE", help="Write each value that is not in its text to FILE as JSON Lines; - is stdout."
    )
    fail_over: float | None = option(
        "--fail-over", type=click.FloatRange(0, 100), metavar="PERCENT",
        help="End with exit code 1 if more of the values of any RECORDS are not in their text.",
    )  # fmt: skip
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document instead of the table.")
    reading: OneSideReadingOptions = group(OneSideReadingOptions)
    quiet: bool = option("--quiet", "-q", is_flag=True, help="Print no notes, only results and errors.")


@click.command()
@takes(GroundingOptions)
@debug_option
def grounding(options: GroundingOptions) -> None:
    """Say which values of RECORDS are in the text of their document. Needs no gold, asks no model.

    A value that is not there was invented, or worked out. RECORDS are what variants extracted; name gold too, and you
    see which fields are in no text anyway. Exit code 1 with --fail-over, 2 for bad input.
    """
    messages = UniqueMessages(options.quiet, False)
    files = [options.documents, *options.records]
    check_outputs("grounding", files, options.schema_file, options.values, "--values", options.as_json)
    found = _found(options, messages)
    for name, one in found.items():
        for note in one.notes:
            messages.note(f"{name}: {note}.")
    listed = {name: one.missing for name, one in found.items()}
    table = ["field, most not in the text first", "values"], _rows(list(found.values()))
    print_found(found, listed, options.values, options.as_json, table)
    end_by_gates(_failed(found, options.fail_over), [])


def _found(options: GroundingOptions, messages: Messages) -> dict[str, Grounding]:
    tree = None if options.schema_file is None else read_schema(options.schema_file, RECURSION, messages)
    id_field = options.id_field or (None if tree is None else tree.id_field)
    sides = [_read(file, id_field, options, messages) for file in options.records]
    source = None if options.documents is None else _read(options.documents, id_field, options, messages)
    named = [keyed for _, _, keyed in (*sides, *([source] if source else [])) if keyed is not None]
    every = [[record for record in records if record is not None] for _, records, _ in sides]
    if id_field is None:
        first = next((records for records in every if records), [])
        others = [record for records in every[1:] for record in records]
        others += [record for record in source[1] if record is not None] if source else []
        id_field = next(iter([*named, *(id_candidates(first, others) if first else [])]), None)
    texts = None if source is None else texts_in(source[0], source[1], id_field, options.document)
    if texts is not None and id_field is None:
        messages.note("no key names the records: each is looked for in the text at its own place; --id-field joins.")
    searches: dict[str, TextSearch] = {}
    found = {}
    for name, (loaded, records, _) in zip(variant_names(options.records), sides, strict=True):
        own = texts if texts is not None else texts_in(loaded, records, id_field, options.document)
        without = [_without(record, options.document) for record in records]
        found[name] = grounding_of(
            without, own, tree, id_field=id_field, threshold=options.threshold, searches=searches
        )  # fmt: skip
    return found


def _read(
    file: str, id_field: str | None, options: GroundingOptions, messages: Messages
) -> tuple[LoadedRecords, Records, str | None]:
    loaded = load_records(file, "extracted", id_field, messages, options.reading.reading)
    keyed, name = with_keys_as_ids(loaded, id_field)
    return keyed, keyed.records, name


def _without(record: dict[str, Any] | None, key: str) -> dict[str, Any] | None:
    """Leave out the text itself."""
    return record if record is None else {name: value for name, value in record.items() if name != key}


def _rows(found: Sequence[Grounding]) -> list[list[str]]:
    paths = list(dict.fromkeys(field.path for one in found for field in one.fields))
    worst = {path: max((one.at(path).not_in_text or 0) for one in found if one.at(path)) for path in paths}  # type: ignore[union-attr]
    rows = []
    for path in sorted(paths, key=lambda path: -worst[path]):
        of_field = [one.at(path) for one in found]
        values = max(0 if field is None else field.values for field in of_field)
        shares = [points(None if field is None else field.not_in_text) for field in of_field]
        rows.append([printable(path) or "(the record)", f"{values:,}", *shares])
    return rows


def _failed(found: Mapping[str, Grounding], most: float | None) -> list[str]:
    if most is None:
        return []
    return [
        f"{name}: {percent_over(one.not_in_text, most)}% of the values are not in their text, more than {most:g}%"
        for name, one in found.items()
        if one.not_in_text is not None and 100 * one.not_in_text > most
    ]
