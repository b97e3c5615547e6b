"""The five answers to a card, as buttons with the keys 1 to 5, and what they store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from evaljson.base.jsontypes import ABSENT, strict_equal
from evaljson.review.answers import ANSWERS, WORDS, Answer, AnswerName, answers_of
from evaljson.review.json_values import value_of
from evaljson.schema import SchemaNode
from evaljson.store import Act, Actor, Conflict, NotAllowed, ReviewEvent, ReviewHead
from evaljson.ui.review import draft
from evaljson.ui.review.correction import TypedField
from evaljson.ui.review.keys import ANSWERS as GUARDED
from evaljson.ui.review.keys import COMMENT as COMMENTED
from evaljson.ui.review.places import places_of, ticked
from evaljson.ui.review.told import done, tell
from evaljson.ui.session import server
from evaljson.ui.session.review_seat import InHand, put_down, take
from evaljson.ui.shared.parts import plain
from evaljson.wording.values import as_text
from evaljson.wording.words import counted
from evaljson.workspace.read_review import answer_content, answer_of

QUEUE, LIVE = "review.queue", "review.live"
"""The keys of the parts of the page that an answer changes: the card, and the counts above it."""
LONGEST: Final = 1000
"""Characters of a comment."""
_VALUE: Final = 60
"""Characters of a value in what is said of an answer."""
_HELP: Final[dict[AnswerName, str]] = {
    "extracted_right": "Gold should have what was extracted.",
    "gold_right": "Gold stays as it is.",
    "gold_wrong": "Neither is right: you type what gold should have.",
    "both_acceptable": "Gold stays, and what was extracted is as good.",
    "unsure": "You looked, and cannot tell.",
}
_HELP_ON_MATCHES: Final = "Gold stays as it is, and what was extracted is right too."


def offered(hand: InHand) -> dict[AnswerName, str]:
    """Return the answers that the card in hand takes, with their words."""
    card = hand.taken.card
    return answers_of(card.kind, value_of(card.content["gold"]), value_of(card.content["extracted"]))


def show_answers(review: ReviewHead, hand: InHand, node: SchemaNode | None) -> None:
    """Draw the buttons, the field for a value if it is open, and the comment."""
    with st.container(key=GUARDED):
        _buttons(review, hand)
        slot = st.empty()  # drawn in any case: what a card leaves out is else seen on it from the card before, at times
        if draft.read(hand, draft.TYPING):
            with slot.container():
                _correction(review, hand, node)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        tags = [str(tag) for tag in review.settings.get("tags") or []]
        if tags:
            key = draft.widget(hand, draft.TAG)
            if st.session_state[key] not in tags:
                st.session_state[key] = None
            st.selectbox(
                "What went wrong", tags, key=key, placeholder="no tag", width=240, on_change=draft.keep, args=(hand,)
            )
        with st.container(key=COMMENTED):
            st.text_input(
                "Comment (N)", key=draft.widget(hand, draft.COMMENT), max_chars=LONGEST, live="0.5s",
                on_change=draft.keep, args=(hand,), placeholder="others see it once they have answered too",
                help="N goes here, Esc leaves it. What you type is kept, also over a reload.",
            )  # fmt: skip


def _buttons(review: ReviewHead, hand: InHand) -> None:
    none_ticked = not ticked(hand)
    with st.container(horizontal=True, gap="small"):
        for name, words in offered(hand).items():
            is_typed = name == "gold_wrong"
            st.button(
                f"{words} …" if is_typed else words,
                key=f"review.answer.{name}.{hand.token}",
                shortcut=str(ANSWERS.index(name) + 1),
                help=_HELP[name] if words == WORDS[name] else _HELP_ON_MATCHES,
                disabled=none_ticked,
                type="primary" if is_typed and draft.read(hand, draft.TYPING) else "secondary",
                on_click=_open if is_typed else _give,
                args=(hand,) if is_typed else (review, hand, Answer(name)),
            )
        with st.container(horizontal=True, gap="small", width="content"):  # on a narrow page they wrap together
            st.button(
                "Skip", key=f"review.skip.{hand.token}", shortcut="S", type="tertiary", on_click=_skip, args=(hand,),
                help="Leaves this card to others; you do not see it again unless you ask for it. A comment is kept.",
            )  # fmt: skip
            show_undo(review, hand.by)
    if none_ticked:
        st.caption("Tick at least one record, or skip the card.")


def _correction(review: ReviewHead, hand: InHand, node: SchemaNode | None) -> None:
    gold, extracted = (value_of(hand.taken.card.content[side]) for side in ("gold", "extracted"))
    field = TypedField(node, draft.widget(hand, draft.HOW), draft.widget(hand, draft.TEXT), gold, extracted)
    with st.container(border=True):
        field.draw(lambda: draft.keep(hand))
        _, why = field.value()
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                f"Store this ({field.stores})", key=f"review.store.{hand.token}", type="primary",
                disabled=bool(why) or not ticked(hand), on_click=_give_typed, args=(review, hand, field),
            )  # fmt: skip
            st.button("Cancel", key=f"review.close.{hand.token}", type="tertiary", on_click=_close, args=(hand,))
            if why:
                st.caption(f"⚠ {why}")


def show_undo(review: ReviewHead, by: Actor) -> None:
    """Draw the button that takes back what this person did last with a card of this review, after a reload too."""
    act = server.store().review_events.undoable(review.id, by=by)
    is_decision = act is not None and act.kind == "settle"  # taken back where it is seen
    st.button(
        "↶ Undo", key="review.undo" if act is None else f"review.undo.{act.act}", shortcut="U", type="tertiary",
        disabled=act is None or is_decision, on_click=take_back, args=(review, by, act),
        help="What you did last is a decision: Settle takes it back." if is_decision
        else "Takes back your last answer or skip.",
    )  # fmt: skip


def _give(review: ReviewHead, hand: InHand, answer: Answer) -> None:
    places = ticked(hand)
    if not places:
        return
    comment = str(draft.read(hand, draft.COMMENT) or "").strip()
    content = answer_content(
        answer, tag=str(draft.read(hand, draft.TAG) or ""), comment=comment, seen=_seen(review, hand)
    )
    stored: list[ReviewEvent] = []

    def work() -> None:
        stored.extend(server.store().review_events.answer(review.id, hand.token, content, by=hand.by, places=places))

    if done(work):
        tell(_stored_in_words(hand, stored))
        put_down()
        _draw_again()


def _stored_in_words(hand: InHand, stored: Sequence[ReviewEvent]) -> str:
    """Say what the store holds: of two presses on one card, that is the first, whatever the second was."""
    places = {event.place for event in stored}
    held = places_of(hand)
    records, of = (len({held[index].record for index in some if index in held}) for some in (places, held))
    count = f" for {counted(records, 'record')}" if records > 1 else ""
    if records < of:
        count = f" for {records:,} of {counted(of, 'record')}, the rest is a card of its own"
    answer = answer_of(stored[0].content)
    value = ""
    if answer.name == "gold_wrong":
        value = " absent" if answer.value is ABSENT else f" {plain(as_text(answer.value), _VALUE)}"
    return f"✓ Stored{count}: {offered(hand)[answer.name]}{value}."


def _give_typed(review: ReviewHead, hand: InHand, field: TypedField) -> None:
    value, why = field.value()  # read now: what came with this click may be newer than what was drawn
    if why:
        tell(f"⚠ {why}")
    elif strict_equal(value, value_of(hand.taken.card.content["gold"])):
        right = offered(hand)["gold_right"]
        tell(f"⚠ That is what gold has. Nothing is stored: type another value, or choose “{right}”.")
    else:
        _give(review, hand, Answer("gold_wrong", value))


def _seen(review: ReviewHead, hand: InHand) -> dict[str, Any]:
    """Say what was on screen: the values are in the card, so only what else might sway someone."""
    return {"blind": bool(review.settings.get("blind", True)), "key": hand.taken.card.key}


def _skip(hand: InHand) -> None:
    written = {part: str(draft.read(hand, part) or "").strip() for part in (draft.COMMENT, draft.TAG)}
    content = {part: words for part, words in written.items() if words}
    kept = f" Your {' and '.join(content)} {'is' if len(content) == 1 else 'are'} kept." if content else ""
    if done(
        lambda: server.store().review_events.skip(hand.review, hand.token, by=hand.by, content=content),
        f"Skipped {plain(hand.taken.card.field or 'the record', 60)}.{kept}",
    ):
        put_down()
        _draw_again()


def take_back(review: ReviewHead, by: Actor, act: Act | None) -> None:
    """Take back what someone did with a card, and have that card drawn again with what they had typed."""
    if act is None:
        return

    def work() -> None:
        server.store().review_events.undo(review.id, act.act, by=by)
        written: dict[str, Any] = {
            part: act.content[part] for part in (draft.COMMENT, draft.TAG) if act.content.get(part)
        }
        if act.card is None:
            return
        if act.kind == "answer":
            card = server.store().review_cards.get(review.id, act.card)
            answered = card.current if act.places is None else act.places
            left_out = (card.places[at]["record"] for at in card.current if at not in answered)
            written[draft.LEFT_OUT] = sorted(set(map(int, left_out)))
        if written:
            server.store().review_cards.save_draft(review.id, act.card, written, by=by)

    if done(work):
        put_down()
        try:  # of what this person has on loan, the card that was lent last comes first: that is this one
            hand = take(review.id, by)
        except (Conflict, NotAllowed):  # paused meanwhile, say: the page says so
            hand = None
        is_here = hand is not None and hand.number == act.card  # others may have answered what was skipped
        tell("↶ Taken back; here it is again." if is_here else "↶ Taken back.")
        _draw_again()


def _draw_again() -> None:
    """Have the next card drawn and the counts above it: else these come two seconds later. Ends the callback."""
    st.rerun([QUEUE, LIVE])


def _open(hand: InHand) -> None:
    draft.keep(hand, **{draft.TYPING: True})


def _close(hand: InHand) -> None:
    draft.keep(hand, **{draft.TYPING: False})
    tell("The value is not stored; the field is closed.")
