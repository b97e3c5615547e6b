"""What someone has answered in a review: each answer is found again by its record or field, and can be changed."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.base.jsontypes import ABSENT
from evaljson.review.opinions import At
from evaljson.review.said import answer_in_words
from evaljson.store import Act, Actor, ReviewHead
from evaljson.ui.review.answers import take_back
from evaljson.ui.review.card_html import path_in_words, sides_html
from evaljson.ui.review.told import done
from evaljson.ui.session import server
from evaljson.ui.session.opened_reviews import opened
from evaljson.wording.values import as_text
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview

OPENED: Final = "review.own"
_CHOSEN: Final = "review.own.chosen"
"""The key of the choice, behind it what tells these answers from later ones: then nothing is chosen."""
_VALUE: Final = 40
"""Characters of a value among many."""


def show_own_answers(review: ReviewHead, by: Actor) -> None:
    """Draw the answers of one person that stand, folded: one of them is looked at and, if wanted, given again."""
    read = opened(review)
    if not read.opinions.has_given(by.person):
        return
    expander = st.expander("Your answers", key=OPENED, on_change="rerun")
    if not expander.open:
        return
    with expander:
        given = read.opinions.given_by(by.person)
        # With its number, each differs from all others: Streamlit knows a choice by its words.
        words = {
            act: f"{len(given) - newer}. {_in_words(read, by, at)}" for newer, (act, at) in enumerate(given.items())
        }
        key = f"{_CHOSEN}.{next(iter(given))}.{len(given)}"
        chosen = st.selectbox(
            "Your answers", list(given), key=key, index=None, label_visibility="collapsed",
            placeholder=f"{counted(len(given), 'answer')}, newest first: look for a record, field or value",
            format_func=lambda act: words.get(act, ""),
        )  # fmt: skip
        if chosen is not None:
            card = read.cards[given[chosen][0][0]]
            st.html(sides_html(card.gold, card.extracted))
            st.button(
                "Answer it again", key=f"review.own.again.{chosen}", on_click=_again, args=(review, by, chosen),
                help="Takes this answer back, for all records that it was given for, and brings its card.",
            )  # fmt: skip


def _in_words(read: OpenReview, by: Actor, at: list[At]) -> str:
    number, index = at[0]
    card = read.cards[number]
    place = card.places[index]
    others = len({read.cards[card].places[index].record for card, index in at}) - 1
    said = next(one for one in read.opinions.given[number, index] if one.who == by.person)
    records = f"{place.record_id}" + (f" and {counted(others, 'more record')}" if others else "")
    sides = " → ".join("absent" if value is ABSENT else _short(as_text(value)) for value in (card.gold, card.extracted))
    return f"{records} · {path_in_words(place.path) or 'the record'} · {sides} · {answer_in_words(card, said.answer)}"


def _short(text: str) -> str:
    return text if len(text) <= _VALUE else f"{text[:_VALUE]}…"


def _again(review: ReviewHead, by: Actor, act: str) -> None:
    found = list[Act]()
    if done(lambda: found.append(server.store().review_events.act(review.id, act))):
        take_back(review, by, found[0])
