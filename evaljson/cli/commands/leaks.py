"""`evaljson leaks`: is test data inside a prompt, twice in gold, or in tuning data?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from evaljson.base.errors import InputError
from evaljson.base.limits import DEFAULTS
from evaljson.cli.console import UniqueMessages, printable, show
from evaljson.cli.exit_codes import end_by_gates
from evaljson.cli.files.read import STDIN, read_file
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.reading import OneSideReadingOptions
from evaljson.cli.options.schema import id_field_option
from evaljson.cli.run.documents import texts_beside
from evaljson.cli.run.records import gold_records, id_candidates, load_records, with_keys_as_ids
from evaljson.cli.run.variants import variant_names
from evaljson.cli.streams import put
from evaljson.leaks import Leak
from evaljson.leaks import leaks as leaks_of
from evaljson.load.byte_limit import ByteLimit
from evaljson.wording.words import counted, points

_MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaksOptions:
    """What `leaks` takes."""

    gold: str = argument()
    prompts: tuple[str, ...] = option(
        "--prompt", metavar="FILE", multiple=True,
        help="A text file with a prompt and its examples. May be repeated.",
    )  # fmt: skip
    tuning: str | None = option(
        "--tuning", metavar="FILE", help="Records that a prompt or a model was tuned on: GOLD must not be in them."
    )
    document: str | None = option(
        "--document", metavar="KEY",
        help="The key of GOLD and --tuning, or one kept beside records by --metadata, with the text of the document.",
    )  # fmt: skip
    id_field: str | None = id_field_option("names records in what is found")
    fail: bool = option("--fail", is_flag=True, help="End with exit code 1 if anything is found.")
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document instead of lines.")
    reading: OneSideReadingOptions = group(OneSideReadingOptions)
    quiet: bool = option("--quiet", "-q", is_flag=True, help="Print no notes, only results and errors.")


@click.command()
@takes(LeaksOptions)
@debug_option
def leaks(options: LeaksOptions) -> None:
    """List records of GOLD, and their documents, that are where they must not be. No model is asked.

    Looks into prompts and their examples, for records twice in GOLD, and into what a prompt was tuned on. Exit code 1
    with --fail if anything is found, 2 for bad input.
    """
    messages = UniqueMessages(options.quiet, False)
    if STDIN in (options.gold, options.tuning, *options.prompts):
        raise InputError("leaks reads several files, so none can come from stdin; name a file.")
    loaded = load_records(options.gold, "gold", options.id_field, messages, options.reading.reading)
    keyed, id_field = with_keys_as_ids(loaded, options.id_field)
    gold = gold_records(keyed)
    id_field = options.id_field or id_field or next(iter(id_candidates(gold, [])), None)
    tuning: Sequence[dict[str, Any] | None] = ()
    texts, tuning_texts = texts_beside(keyed, gold, id_field, options.document), None
    if options.tuning is not None:
        tuned = load_records(options.tuning, "gold", options.id_field, messages, options.reading.reading)
        tuning = tuned.records
        tuning_texts = texts_beside(tuned, tuning, id_field, options.document)
    found = leaks_of(
        gold, _prompts(options.prompts), id_field=id_field, tuning=tuning,
        documents=options.document if texts is None else texts, tuning_documents=tuning_texts,
    )  # fmt: skip
    for note in found.notes:
        messages.note(f"{note}.")
    if options.as_json:
        put(f"{json.dumps(found.to_dict(), indent=2, ensure_ascii=True, allow_nan=False)}\n")
    else:
        show(printable(found.sentence))
        for one in found.found[:_MOST]:
            show(f"  {printable(_line(one))}")
        if len(found.found) > _MOST:
            show(f"  {counted(len(found.found) - _MOST, 'other leak')}: --json lists all.")
    end_by_gates([found.sentence] if options.fail and found.found else [], [])


def _prompts(files: Sequence[str]) -> dict[str, str]:
    names = variant_names(files) if files else []
    limit = ByteLimit(DEFAULTS.source_bytes, DEFAULTS.says("source_bytes"))
    return {name: read_file(file, limit)[0].decode("utf-8", "replace") for name, file in zip(names, files, strict=True)}


def _line(leak: Leak) -> str:
    where = leak.where if leak.other is None else f"{leak.where}, record {leak.other}"
    share = "" if leak.share == 1 else f" ({points(leak.share)}%)"
    return f"{leak.record}: {leak.kind} ({where}), {leak.how}{share}: {leak.evidence}"
