"""Reads what Label Studio exports as JSON: each annotation that was not cancelled is one person's answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from evaljson.base import limits
from evaljson.base.errors import InputError
from evaljson.report.review.file_answers import FileAnswer, RefusedAnswer
from evaljson.report.review.label_studio_out import ANSWER, COMMENT, TAG, VALUE
from evaljson.report.review.offered import FilledAnswer


@dataclass(frozen=True, slots=True)
class ReadTasks:
    """What an export of Label Studio holds."""

    answers: tuple[FileAnswer, ...]
    refused: tuple[RefusedAnswer, ...]
    cancelled: int
    """Annotations that their author cancelled."""
    replaced: int
    """Annotations that their author made again on the same task."""
    foreign: frozenset[str]
    """Ids of other reviews that tasks say they are of."""


def read_tasks(
    data: bytes, name: str, review: str, people: Mapping[str, str] | None = None, person: str = ""
) -> ReadTasks:
    """Read annotations. `people` names those whom the export has as numbers; `person` is who gave what names nobody.

    Raises InputError for what is no such export.
    """
    tasks = _parsed(data, name)
    answers, refused = list[FileAnswer](), list[RefusedAnswer]()
    cancelled = replaced = 0
    foreign = set[str]()
    for at, task in enumerate(tasks, 1):
        shown = task.get("id", at) if isinstance(task, dict) else at
        where = f"task {str(shown)[:20]}"
        about = task.get("data") if isinstance(task, dict) else None
        if not isinstance(about, dict) or "card" not in about or "mark" not in about:
            refused.append(RefusedAnswer(where, "it has no card; import the tasks that evaljson exported"))
            continue
        if about.get("review") != review:
            foreign.add(str(about.get("review"))[:40])
            refused.append(RefusedAnswer(where, "it is of another review; import it there"))
            continue
        newest: dict[str, tuple[tuple[str, int], FileAnswer]] = {}
        for number, annotation in _annotations(task):
            if annotation.get("was_cancelled") is True:
                cancelled += 1
                continue
            place = f"{where}, annotation {number}"
            who = _who(annotation.get("completed_by"), people or {}, person)
            try:
                filled = _filled(annotation.get("result"))
            except InputError as error:
                refused.append(RefusedAnswer(place, str(error)))
                continue
            made = (str(annotation.get("updated_at") or annotation.get("created_at") or ""), number)
            answer = FileAnswer(place, str(about["card"]), str(about["mark"]), who, filled)
            if who in newest:
                replaced += 1
            if who not in newest or newest[who][0] < made:
                newest[who] = (made, answer)
        answers.extend(answer for _, answer in newest.values())
    return ReadTasks(tuple(answers), tuple(refused), cancelled, replaced, frozenset(foreign))


def _parsed(data: bytes, name: str) -> list[Any]:
    current = limits.current()
    if len(data) > current.answer_file_bytes:
        raise InputError(f"{name}: {current.says('answer_file_bytes')}")
    try:
        tasks = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name}: this is no JSON ({error}); export the annotations as “JSON”.") from error
    if not isinstance(tasks, list):
        raise InputError(f"{name}: this is no list of tasks; export the annotations as “JSON”.")
    return tasks


def _annotations(task: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    found = task.get("annotations")
    for number, annotation in enumerate(found if isinstance(found, list) else [], 1):
        if isinstance(annotation, dict):
            yield number, annotation


def _who(author: object, people: Mapping[str, str], otherwise: str) -> str:
    """Name the author: by the given names, else by e-mail, else by the id."""
    known = [author.get(part) for part in ("email", "username", "id")] if isinstance(author, dict) else [author]
    texts = [str(one) for one in known if isinstance(one, str | int) and not isinstance(one, bool) and str(one).strip()]
    for text in texts:
        if text in people:
            return people[text]
    if not texts:
        return otherwise
    return f"Label Studio user {texts[0]}" if texts[0].isdigit() else texts[0]


def _filled(result: object) -> FilledAnswer:
    """Read the controls. Raises InputError where one holds more than one answer."""
    cells: dict[str, list[str]] = {}
    for part in result if isinstance(result, list) else []:
        value = part.get("value") if isinstance(part, dict) else None
        if not isinstance(value, dict):
            continue
        held = value.get("choices", value.get("text"))
        texts = held if isinstance(held, list) else [held]
        cells.setdefault(str(part.get("from_name")), []).extend(one for one in texts if isinstance(one, str))
    for control in (ANSWER, VALUE, TAG, COMMENT):
        if len(cells.get(control, ())) > 1:
            raise InputError(f"“{control}” holds more than one; leave one of them")
    return FilledAnswer(*("".join(cells.get(control, ())) for control in (ANSWER, VALUE, TAG, COMMENT)))
