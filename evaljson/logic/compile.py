"""An expression, checked and made a function of a record. What is wrong with it is said before any record is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Final

from evaljson.base import paths
from evaljson.base.errors import SchemaError, did_you_mean
from evaljson.base.jsontypes import ABSENT
from evaljson.base.params import short
from evaljson.logic.operators import OPERATORS
from evaljson.logic.values import UNKNOWN, is_given, number

MOST_NODES, MOST_DEPTH = 500, 40
"""Operations and values of one expression, and how deep they may be inside each other."""
STEPS: Final = 100_000
"""Operations on one record; then it is not known whether a condition holds."""
_LIKE_A_STEP: Final = 20
"""Elements or characters that an operator goes through in the time of a step."""
_LAZY: Final = {"var": (1, 2), "has": (1, 1), "and": (1, 100), "or": (1, 100), "if": (2, 100)}
_OVER: Final = {"sum": (1, 2), "map": (2, 2), "filter": (2, 2), "all": (2, 2), "some": (2, 2), "none": (2, 2)}
_CONDITIONS: Final = {"has", "and", "or", "if", "all", "some", "none"}
_EVERY: Final = (*_LAZY, *_OVER, *OPERATORS)


class _TooLongError(Exception):
    """A record takes more steps than an expression may have."""


@dataclass(slots=True)
class _Scope:
    """What names are looked up in, and the steps that are left of `left[0]`."""

    data: Any
    left: list[int]

    def step(self, steps: int = 1) -> None:
        self.left[0] -= steps
        if self.left[0] < 0:
            raise _TooLongError

    def of(self, data: Any) -> _Scope:
        return _Scope(data, self.left)


_Function = Callable[[_Scope], Any]


@dataclass(frozen=True, slots=True)
class Condition:
    """A checked expression that is true, false, or not known of a value."""

    names: tuple[str, ...]
    """The paths that it reads from the value itself, each once."""
    _sums: tuple[tuple[str, str, _Function], ...] = field(repr=False, compare=False)
    """What each sum is called, the array that it is over, and the sum."""
    _function: _Function = field(repr=False, compare=False)
    _source: tuple[Any, ...] = field(repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Send it to another process as it is written."""
        return compile_condition, self._source

    def holds(self, value: Any) -> bool | None:
        """Return whether it holds of a value; None where that is not known, as something is missing."""
        try:
            found = self._function(_Scope(value, [STEPS]))
        except _TooLongError:
            return None
        return found if isinstance(found, bool) else None

    def sums(self, value: Any) -> dict[str, tuple[str, float]]:
        """Return the sums that are known of a value by what they are called, each with the array that it is over."""
        found = {}
        for name, over, work in self._sums:
            try:
                total = work(_Scope(value, [STEPS]))
            except _TooLongError:
                continue
            if isinstance(total, Fraction):
                found[name] = (over, float(total))
        return found


def compile_condition(logic: Any, schema: Mapping[str, Any], what: str, path: str) -> Condition:
    """Check an expression; its paths have to be in a JSON Schema. Raises SchemaError, beginning with `what`."""
    compiler = _Compiler(what, path)
    operator_ = next(iter(logic)) if isinstance(logic, Mapping) and len(logic) == 1 else None
    known = operator_ in _CONDITIONS or any(one.is_condition for name, one in OPERATORS.items() if name == operator_)
    function = compiler.expression(logic, schema, 0)
    if not known:
        raise compiler.error(f'{short(logic)} is neither true nor false: compare it, as in {{"==": [..., 1]}}')
    return Condition(tuple(dict.fromkeys(compiler.names)), tuple(compiler.sums), function, (logic, schema, what, path))


