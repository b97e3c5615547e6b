"""What a review says of itself in files: events, changes, minutes, corrected gold, and nothing that runs."""

import csv
import io
import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace

import openpyxl
import pytest
from markdown_it import MarkdownIt

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.load import read_records
from evaljson.review.answers import Answer, AnswerName
from evaljson.review.questions import settled_questions
from evaljson.store import Actor, Brought, Review, Store, open_store
from evaljson.workspace.read_review import answer_content, domain_card, read_review
from evaljson.workspace.review_files import FORMS, Form
from evaljson.workspace.review_gold import apply_review, corrected
from tests.workspace.conftest import loaded
from tests.workspace.review_files import ANN, EVERY, GOLD, HOSTILE, OWNER, exported, made


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


def test_minutes_say_that_corrected_gold_was_put_in_place_once_it_was(store: Store) -> None:
    review, said = made(store), "Its corrected gold was put in place; the corrections below are what answers say now."
    answered(store, review)
    assert said not in exported(store, review, "minutes").decode()
    revision = store.evaluations.get(review.evaluation).revision
    applied = apply_review(store, read_review(store, review.id), revision, by=OWNER)
    assert said in exported(store, applied, "minutes").decode()


def test_minutes_say_what_was_decided_and_run_nothing(store: Store) -> None:
    review = made(store)
    answered(store, review)
    text = exported(store, review, "minutes").decode()
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert "<script" not in html
    assert "<a " not in html
    assert "<code" not in html
    assert "\u202e" not in text
    for heading in (
        "Who answered",
        "Corrections of gold",
        "Called both acceptable",
        "Left to settle",
        "Settled",
        "Waiting for opinions",
        "Comments",
    ):
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


def test_what_came_beside_a_record_of_gold_is_in_the_file_of_corrected_gold_and_can_be_read_back(
    store: Store,
) -> None:
    texts = [f"Source {at}\n\u202e<b>" for at in range(len(GOLD))]
    beside = replace(
        loaded([{**one, "source_text": text} for one, text in zip(GOLD, texts, strict=True)], "g.json", "gold"),
        records=GOLD, metadata=[{"source_text": text, "name": "scan"} for text in texts],
    )  # fmt: skip
    review = made(store, gold=beside)
    answered(store, review)
    data = exported(store, review, "gold")
    read = read_records(data, name="corrected.jsonl", kind="gold", metadata=["source_text", "name (beside)"])
    assert read.metadata == [{"source_text": text, "name (beside)": "scan"} for text in texts]
    assert read.records == corrected(store, read_review(store, review.id)).records


def test_a_correction_names_who_said_otherwise_apart_from_who_says_so(store: Store) -> None:
    """Values come from anyone: the answer that was overruled is one of them, in every form."""
    review = made(store, plan=replace(EVERY, opinions=2))
    ben, decision = Actor("ben|<b>"), Answer("extracted_right")
    for by, answer in ((ANN, decision), (ben, Answer("gold_wrong", HOSTILE))):
        taken = store.review_cards.take(review.id, by=by, session="s")
        assert taken is not None
        store.review_events.answer(review.id, taken.token, answer_content(answer), by=by)
    store.review_events.settle(review.id, 0, answer_content(decision), "once", by=OWNER, places=[0])
    [change] = map(json.loads, exported(store, review, "changes").splitlines())
    otherwise = f"Gold is wrong, it should be: {HOSTILE}"
    assert change["people"] == ["ann", "owner"]
    assert change["others"] == [{"who": "ben|<b>", "said": otherwise}]
    [row] = csv.DictReader(io.StringIO(exported(store, review, "changes-csv").decode(), newline=""))
    assert row["people"] == "ann; owner"
    assert row["said otherwise"].startswith("ben|<b>: Gold is wrong, it should be: =1+1|")
    minutes = exported(store, review, "minutes").decode()
    html = MarkdownIt("commonmark").enable("table").render(minutes)
    cells = html[html.index("Corrections of gold") : html.index("Called both acceptable")]
    assert "<td>ann, owner; ben|&lt;b&gt;: Gold is wrong, it should be: =1+1|" in cells


def section(store: Store, review: Review, heading: str) -> str:
    """What stands under a heading of the minutes."""
    text = exported(store, review, "minutes").decode()
    return text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0].strip()


def say(store: Store, review: Review, by: Actor, answer: Answer) -> None:
    """Someone answers the card that is next for them."""
    taken = store.review_cards.take(review.id, by=by, session="s")
    assert taken is not None
    store.review_events.answer(review.id, taken.token, answer_content(answer), by=by)


def test_minutes_say_how_many_opinions_a_card_that_waits_has(store: Store) -> None:
    one = [{**GOLD[0], "name": "Ax"}, *GOLD[1:]]
    review = made(store, plan=replace(EVERY, opinions=2), variants={"A": one})
    waits = "- Card 0, name: gold n0, extracted Ax"
    assert section(store, review, "Waiting for opinions") == f"{waits} (0 of 2 opinions)"
    say(store, review, ANN, Answer("gold_right"))
    assert section(store, review, "Waiting for opinions") == f"{waits} (1 of 2 opinions)"


