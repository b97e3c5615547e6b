"""One sentence on how the records of a draft pair, beside the button that scores them."""

from __future__ import annotations

from evaljson.load import LoadedRecords
from evaljson.ui.session.pairing import pairing_of
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted
from evaljson.workspace.drafts import DataDraft


def pairs_in_words(draft: DataDraft, gold: LoadedRecords) -> str:
    """Return how many records of each variant pair, in one sentence of Markdown."""
    id_key = draft.pairing_key()
    pairings = [pairing_of(gold, loaded, id_key) for loaded in draft.variants.values()]
    paired = [0 if isinstance(one, str) else len(one.extracted) - len(one.missing) for one in pairings]
    by = f"by **{plain(id_key, 60)}**" if id_key is not None else "by position"
    records, variants = counted(len(gold.records), "gold record"), counted(len(paired), "variant")
    least, most = min(paired), max(paired)
    if least == len(gold.records):
        return f"{variants}, {records}: all pair {by}."
    return f"{variants}: {f'{least:,} to ' if least < most else ''}{most:,} of {records} pair {by}."
