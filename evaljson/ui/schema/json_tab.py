"""The whole schema as text: errors are marked at their line, and what is not edited keeps its bytes."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.base.errors import SchemaError
from evaljson.base.paths import split
from evaljson.jobs.page_work import StoppedError
from evaljson.schema import SchemaNode
from evaljson.ui.schema.apply_bar import apply_button
from evaljson.ui.schema.unapplied_edits import keep_broken, replace_all, schema_draft
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.download import download_button
from evaljson.ui.shared.parts import data_line, problem_box
from evaljson.ui.shared.schema_file import checked, show_remarks
from evaljson.wording.inherited import inherited_in_words
from evaljson.wording.values import escaped
from evaljson.wording.words import counted
from evaljson.workspace.edited_schema import EditedSchema, WrittenSchema
from evaljson.workspace.json_edit import line_at, rewrite, scan
from evaljson.workspace.typed_schema import line_of_syntax_error

_AREA: Final = "evaljson.json-area"
_CORRECT: Final = "Correct the text above. Nothing changes until then."
_HELD: Final = 3
"""Text areas before the one of now whose text is remembered."""
_AROUND: Final = 2
"""Lines shown before and after a marked one."""


def edit_json(evaluation: OpenEvaluation, schema: EditedSchema, content: str) -> None:
    """Show a text area that follows edits made elsewhere; text that cannot be used stays here until corrected.

    `content` is the text of the current version, for the download.
    """
    broken = schema_draft(evaluation).broken
    text = schema.now.text if broken is None else broken
    key = _area_key(text)
    st.html("<style>[class*=st-key-schema-json-] textarea{font-family:monospace;font-size:.85rem}</style>")
    st.text_area("Eval schema as JSON", text, height=460, key=key, on_change=_typed, args=(key, evaluation))
    if broken is None:
        st.caption("✓ The schema is valid." + (" Not applied yet." if schema.is_new else ""))
        show_remarks(st.session_state.get("schema.json-remarks", (None, ()))[1] if schema.is_rewritten else ())
        _show_inherited(schema.tree)
    else:
        _show_broken(broken)
        st.button("Back to valid text", key="schema.json-back", on_click=keep_broken, args=(evaluation, None))
    is_ready = schema.is_new and broken is None
    with st.container(horizontal=True):
        apply_button("schema.apply-json", is_ready)
        download_button(
            "Download the eval schema", content.encode("utf-8", "surrogatepass"), "eval_schema.json",
            "application/json", evaluation=evaluation.id, key="schema.download",
            help="The current version, byte for byte.",
        )  # fmt: skip


def take_typed(evaluation: OpenEvaluation) -> None:
    """Take the text of the area whose callback was cut short by a click right after typing."""
    key = _key(st.session_state.get(_AREA, (0, {}))[0])
    if key in st.session_state:
        _typed(key, evaluation)


def _show_inherited(tree: SchemaNode) -> None:
    """List which fields take settings from defaults, which the text has elsewhere."""
    by_field = {name: inherited_in_words(node) for name, node in tree.fields_by_name()}
    lines = [f"{name}: {words}" for name, every in by_field.items() for words in every]
    if lines:
        with st.expander(f"Settings of {counted(sum(map(bool, by_field.values())), 'field')} from defaults: show"):
            for line in lines:
                data_line(line)


def _area_key(text: str) -> str:
    """Return the key of the text area: the same as long as it holds this text, else a new one."""
    stamp, shown = st.session_state.get(_AREA, (0, {}))
    if st.session_state.get(_key(stamp), shown.get(_key(stamp), text)) != text:
        stamp += 1
    latest = dict(list(shown.items())[-_HELD:])
    latest.pop(_key(stamp), None)
    st.session_state[_AREA] = (stamp, {**latest, _key(stamp): text})
    return _key(stamp)


def _key(stamp: int) -> str:
    return f"schema.json.{stamp}"


def _typed(key: str, evaluation: OpenEvaluation) -> None:
    text = str(st.session_state.get(key) or "")
    stamp, shown = st.session_state.get(_AREA, (0, {}))
    if text == shown.get(key, text):
        return  # nobody has typed: where runs follow quickly, a browser says anew what an earlier area had
    try:
        written = read_text(text)
        replace_all(evaluation, written)
    except (SchemaError, StoppedError):
        keep_broken(evaluation, text)
    st.session_state[_AREA] = (stamp, {**shown, key: text})


def read_text(text: str) -> WrittenSchema:
    """Read a schema as a person wrote it; its text is kept unless references are resolved.

    Raises SchemaError, StoppedError.
    """
    value, schema, remarks = checked(text)
    st.session_state["schema.json-remarks"] = (schema, remarks)
    return WrittenSchema(text if schema == value else rewrite(text, schema), schema)


def _show_broken(text: str) -> None:
    try:
        read_text(text)
    except StoppedError as error:
        problem_box(str(error), "", _CORRECT)
    except SchemaError as error:
        problem_box(error.problem, error.path, _CORRECT)
        line = error_line(text, error)
        if line is not None:
            st.html(_excerpt(text, line))


def error_line(text: str, error: SchemaError) -> int | None:
    """Return the line of a problem: in the JSON itself, as the message names it, or of the node at its path."""
    syntax = line_of_syntax_error(text)
    if syntax is not None:
        return syntax
    try:
        scan(text)
    except SchemaError as unread:
        parts = str(unread).rsplit(" line ", 1)
        digits = parts[1].split(",")[0].split(":")[0] if len(parts) == 2 else ""
        return int(digits) if digits.isdigit() else None
    return line_at(text, json_steps(error.path)) if error.path else 1


def json_steps(path: str) -> list[str]:
    """Return the keys that lead to the node of a schema path in the JSON."""
    if path == "x-eval-id":
        return [path]
    try:
        path_steps = split(path)
    except ValueError:  # no path: the name of a file
        return []
    steps: list[str] = []
    for step in path_steps:
        if step is None or isinstance(step, int):
            steps.append("items")
        elif step == "*":
            steps.append("additionalProperties")
        else:
            steps += ["properties", step]
    return steps


def _excerpt(text: str, line: int) -> str:
    """Return the lines around it as HTML, numbered, with a mark."""
    lines = text.split("\n")  # what else `splitlines` takes for the end of a line stands in texts of JSON
    shown = range(max(1, line - _AROUND), min(len(lines), line + _AROUND) + 1)
    rows = []
    for number in shown:
        mark = "background:rgba(213,94,0,.18);font-weight:600" if number == line else "opacity:.8"
        sign = "▶" if number == line else "&nbsp;"
        rows.append(
            f'<div style="{mark};white-space:pre;overflow-x:auto">{sign} {number:>4}  '
            f"{escaped(lines[number - 1][:300])}</div>"
        )
    style = "font-family:monospace;font-size:.85rem"
    return f'<div role="note" aria-label="Line {line}" style="{style}">{"".join(rows)}</div>'