@pytest.mark.parametrize(
    ("decided", "here"),
    [("gold_right", "Gold is right"), ("extracted_right", "Gold is wrong, it should be Ax")],
)
def test_minutes_name_each_card_that_they_count_as_settled(store: Store, decided: AnswerName, here: str) -> None:
    """Two cards say otherwise of one place of gold; what is settled on the first is so on the other one."""
    one, other = ([{**GOLD[0], "name": name}] for name in ("Ax", "Bx"))
    review = made(store, gold=GOLD[:1], variants={"A": one, "B": other})
    for _ in range(review.cards):
        say(store, review, ANN, Answer("extracted_right"))
    cards = {card.extracted: number for number, card in enumerate(read_review(store, review.id).cards)}
    first, second = cards["Ax"], cards["Bx"]
    store.review_events.settle(review.id, first, answer_content(Answer(decided)), "once", by=OWNER, places=[0])
    counts = section(store, review, "What came of it").splitlines()
    heads, total = ([cell.strip() for cell in line.split("|")] for line in (counts[0], counts[-1]))
    assert total[heads.index("settled")] == "2"
    [on_first, on_second] = sorted(section(store, review, "Settled").splitlines(), key=lambda line: "Bx." in line)
    assert on_first.startswith(f"- Card {first}, name:")
    assert " owner decided: " in on_first
    assert on_second.startswith(f"- Card {second}, name:")
    assert on_second.endswith(f"ann: Extraction is right. Settled on card {first}: {here}")


def test_minutes_list_as_settled_what_settle_counts_and_apart_what_was_overruled_with_it(store: Store) -> None:
    """Ann keeps one name on two cards, so nothing is asked; the owner says otherwise on one of them."""
    one, other = ([{**GOLD[0], "name": name}] for name in ("Ax", "Bx"))
    review = made(store, gold=GOLD[:1], variants={"A": one, "B": other})
    for _ in range(review.cards):
        say(store, review, ANN, Answer("gold_right"))
    content = answer_content(Answer("extracted_right"))
    store.review_events.settle(review.id, 0, content, "once", by=OWNER, places=[0])
    opened = read_review(store, review.id)
    assert len(settled_questions(opened.cards, opened.opinions, opened.outcome, [])) == 1
    asked, apart = section(store, review, "Settled").split("Settled with them, and no questions of their own:")
    assert [line.startswith("- Card 0, name:") for line in asked.strip().splitlines()] == [True]
    [overruled] = apart.strip().splitlines()
    assert overruled.startswith("- Card 1, name:")
    assert "ann: Gold is right. Settled on card 0: " in overruled


def test_minutes_list_what_is_to_be_settled_and_what_was_whatever_was_answered(store: Store) -> None:
    """Two cards say otherwise of one place of gold, nobody was sure of a third: one decision settles each."""
    one, other = ([{**GOLD[0], "name": name}, {**GOLD[1], "total": total}] for name, total in (("Ax", 1), ("Bx", 7)))
    review = made(store, gold=GOLD[:2], variants={"A": one, "B": other})
    answers = {"Ax": Answer("extracted_right"), "Bx": Answer("gold_right"), 7: Answer("unsure")}
    for _ in range(review.cards):
        taken = store.review_cards.take(review.id, by=ANN, session="s")
        assert taken is not None
        said = answers[domain_card(taken.card).extracted]
        store.review_events.answer(review.id, taken.token, answer_content(said), by=ANN)
    opened = read_review(store, review.id)
    assert not any(map(opened.is_decided, opened.live))
    left = section(store, review, "Left to settle").splitlines()
    assert sum("Another card says otherwise about the same place of gold." in line for line in left) == 2
    assert sum("Nobody was sure. ann: Not sure." in line for line in left) == 1
    assert section(store, review, "Settled") == "Nothing."
    for number in opened.live:
        content = answer_content(Answer("gold_right"))
        store.review_events.settle(review.id, number, content, f"once{number}", by=OWNER, places=[0])
    assert section(store, review, "Left to settle") == "Nothing."
    assert section(store, review, "Settled").count("owner decided: Gold is right") == review.cards


def test_minutes_call_for_a_rule_only_where_the_current_eval_schema_has_none(store: Store) -> None:
    review = made(store, gold=[{"id": "r0", "name": "Ab", "note": "Cd", "total": 1}],
                  variants={"one": [{"id": "r0", "name": "AB", "note": "CD", "total": 1}]})  # fmt: skip
    while (taken := store.review_cards.take(review.id, by=ANN, session="s")) is not None:
        store.review_events.answer(review.id, taken.token, answer_content(Answer("both_acceptable")), by=ANN)
    said = section(store, review, "Called both acceptable")
    assert said.count("may be worth a rule") == 1
    assert "by now" not in said
    for field, is_left in (("name", True), ("note", False)):
        evaluation = store.evaluations.get(review.evaluation)
        assert evaluation.schema_number is not None
        schema = deepcopy(store.schemas.get(evaluation.id, evaluation.schema_number).schema)
        schema["properties"][field]["x-eval-transform"] = ["lowercase"]
        store.schemas.add(evaluation.id, evaluation.revision, schema, by="ann")
        said = section(store, review, "Called both acceptable")
        assert ("may be worth a rule" in said) == is_left
        left, _, right = said.partition("These are right by the eval schema by now.")
        assert f", {field}: " in right
        assert f", {field}: " not in left


