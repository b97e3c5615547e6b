"""Settling: cards on which answers differ, and other questions, with all answers side by side, decided with one key."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from evaljson.base.jsontypes import ABSENT, strict_key
from evaljson.review.answers import ANSWERS, WORDS, Answer, AnswerName
from evaljson.review.cards import ReviewCard
from evaljson.review.questions import WHY, OpenQuestion, differing_so_far
from evaljson.review.repeated_elements import repeated_at
from evaljson.review.said import answer_in_words, plain_answer
from evaljson.schema import SchemaNode
from evaljson.store import Actor, Review
from evaljson.ui.review.around import show_neighbours, show_source
from evaljson.ui.review.card_html import STYLE, line_html, opinions_html, sides_html, title_html
from evaljson.ui.review.contexts import context_of
from evaljson.ui.review.correction import TypedField
from evaljson.ui.review.keys import ANSWERS as GUARDED
from evaljson.ui.review.keys import guard
from evaljson.ui.review.reading import one_word_of, questions_of, settled_of
from evaljson.ui.review.settle_more import PASSED, choose_more, in_front
from evaljson.ui.review.told import done, show_told, tell
from evaljson.ui.session import server
from evaljson.ui.session.opened_reviews import opened
from evaljson.ui.session.signed_in import way_in
from evaljson.ui.shared.parts import guarded_part, plain
from evaljson.wording.values import as_text
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview, answer_content

_AGAIN: Final = "evaljson.review.passed-before"
"""Those of them that came again."""
_TOKENS: Final = "evaljson.review.settling"
_OPEN: Final = "evaljson.review.settling.typed"
"""Set, behind it the name of a question, while its field for a value is open."""
_TYPED: Final = ANSWERS.index("gold_wrong") + 1
"""The key that opens the field, as on a card."""
_LONGEST: Final = 50
_NAMED: Final = 3
_USUAL: Final[tuple[AnswerName, ...]] = ("extracted_right", "gold_right", "both_acceptable")
"""Answers that are offered though nobody gave them, where the card takes them."""


def may_settle(review: Review, by: Actor) -> bool:
    """Check whether someone decides between answers."""
    return by.role in ("owner", "editor") or review.settings.get("decider", "owner") == "anyone"


@st.fragment
def show_settle(identity: str, by: Actor, names: Mapping[str, str], counted_before: int) -> None:
    """Draw the next question, with the answers and comments of everyone; `counted_before` is how many there were."""
    with guarded_part("Settling"):
        review = server.store().reviews.get(identity)
        read = opened(review)
        questions = questions_of(read)
        if len(questions) != counted_before:
            st.rerun()  # the tab of this part has their number
        show_told()
        if may_settle(review, by) and review.state != "closed":
            questions += choose_more(identity, one_word_of(read))
        questions = in_front(identity, questions, read.cards)
        settled = settled_of(read, questions)
        if not questions:
            st.success(_none_left(settled, differing_so_far(read.cards, read.outcome)))
        else:
            question, head = _next(questions, settled)
            _show_question(review, by, read, question, head, names)
            if len(questions) > 1 and (not may_settle(review, by) or review.state == "closed"):
                name = _name(question)
                st.button("Next question", key=f"review.later.{name}", on_click=_later, args=(name,))
        _undo_button(review, by)


def _next(questions: Sequence[OpenQuestion], settled: int) -> tuple[OpenQuestion, str]:
    """Return the question to show, and which it is; those that were put off come again once no other is left."""
    passed: list[str] = st.session_state.setdefault(PASSED, [])
    again: list[str] = st.session_state.setdefault(_AGAIN, [])
    waiting = [one for one in questions if _name(one) not in passed]
    if not waiting:
        again += passed
        passed.clear()
        waiting = list(questions)
    of = settled + len(questions)
    if _name(waiting[0]) in again:  # it had a number already, and by now that may be the one of another
        return waiting[0], f"Back again: {len(questions):,} of {of:,} {_are(len(questions))} left to settle."
    at = settled + len(questions) - len(waiting) + 1
    return waiting[0], f"Question {at:,} of {of:,} to settle." if of > 1 else "1 question to settle."


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _none_left(settled: int, differing: int) -> str:
    if differing:
        waits = f"{counted(differing, 'card')} with answers that differ {'waits' if differing == 1 else 'wait'}"
        return f"✓ There is nothing to settle so far: {waits} for more opinions."
    if not settled:
        return "✓ There is nothing to settle: no answers differ so far."
    which = "The only question is" if settled == 1 else f"All {settled:,} questions are"
    return f"✓ {which} settled. Outcome shows what follows."


def _name(question: OpenQuestion) -> str:
    return f"{question.card}.{question.places[0]}." + ".".join(opinion.act[:8] for opinion in question.opinions)


def _show_question(
    review: Review, by: Actor, read: OpenReview, question: OpenQuestion, head: str, names: Mapping[str, str]
) -> None:
    card, stored = read.cards[question.card], read.stored[question.card]
    place = card.places[question.places[0]]
    context = context_of(review, place)
    raw = {} if context.node is None else context.node.raw
    records = len({card.places[at].record for at in question.places})
    st.markdown(f"**{head}** {WHY[question.why]}{_where_it_is(review, read, question)}")
    title, description = (str(raw.get(key) or "") for key in ("title", "description"))
    has_already = context.is_elsewhere or question.why == "repeated"
    st.html(STYLE + title_html(title, place.path, description, is_elsewhere=has_already))
    st.html(sides_html(card.gold, card.extracted))
    more = f"and {counted(records - 1, 'more record')}" if records > 1 else ""
    variant = "" if review.settings.get("blind", True) else names.get(place.variant, "")
    st.html(line_html(f"Record {place.record_id}", more, context.element, variant, context.rule, context.pairing))
    said = [(one.who, answer_in_words(card, one.answer), one.tag, one.comment) for one in question.opinions]
    beside = [(one.who, "no answer", one.tag, one.comment) for one in read.opinions.without_answer(question.card)]
    st.html(opinions_html(said + beside + _said_elsewhere(read, question)))
    _show_choice(review, by, question, card, stored.current, context.node)
    has_text = show_source(review, place, context, card.gold, card.extracted, key="review.settle.source")
    is_open = question.why == "repeated" or not has_text
    show_neighbours(place, context, is_open=is_open, key=f"review.settle.neighbours.{question.why}")


def _where_it_is(review: Review, read: OpenReview, question: OpenQuestion) -> str:
    """Say where gold has the element already that it would get once more."""
    if question.why != "repeated":
        return ""
    at = question.card, question.places[0]
    record = read.cards[at[0]].places[at[1]].record
    gold = server.dataset(review.gold, review.evaluation).records[record]
    there = repeated_at(gold, read.cards, read.outcome, at)
    if not there:
        return " Another correction gives it one."
    more = f" and {len(there) - _NAMED:,} more" if len(there) > _NAMED else ""
    return f" It is at {plain(', '.join(there[:_NAMED]), 200)}{more}."


def _show_choice(
    review: Review, by: Actor, question: OpenQuestion, card: ReviewCard, current: tuple[int, ...],
    node: SchemaNode | None,
) -> None:  # fmt: skip
    """Draw the answers to choose from, or why there are none for this person."""
    if not may_settle(review, by):
        who = "Editors of the evaluation settle" if way_in() is not None else "{made}, who made this review, settles"
        st.info(
            f"{who.format(made=plain(review.created_by, 40))} it. You have nothing to do here: see what others said, "
            "or go on under Answer."
        )
        return
    if review.state == "closed":
        st.info("The review is closed: open it again to settle.")
        return
    _sides(review, by, question, card, current, node)
    name = _name(question)
    guard(f"settle.{name}", bool(st.session_state.get(f"{_OPEN}.{name}")))


def _said_elsewhere(read: OpenReview, question: OpenQuestion) -> list[tuple[str, str, str, str]]:
    """Return what other cards decide about the same place of gold, or about what is in it, if that contradicts this."""
    place = read.cards[question.card].places[question.places[0]]
    gold = None if place.gold_path is None else read.outcome.gold.get((place.record, place.gold_path))
    if question.why not in ("contradicted", "inside", "inside_since") or gold is None:
        return []
    others = gold.against or [
        (number, at)
        for number in gold.cards
        for at, where in enumerate(read.cards[number].places)
        if number != question.card and (where.record, where.gold_path) == (place.record, place.gold_path)
    ]
    found = list[tuple[str, str, str, str]]()
    for number, at in others:
        card, decided = read.cards[number], read.outcome.places[number, at]
        if decided.answer is not None:
            who = ", ".join(one.who for one in decided.opinions)
            extracted = "no value" if card.extracted is ABSENT else as_text(card.extracted)
            inside = f"{card.places[at].gold_path}: " if gold.against else ""
            said = f"{inside}{answer_in_words(card, decided.answer)}, where {extracted[:_LONGEST]} was extracted"
            found.append((who, said, "", ""))
    return found


def _sides(
    review: Review, by: Actor, question: OpenQuestion, card: ReviewCard, current: tuple[int, ...],
    node: SchemaNode | None,
) -> None:  # fmt: skip
    """Draw a button for each answer, under the key that it has on a card; values that people typed from key 6 on."""
    name, token = _name(question), _token(_name(question))
    people: dict[object, list[str]] = {}
    typed: dict[object, Answer] = {}
    for one in question.opinions:
        answer = one.answer if one.answer.name in card.answers else plain_answer(card, one.answer)
        key = (answer.name, strict_key(answer.value))
        people.setdefault(key, []).append(one.who)
        if answer.name == "gold_wrong":
            typed.setdefault(key, answer)
    usual: dict[int, Answer | None] = {ANSWERS.index(one) + 1: Answer(one) for one in _USUAL if one in card.answers}
    choices = {**usual, _TYPED: None, **dict(enumerate(typed.values(), len(ANSWERS) + 1))}
    opens = f"{_OPEN}.{name}"
    with st.container(key=GUARDED):
        with st.container(horizontal=True, gap="small"):
            for number, choice in sorted(choices.items(), key=lambda one: one[0]):
                if choice is None:
                    st.button(
                        f"{WORDS['gold_wrong']} …", key=f"review.settle.{number}.{name}", shortcut=str(number),
                        on_click=_open, args=(opens,),
                    )  # fmt: skip
                    continue
                who = people.get((choice.name, strict_key(choice.value)), [])
                said = answer_in_words(card, choice)
                words = plain(said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…")
                named = f" ({', '.join(plain(one, 24) for one in who)})" if who else ""
                st.button(
                    f"{words}{named}", key=f"review.settle.{number}.{name}",
                    shortcut=str(number) if number < 10 else None, type="primary" if who else "secondary",
                    on_click=_settle, args=(review, by, question, card, current, token, choice),
                )  # fmt: skip
            st.button(
                "Later", key=f"review.later.{name}", shortcut="S", type="tertiary", on_click=_later, args=(name,),
                help="Puts it off: the next question comes.",
            )  # fmt: skip
        if st.session_state.get(opens):
            _own(review, by, question, card, current, node)


def _open(which: str) -> None:
    st.session_state[which] = not st.session_state.get(which)


def _own(
    review: Review, by: Actor, question: OpenQuestion, card: ReviewCard, current: tuple[int, ...],
    node: SchemaNode | None,
) -> None:  # fmt: skip
    name = _name(question)
    field = TypedField(
        node, f"review.settle.how.{name}", f"review.settle.text.{name}", card.gold, card.extracted
    )  # fmt: skip
    with st.container(border=True):
        field.draw()
        _, why = field.value()
        st.button(
            f"Settle with this ({field.stores})", key=f"review.store.{name}", type="primary", disabled=bool(why),
            on_click=_settle_typed, args=(review, by, question, card, current, field),
        )  # fmt: skip
        if why:
            st.caption(f"⚠ {why}")


def _settle_typed(
    review: Review, by: Actor, question: OpenQuestion, card: ReviewCard, current: tuple[int, ...], field: TypedField
) -> None:
    value, why = field.value()
    if why:
        tell(f"⚠ {why}")
    else:
        _settle(review, by, question, card, current, _token(_name(question)), Answer("gold_wrong", value))


def _settle(
    review: Review, by: Actor, question: OpenQuestion, card: ReviewCard, current: tuple[int, ...], token: str,
    answer: Answer,
) -> None:  # fmt: skip
    tokens: dict[str, str] = st.session_state.setdefault(_TOKENS, {})
    places = [current[at] for at in question.places]
    if done(
        lambda: server.store().review_events.settle(
            review.id, question.card, answer_content(answer), token, by=by, places=places
        ),
        f"✓ Settled: {plain(answer_in_words(card, answer), 80)}.",
    ):
        tokens.pop(_name(question), None)  # after an undo, the same question is a new one


def _token(name: str) -> str:
    """Return what makes one decision count once, however often its button is pressed."""
    tokens: dict[str, str] = st.session_state.setdefault(_TOKENS, {})
    return tokens.setdefault(name, secrets.token_hex(16))


def _later(name: str) -> None:
    st.session_state.setdefault(PASSED, []).append(name)


def _undo_button(review: Review, by: Actor) -> None:
    act = server.store().review_events.undoable(review.id, by=by) if may_settle(review, by) else None
    if act is None or act.kind != "settle":
        return
    st.button(
        "↶ Undo the last decision", key=f"review.settle.undo.{act.act}", shortcut="U", type="tertiary",
        on_click=_undo, args=(review, by, act.act),
    )  # fmt: skip


def _undo(review: Review, by: Actor, act: str) -> None:
    done(lambda: server.store().review_events.undo(review.id, act, by=by), "↶ Taken back.")
