"""The form of a new review: what of it is reviewed, by whom, and how many cards and minutes that is."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evaljson.base.errors import InputError
from evaljson.jobs.page_work import StoppedError
from evaljson.review.cut_off_pairs import cut_off_in_words
from evaljson.review.pace import SECONDS_A_CARD, minutes_each, minutes_in_words
from evaljson.review.plan import MOST_OPINIONS, ReviewPlan
from evaljson.ui.review.arranging import ORDERS
from evaljson.ui.review.form_cut_off import choose_cut_off
from evaljson.ui.review.form_decided import Answered, choose_decided
from evaljson.ui.review.form_name import draw_name, offered_name
from evaljson.ui.review.form_scope import choose_scope
from evaljson.ui.review.making import begin_making
from evaljson.ui.review.manage import DECIDERS
from evaljson.ui.review.told import tell
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.actor import actor
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import note
from evaljson.ui.session.own_name import LONGEST
from evaljson.ui.session.review_wish import FIELD, NEW, STATUS, VARIANT, forget_wish, take_wish
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import guarded, plain
from evaljson.wording.words import counted
from evaljson.workspace.make_review import TAGS, ReviewScope, ReviewTerms
from evaljson.workspace.review_job import review_asked
from evaljson.workspace.review_size import ReviewSize

_KEY: Final = "review.new"
QUICK: Final = 5_000
"""Opinions up to which a review is made while the page waits: it takes about a second; a job makes larger ones."""
_INSTEAD: Final = "choose fewer variants or fields, or name a number of cards"
_LONGEST_TEXT: Final = 5000
_SITTING: Final = 100
"""Cards of what differs that one person answers in about an hour."""
_MANY: Final = 3 * _SITTING
_ENOUGH_MATCHES: Final = 60
"""Of those that match, as many that are found right leave at most one in twenty wrong."""


def show_form(evaluation: OpenEvaluation) -> None:
    """Draw the form, and below it what the review would be."""
    runs = {
        variant.id: run.id
        for variant in evaluation.stored.variants
        if (run := evaluation.scored_run(variant.name)) is not None and variant.name not in evaluation.outdated
    }
    st.subheader("New review", anchor=False)
    if not runs:
        st.info("No variant has current results: score them first, then there is something to review.")
        st.button("Back to the list", key=f"{_KEY}.back", on_click=close_form)
        return
    wish = take_wish()
    of_name = st.container()
    scope, words = choose_scope(evaluation, list(runs))
    scope, reviews = choose_decided(evaluation, scope)
    scope = choose_cut_off(evaluation, scope, _chosen(runs, scope))
    above, more = st.container(), st.expander("More settings", key=f"{_KEY}.more")
    with above:
        plan = _plan(None if wish is None else wish.most, more, is_list=scope.values is not None)
        with of_name:
            name = draw_name(offered_name(evaluation, scope, plan.most, wish))
        terms = _terms(name, more, evaluation.id)
    with guarded("The size of the review"):
        size = _size(evaluation.id, reviews, runs, plan, scope)
        _show_size(size, terms, plan, _one_side_lacks(evaluation, runs, scope))
        _make(evaluation, runs, plan, scope, terms, words, size)


def close_form() -> None:
    """Go back to the list of reviews. For callbacks."""
    forget_wish()
    for key in [key for key in st.session_state if str(key).startswith(f"{_KEY}.")]:
        del st.session_state[key]
    for name in (NEW, FIELD, STATUS, VARIANT):
        st.query_params.pop(name, None)


def _plan(most: int | None, more: DeltaGenerator, *, is_list: bool) -> ReviewPlan:
    """Draw what decides about the cards; in a list of single values, which all differ, there is no match to look at."""
    first, one, two, three = st.columns(4, vertical_alignment="bottom")
    limit = first.number_input(
        "Cards at most", 1, 1_000_000, most, key=f"{_KEY}.most", placeholder="all of them",
        help="Of what differs. Those with most at stake are kept: what costs F1 most. They come first, and the "
        "matching values behind them.",
    )  # fmt: skip
    opinions = one.number_input(
        "Opinions per card", 1, MOST_OPINIONS, 1, key=f"{_KEY}.opinions",
        help="How many people answer each card, without seeing what the others said. Once all did, they see it: who "
        "then takes an answer back and gives another one counts, but not for how far people agree.",
    )  # fmt: skip
    several = opinions > 1
    of_second = "So that it is known how far people agree. Drawn at random, the same share in all fields."
    overlap = two.slider(
        "Cards with a second opinion", 0, 100, 100 if several else 20, 5, format="%d%%",
        key=f"{_KEY}.overlap{'.all' if several else ''}", disabled=several,
        help=f"Each card has {opinions:g} opinions." if several else of_second,
    )  # fmt: skip
    of_matches = "Gold may be wrong where both sides match, too. Without these, nobody finds that, and no corrected "
    of_matches += "figure has an interval. Where a number of cards is named, the share is of that number."
    audit = three.slider(
        "Matching values looked at too", 0, 100, 0 if is_list else 10, 5, format="%d%%",
        key=f"{_KEY}.audit{'.list' if is_list else ''}", disabled=is_list,
        help="The list is of values that differ: there is no match in it to look at." if is_list else of_matches,
    )  # fmt: skip
    order: Any = more.selectbox(
        "Order", list(ORDERS), key=f"{_KEY}.order", format_func=lambda one: ORDERS.get(one, one)
    )
    return ReviewPlan(int(opinions), overlap / 100, audit / 100, order, most=None if limit is None else int(limit))


def _terms(name: str, more: DeltaGenerator, evaluation: str) -> ReviewTerms:
    """Draw what people see, and who they are; what is typed stays while other pages are looked at."""
    left, right = st.columns([3, 2])
    instructions = left.text_area(
        "Instructions", key=f"{_KEY}.{evaluation}.instructions", persist_state="session", max_chars=_LONGEST_TEXT,
        height=110,
        placeholder="What counts as right here: everyone sees this above each card",
    )  # fmt: skip
    people = right.text_area(
        "People, one per line", key=f"{_KEY}.{evaluation}.people", persist_state="session", height=110,
        placeholder="empty: whoever has the link",
        help="Only they can answer, each under their name. Nobody checks who it is: a list keeps mistakes out, and "
        "nobody else.",
    )  # fmt: skip
    one, two, three = more.columns(3, vertical_alignment="bottom")
    blind = one.toggle(
        "Hide the names of variants", True, key=f"{_KEY}.blind",
        help="Nobody who answers sees which variant a value is from.",
    )  # fmt: skip
    due: Any = two.date_input("Due", None, key=f"{_KEY}.due", min_value=None, format="YYYY-MM-DD")
    decider: Any = three.selectbox(
        "Who settles answers that differ", list(DECIDERS), key=f"{_KEY}.decider",
        format_func=lambda one: DECIDERS.get(one, one),
    )  # fmt: skip
    tags = more.text_area(
        "Tags for what went wrong, one per line", "\n".join(TAGS), key=f"{_KEY}.tags", height=150,
    )  # fmt: skip
    return ReviewTerms(
        name=" ".join(name.split()),
        instructions=instructions.strip(),
        people=_lines(people),
        blind=bool(blind),
        due=due.isoformat() if isinstance(due, date) else None,
        decider=decider,
        tags=_lines(tags),
    )


def _lines(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for each in text.splitlines() if (line := " ".join(each.split())[:LONGEST])))


def _size(
    evaluation: str, reviews: Answered, runs: dict[str, str], plan: ReviewPlan, scope: ReviewScope
) -> ReviewSize | None:
    """Have the cards counted outside of this process; None where a page cannot wait for it."""
    chosen = _chosen(runs, scope)
    key = ("review size", tuple(chosen.values()), plan, scope, () if scope.decided else reviews)

    def count() -> ReviewSize | None:
        try:
            with st.spinner("Counting the cards"):
                size: ReviewSize = server.work(
                    "size_review", server.url(), evaluation, chosen, plan, scope, instead=_INSTEAD
                )  # fmt: skip
        except StoppedError:
            return None
        return size

    return cache.derived(key, count)


def _chosen(runs: dict[str, str], scope: ReviewScope) -> dict[str, str]:
    return {variant: run for variant, run in runs.items() if scope.variants is None or variant in scope.variants}


def _one_side_lacks(evaluation: OpenEvaluation, runs: dict[str, str], scope: ReviewScope) -> bool:
    """Say whether gold or a variant that is chosen lacks records that the other side has."""
    chosen = _chosen(runs, scope)
    names = (variant.name for variant in evaluation.stored.variants if variant.id in chosen)
    return any(evaluation.runs[name].missing or evaluation.runs[name].invented_records for name in names)


def _show_size(size: ReviewSize | None, terms: ReviewTerms, plan: ReviewPlan, lacks: bool) -> None:
    if size is None:
        st.info(
            f"There is too much to count while this page waits. The review can be made all the same, or {_INSTEAD}."
        )
        return
    moved = plain(size.moved.in_words, 600)
    if size.left_out:
        st.markdown(
            f"**{counted(size.left_out, 'card')}** that earlier reviews decided {_are(size.left_out)} left out."
        )
    if size.cut_off:
        st.markdown(cut_off_in_words(size.cut_off))
    if not size.opinions:
        if moved:
            st.markdown(moved)
        return
    all_cards = size.cards + size.audited
    with st.container(border=True):
        st.markdown(_made_of(size, all_cards, plan))
        if size.cards and lacks:
            st.markdown("Records that one side lacks are left out: there is nothing to compare in them.")
        if moved:
            st.markdown(moved)
        if size.cards and size.audited > size.cards:
            st.markdown("⚠ Most cards are of what matches. A smaller share of it makes the review shorter.")
        if size.cards and not size.audited:
            st.markdown(
                "Nothing matches beyond these cards in what is chosen, so no matching values are drawn."
                if plan.audit
                else "⚠ No matching values are drawn: where gold and extracted are wrong alike, nobody sees it."
            )
        if 0 < size.audited < _ENOUGH_MATCHES and plan.audit < 1:
            st.markdown(_says_little(size.audited))
        if shorter := _shorter(size, plan):
            st.markdown(shorter)
        minutes = _minutes(size, plan, len(terms.people))
        st.markdown(f"At {SECONDS_A_CARD} seconds a card: {minutes}.{_may_be_more(size.by_chance)}")


def _says_little(audited: int) -> str:
    """Say how many matching values may be wrong though none of those that are looked at is: Clopper and Pearson (1934),
    one-sided at 95%."""
    most = 1 - 0.05 ** (1 / audited)
    return f"Even if people find nothing wrong in what matches, up to {most:.0%} of it may be: {audited:,} are few."


def _shorter(size: ReviewSize, plan: ReviewPlan) -> str:
    """Say what makes a review of many hours short; "" for others."""
    if plan.most is not None or size.cards <= _MANY:
        return ""
    cards = _SITTING + round(plan.audit * _SITTING)
    minutes = minutes_in_words(minutes_each(cards * plan.opinions, cards, 1))
    return f"⚠ That is long. *Cards at most* {_SITTING} keeps those that cost F1 most: about {minutes} for each person."


def _minutes(size: ReviewSize, plan: ReviewPlan, people: int) -> str:
    """Say how long it takes; one person alone is left out where each card is for several people."""
    all_cards = size.cards + size.audited
    several = people if people > 1 else max(plan.opinions, 3)
    several = min(several, size.opinions)  # more would have nothing to answer
    alone, each = (minutes_in_words(minutes_each(size.opinions, all_cards, count)) for count in (1, several))
    for_several = f"**about {each} each** for {several} people"
    if plan.opinions > 1:
        return for_several
    together = f", or {for_several}" if several > 1 else ""
    return (
        f"**about {alone}** for one person{together}{', second opinions included' if size.opinions > all_cards else ''}"
    )


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _may_be_more(by_chance: int) -> str:
    if not by_chance:
        return ""
    where = "On one card" if by_chance == 1 else f"On {by_chance:,} cards"
    return (
        f" {where} several records have values that are equal by chance, such as numbers and kinds: an answer "
        "begins with the first record, and those that you do not tick come as more cards."
    )


def _made_of(size: ReviewSize, all_cards: int, plan: ReviewPlan) -> str:
    """Say what will be made: nothing else will be."""
    parts = list[str]()
    if size.cards:
        parts.append(f"**{counted(size.cards, 'card')}** of what differs ({counted(size.values, 'value')})")
    if size.audited:
        parts.append(f"**{counted(size.audited, 'card')}** of what matches")
    twice = f", each answered by {plan.opinions} people" if plan.opinions > 1 else ""
    if plan.opinions == 1 and (drawn := size.opinions - all_cards):
        twice = f", {drawn:,} of them ({drawn / all_cards:.0%}) with a second opinion"
    total = f": **{counted(all_cards, 'card')}**" if len(parts) > 1 else ""
    return f"{' and '.join(parts)}{total}{twice}."


def _make(
    evaluation: OpenEvaluation, runs: dict[str, str], plan: ReviewPlan, scope: ReviewScope, terms: ReviewTerms,
    words: str, size: ReviewSize | None,
) -> None:  # fmt: skip
    if not author.has_name():
        st.text_input(
            "Your name", key=f"{_KEY}.who", max_chars=LONGEST, width=320, placeholder="such as Ann",
            help="The review is made under it: whoever made a review settles it. Names are typed, and nobody checks "
            "them.",
        )  # fmt: skip
    is_less = size is not None and (size.moved.count or size.left_out or size.cut_off)
    problem = (
        f"Nothing {'else ' if is_less else ''}differs in what is chosen, and no matching value is looked at: there is "
        "nothing to review."
        if size is not None and not size.opinions
        else "" if terms.name else "Give the review a name."
    )  # fmt: skip
    if problem:
        st.info(problem)
    with st.container(horizontal=True):
        st.button(
            "Make the review",
            key=f"{_KEY}.make",
            type="primary",
            on_click=_begin,
            args=(evaluation, runs, plan, scope, terms, words, size is not None and size.opinions <= QUICK),
            **needs("editor", disabled=bool(problem)),
        )
        st.button("Back to the list", key=f"{_KEY}.back", type="tertiary", on_click=close_form)


def _begin(
    evaluation: OpenEvaluation, runs: dict[str, str], plan: ReviewPlan, scope: ReviewScope, terms: ReviewTerms,
    words: str, is_quick: bool,
) -> None:  # fmt: skip
    typed = str(st.session_state.get(f"{_KEY}.who") or "").strip()
    if typed:
        st.session_state[author.NAME] = typed
    made: list[str] = []

    def work() -> None:
        if not author.has_name():
            raise InputError("A review needs the name of whoever makes it: give yours above the button.")
        chosen = _chosen(runs, scope)
        if not is_quick:
            seen = evaluation.stored
            begin_making(seen.id, review_asked(seen, chosen, plan, scope, terms, by=actor(), source=words))
            return
        identity = server.work(
            "begin_review", server.url(), evaluation.id, evaluation.revision, chosen, plan, scope, terms, actor(),
            words, instead=_INSTEAD,
        )  # fmt: skip
        note(evaluation.id, evaluation.revision + 1)  # another process has made it, for this session
        made.append(identity)

    if attempt(work):
        close_form()
        if made:
            st.query_params["review"] = made[0]
            if not terms.people or actor().person in terms.people:  # others see in its place what to do
                tell("✓ The review is made. Whoever is to answer needs its link: *Copy link* above.")
