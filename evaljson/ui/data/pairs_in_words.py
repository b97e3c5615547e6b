"""One sentence on how the records of a draft pair, beside the button that scores them."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.load import LoadedRecords, Pairing
from evaljson.load.id_beside import named_by_id
from evaljson.ui.data.ids_beside import KEYED_AS
from evaljson.ui.session.pairing import pairing_of
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted
from evaljson.workspace.drafts import DataDraft


def pairs_in_words(draft: DataDraft, gold: LoadedRecords) -> str:
    """Return how many records of each variant pair, in a sentence of Markdown, or two where not all pair by the id."""
    id_key = draft.pairing_key()
    pairings = [pairing_of(gold, loaded, id_key) for loaded in draft.variants.values()]
    paired = [0 if isinstance(one, str) else len(one.extracted) - len(one.missing) for one in pairings]
    is_name = id_key == KEYED_AS and named_by_id(gold)  # nobody wrote such a key
    by, apart = _by(pairings, id_key, " (the name of its file or key)" if is_name else "")
    records, variants = counted(len(gold.records), "gold record"), counted(len(paired), "variant")
    least, most = min(paired), max(paired)
    if least == len(gold.records):
        return f"{variants}, {records}: all pair {by}.{apart}"
    return f"{variants}: {f'{least:,} to ' if least < most else ''}{most:,} of {records} pair {by}.{apart}"


def _by(pairings: Sequence[Pairing | str], id_key: str | None, whose: str) -> tuple[str, str]:
    """Say by what records pair, and, after a space, which variants cannot be compared for that. `whose` stands behind
    the key."""
    at_place = sum(not isinstance(one, str) and one.by == "position" for one in pairings)
    if id_key is None or at_place == len(pairings):
        return "by position", ""
    by_id = f"by **{plain(id_key, 60)}**{whose}"
    if not at_place:
        return by_id, ""
    pair, they = ("pairs", "it") if at_place == 1 else ("pair", "they")
    apart = f"{counted(at_place, 'variant')} {pair} by position: {they} cannot be compared with those {by_id}."
    return f"{by_id} or position", f" {apart}"
