"""`evaljson closed-book`: does a model know the documents of gold by heart?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from evaljson.base.errors import InputError
from evaljson.base.limits import DEFAULTS
from evaljson.cli.console import Steps, UniqueMessages, plugin_output_to_stderr, printable, show, width
from evaljson.cli.exit_codes import end_by_gates
from evaljson.cli.files.read import STDIN, read_file
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.judge import JudgeOptions
from evaljson.cli.options.plugins import PluginOptions
from evaljson.cli.options.reading import OneSideReadingOptions
from evaljson.cli.options.schema import RequiredSchemaOptions, id_field_option
from evaljson.cli.run.documents import texts_in
from evaljson.cli.run.judge import confirm, cost_sentence
from evaljson.cli.run.records import gold_records, load_records, with_keys_as_ids
from evaljson.cli.run.schema import read_schema
from evaljson.cli.streams import put
from evaljson.cli.text.compare_table import text_table
from evaljson.load.byte_limit import ByteLimit
from evaljson.load.loaded_records import RecordId
from evaljson.wording.words import counted, points, shown_p, signed_points

if TYPE_CHECKING:
    from evaljson.closed_book import ChangedDocuments, ClosedBook
    from evaljson.judge import Judge

_HEADS = ("field, most remembered first", "records", "right", "most common", "other records", "lift", "95%", "p")
_CHANGED_HEADS = ("field with a value replaced", "texts", "new value", "old value", "neither", "p")
_MOST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedBookOptions:
    """What `closed-book` takes."""

    gold: str = argument()
    schema: RequiredSchemaOptions = group(RequiredSchemaOptions)
    show_keys: tuple[str, ...] = option(
        "--show", metavar="KEY", multiple=True,
        help="A key of GOLD that names the document to the model, such as its title. May be repeated.  [default: the "
        "id]",
    )  # fmt: skip
    most: int = option(
        "--most", type=click.IntRange(2), default=100, show_default=True, metavar="N",
        help="Ask for N records at most, drawn from all.",
    )  # fmt: skip
    changed: int = option(
        "--changed", type=click.IntRange(0), default=0, show_default=True, metavar="N",
        help="Also replace a value in the text of N documents for each field, and see which value comes back; needs "
        "--document.",
    )  # fmt: skip
    document: str | None = option(
        "--document", metavar="KEY", help="The key of GOLD, or one kept beside records by --metadata, with the text."
    )
    prompt: str | None = option(
        "--prompt", metavar="FILE", help="Your own prompt, for --changed; it asks for one JSON object."
    )
    id_field: str | None = id_field_option("names records")
    judge: JudgeOptions = group(JudgeOptions)
    fail: bool = option("--fail", is_flag=True, help="End with exit code 1 if the model remembers anything.")
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document instead of the tables.")
    plugins: PluginOptions = group(PluginOptions)
    reading: OneSideReadingOptions = group(OneSideReadingOptions)
    quiet: bool = option("--quiet", "-q", is_flag=True, help="Print no notes, only results and errors.")


@click.command("closed-book")
@takes(ClosedBookOptions)
@debug_option
def closed_book(options: ClosedBookOptions) -> None:
    """Ask a model for the records of GOLD without their documents: does it know them by heart?

    The model of --judge gets the schema and what --show names, and its answers are scored. What it costs is asked
    first, and answers are kept. Exit code 1 with --fail if it remembers anything, 2 for bad input.
    """
    if STDIN in (options.gold, options.prompt):
        raise InputError("closed-book reads several files, so none can come from stdin; name a file.")
    if options.changed and options.document is None:
        raise InputError("--changed replaces values in the texts of documents: say where they are with --document KEY.")
    judge = _judge(options)
    with plugin_output_to_stderr():
        options.plugins.load()
        found, changed = _found(options, judge)
    if options.as_json:
        document = {"closed_book": found.to_dict(), "changed": None if changed is None else changed.to_dict()}
        put(f"{json.dumps(document, indent=2, ensure_ascii=True, allow_nan=False)}\n")
    else:
        _show(found)
        if changed is not None:
            _show_changed(changed)
    failed = [found.sentence] if found.is_remembered else []
    failed += [changed.sentence] if changed is not None and changed.is_remembered else []
    end_by_gates(failed if options.fail else [], [])


def _judge(options: ClosedBookOptions) -> Judge:
    from evaljson.judge import Judge

    judge = options.judge.judge
    if judge is None:
        raise InputError("closed-book asks a model: name one with --judge MODEL, or in $EVALJSON_JUDGE_MODEL.")
    if not isinstance(judge, Judge):
        raise InputError("closed-book asks a model, and --judge-offline is none: name one with --judge MODEL.")
    return judge


def _found(options: ClosedBookOptions, judge: Judge) -> tuple[ClosedBook, ChangedDocuments | None]:
    from evaljson.closed_book import changed_documents, changed_documents_cost, closed_book_cost
    from evaljson.closed_book import closed_book as closed_book_of

    messages = UniqueMessages(options.quiet, False)
    tree = read_schema(options.schema.schema_file, options.schema.recursion, messages)
    named = options.id_field or tree.id_field
    read = load_records(options.gold, "gold", named, messages, options.reading.reading)
    loaded, id_field = with_keys_as_ids(read, named)
    id_field = named or id_field
    gold = gold_records(loaded)
    asked: dict[str, Any] = {"show": list(options.show_keys) or None, "id_field": id_field, "most": options.most}
    cost, what = closed_book_cost(gold, tree, judge, **asked), "records without their documents"
    sentence = cost_sentence(cost, judge.model, f"{cost.fields:,} {what}")
    has_questions, texts, more = bool(cost.to_ask), dict[RecordId, str](), dict[str, Any]()
    if options.changed:
        texts = dict(texts_in(loaded, gold, id_field, options.document or ""))
        more = {"id_field": id_field, "per_field": options.changed, "prompt": _prompt(options.prompt)}
        again = changed_documents_cost(gold, texts, tree, judge, **more)
        has_questions = has_questions or bool(again.to_ask)
        sentence += " " + cost_sentence(again, judge.model, f"{counted(again.fields, 'text')} with a value replaced")
    confirm(sentence, has_questions, options.judge, messages, Steps())
    found = closed_book_of(gold, tree, judge, **asked)
    options.judge.keep_usage(found.usage)
    changed = changed_documents(gold, texts, tree, judge, **more) if options.changed else None
    if changed is not None:
        options.judge.keep_usage(changed.usage)
    _note(messages, found, changed)
    return found, changed


def _prompt(file: str | None) -> str | None:
    if file is None:
        return None
    limit = ByteLimit(DEFAULTS.source_bytes, DEFAULTS.says("source_bytes"))
    return read_file(file, limit)[0].decode("utf-8", "replace")


def _note(messages: UniqueMessages, found: ClosedBook, changed: ChangedDocuments | None) -> None:
    for note in (*found.notes, *(changed.notes if changed is not None else ())):
        messages.note(f"{note}.")
    for failed in (found.failed, changed.failed if changed is not None else ()):
        if failed:
            messages.note(
                f"{counted(len(failed), 'record')} without an answer, such as {failed[0][0]}: {failed[0][1]}."
            )


def _show(found: ClosedBook) -> None:
    show(printable(found.sentence))
    if not found.fields:
        return
    rows = [
        [
            printable(one.path) or "(the record)", f"{one.records:,}", points(one.share), points(one.majority),
            points(one.shuffled), signed_points(one.lift), f"{signed_points(one.low)} to {signed_points(one.high)}",
            shown_p(one.p),
        ]
        for one in sorted(found.fields, key=lambda one: (one.p, -one.lift))
    ]  # fmt: skip
    show("")
    show(text_table(list(_HEADS), rows, width()))
    best = [one for one in found.records if one.fits_best]
    for one in best[:_MOST] if found.is_remembered else ():
        show(f"  {printable(str(one.record))}: {points(one.share)}% of its values, {points(one.by_chance)}% of others'")
    if found.is_remembered and len(best) > _MOST:
        show(f"  {counted(len(best) - _MOST, 'other record')}: --json lists all.")


def _show_changed(changed: ChangedDocuments) -> None:
    show("")
    show(printable(changed.sentence))
    if changed.fields:
        rows = [
            [
                printable(one.path) or "(the record)",
                f"{one.texts:,}",
                f"{one.new:,}",
                f"{one.old:,}",
                f"{one.neither:,}",
                shown_p(one.p),
            ]
            for one in changed.fields
        ]
        show("")
        show(text_table(list(_CHANGED_HEADS), rows, width()))