def test_a_variant_that_was_deleted_is_no_inner_name_in_the_minutes(store: Store) -> None:
    review = made(store)
    evaluation = store.evaluations.get(review.evaluation)
    store.variants.delete(evaluation.id, evaluation.revision, evaluation.variants[0].id, by="ann")
    text = exported(store, review, "minutes").decode()
    assert "- Variants: a variant that is gone." in text
    assert evaluation.variants[0].id not in text


def test_minutes_count_cards_and_values_that_someone_was_not_sure_of(store: Store) -> None:
    """One card stands for the values of all records that differ alike."""
    gold = [{"id": f"r{n}", "name": "n", "note": None, "total": 2} for n in range(3)]
    review = made(store, gold=gold, plan=replace(EVERY, order="stake"))
    while (taken := store.review_cards.take(review.id, by=ANN, session="s")) is not None:
        store.review_events.answer(review.id, taken.token, answer_content(Answer("unsure")), by=ANN)
    opened = read_review(store, review.id)
    cards, values = len(opened.cards), sum(len(card.places) for card in opened.cards)
    assert values > cards > 1
    minutes = exported(store, review, "minutes").decode()
    [head, row] = [line for line in minutes.splitlines() if line.startswith(("| who |", "| ann |"))]
    told = dict(zip(head.split(" | "), row.split(" | "), strict=True))
    assert (told["cards not sure"], told["values not sure"]) == (str(cards), str(values))


def test_minutes_show_where_long_texts_differ(store: Store) -> None:
    clause = "Disputes go to the courts at the registered office of the buyer. " * 8
    gold = [{"id": "r0", "name": f"{clause}Within 10 days", "note": "other", "total": -1}]
    review = made(store, gold=gold)
    taken = store.review_cards.take(review.id, by=ANN, session="s")
    assert taken is not None
    answer = Answer("gold_wrong", f"{clause}Within 10 weeks")
    store.review_events.answer(review.id, taken.token, answer_content(answer), by=ANN)
    text = exported(store, review, "minutes").decode()
    [row] = [line for line in text.splitlines() if line.startswith("| r0 | name |")]
    assert "10 days | …" in row
    assert "10 weeks | ann" in row


def test_minutes_show_spaces_that_readers_would_not_see(store: Store) -> None:
    review = made(store, gold=[{"id": "r0", "name": "same ", "note": "other", "total": -1}])
    taken = store.review_cards.take(review.id, by=ANN, session="s")
    assert taken is not None
    store.review_events.answer(review.id, taken.token, answer_content(Answer("gold_wrong", " a  b\n")), by=ANN)
    text = exported(store, review, "minutes").decode()
    [row] = [line for line in text.splitlines() if line.startswith("| r0 | name |")]
    assert "| same␣ |" in row
    assert "␣a␣␣b↵" in row


@pytest.mark.parametrize(
    ("wanted", "given", "column"),
    [
        pytest.param(1, 1, "decided by one answer", id="one"),
        pytest.param(2, 2, "agreed", id="two"),
        pytest.param(1, 2, "agreed", id="one more than was wanted"),
        pytest.param(2, 1, "open", id="one less than was wanted"),
    ],
)
def test_minutes_count_what_was_answered_and_call_agreed_only_what_several_people_said_alike(
    store: Store, wanted: int, given: int, column: str
) -> None:
    review = made(store, plan=replace(EVERY, opinions=wanted))
    content = answer_content(Answer("gold_right"))
    while (taken := store.review_cards.take(review.id, by=ANN, session="ann")) is not None:
        store.review_events.answer(review.id, taken.token, content, by=ANN)
    if given > 1:
        second = [Brought(number, "ben", content, f"token {number}") for number in range(review.cards)]
        store.review_events.bring_in(review.id, second, by=OWNER)
    lines = exported(store, review, "minutes").decode().splitlines()
    [head, row] = [line for line in lines if line.startswith(("| field |", "| all |"))]
    told = dict(zip(head.split(" | "), row.split(" | "), strict=True))
    counts = {name: told[name] for name in ("agreed", "decided by one answer", "open")}
    assert counts == {"agreed": "0", "decided by one answer": "0", "open": "0"} | {column: told["cards"]}
    assert told["with several opinions |"] == (f"{told['cards']} |" if given > 1 else "0 |")
    assert "Those who answered did not see these names." in "\n".join(lines)


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
