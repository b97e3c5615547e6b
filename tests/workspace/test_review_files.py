"""A review out of a store as files, and answers from files into it: each once, each as its person's."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

import openpyxl
import pytest
from markdown_it import MarkdownIt

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT, strict_equal
from evaljson.report.review.cell_text import cell_of_value, value_of_cell
from evaljson.report.review.label_studio_in import read_tasks
from evaljson.review.answers import Answer
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review, Store, open_store
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.read_review import OpenReview, answer_content, domain_card, read_review
from evaljson.workspace.review_files import FORMS, Form, ImportedAnswers, export_review, import_answers
from evaljson.workspace.scoring import score_due
from tests.report.review.values import HARD
from tests.workspace.conftest import loaded

OWNER, ANN = Actor("owner"), Actor("ann")
HOSTILE = "=1+1|<script>alert(1)</script> [a](http://evil.example) `x` \u202eabc"
GOLD: list[Any] = [{"id": f"r{n}", "name": f"n{n}", "note": None if n == 1 else HOSTILE, "total": n} for n in range(6)]
EXTRACTED: list[Any] = [{**record, "name": "same", "note": "other", "total": -1} for record in GOLD]
EVERY = ReviewPlan(overlap=0, audit=0, order="record")


def made(
    store: Store, *, terms: ReviewTerms | None = None, gold: Sequence[Any] = GOLD, plan: ReviewPlan = EVERY
) -> Review:
    """A review of everything that differs; nobody has answered."""
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {
            "id": {"type": "string"}, "name": {"type": "string"}, "note": {"type": ["string", "null"]},
            "total": {"type": "number"},
        },
    }  # fmt: skip
    variants = {"secret_prompt": loaded(EXTRACTED, "a.json")}
    evaluation = store.evaluations.create(
        "E", by="ann", gold=loaded(list(gold), "g.json", "gold"), variants=variants, schema=schema
    )
    score_due(store, evaluation.id, by="ann", tell=lambda share, message: None)
    evaluation = store.evaluations.get(evaluation.id)
    runs = runs_to_review(store, evaluation)
    return make_review(store, evaluation, runs, plan, ReviewScope(), terms or ReviewTerms(HOSTILE), by=OWNER)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Review]]:
    """A blind review that no test answers."""
    with open_store(folder=tmp_path_factory.mktemp("untouched")) as store:
        yield store, made(store)


def exported(store: Store, review: Review, form: Form, **options: Any) -> bytes:
    return b"".join(export_review(store, read_review(store, review.id), form, **options))


def imported(store: Store, review: Review, data: bytes, **options: Any) -> ImportedAnswers:
    return import_answers(store, read_review(store, review.id), data, "answers", by=OWNER, **options)


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


def said(opened: OpenReview, card: int) -> dict[str, Answer]:
    return {one.who: one.answer for one in opened.opinions.given.get((card, 0), ())}


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


@pytest.mark.parametrize("form", ["xlsx", "label-studio"])
def test_files_of_other_reviews_are_refused(store: Store, form: Form) -> None:
    review, other = made(store), made(store)
    data = exported(store, other, form)
    with pytest.raises(InputError, match="of another review"):
        imported(store, review, annotated(data, [[choice("gold_right")]]) if form == "label-studio" else data)


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


def choice(*names: str, control: str = "answer") -> dict[str, Any]:
    return {"from_name": control, "to_name": "gold", "type": "choices", "value": {"choices": list(names)}}


def area(text: str, control: str = "value") -> dict[str, Any]:
    return {"from_name": control, "to_name": "gold", "type": "textarea", "value": {"text": [text]}}


def annotated(data: bytes, *results: Sequence[list[dict[str, Any]]], **more: Any) -> bytes:
    """The tasks as Label Studio exports them: annotation n of a task is by user n."""
    tasks = json.loads(data)
    for task, of_task in zip(tasks, results, strict=False):
        task["id"] = 100 + task["data"]["card"]
        task["annotations"] = [
            {"id": n, "completed_by": n, "was_cancelled": False, "lead_time": 1.5, "result": result, **more}
            for n, result in enumerate(of_task, 1)
        ]
    return json.dumps(tasks).encode()


def test_several_annotations_of_a_task_are_several_opinions(store: Store) -> None:
    review = made(store)
    data = annotated(
        exported(store, review, "label-studio"),
        [[choice("gold_right"), area("why", "comment")], [choice("Gold is wrong, it should be"), area("new")]],
        [[choice("unsure")]],
        [[choice("gold_right", "unsure")]],
    )
    done = imported(store, review, data, people={"2": "bob"})
    assert (done.taken, len(done.refused)) == (3, 1)
    assert str(done.refused[0]) == "task 102, annotation 1: “answer” holds more than one; leave one of them."
    opened = read_review(store, review.id)
    assert said(opened, 0) == {"Label Studio user 1": Answer("gold_right"), "bob": Answer("gold_wrong", "new")}
    assert imported(store, review, data, people={"2": "bob"}).taken == 0


def test_cancelled_annotations_are_left_out_and_the_newest_of_a_person_counts(store: Store) -> None:
    review = made(store)
    out = exported(store, review, "label-studio")
    assert imported(store, review, annotated(out, [[choice("unsure")]], was_cancelled=True)).taken == 0
    twice = annotated(out, [[choice("gold_right")], [choice("unsure")]], completed_by={"email": "ann@x.example"})
    done = imported(store, review, twice)
    assert (done.taken, len(done.notes)) == (1, 1)
    assert said(read_review(store, review.id), 0) == {"ann@x.example": Answer("unsure")}


@pytest.mark.parametrize("value", HARD, ids=lambda value: ascii(value)[:30])
def test_no_value_is_lost_on_the_way_through_label_studio(value: Any) -> None:
    cell = cell_of_value(value, ("string", "number", "object", "array", "boolean"))
    task = {"id": 1, "data": {"review": "r", "card": 0, "mark": "m"}}
    data = annotated(json.dumps([task]).encode(), [[choice("gold_wrong"), area(cell)]])
    (answer,) = read_tasks(data, "t.json", "r").answers
    assert strict_equal(value_of_cell(answer.filled.value, ("string", "number", "object", "array", "boolean")), value)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"[", "no JSON"),
        (b"{}", "no list of tasks"),
        (b"[" * 100_000, "no JSON"),
        (b"", "no .xlsx"),
        (b"\xff\xfe\x00", "no .xlsx"),
    ],
    ids=["cut off", "object", "deep", "empty", "binary"],
)
def test_damaged_files_are_refused(untouched: tuple[Store, Review], data: bytes, says: str) -> None:
    with pytest.raises(InputError, match=says):
        imported(*untouched, data)


@pytest.mark.parametrize(
    "task",
    [
        1, None, {}, {"data": 1}, {"data": {"card": 0}},
        {"data": {"card": [], "mark": {}}, "annotations": [7, {"result": [choice("unsure"), 1, {"value": 1}]}]},
    ],
    ids=str,
)  # fmt: skip
def test_odd_tasks_are_refused_with_a_line_and_never_fail(untouched: tuple[Store, Review], task: Any) -> None:
    if isinstance(task, dict) and isinstance(task.get("data"), dict):
        task["data"]["review"] = untouched[1].id
    done = imported(*untouched, json.dumps([task, task]).encode())
    assert (done.taken, len(done.refused)) == (0, 2)


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
