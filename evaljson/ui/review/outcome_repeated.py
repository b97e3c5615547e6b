"""The warning of elements that gold would have twice, with the way to settle them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from evaljson.report.records.rows import node_at
from evaljson.review.corrected_gold import GoldChange
from evaljson.review.repeated_elements import still_repeated
from evaljson.schema import SchemaNode
from evaljson.store import ReviewHead
from evaljson.ui.review.reading import tree_of
from evaljson.ui.review.settle import may_settle
from evaljson.ui.review.settle_more import settle_first
from evaljson.ui.session.actor import actor_in
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.review_outcome import ReviewResult

_NAMED: Final = 3


def warn_of_repeated(opened: OpenReview, result: ReviewResult) -> None:
    """Say which elements gold would have once more, and nobody has settled: rarely is that meant."""
    repeated, review = still_repeated(result.changes, opened.cards, opened.outcome), opened.review
    if not repeated:
        return
    named = [f"record {plain(str(one.record_id), 40)}, {plain(one.path, 80)}" for one in repeated[:_NAMED]]
    more = [f"{len(repeated) - _NAMED:,} more"] if len(repeated) > _NAMED else []
    are, them = ("is", "it") if len(repeated) == 1 else ("are", "them")
    st.warning(
        f"{counted(len(repeated), 'added element')} {are} in gold already, in the same array: gold "
        f"gets {them} once more ({'; '.join([*named, *more])}). That is right where documents have {them} so often; "
        f"where only the order differs, settle {them} as “Gold is right”.{_by_key(review, repeated)}"
    )
    if may_settle(review, actor_in(review)) and review.state != "closed":
        st.button(f"Settle {them}", key="review.settle.repeated", on_click=settle_first, args=(review.id, "repeated"))


def _by_key(review: ReviewHead, repeated: Sequence[GoldChange]) -> str:
    """Say which array pairs by a key: an element whose key is there already pairs with nothing, though both have it."""
    tree = tree_of(review)
    arrays = dict.fromkeys(one.path[: one.path.rindex("[")] for one in repeated)
    nodes = (node_at(tree, array) for array in arrays)
    keyed = next((node for node in nodes if node is not None and _pairs_by_key_alone(node)), None)
    if keyed is None:
        return ""
    key = " and ".join(keyed.align.keys)
    return (
        f" **{plain(keyed.path, 80)}** pairs by {plain(key, 60)}: of elements with the same one the first counts, and "
        "the others are missing and invented, though both sides have them. Pairing by content counts all."
    )


def _pairs_by_key_alone(node: SchemaNode) -> bool:
    return node.align.strategy == "key_field" and node.align.then is None
