"""The Schema page: the grid and the panel of one field, and what the edits would do, before they are applied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.report.fields.examples import weight_shares
from evaljson.schema import parse_eval_schema
from evaljson.suggest.edit import Edit
from evaljson.ui.schema.apply_bar import show_bar
from evaljson.ui.schema.element_pairs import show_pairs
from evaljson.ui.schema.field_panel import show_panel
from evaljson.ui.schema.grid import edit_grid, label_of, show_known_names, show_without_effect
from evaljson.ui.schema.json_tab import edit_json, take_typed
from evaljson.ui.schema.newer_version import meet_newer_version
from evaljson.ui.schema.previews import NO_TIME, previews
from evaljson.ui.schema.starting_points import show_start
from evaljson.ui.schema.stored_edits import keep, resume
from evaljson.ui.schema.suggestions import show_suggestions
from evaljson.ui.schema.taken_suggestions import carry_out, prepare, try_it
from evaljson.ui.schema.unapplied_edits import base_schema, current_version, edited, remember_version
from evaljson.ui.schema.versions import show_versions
from evaljson.ui.schema.weight_and_threshold import FieldShares
from evaljson.ui.schema.what_if import show_what_if
from evaljson.ui.session import choices, server
from evaljson.ui.session.address import clicked, new_in_address, pick, publish, seed, widget_key
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.rule_wish import take_rule_wish
from evaljson.ui.session.run_facts import seen_fields
from evaljson.ui.shared.alignment_hint import SUGGESTIONS, show_pairing_gains
from evaljson.ui.shared.ask_name import ask_after_version
from evaljson.whatif import KeptPreview
from evaljson.workspace.edited_schema import EditedSchema

_MANY: Final = 500
"""Records that take a noticeable time to read."""
_TABS: Final = ("Fields", SUGGESTIONS, "Versions", "JSON", "Start from")


@dataclass(frozen=True, slots=True)
class _OpenField:
    """The field whose panel is open."""

    name: str
    """Of its row in the grid: the path, after the document type where there are several."""
    path: str
    """The schema path alone, by which results are found."""


def show_schema_page(evaluation: OpenEvaluation) -> None:
    """Show the page below its heading."""
    resume(evaluation)
    if not meet_newer_version(evaluation):
        keep(evaluation, waits=True)
        return
    take_typed(evaluation)
    carry_out(evaluation)
    rule = take_rule_wish(evaluation.id)
    if isinstance(rule, Edit):
        prepare(evaluation, rule)
    elif rule is not None:
        try_it(evaluation, [rule])
    ask_after_version()
    hints, bar = st.container(), st.container()
    names = [name for name in evaluation.runs if name not in evaluation.outdated]
    if new_in_address("field") is not None and "tab" not in st.query_params:
        st.session_state[widget_key("schema", "tab")] = _TABS[0]  # a link to a field is one to its rule
    seed("tab", _TABS, page="schema")
    tabs: Any = st.tabs(_TABS, key=widget_key("schema", "tab"), on_change=clicked)
    fields, suggestions, versions, raw, start = tabs
    with hints:
        show_pairing_gains(evaluation, beside_suggestions=bool(suggestions.open))
    with fields:
        beside = st.columns([3, 2], gap="medium")
    with beside[0]:
        variant, field = _choose(evaluation, names)
        if variant is not None and len(evaluation.gold.records) > _MANY:
            server.read_ahead(evaluation.run_key(variant))
        edit_grid(evaluation, variant, None if field is None else field.name)
    schema = edited(evaluation)
    waits = remember_version(evaluation, schema)
    with bar:
        keep(evaluation, waits)
        show_bar(evaluation, schema, variant)
    if field is not None and fields.open:
        _panel_and_effect(evaluation, schema, variant, field, beside)
    with fields:
        show_without_effect(evaluation.tree)
        show_known_names()
    if suggestions.open:
        with suggestions:
            left, right = st.columns([3, 2], gap="large")
            with left:
                show_suggestions(evaluation, schema)
            with right:
                _effect(evaluation, schema, variant, None)
    if versions.open:
        with versions:
            show_versions(evaluation)
    with raw:
        left, right = st.columns([3, 2], gap="large")
        with left:
            edit_json(evaluation, schema, current_version(evaluation).text)
        if raw.open:
            with right:
                _effect(evaluation, schema, variant, None)
    with start:
        left, right = st.columns([3, 2], gap="large")
        with left:
            show_start(evaluation, schema)
        if start.open:
            with right:
                _effect(evaluation, schema, variant, None)
    filtered_by = choices.chosen().get("field")
    # While variants are scored again, the one that is shown is not chosen: that one comes back.
    shown = {"a": variant} if len(names) == len(evaluation.runs) else {}
    publish("schema", field=None if field is None else field.name, tab=_tab(tabs), **shown)
    if filtered_by is None:
        choices.choose("field", None)  # a field looked at here is not a filter of the records
    else:
        choices.choose("field", filtered_by)


def _tab(tabs: Any) -> str | None:
    """Return the open tab; None for the first."""
    opened = next((name for name, tab in zip(_TABS, tabs, strict=True) if tab.open), None)
    return opened if opened != _TABS[0] else None


def _choose(evaluation: OpenEvaluation, variants: list[str]) -> tuple[str | None, _OpenField | None]:
    """Choose the variant for examples, shares and named records, and the field whose panel is open."""
    left, right = st.columns(2)
    variant = next(iter(variants), None)
    if len(variants) > 1:
        with right:
            variant = pick("Examples and records from", "a", variants, page="schema", show=label_of)
    paths = {name: node.path for name, node in parse_eval_schema(base_schema(evaluation).schema).fields_by_name()}
    if not paths:
        st.caption("The schema has no fields yet: infer them from gold, under Start from.")
        return variant, None
    worst = None
    if variant is not None:
        worst = seen_fields(evaluation, variant).worst
    with left:
        about = "Its settings are in the form on the right. Starts with the field that costs this variant most."
        name = pick("Field", "field", list(paths), page="schema", default=worst, show=label_of, help=about)
    return variant, _OpenField(name, paths[name])


def _panel_and_effect(
    evaluation: OpenEvaluation, schema: EditedSchema, variant: str | None, field: _OpenField, beside: Sequence[Any]
) -> None:
    """Draw the effect below the grid and the panel beside it; `beside` are these two columns."""
    foreseen = _foreseen(evaluation, schema, variant)
    with beside[1]:
        shares: FieldShares | None = None
        if variant is not None:
            before = seen_fields(evaluation, variant).shares
            shares = FieldShares(variant, before if foreseen is None else weight_shares(foreseen.tallies), before)
        show_panel(evaluation, schema, field.name, shares, variant)
        node = dict(schema.tree.fields_by_name()).get(field.name)
        is_paired = node is not None and (node.items or node.additional) is not None and not node.is_unit
        if node is not None and is_paired and variant is not None:
            show_pairs(evaluation, variant, node, schema.now.schema, foreseen)
    with beside[0]:
        _effect(evaluation, schema, variant, field)


def _effect(evaluation: OpenEvaluation, schema: EditedSchema, variant: str | None, field: _OpenField | None) -> None:
    st.subheader("What would change", anchor=False)
    if not schema.is_new and schema.refused:
        st.caption("Nothing that can be applied yet.", help="What was typed has to be corrected first: see above.")
    elif not schema.is_new:
        st.caption(
            "No edit yet.", help="Edit a field: its effect on every variant shows here before anything is stored."
        )
    name, path = (None, None) if field is None else (field.name, field.path)
    show_what_if(evaluation, schema, variant, name, path)


def _foreseen(evaluation: OpenEvaluation, schema: EditedSchema, variant: str | None) -> KeptPreview | None:
    if not schema.is_new or variant is None:
        return None
    try:
        return previews(evaluation, schema.now.schema, variant, NO_TIME).found.get(variant)
    except EvaljsonError:
        return None
