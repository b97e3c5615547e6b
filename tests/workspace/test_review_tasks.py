"""Answers from tasks of Label Studio into a review, and files of any kind that cannot be taken."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import strict_equal
from evaljson.report.review.cell_text import cell_of_value, value_of_cell
from evaljson.report.review.label_studio_in import read_tasks
from evaljson.review.answers import Answer
from evaljson.store import Review, Store, open_store
from evaljson.workspace.read_review import read_review
from evaljson.workspace.review_files import Form
from tests.report.review.values import HARD
from tests.workspace.review_files import exported, imported, made, said


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Review]]:
    """A blind review that no test answers."""
    with open_store(folder=tmp_path_factory.mktemp("untouched")) as store:
        yield store, made(store)


@pytest.mark.parametrize("form", ["xlsx", "label-studio"])
def test_files_of_other_reviews_are_refused(store: Store, form: Form) -> None:
    review, other = made(store), made(store)
    data = exported(store, other, form)
    with pytest.raises(InputError, match="of another review"):
        imported(store, review, annotated(data, [[choice("gold_right")]]) if form == "label-studio" else data)


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
