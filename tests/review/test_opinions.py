"""What counts of the events: the newest answer of each person that was not undone."""

from datetime import timedelta

import pytest

from evaljson.review.answers import Answer, AnswerName
from evaljson.review.opinions import OpinionEvent, read_opinions
from tests.review.planted import START


def event(
    number: int, who: str, name: AnswerName | None, *, kind: str = "answer", undone: str | None = None
) -> OpinionEvent:
    answer = None if name is None else Answer(name)
    moment = START + timedelta(seconds=number)
    at = (None, None) if name is None else (0, 0)
    return OpinionEvent(number, f"act {number}", kind, who, moment, *at, answer, undone=undone)


def names(*events: OpinionEvent) -> list[tuple[str, str]]:
    return [(one.who, one.answer.name) for one in read_opinions(events).given.get((0, 0), ())]


def test_a_newer_answer_of_the_same_person_counts_instead_and_the_older_one_stays_an_event() -> None:
    events = [event(1, "ann", "unsure"), event(2, "bob", "unsure"), event(3, "ann", "gold_right")]
    assert names(*events) == [("bob", "unsure"), ("ann", "gold_right")]


def test_an_undone_answer_does_not_count_and_the_one_before_it_does_again() -> None:
    first, second = event(1, "ann", "unsure"), event(2, "ann", "gold_right")
    undo = event(3, "ann", None, kind="undo", undone="act 2")
    assert names(first, second, undo) == [("ann", "unsure")]


def test_an_undo_can_be_undone() -> None:
    undo = event(2, "ann", None, kind="undo", undone="act 1")
    again = event(3, "ann", None, kind="undo", undone="act 2")
    assert names(event(1, "ann", "unsure"), undo, again) == [("ann", "unsure")]


@pytest.mark.parametrize(
    ("wanted", "events", "left"),
    [
        (2, "ann bob -ann ann", ["bob"]),
        (2, "ann -ann ann bob", ["ann", "bob"]),
        (2, "ann bob -bob bob -ann ann", []),
        (3, "ann bob -ann ann", ["bob", "ann"]),
        (1, "ann -ann ann", ["ann"]),
        (2, "ann bob -ann", ["bob"]),
    ],
    ids=[
        "given again after both", "before the other", "both, one after the other", "before all have answered",
        "alone", "not given again",
    ],
)  # fmt: skip
def test_an_answer_given_again_once_those_of_others_were_shown_is_not_independent(
    wanted: int, events: str, left: list[str]
) -> None:
    found, newest = list[OpinionEvent](), dict[str, str]()
    for number, who in enumerate(events.split()):
        if who.startswith("-"):
            found.append(event(number, who[1:], None, kind="undo", undone=newest[who[1:]]))
        else:
            found.append(event(number, who, "gold_right"))
            newest[who] = f"act {number}"
    opinions = read_opinions(found)
    assert [one.who for one in opinions.independent([wanted]).given.get((0, 0), ())] == left


def test_all_events_of_one_act_are_undone_together() -> None:
    events = [
        OpinionEvent(number, "one click", "answer", "ann", START, 0, number, Answer("gold_right"))
        for number in range(3)
    ]
    undo = OpinionEvent(9, "undo", "undo", "ann", START, undone="one click")
    assert len(read_opinions(events).given) == 3
    assert read_opinions([*events, undo]).given == {}


def test_events_count_in_the_order_of_their_numbers_however_they_are_read() -> None:
    events = [event(1, "ann", "unsure"), event(2, "ann", "gold_right")]
    assert names(*reversed(events)) == [("ann", "gold_right")]


def written(
    number: int, who: str, words: str, *, kind: str = "answer", answer: AnswerName | None = None
) -> OpinionEvent:
    at = 0 if answer else None
    named = Answer(answer) if answer else None
    return OpinionEvent(number, f"act {number}", kind, who, START, 0, at, named, comment=words)


def test_a_comment_counts_with_an_answer_and_without_one_until_its_act_is_undone() -> None:
    skipped, answered = written(1, "ann", "torn", kind="skip"), written(2, "bob", "fine", answer="gold_right")
    opinions = read_opinions([skipped, answered])
    assert [(one.who, one.comment) for one in opinions.comments[0]] == [("ann", "torn"), ("bob", "fine")]
    assert [one.who for one in opinions.without_answer(0)] == ["ann"]
    assert read_opinions([skipped, event(3, "ann", None, kind="undo", undone="act 1")]).comments == {}


def test_a_comment_that_was_kept_with_a_skip_and_comes_again_with_the_answer_is_one() -> None:
    events = [written(1, "ann", "torn", kind="skip"), written(2, "ann", "torn", answer="gold_right")]
    [only] = read_opinions(events).comments[0]
    assert (only.act, only.comment) == ("act 2", "torn")


def test_skips_comments_and_kinds_from_the_future_are_no_opinions() -> None:
    assert names(event(1, "ann", "unsure", kind="skip"), event(2, "ann", "unsure", kind="of tomorrow")) == []
