"""What a review says of itself in files: events, changes, minutes, corrected gold, and nothing that runs."""

import csv
import io
import json
from collections.abc import Iterator

import openpyxl
import pytest
from markdown_it import MarkdownIt

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.review.answers import Answer
from evaljson.store import Review, Store, open_store
from evaljson.workspace.read_review import answer_content, domain_card, read_review
from evaljson.workspace.review_files import FORMS, Form
from tests.workspace.review_files import ANN, GOLD, HOSTILE, exported, made


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Review]]:
    """A blind review that no test answers."""
    with open_store(folder=tmp_path_factory.mktemp("untouched")) as store:
        yield store, made(store)


def answered(store: Store, review: Review) -> None:
    """Ann answers every card in another way, with a hostile comment."""
    answers = [
        Answer("extracted_right"), Answer("gold_wrong", HOSTILE), Answer("both_acceptable"),
        Answer("gold_wrong", ABSENT), Answer("unsure"),
    ]  # fmt: skip
    while (taken := store.review_cards.take(review.id, by=ANN, session="s")) is not None:
        content = answer_content(answers[taken.card.number % 5], comment=HOSTILE)
        store.review_events.answer(review.id, taken.token, content, by=ANN)


def test_events_are_exported_whole(store: Store) -> None:
    review = made(store)
    answered(store, review)
    opened = read_review(store, review.id)
    lines = [json.loads(line) for line in exported(store, review, "events").splitlines()]
    assert [line["number"] for line in lines] == [event.number for event in opened.events]
    assert [line["content"] for line in lines] == [event.content for event in opened.events]
    shown = domain_card(opened.stored[lines[0]["card"]])
    assert lines[0]["at"]["record_id"] == shown.places[0].record_id
    assert {} in [line["content"].get("value") for line in lines], "a value that is absent"


@pytest.mark.parametrize("form", ["events-csv", "changes-csv"])
def test_no_cell_of_a_csv_is_a_formula(store: Store, form: Form) -> None:
    review = made(store)
    answered(store, review)
    rows = list(csv.reader(io.StringIO(exported(store, review, form).decode(), newline=""), strict=True))
    assert len({len(row) for row in rows}) == 1
    assert len(rows) > 2
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "@", "\t")]
    assert any("1+1" in cell for row in rows for cell in row)


def test_minutes_say_what_was_decided_and_run_nothing(store: Store) -> None:
    review = made(store)
    answered(store, review)
    text = exported(store, review, "minutes").decode()
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert "<script" not in html
    assert "<a " not in html
    assert "<code" not in html
    assert "\u202e" not in text
    for heading in ("Who answered", "Corrections of gold", "Called both acceptable", "Open", "Comments"):
        assert f"## {heading}\n" in text
    assert "| ann |" in text


def test_corrected_gold_and_its_changes_agree(store: Store) -> None:
    review = made(store)
    answered(store, review)
    records = [json.loads(line) for line in exported(store, review, "gold").splitlines()]
    changes = [json.loads(line) for line in exported(store, review, "changes").splitlines()]
    differ = {
        (after["id"], key)
        for before, after in zip(GOLD, records, strict=True)
        for key in {*before, *after}
        if before.get(key, ABSENT) != after.get(key, ABSENT)
    }
    assert differ == {(change["record"], change["path"]) for change in changes}
    assert {} in [change["after"] for change in changes]
    assert all(change["people"] == ["ann"] for change in changes)


@pytest.mark.parametrize("form", FORMS)
def test_a_blind_review_names_no_variant_in_what_people_answer(untouched: tuple[Store, Review], form: Form) -> None:
    data = exported(*untouched, form)
    if form == "xlsx":
        book = openpyxl.load_workbook(io.BytesIO(data))
        data = repr([[cell.value for cell in row] for sheet in book for row in sheet.iter_rows()]).encode()
    assert (b"secret" in data) is (form == "minutes")


def test_nothing_to_answer_is_said(store: Store) -> None:
    review = made(store)
    answered(store, review)
    with pytest.raises(InputError, match="no card that needs an answer"):
        exported(store, review, "xlsx")
    assert len(json.loads(exported(store, review, "label-studio", every=True))) == review.cards
