"""Takes files into a scored evaluation: what pairs plainly is scored at once, about all else a person is asked first.

The question is the one of the first time: such files open as a draft, with what pairs and what does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import streamlit as st

from evaljson.load import LoadedRecords
from evaljson.load.gold_name import gold_among
from evaljson.report.records.key_question import why_ask_of_one
from evaljson.report.records.record_place import shares_no_field
from evaljson.ui.data.added_cells import with_cells_of_gold
from evaljson.ui.data.added_places import note_place, with_place_of_gold
from evaljson.ui.data.file_choices import read_anew
from evaljson.ui.data.ids_beside import KEYED_AS
from evaljson.ui.session import server
from evaljson.ui.session.drafts import begin_draft, begin_draft_with, keep_draft
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.parts import plain
from evaljson.workspace.drafts import DataDraft

_ASKED: Final = "data.to-be-asked"
"""Files of this page run that do not pair plainly."""
_TEXTS: Final = "data.texts-to-be-asked"
"""Its text files without JSON."""


def take_in(evaluation: OpenEvaluation, loaded: LoadedRecords, put: Callable[[LoadedRecords], None]) -> None:
    """Call `put`, with records and cells read as gold has them, if they pair plainly; else keep them to ask."""
    gold: list[Any] = evaluation.gold.records
    loaded = with_place_of_gold(evaluation, loaded)
    if why_ask_of_one(gold, loaded.name, loaded.records, evaluation.schema.get("x-eval-id")) is None:
        loaded = with_cells_of_gold(evaluation, loaded)
        put(loaded)
        note_place(loaded)
    else:
        st.session_state.setdefault(_ASKED, []).append(loaded)


def take_texts(loaded: LoadedRecords) -> None:
    """Keep text files without JSON for the question what they are."""
    st.session_state[_TEXTS] = loaded


def finish(evaluation: OpenEvaluation, variant: str | None = None) -> None:
    """Score what was put in; open what was kept as a draft: as more variants, or as the file of `variant`."""
    asked: list[LoadedRecords] = st.session_state.pop(_ASKED, [])
    if server.store().evaluations.get(evaluation.id).revision != evaluation.revision:
        scoring_work.score(evaluation.id)
    texts: LoadedRecords | None = st.session_state.pop(_TEXTS, None)
    if texts is not None:
        begin_draft_with(added=asked, texts=texts)
        st.toast(f"{plain(texts.name, 60)} hold no JSON: say what they are before it is scored.")
        return
    if not asked:
        return
    if variant is None and _are_of_other_documents(evaluation, asked):
        _begin_own(evaluation, asked)
        return
    if variant is None:
        begin_draft_with(added=asked)
    else:
        begin_draft_with(replaced={variant: asked[-1]})
    id_key = plain(str(evaluation.schema.get("x-eval-id", "position")), 60)
    st.toast(f"{plain(asked[0].name, 60)} does not pair plainly by {id_key}: look at step 3 before it is scored.")


def _are_of_other_documents(evaluation: OpenEvaluation, dropped: Sequence[LoadedRecords]) -> bool:
    """Check whether files bring gold of their own, and have no field of this one, or no id of its records."""
    if gold_among([loaded.name for loaded in dropped]) is None:
        return False
    gold: list[Any] = evaluation.gold.records
    key = evaluation.schema.get("x-eval-id")
    ids = _ids(gold, key)

    def is_other(records: list[Any]) -> bool:
        return shares_no_field(gold, records) or (key is not None and ids.isdisjoint(_ids(records, key)))

    return all(is_other(loaded.records) for loaded in dropped)


def _ids(records: Sequence[Any], key: str | None) -> set[str]:
    """Return the ids as text: 1 and "1" may be one id, written in two ways."""
    return {str(record[key]) for record in records if record is not None and key in record}


def _begin_own(evaluation: OpenEvaluation, dropped: Sequence[LoadedRecords]) -> None:
    name = gold_among([loaded.name for loaded in dropped])
    gold = next(loaded for loaded in dropped if loaded.name == name)
    draft = DataDraft(gold=read_anew(gold, "gold", KEYED_AS))
    for loaded in dropped:
        if loaded is not gold:
            draft = draft.with_variant(read_anew(loaded, "extracted", KEYED_AS))
    begin_draft()
    keep_draft(draft)
    st.toast(
        f"These files have gold of their own and pair with no record of {plain(evaluation.name, 60)}: "
        "they open by themselves."
    )
