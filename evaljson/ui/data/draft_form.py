"""The form on the Data page for a user's own gold, variants, record id and eval schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.load import LoadedRecords
from evaljson.load.id_beside import named_by_id
from evaljson.load.id_names import sounds_like_id
from evaljson.load.set_aside import as_read
from evaljson.report.records.id_keys import almost_ids, id_candidates
from evaljson.schema import find_gold_problems, infer_with_report, parse_eval_schema
from evaljson.store import Conflict, StoreUnavailable
from evaljson.ui.data.all_at_once import forget_unread, gold_and_variants, note_unread, show_unread
from evaljson.ui.data.documents_question import is_open, show_documents
from evaljson.ui.data.draft_name import show_name
from evaljson.ui.data.fields_in_words import fields_in_words
from evaljson.ui.data.file_choices import Kind, keep_only, say_kept, show_choices
from evaljson.ui.data.file_upload import Use, show_file, show_ids, show_pairing, show_schema_fields, uploader
from evaljson.ui.data.id_under_other_key import names_there, names_used, other_names, show_other_ids
from evaljson.ui.data.ids_as_gold import offer_ids_as_gold, offer_of_question
from evaljson.ui.data.ids_beside import KEYED_AS
from evaljson.ui.data.missing_line import show_missing_line
from evaljson.ui.data.nulls_of_tables import warn_of_nulls
from evaljson.ui.data.pairing_question import (
    ask_for_key,
    ask_for_position,
    warn_of_other_name,
    warn_of_position,
    warn_of_scored_key,
)
from evaljson.ui.data.pairs_in_words import pairs_in_words
from evaljson.ui.data.read_again import pair_by_name, question_of, read_again, set_in_draft, take_all_whole
from evaljson.ui.data.read_cells import show_read_cells
from evaljson.ui.data.read_like_others import are_unwrapped, show_found_place, show_opened, warn_of_nothing_shared
from evaljson.ui.data.records_without_id import ask_to_leave_out
from evaljson.ui.data.repeated_ids import ask_for_rows
from evaljson.ui.data.schema_question import show_schema_files
from evaljson.ui.data.text_batch import has_texts, take_texts
from evaljson.ui.session import author, cache, open_evaluation, server
from evaljson.ui.session.drafts import cancel_draft, keep_draft, latest_draft
from evaljson.ui.session.open_evaluation import ADDRESS
from evaljson.ui.session.pairing import pairing_of
from evaljson.ui.session.read_evaluation import read_evaluation
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.changes import attempt, show_conflict, tell_once_there
from evaljson.ui.shared.file_change import f1_since
from evaljson.ui.shared.parts import data_line, guarded, plain, problem_box
from evaljson.ui.shared.schema_file import schema_uploader
from evaljson.wording.words import counted
from evaljson.workspace.draft_merge import finish_draft, free_title
from evaljson.workspace.drafts import DataDraft
from evaljson.workspace.listing import DRAFT

BY_POSITION = "by position"
_SCHEMA = "draft.schema"
_ALMOST = 3
"""The most keys reported as almost an id."""


def show_draft(draft: DataDraft) -> None:
    """Draw the four steps; the last two need gold."""
    draft = read_again(draft)
    gold: list[tuple[Kind, LoadedRecords]] = [("gold", as_read(draft.gold))] if draft.gold is not None else []
    keep_only([*gold, *(("extracted", as_read(loaded)) for loaded in draft.variants.values())])
    show_name(free_title(server.store(), draft.title) if draft.gold is not None else "a name from your files")
    show_missing_line(draft)
    above = st.container(horizontal=True, vertical_alignment="center")  # in sight, however many files are below
    show_documents(draft)
    show_schema_files(draft, _SCHEMA, _take_schema)
    with st.container(border=True):
        _gold(draft)
    with st.container(border=True):
        _variants(draft)
    if draft.gold is not None:
        with st.container(border=True):
            _pairing(draft, draft.gold)
        with st.container(border=True):
            _schema(draft, draft.gold)
    with above:
        ready = _buttons(draft)
    if ready:
        score(draft)


def _gold(draft: DataDraft) -> None:
    st.subheader(
        "1. Gold", anchor=False, help="The correct records, labelled by hand. Extracted records are compared with them."
    )
    if draft.gold is None:
        _gold_zone(draft)
        return
    show_file(draft.gold.name, draft.gold, draft.pairing_key(), "draft.remove-gold", _without_gold)
    show_found_place(draft.gold.name, as_read(draft.gold), "gold", "draft.gold", _other_gold, _all_whole(draft))
    show_read_cells(draft.gold.name, as_read(draft.gold), "gold", "draft.gold")
    show_choices(as_read(draft.gold), "gold", "draft.gold", _other_gold)
    say_kept([("gold", as_read(draft.gold))])


def _all_whole(draft: DataDraft) -> Callable[[], None] | None:
    """Return what takes the entries of all files whole, where gold and variants are read at a key of their own."""
    gold = draft.gold
    return take_all_whole if gold is not None and are_unwrapped(gold, draft.variants) else None


def _other_gold(loaded: LoadedRecords) -> None:
    set_in_draft(gold=loaded, id_key=None, by_position=False)


def _gold_zone(draft: DataDraft) -> None:
    """Draw the drop zone for gold, which takes the variants too."""
    label = "Drop the gold file here" + ("" if draft.variants else ", or gold and all variants at once")
    gold = Use("gold", KEYED_AS, lambda loaded: keep_draft(replace(latest_draft(), gold=loaded)))
    others = Use("extracted", KEYED_AS, _add, keys=lambda: latest_draft().record_keys(), refused=note_unread)
    texts = _texts()
    sort = gold_and_variants(gold, others, texts)
    uploader(label, "draft.gold", "gold", KEYED_AS, gold.take, several=True, sort=sort, texts=texts)


def _texts() -> Use:
    return Use("extracted", None, take_texts, has_some=has_texts)


def _add(loaded: LoadedRecords) -> None:
    keep_draft(latest_draft().with_variant(loaded))


def _variants(draft: DataDraft) -> None:
    st.subheader(
        "2. Variants",
        anchor=False,
        help="What each prompt or model extracted from the same documents: one file per variant.",
    )
    id_key, all_whole = draft.pairing_key(), _all_whole(draft)
    for number, (name, loaded) in enumerate(draft.variants.items()):
        show_file(name, loaded, id_key, f"draft.remove-{number}", partial(_remove, name))
        if draft.gold is not None:
            warn_of_nothing_shared(name, draft.gold, loaded)
        show_found_place(name, loaded, "extracted", f"draft.variant-{number}", partial(_replace, name), all_whole)
        show_opened(name, loaded, f"draft.variant-{number}", partial(_replace, name))
        show_read_cells(loaded.name, loaded, "extracted", f"draft.variant-{number}")
        show_choices(as_read(loaded), "extracted", f"draft.variant-{number}", partial(_replace, name))
    say_kept(("extracted", as_read(loaded)) for loaded in draft.variants.values())
    show_unread()
    uploader(
        "Drop one or more files of extracted records here",
        "draft.variants",
        "extracted",
        KEYED_AS if draft.gold is None else id_key,
        _add,
        keys=lambda: latest_draft().record_keys(),
        done=forget_unread,
        texts=_texts(),
    )


def _pairing(draft: DataDraft, gold: LoadedRecords) -> None:
    st.subheader(
        "3. Record id", anchor=False, help="The key that says which extracted record belongs to which gold record."
    )
    records: list[Any] = gold.records
    candidates = cache.derived(("ids", gold.sha256), lambda: id_candidates(records))
    id_key = draft.pairing_key()
    is_open = _without_ids(draft, gold)
    repeated = draft.repeated_key()
    asked_for_rows = repeated is not None and ask_for_rows(gold, repeated, lambda decided: set_in_draft(gold=decided))
    question = question_of(draft)
    if question is not None:
        named = other_names(gold, draft.variants)
        ask_for_key(
            question,
            gold,
            draft.variants,
            id_key,
            _pair_by,
            named,
            pair_by_name,
            is_row_choice=asked_for_rows or is_open,
            offer=offer_of_question(gold, draft.variants, _replace),
        )
        return
    names = [KEYED_AS] if named_by_id(gold) else []
    options = list(dict.fromkeys([*candidates, *names, *([id_key] if id_key else []), BY_POSITION]))
    chosen = st.selectbox(
        "Pair records by",
        options,
        index=options.index(id_key if id_key is not None else BY_POSITION),
        help="These keys have a different value in every gold record.",
        key=f"draft.id.{gold.sha256[:8]}.{id_key}",
    )
    if chosen != (id_key if id_key is not None else BY_POSITION):
        by_position = chosen == BY_POSITION and chosen not in candidates
        keep_draft(replace(draft, id_key=None if by_position else chosen, by_position=by_position))
        st.rerun()
    used = {} if id_key is None else {n: names_used({n: own}, id_key) for n, own in draft.variants.items()}
    called = {name: names for name, names in used.items() if names}
    if id_key is not None and called:
        warn_of_other_name(id_key, called)
    elif id_key is not None and not sounds_like_id(id_key):
        warn_of_scored_key(id_key, is_taken=draft.is_key_taken())
    if not candidates:
        st.caption("No key has a different value in every gold record, so records pair by position.")
        for key, why in cache.derived(("almost ids", gold.sha256), lambda: almost_ids(records))[:_ALMOST]:
            if "and so on" in why and not sounds_like_id(key):
                continue  # a date that several records share, for one
            data_line(f"⚠ {key} could be the id, but {why}. To pair by it, fix the gold file and drop it again.")
    if id_key is None:
        warn_of_position(gold, draft.variants, names_there(gold, draft.variants))
    show_other_ids(gold, draft.variants, id_key, _replace_all)
    for name, loaded in draft.variants.items():
        pairing = pairing_of(gold, loaded, id_key)
        show_pairing(name, pairing, loaded, id_key, gold, count_strays=draft.count_strays)
        show_ids(name, pairing, loaded, id_key)
        offer_ids_as_gold(name, loaded, gold, id_key, partial(_replace, name))
        warn_of_nulls(name, gold, loaded, pairing, draft.schema)
        if id_key is not None and not isinstance(pairing, str) and name in _without_key(draft, gold):
            ask_for_position(name, pairing, id_key, partial(_accept_position, name))
    pairings = [pairing_of(gold, loaded, id_key) for loaded in draft.variants.values()]
    paired = [pairing for pairing in pairings if not isinstance(pairing, str)]
    if draft.count_strays or (any(pairing.strays for pairing in paired) and id_key is not None):
        _toggle(
            "count_strays",
            draft.count_strays,
            "Count records without gold as invented",
            "On: an extracted record whose id gold lacks is scored, and all its values count as invented. Off: such "
            "records are only listed.",
        )
    if any(loaded.parse_errors for loaded in draft.variants.values()):
        _toggle(
            "exclude_unreadable",
            draft.exclude_unreadable,
            "Leave out unreadable records",
            "Gold records whose extracted record cannot be read are missing, and missing ones are left out."
            if draft.exclude_missing
            else "On: gold records whose extracted record cannot be read are not scored. Off: they count as missing. "
            "Gold records without any extracted record count as missing either way.",
            disabled=draft.exclude_missing,
        )
    if draft.exclude_missing or any(pairing.missing for pairing in paired):
        _toggle(
            "exclude_missing",
            draft.exclude_missing,
            "Leave out missing records",
            "On: gold records without an extracted record are not scored, so variants may be scored over different "
            "records. Off: all their values count as missing.",
        )


def _without_ids(draft: DataDraft, gold: LoadedRecords) -> bool:
    """Offer to leave out the records without an id, of gold and of each variant; return whether an offer is open."""
    key = draft.id_some_lack()
    if key is None:
        return False
    asked = [ask_to_leave_out("Gold", gold, key, "gold", "draft.no-id", lambda decided: set_in_draft(gold=decided))]
    for number, (name, loaded) in enumerate(draft.variants.items()):
        asked.append(ask_to_leave_out(name, loaded, key, "extracted", f"draft.no-id-{number}", partial(_replace, name)))
    return any(asked)


def _toggle(name: str, value: bool, label: str, help_text: str, *, disabled: bool = False) -> None:
    """Draw the switch for one option of the draft, and store a change."""
    is_on = st.toggle(label, value=value, help=help_text, key=f"draft.{name.replace('_', '-')}", disabled=disabled)
    if is_on != value:
        set_in_draft(**{name: is_on})
        st.rerun()


def _schema(draft: DataDraft, gold: LoadedRecords) -> None:
    st.subheader("4. Eval schema", anchor=False, help="Lists the fields and how each one is compared.")
    records: list[Any] = gold.records
    schema_uploader(
        "Use your own eval schema (optional)",
        _SCHEMA,
        _take_schema,
        draft.schema,
    )
    with guarded("The eval schema"):
        schema = draft.eval_schema()
        tree = parse_eval_schema(schema)
        fields = fields_in_words(tree, draft.pairing_key())
        if draft.schema is None:
            report = cache.derived(("infer", gold.sha256), lambda: infer_with_report(records))
            st.markdown(f"Inferred from gold: {fields}. You can change it on the Schema page after scoring.")
            for position in report.mixed:
                data_line(f"⚠ {position}")
        else:
            st.markdown(f"The eval schema of this draft: {fields}.")
            st.button("Infer it from gold instead", key="draft.infer", on_click=_infer)
            _gold_findings(gold, schema)
        with st.expander("Show the fields"):
            show_schema_fields(tree)


def _gold_findings(gold: LoadedRecords, schema: Mapping[str, Any]) -> None:
    records: list[Any] = gold.records
    findings = [
        finding for finding in find_gold_problems(records, schema, warn_missing=False) if finding.kind != "missing"
    ]
    if findings:
        with st.expander(f"⚠ Gold does not match this schema in {counted(len(findings), 'place')}: show"):
            for finding in findings:
                data_line(finding.message)


def _buttons(draft: DataDraft) -> bool:
    """Draw what ends the form, and what is still needed or how the records pair; return whether to score."""
    missing = [what for what, there in (("gold", draft.gold), ("a variant", draft.variants)) if not there]
    if draft.gold is not None and (question_of(draft) is not None or _without_key(draft, draft.gold)):
        missing.append("what pairs the records (step 3)")
    if is_open(draft):
        missing.append("what the text files are")
    missing += [f"what {plain(one['name'], 80)} is" for one in draft.schema_files]
    ready = st.button("Score", type="primary", disabled=bool(missing), key="draft.score")
    st.button("Cancel", key="draft.cancel", on_click=_cancel)
    if missing:
        st.caption(f"Still needed: {' and '.join(missing)}.")
    elif draft.gold is not None:
        st.caption(pairs_in_words(draft, draft.gold))
    return ready


def score(draft: DataDraft) -> None:
    """Turn the draft into an evaluation, score it and open it; or say why that failed."""
    try:
        stored = open_evaluation.latest().stored
        of = stored.settings.get(DRAFT, {}).get("of")
        before = None if of is None else read_evaluation(of)
        identity = finish_draft(server.store(), stored, draft, by=author.who())
    except Conflict as error:
        show_conflict(error)
        return
    except StoreUnavailable as error:
        problem_box(str(error), "", "Fix that, then press Score again. Your files are still here.")
        return
    except EvaljsonError as error:
        problem_box(
            getattr(error, "problem", str(error)), getattr(error, "path", ""), "Correct the file and drop it again."
        )
        return
    scoring_work.score_now(identity)
    if before is not None:
        tell_once_there(f1_since(before))
    open_evaluation.go_to(identity)
    st.switch_page("pages/overview.py", query_params={ADDRESS: identity})


def _without_key(draft: DataDraft, gold: LoadedRecords) -> list[str]:
    """List the variants that would pair by position although there is a key, which no one has agreed to."""
    id_key = draft.pairing_key()
    if id_key is None:
        return []
    pairings = {name: pairing_of(gold, loaded, id_key) for name, loaded in draft.variants.items()}
    return [
        name
        for name, pairing in pairings.items()
        if not isinstance(pairing, str) and pairing.by == "position" and name not in draft.paired_by_position
    ]


def _pair_by(key: str | None) -> None:
    set_in_draft(id_key=key, by_position=key is None)


def _accept_position(name: str) -> None:
    set_in_draft(paired_by_position=(*latest_draft().paired_by_position, name))


def _take_schema(schema: dict[str, Any], as_written: Any) -> None:
    set_in_draft(schema=schema, json_schema=as_written)


def _replace(name: str, loaded: LoadedRecords) -> None:
    set_in_draft(variants={**latest_draft().variants, name: loaded})


def _replace_all(changed: Mapping[str, LoadedRecords]) -> None:
    set_in_draft(variants={**latest_draft().variants, **changed})


def _cancel() -> None:
    attempt(lambda: cancel_draft(), is_change=False)


def _infer() -> None:
    attempt(lambda: set_in_draft(schema=None, json_schema=None))


def _without_gold() -> None:
    attempt(lambda: set_in_draft(gold=None, id_key=None, by_position=False))


def _remove(name: str) -> None:
    attempt(lambda: keep_draft(latest_draft().without_variant(name)))
