"""Metrics as they are written: `json_similarity`, `json_field_match:normalized=true,strict=true`.

A value is JSON. A parameter that takes text takes it without quotes too, up to the next comma, and one that takes an
object also as `@FILE`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evaljson.base.errors import InputError
from evaljson.base.params import Param
from evaljson.cli.inputs import STDIN
from evaljson.cli.json_file import json_at, read_json
from evaljson.metrics import Metric, find_metric

_HINTS = {"boolean": "true or false", "object": 'an object such as {"price": 0.5}, or @FILE'}
_HOW = "write NAME or NAME:PARAM=VALUE,PARAM=VALUE, such as json_field_match:normalized=true"


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """A metric with its parameters."""

    text: str
    """As it was written, which is what it is called."""
    metric: Metric
    params: Mapping[str, Any] = field(default_factory=dict)
    """Under their own names, presets of the variant among them."""
    given: bool = False
    """Whether parameters were written."""
    files: tuple[str, ...] = ()
    """Files that were read for parameters."""

    @property
    def key(self) -> str:
        """Equal for two that compute the same, however they are written."""
        defaults = {param.name: param.default for param in self.metric.params}
        return json.dumps([self.metric.name, {**defaults, **self.params}], sort_keys=True)


def parse_metric(text: str, said: str) -> MetricSpec:
    """Read one metric. `said` is the option for errors, such as `--metric json_similarity`. Raises InputError."""
    name, colon, rest = text.partition(":")
    try:
        metric = find_metric(name)
        given, files = _params(rest, metric) if colon else ({}, ())
        return MetricSpec(text, metric, metric.checked(given), bool(colon), files)
    except InputError as error:
        raise InputError(f"{said}: {error}") from error


def _params(text: str, metric: Metric) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The parameters, and the files that they were read from."""
    known = {param.name: param for param in metric.params}
    found, files = dict[str, Any](), list[str]()
    at = 0
    while True:
        name, equals, _ = text[at:].partition("=")
        at += len(name) + 1
        name = name.strip()
        if not equals or not name:
            raise InputError(f"{_HOW}.")
        if name in found:
            raise InputError(f"{name!r} stands twice; remove one of the two.")
        found[name], at, file = _value(text, at, known.get(metric.aliases.get(name, name)))
        files += [file] if file is not None else []
        if at == len(text):
            return found, tuple(files)
        at += 1  # the comma


def _value(text: str, at: int, param: Param | None) -> tuple[Any, int, str | None]:
    """The value that begins at a place, where it ends, and the file that it was read from."""
    comma = text.find(",", at)
    end = len(text) if comma < 0 else comma
    plain, first = text[at:end], text[at : at + 1]
    takes = param.kind if param is not None else "string"
    if takes == "string" and first != '"':
        return plain, end, None
    if first == "@":
        return _from_file(plain[1:]), end, plain[1:]
    try:
        value, stop = json_at(text, at)
        if stop == len(text) or text[stop] == ",":
            return value, stop, None
        problem = f"{text[stop:]!r} stands behind the value"
    except json.JSONDecodeError as error:
        problem = f"{error.msg}: {text[error.pos :]!r}"
    except ValueError as error:
        problem = str(error)
    if takes == "any" and first not in ("{", "[", '"'):
        return plain, end, None
    hint = f"; write {_HINTS[takes]}" if takes in _HINTS else ""
    raise InputError(f"{text[at:]!r} is no JSON: {problem}{hint}.")


def _from_file(file: str) -> Any:
    if file in ("", STDIN):
        raise InputError("@ takes the name of a JSON file, such as @weights.json.")
    return read_json(file)[0]
