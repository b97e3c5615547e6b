"""`evaljson review`: make reviews, write them to files, read answers from files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from evaljson.base.errors import InputError, did_you_mean
from evaljson.cli.commands.review_gold import apply
from evaljson.cli.console import Messages, show, show_text
from evaljson.cli.exit_codes import BAD_INPUT, exit_with
from evaljson.cli.files.read import STDIN, open_source
from evaljson.cli.files.write import check_target, write_pieces
from evaljson.cli.options.by import ByOptions
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.folder import FolderOptions
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.streams import put_json
from evaljson.cli.text.reviews import review_json, review_table
from evaljson.wording.words import counted

if TYPE_CHECKING:
    from evaljson.store import Evaluation
    from evaljson.workspace.review_files import Form, ImportedAnswers

_STATUSES = ("mismatch", "omission", "hallucination")
_ORDERS = ("stake", "record", "random")
_FORMS = (
    "xlsx", "label-studio", "label-studio-config", "events", "events-csv", "minutes", "gold", "changes", "changes-csv",
)  # fmt: skip


@click.group()
def review() -> None:
    """Reviews of disagreements: make one, send its cards out as files, take the answers, correct gold.

    REVIEW and EVALUATION are names or ids.
    """


review.add_command(apply)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOptions:
    """What `review list` takes."""

    evaluation: str | None = argument(required=False)
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document instead of the table.")
    workspace: FolderOptions = group(FolderOptions)


@review.command("list")
@takes(ListOptions)
@debug_option
def list_command(options: ListOptions) -> None:
    """List the reviews of EVALUATION, or all of them, with their progress, newest first."""
    from evaljson.workspace.find import all_reviews, find_evaluation
    from evaljson.workspace.review_outcome import reviews_in_place

    with options.workspace.open() as store:
        names = {one.id: one.name for one in store.evaluations.all()}
        if options.evaluation is None:
            found = all_reviews(store)
        else:
            found = store.reviews.all(find_evaluation(store, options.evaluation).id)
        in_place = {
            one.id
            for id in {one.evaluation for one in found}
            for one in reviews_in_place(store, store.evaluations.get(id))
        }
    if options.as_json:
        put_json([review_json(one, names[one.evaluation]) for one in found])
    elif found:
        show(review_table(((names[one.evaluation], one) for one in found), in_place))
    else:
        show_text("No reviews.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeOptions:
    """What `review make` takes."""

    evaluation: str = argument()
    name: str = option("--name", required=True, metavar="NAME", help="Name of the review.")
    instructions: str | None = option("--instructions", metavar="TEXT", help="What people should know.")
    fields: tuple[str, ...] = option(
        "--field", multiple=True, metavar="PATH", help="Only this field, with all below it; repeat it for more."
    )
    variants: tuple[str, ...] = option(
        "--variant", multiple=True, metavar="NAME", help="Only this variant; repeat it for more."
    )
    statuses: tuple[str, ...] = option(
        "--status", multiple=True, type=click.Choice(_STATUSES), help="Only such disagreements; repeat it for more."
    )
    opinions: int = option(
        "--opinions", type=click.IntRange(1, 5), default=1, show_default=True, help="People who answer each card."
    )
    overlap: float = option(
        "--overlap", type=click.FloatRange(0, 1), default=0.2, show_default=True,
        help="With one opinion: share of cards that two people answer, so that agreement is known.",
    )  # fmt: skip
    audit: float = option(
        "--audit", type=click.FloatRange(0, 1), default=0.1, show_default=True,
        help="Share of matching values that people look at too.",
    )  # fmt: skip
    most: int | None = option(
        "--most",
        type=click.IntRange(1),
        metavar="N",
        help="At most N cards of disagreements: those with most at stake.",
    )
    order: str = option(
        "--order", type=click.Choice(_ORDERS), default="stake", show_default=True, help="Order of cards."
    )
    seed: int = option("--seed", type=int, default=1, show_default=True, help="What the audit is drawn by.")
    people: tuple[str, ...] = option(
        "--person", multiple=True, metavar="NAME", help="Who may answer; repeat it. Without it: whoever has the link."
    )
    cut_off: bool = option("--cut-off", is_flag=True, help="Ask about what cut-off replies lack, too.")
    show_variants: bool = option("--show-variants", is_flag=True, help="Show the names of variants to who answers.")
    due: datetime | None = option(
        "--due", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="Due date, 2027-01-31."
    )
    as_json: bool = option("--json", is_flag=True, help="Print the review as JSON.")
    who: ByOptions = group(ByOptions)
    workspace: FolderOptions = group(FolderOptions)


@review.command()
@takes(MakeOptions)
@debug_option
def make(options: MakeOptions) -> None:
    """Make a review of where the scored variants of EVALUATION and gold disagree."""
    from evaljson.review.cut_off_pairs import cut_off_in_words
    from evaljson.review.plan import ReviewPlan
    from evaljson.workspace.find import find_evaluation
    from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review

    plan = ReviewPlan(
        opinions=options.opinions, overlap=options.overlap, audit=options.audit, order=options.order,  # type: ignore[arg-type]
        seed=options.seed, most=options.most,
    )  # fmt: skip
    terms = ReviewTerms(
        options.name, options.instructions or "", options.people, not options.show_variants,
        None if options.due is None else f"{options.due:%Y-%m-%d}",
    )  # fmt: skip
    with options.workspace.open() as store:
        evaluation = find_evaluation(store, options.evaluation)
        scope = ReviewScope(
            variants=_variant_ids(evaluation, options.variants) if options.variants else None,
            fields=options.fields or None,
            statuses=options.statuses or None,  # type: ignore[arg-type]
            cut_off=options.cut_off,
        )
        runs = runs_to_review(store, evaluation)
        if not runs:
            raise InputError(f"no variant of {evaluation.name!r} is scored; open it in the dashboard and score it.")
        made = make_review(
            store, evaluation, runs, plan, scope, terms, by=options.who.actor(), source="evaljson review make"
        )
    if options.as_json:
        put_json(review_json(made, evaluation.name))
    else:
        show_text(f"{made.name}: {counted(made.cards, 'card')}, {counted(made.seats, 'opinion')} wanted; id {made.id}.")
        if left_out := cut_off_in_words(int(made.settings.get("cut_off") or 0)):
            show_text(left_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresOptions:
    """What `review figures` takes."""

    review: str = argument()
    fields: bool = option("--fields", is_flag=True, help="Also the fields of each variant.")
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document, with the fields in it.")
    workspace: FolderOptions = group(FolderOptions)


@review.command("figures")
@takes(FiguresOptions)
@debug_option
def figures_command(options: FiguresOptions) -> None:
    """Print the F1 of each variant of REVIEW as scored, and as it is if gold is corrected as people say."""
    from evaljson.cli.text.corrected import corrected_fields_table, corrected_json, corrected_table, gold_in_counts
    from evaljson.report.review.corrected_rows import EXPLAINED
    from evaljson.review.gold_counts import gold_counts
    from evaljson.workspace.find import find_review
    from evaljson.workspace.read_review import read_review
    from evaljson.workspace.review_outcome import review_result
    from evaljson.workspace.scoring import current_runs

    with options.workspace.open() as store:
        found = find_review(store, options.review)
        evaluation = store.evaluations.get(found.evaluation)
        opened = read_review(store, found.id)
        result = review_result(store, opened)
        current = current_runs(store, evaluation)
    counted_gold = gold_counts(opened.cards, opened.outcome)
    names = {one.id: one.name for one in evaluation.variants}
    variants = {names[id]: one for id, one in result.variants.items() if id in names}
    if options.as_json:
        counts = {"gold": dict(counted_gold.values), "gold_lacks": dict(counted_gold.lacking)}
        put_json({**review_json(found, evaluation.name), **counts, "variants": corrected_json(variants)})
        return
    if not variants:
        raise InputError(f"the runs that {found.name!r} was made from are gone, so there are no figures to correct.")
    now = {id: run.id for id, run in current.items()}
    is_past = any(run != now.get(id) for id, run in result.runs.items() if id in names)
    show(corrected_table(variants, is_past=is_past))
    show_text("")
    show_text(gold_in_counts({**counted_gold.values, "corrected": result.wrong}, counted_gold.lacking))
    for name, one in variants.items() if options.fields else ():
        show_text("")
        show_text(name)
        show(corrected_fields_table(one.fields, is_past=is_past))
    Messages().note(EXPLAINED)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOptions:
    """What `review export` takes."""

    review: str = argument()
    file: str = argument()
    form: str | None = option(
        "--form", type=click.Choice(_FORMS), help="What to write.  [default: xlsx for .xlsx, minutes for .md]"
    )
    person: str | None = option(
        "--for", metavar="NAME", help="Who is to answer the file: their name and what they said are filled in."
    )
    every: bool = option("--every", is_flag=True, help="Also cards that need no more opinions.")
    who: ByOptions = group(ByOptions)
    workspace: FolderOptions = group(FolderOptions)


@review.command("export")
@takes(ExportOptions)
@debug_option
def export_command(options: ExportOptions) -> None:
    """Write REVIEW to FILE (- is stdout): cards to answer, or what came of it."""
    from evaljson.workspace.find import find_review
    from evaljson.workspace.read_review import read_review
    from evaljson.workspace.review_files import export_review

    form = _form(options)
    check_target(options.file, [])
    with options.workspace.open() as store:
        found = find_review(store, options.review)
        pieces = export_review(
            store, read_review(store, found.id), form, person=options.person or "", every=options.every
        )
        store.audit.exported(found.evaluation, f"review {found.name} as {form}", by=options.who.actor())
        write_pieces(options.file, pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """What `review import` takes."""

    review: str = argument()
    file: str = argument()
    person: str | None = option(
        "--from", metavar="NAME", help="Who answered, where the file does not say it; replaces the name in a workbook."
    )
    authors: tuple[str, ...] = option(
        "--author", multiple=True, metavar="ID=NAME", help="Name of a user of Label Studio, by id or e-mail; repeat it."
    )
    strict: bool = option("--strict", is_flag=True, help="Take nothing, and exit 2, if any answer is refused.")
    as_json: bool = option("--json", is_flag=True, help="Print what was taken and refused as JSON.")
    who: ByOptions = group(ByOptions)
    workspace: FolderOptions = group(FolderOptions)


@review.command("import")
@takes(ImportOptions)
@debug_option
def import_command(options: ImportOptions) -> None:
    """Take the answers of FILE, a workbook or annotations of Label Studio, into REVIEW.

    Each answer is taken once, however often its file is read. Refused ones are listed by row.
    """
    from evaljson.base import limits
    from evaljson.load.byte_limit import ByteLimit
    from evaljson.load.sources import read_raw
    from evaljson.workspace.find import find_review
    from evaljson.workspace.read_review import read_review
    from evaljson.workspace.review_files import import_answers

    people = dict(map(_author, options.authors))
    current = limits.current()
    limit = ByteLimit(current.answer_file_bytes, current.says("answer_file_bytes"))
    read = read_raw(open_source(options.file), "stdin" if options.file == STDIN else None, limit)
    if read.broken:
        raise InputError(f"{read.name}: {read.broken}")
    with options.workspace.open() as store:
        opened = read_review(store, find_review(store, options.review).id)
        done = import_answers(
            store, opened, read.data, read.name, by=options.who.actor(), person=options.person or "", people=people,
            strict=options.strict,
        )  # fmt: skip
    _show_imported(done, as_json=options.as_json)
    if done.refused and options.strict:
        exit_with(BAD_INPUT)


def _form(options: ExportOptions) -> Form:
    from evaljson.workspace.review_files import SUFFIXES

    if options.form is not None:
        return options.form  # type: ignore[return-value]
    form = SUFFIXES.get(PurePath(options.file).suffix.lower())
    if form is None:
        raise InputError(f"{options.file}: pass --form to say what to write: {', '.join(_FORMS)}.")
    return form


def _author(text: str) -> tuple[str, str]:
    """Split ID=NAME. Raises InputError."""
    known, equals, name = text.rpartition("=")
    if not equals or not known.strip() or not name.strip():
        raise InputError(f"--author {text!r} is not ID=NAME, such as 3=ann.")
    return known.strip(), name.strip()


def _variant_ids(evaluation: Evaluation, names: tuple[str, ...]) -> tuple[str, ...]:
    by_name = {one.name: one.id for one in evaluation.variants}
    for name in names:
        if name not in by_name:
            raise InputError(f"{evaluation.name} has no variant {name!r}.{did_you_mean(name, list(by_name))}")
    return tuple(by_name[name] for name in names)


def _show_imported(done: ImportedAnswers, *, as_json: bool) -> None:
    if as_json:
        refused = [{"where": one.where, "why": one.why} for one in done.refused]
        counts = {"taken": done.taken, "known": done.known, "blank": done.blank}
        put_json({**counts, "refused": refused, "notes": list(done.notes)})
        return
    show_text(
        f"{counted(done.taken, 'answer')} taken, {done.known:,} here already, {counted(done.blank, 'card')} left open, "
        f"{len(done.refused):,} refused."
    )
    messages = Messages()
    for note in done.notes:
        messages.note(note)
    for one in done.refused:
        messages.warn(str(one))
