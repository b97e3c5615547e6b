"""Label pairs by hand, one at a time, by button or key, with the judge's verdict hidden."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import streamlit as st

from evaljson.judge.decided_pairs import DecidedPair, to_label
from evaljson.store import Label
from evaljson.ui.session import author, server
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.gold_labels import label_html
from evaljson.ui.shared.parts import data_line, plain
from evaljson.wording.values import escaped, value_html
from evaljson.wording.words import counted

_QUEUE, _SEEN, _NOTE = "evaljson.judge.queue", "judge.label.seen", "judge.label.note"
_AT_ONCE: Final = 20
"""Pairs of each field in the first draw; all verdicts come up about equally often."""
_SAW: Final = "saw the verdict first"
_STYLE: Final = (
    "<style>.jl{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin:.5rem 0}"
    ".jl>div{border:1px solid rgba(128,128,128,.4);border-radius:.5rem;padding:.6rem .9rem;min-height:5rem;"
    "overflow-wrap:anywhere;white-space:pre-wrap}.jl small{display:block;opacity:.75;margin-bottom:.3rem}</style>"
)


@dataclass
class Queue:
    """The pairs to label next, in this session."""

    of: tuple[object, ...]
    waiting: list[str]
    skipped: set[str] = field(default_factory=set)
    given: list[tuple[str, str]] = field(default_factory=list)
    """(pair, label), oldest first."""


def show_label(
    key: str, pairs: Sequence[DecidedPair], labels: Mapping[str, Sequence[Label]], path: str | None,
    said: Callable[[DecidedPair], str],
) -> None:  # fmt: skip
    """Draw the next pair; `key` identifies the run, `said` gives what reviews say of a pair's gold value."""
    who = author.who()
    mine = {sha for sha, of_pair in labels.items() if any(one.who == who for one in of_pair)}
    queue = _queue((key, path, who), pairs, mine, path)
    by_sha = {pair.sha256: pair for pair in pairs}
    wanted = [pair for pair in pairs if path is None or pair.question.field == path]
    done = sum(pair.sha256 in mine for pair in wanted)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{done:,}** of {counted(len(wanted), 'pair')} labelled by {plain(who, 40)}.")
        seen = st.toggle(
            "Show the judge's verdict first",
            key=_SEEN,
            help="Leave this off: people who see the verdict first tend to agree with it. Labels made with it on are "
            "marked.",
        )
    if not queue.waiting:
        if queue.skipped:
            are = "is" if len(queue.skipped) == 1 else "are"
            st.info(f"Only {counted(len(queue.skipped), 'pair')} that you skipped {are} left.")
            st.button("Look at them again", key="judge.label.again", on_click=queue.skipped.clear)
        else:
            st.success("✓ You have labelled every pair.")
        _undo_button(queue)
        return
    pair = by_sha[queue.waiting[0]]
    _show_pair(pair, seen, said(pair))
    _buttons(queue, pair, seen)


def _queue(of: tuple[object, ...], pairs: Sequence[DecidedPair], mine: set[str], path: str | None) -> Queue:
    queue: Queue | None = st.session_state.get(_QUEUE)
    if queue is None or queue.of != of:
        queue = st.session_state[_QUEUE] = Queue(of, [])
    queue.waiting = [sha for sha in queue.waiting if sha not in mine and sha not in queue.skipped]
    if not queue.waiting:
        queue.waiting = [pair.sha256 for pair in _drawn(pairs, mine | queue.skipped, path)]
    return queue


def _drawn(pairs: Sequence[DecidedPair], known: Collection[str], path: str | None) -> list[DecidedPair]:
    """Return the next pairs, balanced over fields and verdicts; draw more until some are new."""
    wanted = _AT_ONCE
    while not (drawn := to_label(pairs, known, wanted, field=path)) and wanted < len(pairs):
        wanted *= 2
    return drawn


def _show_pair(pair: DecidedPair, seen: bool, said: str) -> None:
    question, item = pair.question, pair.question.item
    title = f" · {plain(question.title, 120)}" if question.title else ""
    st.markdown(f"**{plain(question.field or 'the record', 120)}**{title}")
    for text in (question.description, item.params.get("instructions"), item.params.get("rubric")):
        if text:
            data_line(str(text))
    gold = f"<small>Gold{label_html(said)}</small>{value_html(item.gold_compared)}"
    st.html(
        f"{_STYLE}<div class='jl'><div dir='auto'>{gold}</div>"
        f"<div dir='auto'><small>Extracted</small>{value_html(item.extracted_compared)}</div></div>"
    )
    if seen:
        reason = f": {pair.reason}" if pair.reason else ""
        st.html(f"<div>The judge says: <b>{escaped(pair.verdict)}</b>{escaped(reason)}</div>")


def _buttons(queue: Queue, pair: DecidedPair, seen: bool) -> None:
    """Draw one button per step, with number keys; each label is stored before the next pair appears."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for number, step in enumerate(pair.steps, 1):
            st.button(
                plain(step, 40),
                key=f"judge.label.step.{number}",
                shortcut=str(number) if number < 10 else None,
                on_click=_give,
                args=(queue, pair, step, seen),
            )
        st.button("Skip", key="judge.label.skip", shortcut="S", type="tertiary", on_click=_skip, args=(queue, pair))
        _undo_button(queue)
    st.text_input(
        "Comment",
        key=_note_key(queue),
        max_chars=500,
        placeholder="Comment (optional), stored with the label",
        label_visibility="collapsed",
    )


def _undo_button(queue: Queue) -> None:
    help_text = "Withdraws your last label and shows its pair again."
    st.button(
        "↶ Undo",
        key="judge.label.undo",
        shortcut="U",
        type="tertiary",
        disabled=not queue.given,
        help=help_text,
        on_click=_undo,
        args=(queue,),
    )


def _note_key(queue: Queue) -> str:
    """Return a different key for each pair, so that its box starts empty."""
    return f"{_NOTE}.{queue.waiting[0] if queue.waiting else ''}"


def _give(queue: Queue, pair: DecidedPair, step: str, seen: bool) -> None:
    note: Any = st.session_state.get(_note_key(queue)) or ""
    parts = [str(note).strip(), _SAW if seen else ""]
    item = pair.question.item

    def work() -> None:
        label = server.store().labels.add(
            pair.question.field, pair.rubric, item.gold_compared, item.extracted_compared, score=pair.steps[step],
            step=step, by=author.who(), note=" · ".join(filter(None, parts)), about=pair.about,
        )  # fmt: skip
        queue.given.append((pair.sha256, label.id))
        queue.waiting = [sha for sha in queue.waiting if sha != pair.sha256]

    attempt(work)


def _skip(queue: Queue, pair: DecidedPair) -> None:
    queue.skipped.add(pair.sha256)


def _undo(queue: Queue) -> None:
    if not queue.given:
        return
    sha, label = queue.given[-1]

    def work() -> None:
        server.store().labels.withdraw(label)
        queue.given.pop()
        queue.skipped.discard(sha)
        queue.waiting = [sha, *(other for other in queue.waiting if other != sha)]

    attempt(work)