@dataclass(slots=True)
class _Compiler:
    what: str
    path: str
    names: list[str] = field(default_factory=list)
    sums: list[tuple[str, str, _Function]] = field(default_factory=list)
    nodes: int = 0

    def error(self, problem: str) -> SchemaError:
        return SchemaError(f"{self.what}: {problem}", self.path)

    def expression(self, logic: Any, schema: Mapping[str, Any] | None, depth: int, inner: bool = False) -> _Function:
        """Make a function of an expression; `schema` describes what its names are looked up in, None if unknown."""
        self.nodes += 1
        if self.nodes > MOST_NODES or depth > MOST_DEPTH:
            raise self.error(f"at most {MOST_NODES} operations, {MOST_DEPTH} inside each other: write several rules")
        if isinstance(logic, list):
            parts = [self.expression(one, schema, depth + 1, inner) for one in logic]
            return lambda scope: [part(scope) for part in parts]
        if not isinstance(logic, Mapping):
            constant = UNKNOWN if logic is None else logic
            return lambda scope: constant
        if len(logic) != 1:
            raise self.error(f'an operation is an object with one operator, as {{"var": "total"}}, not {short(logic)}')
        ((name, given),) = logic.items()
        if name not in _EVERY:
            raise self.error(f"there is no operator {short(name)}.{did_you_mean(str(name), _EVERY)}")
        arguments = given if isinstance(given, list) else [given]
        self._check_count(name, arguments)
        if name in ("var", "has"):
            return self._name(name, arguments, schema, inner)
        if name in _OVER:
            return self._over(name, arguments, schema, depth, inner)
        parts = [self.expression(one, schema, depth + 1, inner) for one in arguments]
        if name in _LAZY:
            return partial(_LOGIC[name], parts)
        return partial(_eager, OPERATORS[name].work, parts)

    def _check_count(self, name: str, arguments: Sequence[Any]) -> None:
        known = OPERATORS.get(name)
        least, most = (known.least, known.most) if known else (_LAZY | _OVER)[name]
        if not least <= len(arguments) <= most:
            takes = f"{least}" if least == most else f"{least} to {most}"
            raise self.error(f"{name!r} takes {takes} values in a list, not {len(arguments)}")

    def _name(self, name: str, arguments: Sequence[Any], schema: Any, inner: bool) -> _Function:
        path, *default = arguments
        try:
            steps = paths.split(path) if isinstance(path, str) else None
        except ValueError:
            steps = None
        if steps is None or None in steps:
            raise self.error(f'{name!r} takes the path of a value, such as "vendor.name", not {short(path)}')
        self._check_path(path, steps, schema)
        if path and not inner:
            self.names.append(path)
        if name == "has":
            return lambda scope: is_given(_at(scope, steps))
        otherwise = default[0] if default else UNKNOWN
        if isinstance(otherwise, Mapping | list):
            raise self.error(f"the value that stands in for {path!r} is no operation: write a number or a text")

        def read(scope: _Scope) -> Any:
            found = _at(scope, steps)
            return found if is_given(found) else otherwise

        return read

    def _check_path(self, path: str, steps: Sequence[Any], schema: Any) -> None:
        """Refuse a name that the schema lacks."""
        for step in steps:
            node = schema
            schema = _inside(node, step)
            if schema is None and isinstance(node, Mapping) and node.get("properties"):
                known = [str(key) for key in node["properties"]]
                raise self.error(f"the schema has no {short(step)} for {path!r}.{did_you_mean(str(step), known)}")

    def _over(self, name: str, arguments: Sequence[Any], schema: Any, depth: int, inner: bool) -> _Function:
        listed = self.expression(arguments[0], schema, depth + 1, inner)
        each: _Function = lambda scope: scope.data  # noqa: E731 - the elements themselves
        if len(arguments) == 2:
            each = self.expression(arguments[1], _element_of(arguments[0], schema), depth + 1, True)
        function = partial(_OVER_ELEMENTS[name], listed, each)
        over = _path_of(arguments[0])
        if name == "sum" and not inner and over is not None:
            of = _path_of(arguments[1]) if len(arguments) == 2 else ""
            called = f"sum over {over}" if of is None else f"sum of {over}[].{of}" if of else f"sum of {over}"
            self.sums.append((called, over, function))
        return function


def _inside(schema: Any, step: Any) -> Any:
    """Return the schema of what a step leads to; None if it says nothing of it."""
    if not isinstance(schema, Mapping):
        return None
    if isinstance(step, int):
        return schema.get("items")
    properties = schema.get("properties")
    named = properties.get(step) if isinstance(properties, Mapping) else None
    own = (schema.get("x-eval-id"), schema.get("x-eval-by"), schema.get("x-eval-cluster"))
    return named or schema.get("additionalProperties") or ({} if step in own else None)


def _path_of(logic: Any) -> str | None:
    """Return the path that an expression reads, if that is all it does."""
    name = logic.get("var") if isinstance(logic, Mapping) and len(logic) == 1 else None
    name = name[0] if isinstance(name, list) and len(name) == 1 else name
    return name if isinstance(name, str) else None


