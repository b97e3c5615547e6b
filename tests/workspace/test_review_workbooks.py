"""Answers from workbooks into a review: each once, each as its person's, and none that another review asked for."""

import io
from collections.abc import Sequence
from typing import Any

import openpyxl
import pytest

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.review.answers import Answer
from evaljson.review.plan import ReviewPlan
from evaljson.store import Store
from evaljson.workspace.make_review import ReviewTerms
from evaljson.workspace.read_review import answer_content, read_review
from evaljson.workspace.review_files import ImportedAnswers
from tests.report.review.values import HARD
from tests.workspace.review_files import ANN, GOLD, HOSTILE, OWNER, exported, imported, made, said


def typed(data: bytes, rows: dict[int, Sequence[Any]], name: str | None = "bob") -> bytes:
    """The workbook with answer, value, tag and comment typed into some rows, counted from 0."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    if name is not None:
        book["Instructions"]["B3"] = name
    heads = [cell.value for cell in book["Cards"][1]]
    at = heads.index("answer") + 1
    for row, cells in rows.items():
        for place, value in enumerate(cells):
            cell = book["Cards"].cell(row + 2, at + place)
            cell.value = value
            if isinstance(value, str):
                cell.data_type = "s"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def counts(done: ImportedAnswers) -> tuple[int, int, int, int]:
    return done.taken, done.known, done.blank, len(done.refused)


def test_answers_of_a_workbook_are_taken_once_and_refused_row_by_row(store: Store) -> None:
    review = made(store)
    out = exported(store, review, "xlsx")
    first = typed(
        out,
        {
            0: ["Gold is right", "", "misread", "sure"],
            1: [3, "(null)"],
            2: ["gold_wrong", ""],
            3: ["Gold is right", "x"],
            4: ["maybe"],
            5: ["", "", "", "no answer"],
            6: [1, "", "no such tag"],
        },
    )
    done = imported(store, review, first)
    assert counts(done) == (2, 0, review.cards - 7, 5)
    assert [one.where for one in done.refused] == [f"row {row}" for row in (4, 5, 6, 7, 8)]
    for one, why in zip(
        done.refused, ["is missing", "belongs to", "is no answer", "choose one", "is no tag"], strict=True
    ):
        assert why in one.why
    opened = read_review(store, review.id)
    assert said(opened, 0) == {"bob": Answer("gold_right")}
    assert said(opened, 1) == {"bob": Answer("gold_wrong", None)}
    assert opened.opinions.given[0, 0][0].comment == "sure"
    assert {event.proof for event in opened.events if event.kind == "answer"} == {"import"}

    assert counts(imported(store, review, first)) == (0, 2, review.cards - 7, 5)
    assert len(read_review(store, review.id).events) == len(opened.events)

    strict = imported(store, review, typed(out, {0: ["Not sure"], 1: ["?"]}), strict=True)
    assert counts(strict)[0] == 0
    changed = imported(store, review, typed(out, {0: ["Not sure"]}))
    assert changed.taken == 1
    assert said(read_review(store, review.id), 0) == {"bob": Answer("unsure")}


def test_a_row_on_which_both_sides_match_offers_answers_that_make_sense_and_takes_them(store: Store) -> None:
    review = made(store, gold=[{**record, "total": -1} for record in GOLD], plan=ReviewPlan(overlap=0, audit=1))
    out = exported(store, review, "xlsx")
    book = openpyxl.load_workbook(io.BytesIO(out))
    sheet, guide = book["Cards"], book["Instructions"]
    cards = read_review(store, review.id).cards
    matches = [number for number, card in enumerate(cards) if card.kind == "audit"]
    offered = dict[int, list[object]]()
    for rule in sheet.data_validations.dataValidation:
        listed = [row[0].value for row in guide[rule.formula1.partition("!")[2].replace("$", "")]]
        for place in rule.sqref.ranges:
            for row, column in place.cells:
                if sheet.cell(1, column).value == "answer":
                    offered[row - 2] = listed
    assert matches
    assert offered == {number: list(card.answers.values()) for number, card in enumerate(cards)}
    typed_in = ["Both are right", "Gold is right", "Both are acceptable", 1, 2]
    done = imported(store, review, typed(out, dict(zip(matches, ([one] for one in typed_in), strict=False))))
    assert counts(done)[0] == min(len(matches), len(typed_in))
    assert all(
        said(read_review(store, review.id), number) == {"bob": Answer("gold_right")}
        for number in matches[: len(typed_in)]
    )


def test_a_workbook_that_was_filled_in_brings_nothing_back_until_it_is_changed(store: Store) -> None:
    review = made(store)
    opened = read_review(store, review.id)
    values = [one for one in HARD if one is not ABSENT][:6]
    for value in values:
        taken = store.review_cards.take(review.id, by=ANN, session="s")
        assert taken is not None
        content = answer_content(Answer("gold_wrong", value), comment=HOSTILE)
        store.review_events.answer(review.id, taken.token, content, by=ANN)
    out = exported(store, review, "xlsx", person="ann")
    assert counts(imported(store, review, out)) == (0, len(values), review.cards - len(values), 0)
    assert counts(imported(store, review, typed(out, {}, name=None))) == (0, 6, review.cards - 6, 0), "saved again"
    # The newest answer was given in the app, the file is older: it does not stand above it.
    taken_again = imported(store, review, typed(out, {0: ["Not sure", "", "", ""]}, name=None))
    assert counts(taken_again) == (1, 5, review.cards - 6, 0)
    assert said(read_review(store, review.id), 0) == {"ann": Answer("unsure")}
    assert len(opened.cards) == review.cards


def test_an_import_that_was_interrupted_goes_on_where_it_ended(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    review = made(store)
    out = typed(exported(store, review, "xlsx"), {row: [1] for row in range(review.cards)})
    monkeypatch.setattr("evaljson.workspace.review_files._AT_ONCE", 5)
    bring_in, calls = store.review_events.bring_in, []

    def failing(*arguments: Any, **more: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:
            raise OSError("the disk is full")
        return bring_in(*arguments, **more)

    monkeypatch.setattr(store.review_events, "bring_in", failing)
    with pytest.raises(OSError, match="disk is full"):
        imported(store, review, out)
    assert counts(imported(store, review, out)) == (review.cards - 5, 5, 0, 0)
    opened = read_review(store, review.id)
    assert all(len(given) == 1 for given in opened.opinions.given.values())


def test_rows_pasted_from_another_review_are_refused(store: Store) -> None:
    review, other = made(store), made(store)
    book = openpyxl.load_workbook(io.BytesIO(exported(store, other, "xlsx")))
    book["Instructions"]["B2"], book["Instructions"]["B3"] = review.id, "bob"
    book["Cards"]["G2"] = 1
    out = io.BytesIO()
    book.save(out)
    done = imported(store, review, out.getvalue())
    assert counts(done)[::3] == (0, 1)
    assert "another review" in done.refused[0].why


def test_only_people_of_the_review_answer_it_and_someone_must(store: Store) -> None:
    review = made(store, terms=ReviewTerms("R", people=("ann",)))
    out = exported(store, review, "xlsx")
    assert "not among the people" in imported(store, review, typed(out, {0: [1]})).refused[0].why
    assert "nobody is named" in imported(store, review, typed(out, {0: [1]}, name=None)).refused[0].why
    assert imported(store, review, typed(out, {0: [1]}), person="ann").taken == 1


def test_a_closed_review_takes_nothing(store: Store) -> None:
    review = made(store)
    out = typed(exported(store, review, "xlsx"), {0: [1]})
    store.reviews.close(review.id, by=OWNER)
    with pytest.raises(InputError, match="is closed"):
        imported(store, review, out)


def test_an_answer_is_about_the_places_that_the_file_was_made_with(store: Store) -> None:
    review = made(store)
    opened = read_review(store, review.id)
    number = next(n for n, card in enumerate(opened.cards) if len(card.places) > 2)
    out = typed(exported(store, review, "xlsx"), {number: [1]})
    while (taken := store.review_cards.take(review.id, by=ANN, session="s")) is not None:
        if taken.card.number == number:
            store.review_events.answer(review.id, taken.token, {"answer": "gold_right"}, by=ANN, places=[0])
            break
        store.review_events.skip(review.id, taken.token, by=ANN)
    assert imported(store, review, out).taken == 1
    after = read_review(store, review.id)
    assert all("bob" in {one.who for one in after.opinions.given[at, 0]} for at in (number, len(after.cards) - 1))


@pytest.mark.parametrize("leave", ["skip", "release"])
def test_minutes_say_that_a_review_is_full_whose_card_was_on_screen_as_a_workbook_answered_it(
    store: Store, leave: str
) -> None:
    review = made(store)
    taken = store.review_cards.take(review.id, by=ANN, session="ann")
    assert taken is not None
    imported(store, review, typed(exported(store, review, "xlsx"), {row: [2] for row in range(review.cards)}))
    if leave == "skip":
        store.review_events.skip(review.id, taken.token, by=ANN)
    else:
        store.review_cards.release(review.id, taken.token, by=ANN)
    said_of_all = f"{review.seats} of {review.seats} opinions given; 1 person answered."
    assert said_of_all in exported(store, review, "minutes").decode()
