"""Descriptions of the parameters that comparators and transforms take: one source for checks, docs and forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from evaljson.base.errors import RegistryError, SchemaError, SchemaTypeError, did_you_mean
from evaljson.base.jsontypes import type_name
from evaljson.base.limits import DEFAULTS, LIMITS

Kind = Literal["number", "integer", "string", "boolean", "array", "object", "any"]
LARGEST: Final = 1e100
"""A parameter that names no `maximum` is a number up to it, and one that names no `minimum` down to minus it."""
_SHOWN: Final = 60
_FITS: dict[Kind, tuple[str, ...]] = {
    "number": ("number", "integer"),
    "integer": ("integer",),
    "string": ("string",),
    "boolean": ("boolean",),
    "array": ("array",),
    "object": ("object",),
}


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter."""

    name: str
    """Its key in the parameter object."""
    kind: Kind
    """The JSON type it takes."""
    doc: str
    """One line for the docs and the form."""
    required: bool = False
    """Whether it is an error to leave it out."""
    default: Any = None
    """The value used if it is left out."""
    choices: tuple[Any, ...] = ()
    """The values it may have; empty for any."""
    minimum: float | None = None
    """The smallest allowed number; None: -LARGEST."""
    maximum: float | None = None
    """The largest allowed number; None: LARGEST."""
    longest: int | None = None
    """The most characters, elements or entries; None: the limits that base/limits.py names."""
    fields: tuple[Param, ...] = ()
    """The parameters inside, for kind "object"."""
    check: Callable[[Any], str | None] | None = None
    """A further check: the problem as text, or None."""
    null_is_unset: bool = False
    """Whether null means that it is left out."""


class _Described(Protocol):
    @property
    def params(self) -> tuple[Param, ...] | None: ...


def params_of(fn: Any) -> tuple[Param, ...] | None:
    """Return the parameters that a function describes in its attribute `params`; None where it describes none.

    Anything else under that name belongs to the function, as objects have settings of their own.
    """
    listed = getattr(fn, "params", None)
    if not isinstance(listed, tuple) and not (isinstance(listed, list) and listed):
        return None
    return tuple(listed) if all(isinstance(param, Param) for param in listed) else None


def check_params(params: Mapping[str, Any], known: Sequence[Param], what: str, path: str) -> None:
    """Raise SchemaError at `path` for the first parameter of `what` that is unknown, missing or of the wrong kind."""
    names = [param.name for param in known]
    for name in params:
        if name not in names:
            hint = did_you_mean(name, names) or " It takes no parameters."
            raise SchemaError(f"{what} has no parameter {short(name)}.{hint}", path)
    for param in known:
        if param.null_is_unset and params.get(param.name) is None:
            continue
        if param.name in params:
            _check_one(param, params[param.name], f"{param.name!r} of {what}", path)
        elif param.required:
            raise SchemaError(f"{what} needs the parameter {param.name!r}: {param.doc}", path)


def _check_one(param: Param, value: Any, what: str, path: str) -> None:
    type_ = type_name(value)
    if param.kind != "any" and type_ not in _FITS[param.kind]:
        raise SchemaError(f"{what} takes {_article(param.kind)}, not {type_}.", path)
    if param.choices and not any(type(value) is type(choice) and value == choice for choice in param.choices):
        raise SchemaError(f"{what} is one of {', '.join(map(repr, param.choices))}, not {short(value)}.", path)
    problem = _size_problem(param, value)
    if problem:
        raise SchemaError(f"{what} {problem}.", path)
    if param.kind == "object" and param.fields:
        check_params(value, param.fields, what, path)
    problem = param.check(value) if param.check else None
    if problem:
        raise SchemaError(f"{what}: {problem}", path)


def _size_problem(param: Param, value: Any) -> str | None:
    """Return what is wrong with the size of a value: its range, its length, its depth; None if nothing is."""
    if param.kind in ("number", "integer"):
        kind, (low, high) = "a number" if param.kind == "number" else "a whole number", _range(param)
        between = f"{kind} from {number_words(low)} to {number_words(high)}"
        return None if fits_range(param, value) else f"takes {between}, not {short(value)}"
    if isinstance(value, str | list | Mapping):
        name = "parameter_characters" if isinstance(value, str) else "parameter_values"
        limit, most = LIMITS[name], param.longest or getattr(DEFAULTS, name)
        if len(value) > most:
            return limit.sentence.format(most=limit.shown(most), seen=f"{len(value):,}")
    if is_deeper(value, DEFAULTS.parameter_depth):
        return DEFAULTS.says("parameter_depth")
    return None


def fits_range(param: Param, value: float) -> bool:
    """Check whether a number is in the range of a parameter; NaN never is."""
    low, high = _range(param)
    return low <= value <= high


def _range(param: Param) -> tuple[float, float]:
    return (-LARGEST if param.minimum is None else param.minimum, LARGEST if param.maximum is None else param.maximum)


def is_deeper(value: Any, most: int) -> bool:
    """Check whether arrays and objects stand inside each other at more than `most` levels."""
    level = [value]
    for _ in range(most + 1):
        level = [inner for outer in level if isinstance(outer, dict | list) for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(outer: dict[Any, Any] | list[Any]) -> Iterable[Any]:
    return outer.values() if isinstance(outer, dict) else outer


def number_words(number: float) -> str:
    """Write a bound for a message: 0, 0.5, -1,000 or 1e100."""
    if abs(number) < 1e15:
        return f"{number:,.15g}"
    return f"{number:g}".replace("e+", "e")


def _article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aio" else f"a {kind}"


def parse_xeval_entry(entry: Any, path: str = "") -> tuple[str, dict[str, Any]]:
    """Parse `"name"` or `{"name": {params}}` into (name, params).

    Raises SchemaError; SchemaTypeError for what is neither text nor object, or has no name.
    """
    if isinstance(entry, str) and entry:
        return entry, {}
    error = SchemaError if isinstance(entry, str | Mapping) else SchemaTypeError
    if isinstance(entry, Mapping) and len(entry) == 1:
        name, params = next(iter(entry.items()))
        if not isinstance(name, str) or not name:
            error = SchemaTypeError
        elif isinstance(params, Mapping):
            return name, dict(params)
    raise error(f'write "name" or {{"name": {{parameters}}}}, not {short(entry)}', path)


def read_entry(entry: Any, find: Callable[[str], _Described], what: str, path: str = "") -> tuple[str, dict[str, Any]]:
    """Parse an entry whose name `find` knows and check its parameters; return (name, params). Raises SchemaError."""
    name, params = parse_xeval_entry(entry, path)
    try:
        described = find(name)
    except RegistryError as error:
        raise SchemaError(str(error), path) from None
    if described.params is not None:
        check_params(params, described.params, f"{what} {name!r}", path)
    return name, params


def short(value: Any) -> str:
    """Write a value for a message, cut if it is long."""
    if isinstance(value, int) and value.bit_length() > 256:
        return "an integer of many digits"
    try:
        text = repr(value[:_SHOWN] if isinstance(value, str) else value)
    except (ValueError, RecursionError):  # an integer inside has too many digits to be written, or it is nested deeply
        return _article(type_name(value))
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
