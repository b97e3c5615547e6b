"""A form for the parameters of a comparator or transform, made from their own description."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.base.params import Param
from evaljson.comparators.nested.inner import check_comparator, check_comparators, is_inner
from evaljson.comparators.registry import comparator_names
from evaljson.transforms.registry import transform_names
from evaljson.ui.shared.parts import plain

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


def params_form(params: Sequence[Param], given: Mapping[str, Any], key: str, offered: Sequence[str]) -> dict[str, Any]:
    """What was entered, without what is left at its default. `offered`: values that lists of values suggest."""
    found = {}
    for param in params:
        value = _field(param, given.get(param.name, _NOTHING), f"{key}.{param.name}", offered)
        stated = param.name in given
        if value is _NOTHING or (not stated and not param.required and _same(value, param.default)):
            continue
        found[param.name] = value
    extra = {name: value for name, value in given.items() if name not in {param.name for param in params}}
    return {**found, **extra}


def _field(param: Param, given: Any, key: str, offered: Sequence[str]) -> Any:
    if given is not _NOTHING and _misfits(param, given):
        return _json(param, given, key)
    if param.choices:
        return _choice(param, given, key)
    if param.kind == "boolean":
        value = given if isinstance(given, bool) else bool(param.default)
        return st.checkbox(_label(param), value, key=key, help=param.doc)
    if param.kind in ("number", "integer"):
        return _number(param, given, key)
    if param.kind == "object" and param.fields:
        return _inner(param, given, key, offered)
    if param.kind == "object":
        return _pairs(param, given, key)
    if param.check is check_comparators and _is_entries(given):
        return _entries(param, given, key)
    if param.kind == "array" and _is_texts(given):
        return _texts(param, given, key, offered)
    if (param.check is check_comparator or param.name == "compare") and (given is _NOTHING or _is_entry(given)):
        return _comparator(param, given, key)
    if param.kind == "string" and (given is _NOTHING or isinstance(given, str)):
        return _text(param, given, key)
    return _json(param, given, key)


def _misfits(param: Param, given: Any) -> bool:
    """Whether it is nothing that a field of this kind could show: it must not become something else unseen."""
    if param.choices:
        return not any(type(given) is type(choice) and given == choice for choice in param.choices)
    kinds: dict[str, Any] = {"boolean": bool, "number": (int, float), "integer": int, "object": dict}
    fits = isinstance(given, kinds.get(param.kind, object))
    return not fits or (param.kind in ("number", "integer") and isinstance(given, bool))


def _label(param: Param) -> str:
    words = param.name.replace("_", " ").capitalize()
    return f"{plain(words)}{' (needed)' if param.required else ''}"


def _choice(param: Param, given: Any, key: str) -> Any:
    now = given if given is not _NOTHING else param.default
    options = list(param.choices)
    index = options.index(now) if now in options else None
    return _or_nothing(
        st.selectbox(
            _label(param), options, index, key=key, help=param.doc, format_func=lambda one: str(one).replace("_", " ")
        )
    )


def _number(param: Param, given: Any, key: str) -> Any:
    now = given if isinstance(given, int | float) and not isinstance(given, bool) else param.default
    whole = param.kind == "integer"
    kind: Any = int if whole else float
    value = st.number_input(
        _label(param),
        min_value=None if param.minimum is None else kind(param.minimum),
        value=None if now is None else kind(now),
        step=1 if whole else 0.01,
        format=None if whole else "%g",
        key=key,
        help=param.doc,
        placeholder="not set",
    )
    if value is None:
        return _NOTHING
    return int(value) if not whole and isinstance(given, int) and float(value).is_integer() else value


def _inner(param: Param, given: Any, key: str, offered: Sequence[str]) -> Any:
    with st.container(border=True):
        st.caption(f"{_label(param)}: {plain(param.doc, 200)}")
        fields = param.fields if given is not _NOTHING else tuple(replace(one, required=False) for one in param.fields)
        inside = params_form(fields, given if isinstance(given, Mapping) else {}, key, offered)
    return inside or (_NOTHING if not param.required else {})


def _is_texts(given: Any) -> bool:
    return given is _NOTHING or (isinstance(given, list) and all(isinstance(one, str) and one for one in given))


def _texts(param: Param, given: Any, key: str, offered: Sequence[str]) -> Any:
    """A list of texts: chosen from what is offered, or typed."""
    now = list(dict.fromkeys(given)) if given is not _NOTHING else []
    if given is not _NOTHING and len(now) != len(given):
        return _json(param, given, key)
    known = transform_names() if param.name == "transform" else offered if param.name == "values" else []
    chosen = st.multiselect(
        _label(param),
        list(dict.fromkeys([*now, *known[:_LISTED]])),
        now,
        key=key,
        help=param.doc,
        accept_new_options=param.name != "transform",
        placeholder="Choose, or type and press Enter",
    )
    return list(chosen) if chosen or (given is not _NOTHING and not now) else _NOTHING


def _comparator(param: Param, given: Any, key: str) -> Any:
    """A comparator by its name, or with its parameters as it stands in a schema."""
    now = given if given is not _NOTHING else param.default
    names = _comparators_inside()
    texts = names if now is None or now in names else [*names, _entry_text(now)]
    index = None if now is None else texts.index(_entry_text(now))
    chosen = st.selectbox(
        _label(param), texts, index, key=key, help=param.doc, accept_new_options=True, placeholder=_CHOOSE
    )
    return _NOTHING if chosen is None else _entry_of(str(chosen))


def _entries(param: Param, given: Any, key: str) -> Any:
    """The same for several."""
    now = list(dict.fromkeys(map(_entry_text, given))) if given is not _NOTHING else []
    if given is not _NOTHING and len(now) != len(given):
        return _json(param, given, key)
    chosen = st.multiselect(
        _label(param),
        list(dict.fromkeys([*now, *_comparators_inside()])),
        now,
        key=key,
        help=param.doc,
        accept_new_options=True,
        placeholder=_CHOOSE,
    )
    found = [one for text in chosen for one in _entries_of(text)]
    return found if found or (given is not _NOTHING and not now) else _NOTHING


def _is_entry(given: Any) -> bool:
    """Whether it is a comparator that a field shows as text and reads back unchanged."""
    return isinstance(given, str | Mapping) and given not in ("", {}) and _entry_of(_entry_text(given)) == given


def _is_entries(given: Any) -> bool:
    return given is _NOTHING or (isinstance(given, list) and all(map(_is_entry, given)))


def _comparators_inside() -> list[str]:
    """Names of those that can stand inside another one."""
    return [name for name in comparator_names() if is_inner(name)]


def _entry_text(entry: Any) -> str:
    """A comparator as a schema has it: its name, or JSON."""
    return entry if isinstance(entry, str) else as_json(entry)


def _entry_of(text: str) -> Any:
    """The comparator that a text says; what is no JSON is a name, and refused where none has it."""
    if not text.lstrip().startswith(("{", "[")):
        return text.strip()
    try:
        return json.loads(text)
    except ValueError:
        return text.strip()


def _entries_of(text: str) -> list[Any]:
    """The same of several, which may be pasted as a list."""
    found = _entry_of(text)
    return found if isinstance(found, list) else [found]


def _text(param: Param, given: Any, key: str) -> Any:
    now = given if given is not _NOTHING else param.default or ""
    text = st.text_input(_label(param), now, key=key, help=param.doc, placeholder="not set")
    return text if text or given == "" or param.default == "" else _NOTHING


def _pairs(param: Param, given: Any, key: str) -> Any:
    """Free keys, a line each: `from = to`. What is not text on both sides is JSON."""
    now = given if given is not _NOTHING else {}
    if not isinstance(now, Mapping) or not all(_is_line(one, other) for one, other in now.items()):
        return _json(param, given, key)
    text = st.text_area(
        _label(param),
        "\n".join(f"{one} = {other}" for one, other in now.items()),
        key=key,
        help=f"{param.doc} One a line: from = to",
        placeholder="GmbH = Limited company",
        height=110,
    )
    lines = [line for line in str(text or "").splitlines() if line.strip()]
    wrong = next((line for line in lines if "=" not in line), None)
    if wrong is not None:
        st.error(f"{plain(wrong)}: write it as from = to")
        return given
    found = {one.strip(): other.strip() for one, other in (line.split("=", 1) for line in lines)}
    return found if found else (given if given is not _NOTHING and not now else _NOTHING)


def _is_line(one: Any, other: Any) -> bool:
    texts = isinstance(one, str) and isinstance(other, str)
    return texts and all(
        text and text == text.strip() and "=" not in text and "\n" not in text for text in (one, other)
    )


def _json(param: Param, given: Any, key: str) -> Any:
    """The last resort; what cannot be read is told, and changes nothing."""
    now = "" if given is _NOTHING else as_json(given)
    text = st.text_input(f"{_label(param)}, as JSON", now, key=key, help=param.doc, placeholder="not set")
    if not text:
        return _NOTHING
    try:
        return json.loads(text)
    except ValueError as error:
        st.error(f"{_label(param)} is not JSON: {plain(str(error), 120)}")
        return given


def as_json(value: Any) -> str:
    """On one line."""
    return json.dumps(value, ensure_ascii=False)


def _or_nothing(value: Any) -> Any:
    return _NOTHING if value is None else value


def _same(value: Any, default: Any) -> bool:
    return (type(value) is type(default) and value == default) or (value in ([], {}, "") and default is None)