def _element_of(logic: Any, schema: Any) -> Any:
    """Return the schema of the elements of the array that an expression names."""
    name = logic.get("var") if isinstance(logic, Mapping) else None
    if isinstance(logic, Mapping) and isinstance(logic.get("filter"), list) and logic["filter"]:
        return _element_of(logic["filter"][0], schema)
    name = name[0] if isinstance(name, list) and name else name
    if not isinstance(name, str):
        return None
    for step in paths.split(name):
        schema = _inside(schema, step)
    return schema.get("items") if isinstance(schema, Mapping) else None


def _at(scope: _Scope, steps: Sequence[Any]) -> Any:
    scope.step()
    value = scope.data
    for step in steps:
        if isinstance(value, Mapping) and isinstance(step, str):
            value = value.get(step, ABSENT)
        elif isinstance(value, list) and (at := _index(step)) is not None and at < len(value):
            value = value[at]
        else:
            return ABSENT
    return value


def _index(step: Any) -> int | None:
    """Return the position that a step names: JSON Logic writes `items.0` for `items[0]`."""
    if isinstance(step, int):
        return step if step >= 0 else None
    return int(step) if len(step) < 10 and step.isascii() and step.isdigit() else None


def _eager(work: Callable[[Sequence[Any]], Any], parts: Sequence[_Function], scope: _Scope) -> Any:
    values = [part(scope) for part in parts]
    scope.step(1 + sum(len(value) for value in values if isinstance(value, list | str)) // _LIKE_A_STEP)
    return work(values)


def _decided(enough: bool, parts: Sequence[_Function], scope: _Scope) -> Any:
    """Return `enough` at the first part that is it, its opposite if all parts are that, and otherwise UNKNOWN."""
    scope.step()
    found = []
    for part in parts:
        found.append(part(scope))
        if found[-1] is enough:
            return enough
    return (not enough) if all(one is (not enough) for one in found) else UNKNOWN


def _if(parts: Sequence[_Function], scope: _Scope) -> Any:
    """Return what is after the first condition that holds, else the last part; true if there is none."""
    scope.step()
    for at in range(0, len(parts) - 1, 2):
        condition = parts[at](scope)
        if not isinstance(condition, bool):
            return UNKNOWN
        if condition:
            return parts[at + 1](scope)
    return parts[-1](scope) if len(parts) % 2 else True


def _elements(listed: _Function, scope: _Scope) -> list[Any] | None:
    scope.step()
    found = listed(scope)
    return found if isinstance(found, list) else None


def _each(listed: _Function, each: _Function, scope: _Scope) -> list[Any] | None:
    elements = _elements(listed, scope)
    if elements is None:
        return None
    found = []
    for one in elements:
        scope.step()
        found.append(each(scope.of(one)))
    return found


def _map(listed: _Function, each: _Function, scope: _Scope) -> Any:
    found = _each(listed, each, scope)
    return UNKNOWN if found is None else found


def _sum(listed: _Function, each: _Function, scope: _Scope) -> Any:
    found = _each(listed, each, scope)
    total = Fraction(0)
    for one in [UNKNOWN] if found is None else found:
        part = None if one is UNKNOWN else number(one)
        if part is None:
            return UNKNOWN
        total += part
    return total


def _filter(listed: _Function, each: _Function, scope: _Scope) -> Any:
    elements, found = _elements(listed, scope), _each(listed, each, scope)
    if elements is None or found is None or not all(isinstance(one, bool) for one in found):
        return UNKNOWN
    return [element for element, keep in zip(elements, found, strict=True) if keep]


def _all(listed: _Function, each: _Function, scope: _Scope) -> Any:
    found = _each(listed, each, scope)
    if found is None:
        return UNKNOWN
    return False if any(one is False for one in found) else True if all(one is True for one in found) else UNKNOWN


def _some(listed: _Function, each: _Function, scope: _Scope) -> Any:
    found = _each(listed, each, scope)
    if found is None:
        return UNKNOWN
    return True if any(one is True for one in found) else False if all(one is False for one in found) else UNKNOWN


def _none(listed: _Function, each: _Function, scope: _Scope) -> Any:
    some = _some(listed, each, scope)
    return not some if isinstance(some, bool) else UNKNOWN


_LOGIC: Final[dict[str, Callable[[Sequence[_Function], _Scope], Any]]] = {
    "and": partial(_decided, False),
    "or": partial(_decided, True),
    "if": _if,
}
_OVER_ELEMENTS: Final = {"sum": _sum, "map": _map, "filter": _filter, "all": _all, "some": _some, "none": _none}
