"""A form for the parameters of a comparator or transform, made from their own description."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.base.params import LARGEST, Param, fits_range
from evaljson.comparators.nested.inner import check_comparator, check_comparators, is_inner
from evaljson.comparators.registry import comparator_names
from evaljson.transforms.registry import transform_names
from evaljson.ui.schema.clearable_number import clearable_number
from evaljson.ui.shared.parts import plain
from evaljson.workspace.grid_cells import typed_json

_NOTHING: Final = object()
"""The field of a form that is left empty."""
_CHOOSE: Final = 'Choose, or type {"amount": {"decimal": ","}}'
_LISTED: Final = 60
"""Values that a list offers at most."""


def known_params(find: Callable[[str], Any], name: str) -> tuple[Param, ...] | None:
    """Return the parameters of a comparator or transform; None where it does not describe them, () if it is unknown."""
    if not name:
        return ()
    try:
        params: tuple[Param, ...] | None = find(name).params
    except EvaljsonError:
        return ()
    return params


def params_form(params: Sequence[Param], values: Mapping[str, Any], key: str, offered: Sequence[str]) -> dict[str, Any]:
    """Show a form and return what was entered, without parameters left at their default.

    `offered` are the values that lists of values suggest.
    """
    entered = {}
    for param in params:
        value = _field(param, values.get(param.name, _NOTHING), f"{key}.{param.name}", offered)
        stated = param.name in values
        if value is _NOTHING or (not stated and not param.required and _same(value, param.default)):
            continue
        entered[param.name] = value
    extra = {name: value for name, value in values.items() if name not in {param.name for param in params}}
    return {**entered, **extra}


def _field(param: Param, value: Any, key: str, offered: Sequence[str]) -> Any:
    if value is not _NOTHING and _misfits(param, value):
        return _json(param, value, key)
    if param.choices:
        return _choice(param, value, key)
    if param.kind == "boolean":
        value = value if isinstance(value, bool) else bool(param.default)
        return st.checkbox(_label(param), value, key=key, help=plain(param.doc, 400))
    if param.kind in ("number", "integer"):
        return _number(param, value, key)
    if param.kind == "object" and param.fields:
        return _inner(param, value, key, offered)
    if param.kind == "object":
        return _pairs(param, value, key)
    if param.check is check_comparators and _is_entries(value):
        return _entries(param, value, key)
    if param.kind == "array" and _is_texts(value):
        return _texts(param, value, key, offered)
    if (param.check is check_comparator or param.name == "compare") and (value is _NOTHING or _is_entry(value)):
        return _comparator(param, value, key)
    if param.kind == "string" and (value is _NOTHING or isinstance(value, str)):
        return _text(param, value, key)
    return _json(param, value, key)


def _misfits(param: Param, value: Any) -> bool:
    """Check for a value that a field of this kind could not show: it must not silently become another one."""
    if param.choices:
        return not any(type(value) is type(choice) and value == choice for choice in param.choices)
    kinds: dict[str, Any] = {"boolean": bool, "number": (int, float), "integer": int, "object": dict}
    if not isinstance(value, kinds.get(param.kind, object)):
        return True
    return param.kind in ("number", "integer") and (isinstance(value, bool) or not fits_range(param, value))


def _label(param: Param) -> str:
    words = param.name.replace("_", " ").capitalize()
    return f"{plain(words)}{' (required)' if param.required else ''}"


def _choice(param: Param, value: Any, key: str) -> Any:
    now = value if value is not _NOTHING else param.default
    options = list(param.choices)
    index = options.index(now) if now in options else None
    return _or_nothing(
        st.selectbox(
            _label(param),
            options,
            index,
            key=key,
            help=plain(param.doc, 400),
            format_func=lambda choice: str(choice).replace("_", " "),
        )
    )


def _number(param: Param, given: Any, key: str) -> Any:
    now = given if isinstance(given, int | float) and not isinstance(given, bool) else param.default
    whole = param.kind == "integer"
    kind: Any = int if whole else float
    value = clearable_number(
        _label(param),
        None if now is None else kind(now),
        key,
        is_set=now is given and not param.required,
        min_value=None if param.minimum is None else kind(param.minimum),
        max_value=None if param.maximum in (None, LARGEST) else kind(param.maximum),
        step=1 if whole else 0.01,
        format=None if whole else "%g",
        help=plain(param.doc, 400),
        placeholder="not set",
    )
    if value is None:
        return _NOTHING
    return int(value) if not whole and isinstance(given, int) and float(value).is_integer() else value


def _inner(param: Param, given: Any, key: str, offered: Sequence[str]) -> Any:
    with st.container(border=True):
        st.caption(_label(param), help=plain(param.doc, 400))
        fields = param.fields if given is not _NOTHING else tuple(replace(one, required=False) for one in param.fields)
        inside = params_form(fields, given if isinstance(given, Mapping) else {}, key, offered)
    return inside or (_NOTHING if not param.required else {})


def _is_texts(value: Any) -> bool:
    return value is _NOTHING or (isinstance(value, list) and all(isinstance(text, str) and text for text in value))


def _texts(param: Param, value: Any, key: str, offered: Sequence[str]) -> Any:
    """Show a list of texts, chosen from what is offered or typed."""
    now = list(dict.fromkeys(value)) if value is not _NOTHING else []
    if value is not _NOTHING and len(now) != len(value):
        return _json(param, value, key)
    known = transform_names() if param.name == "transform" else offered if param.name == "values" else []
    chosen = st.multiselect(
        _label(param),
        list(dict.fromkeys([*now, *known[:_LISTED]])),
        now,
        key=key,
        help=plain(param.doc, 400),
        accept_new_options=param.name != "transform",
        placeholder="Choose, or type and press Enter",
    )
    return list(chosen) if chosen or (value is not _NOTHING and not now) else _NOTHING


def _comparator(param: Param, value: Any, key: str) -> Any:
    """Show a comparator by its name, or with its parameters as it is in a schema."""
    now = value if value is not _NOTHING else param.default
    names = _comparators_inside()
    texts = names if now is None or now in names else [*names, _entry_text(now)]
    index = None if now is None else texts.index(_entry_text(now))
    chosen = st.selectbox(
        _label(param), texts, index, key=key, help=plain(param.doc, 400), accept_new_options=True, placeholder=_CHOOSE
    )
    return _NOTHING if chosen is None else _entry_of(str(chosen))


def _entries(param: Param, value: Any, key: str) -> Any:
    """Show several comparators."""
    now = list(dict.fromkeys(map(_entry_text, value))) if value is not _NOTHING else []
    if value is not _NOTHING and len(now) != len(value):
        return _json(param, value, key)
    chosen = st.multiselect(
        _label(param),
        list(dict.fromkeys([*now, *_comparators_inside()])),
        now,
        key=key,
        help=plain(param.doc, 400),
        accept_new_options=True,
        placeholder=_CHOOSE,
    )
    entries = [entry for text in chosen for entry in _entries_of(text)]
    return entries if entries or (value is not _NOTHING and not now) else _NOTHING


def _is_entry(value: Any) -> bool:
    """Check for a comparator that a field shows as text and reads back unchanged."""
    return isinstance(value, str | Mapping) and value not in ("", {}) and _entry_of(_entry_text(value)) == value


def _is_entries(value: Any) -> bool:
    return value is _NOTHING or (isinstance(value, list) and all(map(_is_entry, value)))


def _comparators_inside() -> list[str]:
    """List the comparators that can be used inside another one."""
    return [name for name in comparator_names() if is_inner(name)]


def _entry_text(entry: Any) -> str:
    """Write a comparator as in a schema: its name, or JSON."""
    return entry if isinstance(entry, str) else as_json(entry)


def _entry_of(text: str) -> Any:
    """Read the comparator that a text names; text that is not JSON is a name, refused if unknown."""
    if not text.lstrip().startswith(("{", "[")):
        return text.strip()
    try:
        return typed_json(text)
    except ValueError:
        return text.strip()


def _entries_of(text: str) -> list[Any]:
    """Read several comparators, which may be pasted as a list."""
    entry = _entry_of(text)
    return entry if isinstance(entry, list) else [entry]


def _text(param: Param, value: Any, key: str) -> Any:
    now = value if value is not _NOTHING else param.default or ""
    text = st.text_input(_label(param), now, key=key, help=plain(param.doc, 400), placeholder="not set")
    return text if text or value == "" or param.default == "" else _NOTHING


def _pairs(param: Param, value: Any, key: str) -> Any:
    """Show free keys, one line each: `from = to`. Values that are not text on both sides are shown as JSON."""
    now = value if value is not _NOTHING else {}
    if not isinstance(now, Mapping) or not all(_is_line(key_text, other) for key_text, other in now.items()):
        return _json(param, value, key)
    text = st.text_area(
        _label(param),
        "\n".join(f"{key_text} = {other}" for key_text, other in now.items()),
        key=key,
        help=f"{param.doc} One per line: from = to",
        placeholder="GmbH = Limited company",
        height=110,
    )
    lines = [line for line in str(text or "").splitlines() if line.strip()]
    wrong = next((line for line in lines if "=" not in line), None)
    if wrong is not None:
        st.error(f"{plain(wrong)}: write it as from = to")
        return value
    pairs = {key_text.strip(): other.strip() for key_text, other in (line.split("=", 1) for line in lines)}
    return pairs if pairs else (value if value is not _NOTHING and not now else _NOTHING)


def _is_line(key_text: Any, other: Any) -> bool:
    texts = isinstance(key_text, str) and isinstance(other, str)
    return texts and all(
        text and text == text.strip() and "=" not in text and "\n" not in text for text in (key_text, other)
    )


def _json(param: Param, value: Any, key: str) -> Any:
    """Show a value as JSON, as the last resort; text that cannot be read is reported and changes nothing."""
    now = "" if value is _NOTHING else as_json(value)
    text = st.text_input(f"{_label(param)}, as JSON", now, key=key, help=plain(param.doc, 400), placeholder="not set")
    if not text:
        return _NOTHING
    try:
        return typed_json(text)
    except ValueError as error:
        st.error(f"{_label(param)} is not JSON: {plain(str(error), 120)}")
        return value


def as_json(value: Any) -> str:
    """Write a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def _or_nothing(value: Any) -> Any:
    return _NOTHING if value is None else value


def _same(value: Any, default: Any) -> bool:
    return (type(value) is type(default) and value == default) or (value in ([], {}, "") and default is None)
