"""Reviews out of the store as files, and answers from files into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from evaljson.base.errors import InputError
from evaljson.report.review.events import events_csv, events_jsonl
from evaljson.report.review.file_answers import CheckedAnswers, RefusedAnswer, ReviewInFile, check_answers
from evaljson.report.review.gold_lines import changes_csv, changes_jsonl, gold_jsonl
from evaljson.report.review.label_studio_in import read_tasks
from evaljson.report.review.label_studio_out import label_studio_config, label_studio_tasks
from evaljson.report.review.minutes import minutes
from evaljson.report.review.offered import OfferedCard, offer
from evaljson.report.review.workbook_in import read_workbook
from evaljson.report.review.workbook_out import workbook
from evaljson.review.opinions import Opinion
from evaljson.review.rules import right_by_now
from evaljson.review.typed_value import types_of
from evaljson.schema import parse_eval_schema
from evaljson.store import Actor, Store
from evaljson.store.actor import person as person_of
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.review_gold import corrected

Form = Literal[
    "xlsx", "label-studio", "label-studio-config", "events", "events-csv", "minutes", "gold", "changes", "changes-csv"
]
FORMS: Final[tuple[Form, ...]] = get_args(Form)
SUFFIXES: Final[dict[str, Form]] = {".xlsx": "xlsx", ".md": "minutes"}
"""Endings of files that stand for one form alone."""
_AT_ONCE: Final = 100
"""Answers of a transaction: people who answer in the app meanwhile wait for one, not for a whole file."""


@dataclass(frozen=True, slots=True)
class ImportedAnswers:
    """What came of a file."""

    taken: int
    known: int
    """Answers that were taken before, count already, or were not touched since the export."""
    blank: int
    """Cards without an answer."""
    refused: tuple[RefusedAnswer, ...]
    notes: tuple[str, ...] = ()


def export_review(
    store: Store, opened: OpenReview, form: Form, *, person: str = "", every: bool = False
) -> Iterator[bytes]:
    """Write a review in one of the forms, piece by piece.

    `person` is who is to answer a file of cards: what they said is filled in. `every` adds cards that need no more
    opinions. Raises InputError where there is nothing to write.
    """
    about = opened.review
    match form:
        case "xlsx":
            blind = bool(about.settings.get("blind", True))
            cards, tags = offered_cards(store, opened, person=person, every=every), _tags(opened)
            yield workbook(about.id, about.name, about.instructions, tags, cards, person=person_of(person), blind=blind)
        case "label-studio":
            cards = offered_cards(store, opened, person=person, every=every)
            yield label_studio_tasks(about.id, cards, about.instructions)
        case "label-studio-config":
            yield label_studio_config(_tags(opened))
        case "events":
            yield from events_jsonl(opened.events, opened.stored)
        case "events-csv":
            yield from events_csv(opened.events, opened.stored)
        case "minutes":
            fixed, names = corrected(store, opened), _variants(store, opened)
            ruled = _right_by_now(store, opened)
            yield minutes(
                about, opened.cards, opened.opinions, opened.outcome, opened.events, fixed, names, ruled
            ).encode()
        case "gold":
            yield from gold_jsonl(corrected(store, opened), store.datasets.load(about.gold))
        case "changes":
            yield from changes_jsonl(corrected(store, opened))
        case "changes-csv":
            yield from changes_csv(corrected(store, opened))


def _right_by_now(store: Store, opened: OpenReview) -> set[int]:
    """Return the cards that are no error by the current version of the eval schema."""
    evaluation = store.evaluations.get(opened.review.evaluation)
    number = evaluation.schema_number
    if number is None or number == opened.review.schema_number:
        return set()
    return right_by_now(opened.cards, store.schemas.get(evaluation.id, number).schema)


def offered_cards(store: Store, opened: OpenReview, *, person: str = "", every: bool = False) -> list[OfferedCard]:
    """Return the cards that need opinions, and those that this person answered; `every` adds the others.

    Raises InputError where there is none.
    """
    about, who = opened.review, person_of(person)
    types = field_types(store, opened)
    names = None if about.settings.get("blind", True) else _variants(store, opened)
    cards: list[OfferedCard] = []
    for number in opened.live:
        opinion = _opinion(opened, number, who)
        if every or opinion is not None or opened.waits(number):
            card = opened.cards[number]
            cards.append(offer(about.id, opened.stored[number], card, types=types, variants=names, opinion=opinion))
    if not cards:
        raise InputError(f"the review {about.name!r} has no card that needs an answer.")
    return cards


def import_answers(
    store: Store,
    opened: OpenReview,
    data: bytes,
    name: str,
    *,
    by: Actor,
    person: str = "",
    people: Mapping[str, str] | None = None,
    strict: bool = False,
) -> ImportedAnswers:
    """Take the answers of a workbook or an export of Label Studio, each once.

    If it is interrupted, reading the file again takes the rest.

    `person` is who answered, where the file does not say it, or for a whole workbook; `people` names authors of
    Label Studio. `strict` takes nothing if anything is refused.

    Raises InputError for files of other reviews, and for what is no such file.
    """
    about = opened.review
    refused: tuple[RefusedAnswer, ...]
    if about.state == "closed":
        raise InputError(f"the review {about.name!r} is closed; open it again to take answers.")
    notes: list[str] = []
    if data.lstrip()[:1] in (b"[", b"{"):
        read = read_tasks(data, name, about.id, people, person)
        answers, refused = read.answers, read.refused
        if read.foreign and not answers:
            raise InputError(f"{name}: the tasks are of another review, {', '.join(sorted(read.foreign))[:80]}.")
        if read.cancelled:
            notes.append(f"{read.cancelled:,} cancelled annotations are left out.")
        if read.replaced:
            notes.append(f"{read.replaced:,} annotations were made again by the same person: the newest counts.")
    else:
        book = read_workbook(data, name, len(opened.stored), person)
        answers, refused = book.answers, book.refused
        if book.review and book.review != about.id:
            raise InputError(f"{name}: this workbook is of another review, {book.review[:40]!r}; import it there.")
    checked = check_answers(_in_file(store, opened), answers)
    refused = (*refused, *checked.refused)
    if refused and strict:
        return ImportedAnswers(0, checked.same, checked.blank, refused, tuple(notes))
    return _taken(store, opened, checked, refused, name, by, notes)


def field_types(store: Store, opened: OpenReview) -> dict[str, Sequence[str]]:
    """Return the JSON types of each field, by the schema that the cards were made under."""
    about = opened.review
    root = parse_eval_schema(store.schemas.get(about.evaluation, about.schema_number).schema)
    return {node.path: types_of(node.type) for node in root.walk()}


def _taken(
    store: Store,
    opened: OpenReview,
    checked: CheckedAnswers,
    refused: tuple[RefusedAnswer, ...],
    name: str,
    by: Actor,
    notes: Iterable[str],
) -> ImportedAnswers:
    if not checked.new:
        return ImportedAnswers(0, checked.same, checked.blank, refused, tuple(notes))
    taken, known = 0, checked.same
    for at in range(0, len(checked.new), _AT_ONCE):
        some = checked.new[at : at + _AT_ONCE]
        brought = store.review_events.bring_in(opened.review.id, some, by=by, content={"file": name[:200]})
        taken, known = taken + brought.taken, known + brought.known
    return ImportedAnswers(taken, known, checked.blank, refused, tuple(notes))


def _in_file(store: Store, opened: OpenReview) -> ReviewInFile:
    people = [str(one) for one in opened.review.settings.get("people") or []]
    types, tags = field_types(store, opened), _tags(opened)
    return ReviewInFile(opened.review.id, opened.stored, opened.cards, opened.opinions, types, tags, people)


def _tags(opened: OpenReview) -> list[str]:
    return [str(tag) for tag in opened.review.settings.get("tags") or []]


def _variants(store: Store, opened: OpenReview) -> dict[str, str]:
    return {one.id: one.name for one in store.evaluations.get(opened.review.evaluation).variants}


def _opinion(opened: OpenReview, card: int, who: str) -> Opinion | None:
    """Return what a person says at every place of a card, if it is one thing."""
    if not who:
        return None
    said = [
        next((one for one in opened.opinions.given.get((card, place), ()) if one.who == who), None)
        for place in range(len(opened.cards[card].places))
    ]
    first = said[0]
    return first if first is not None and all(one is not None and one.act == first.act for one in said) else None
