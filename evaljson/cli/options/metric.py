"""`--metric`: whole-document metrics, written `json_similarity` or `json_field_match:normalized=true,strict=true`.

A value is JSON. Text needs no quotes and ends at the next comma; an object may also be written `@FILE`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evaljson.base.errors import InputError
from evaljson.base.params import Param
from evaljson.cli.files.read import STDIN
from evaljson.cli.files.strict_json import json_at, read_json
from evaljson.cli.options.from_click import option
from evaljson.metrics import METRICS, Metric, find_metric

_HINTS = {"boolean": "true or false", "object": 'an object such as {"price": 0.5}, or @FILE'}
_HOW = "write NAME or NAME:PARAM=VALUE,PARAM=VALUE, such as json_field_match:normalized=true"


def metric_option() -> Any:
    """Declare --metric."""
    return option(
        "--metric", multiple=True, metavar="NAME[:PARAM=VALUE,...]",
        help=f"Also score whole documents: {', '.join(METRICS)}. May be repeated.",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """A metric with its parameters."""

    text: str
    """As it was written, which is also its name in the output."""
    metric: Metric
    params: Mapping[str, Any] = field(default_factory=dict)
    """By their own names, with the presets of the variant."""
    has_params: bool = False
    """Whether parameters were written."""
    files: tuple[str, ...] = ()
    """Files that parameters were read from."""

    @property
    def key(self) -> str:
        """Equal for two specs that compute the same, however they are written."""
        defaults = {param.name: param.default for param in self.metric.params}
        return json.dumps([self.metric.name, {**defaults, **self.params}], sort_keys=True)


def parse_metric(text: str, source: str) -> MetricSpec:
    """Parse one metric. `source` is the option for errors, such as `--metric json_similarity`. Raises InputError."""
    name, colon, rest = text.partition(":")
    try:
        metric = find_metric(name)
        params, files = _params(rest, metric) if colon else ({}, ())
        return MetricSpec(text, metric, metric.checked(params), bool(colon), files)
    except InputError as error:
        raise InputError(f"{source}: {error}") from error


def same_metric(wanted: MetricSpec, requested: Sequence[MetricSpec], source: str) -> MetricSpec:
    """Return the one of `requested` (by --metric) that a gate means, or `wanted` itself if there is none.

    A bare name means the metric requested under that name, whatever its parameters. Raises InputError if that is
    ambiguous; `source` is the gate.
    """
    equal = [spec for spec in requested if spec.key == wanted.key]
    if equal:
        return equal[0]
    same_name = [] if wanted.has_params else [spec for spec in requested if spec.metric.name == wanted.metric.name]
    if len(same_name) > 1:
        listed = ", ".join(spec.text for spec in same_name)
        raise InputError(f"{source}: --metric names several of these; write which one is meant: {listed}.")
    return same_name[0] if same_name else wanted


def distinct(specs: Sequence[MetricSpec]) -> list[MetricSpec]:
    """Drop repeated metrics, keeping the first of each."""
    by_key = dict[str, MetricSpec]()
    for spec in specs:
        by_key.setdefault(spec.key, spec)
    return list(by_key.values())


def _params(text: str, metric: Metric) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Parse the parameters; the second part is the files they were read from."""
    known = {param.name: param for param in metric.params}
    params, files = dict[str, Any](), list[str]()
    at = 0
    while True:
        name, equals, _ = text[at:].partition("=")
        at += len(name) + 1
        name = name.strip()
        if not equals or not name:
            raise InputError(f"{_HOW}.")
        if name in params:
            raise InputError(f"{name!r} is given twice; remove one of the two.")
        params[name], at, file = _value(text, at, known.get(metric.aliases.get(name, name)))
        files += [file] if file is not None else []
        if at == len(text):
            return params, tuple(files)
        at += 1  # the comma


def _value(text: str, at: int, param: Param | None) -> tuple[Any, int, str | None]:
    """Parse the value that begins at a place; also return where it ends, and the file it was read from."""
    comma = text.find(",", at)
    end = len(text) if comma < 0 else comma
    plain, first = text[at:end], text[at : at + 1]
    kind = param.kind if param is not None else "string"
    if kind == "string" and first != '"':
        return plain, end, None
    if first == "@":
        return _from_file(plain[1:]), end, plain[1:]
    try:
        value, stop = json_at(text, at)
        if stop == len(text) or text[stop] == ",":
            return value, stop, None
        problem = f"{text[stop:]!r} follows the value"
    except json.JSONDecodeError as error:
        problem = f"{error.msg}: {text[error.pos :]!r}"
    except ValueError as error:
        problem = str(error)
    if kind == "any" and first not in ("{", "[", '"'):
        return plain, end, None
    hint = f"; write {_HINTS[kind]}" if kind in _HINTS else ""
    raise InputError(f"{text[at:]!r} is not JSON: {problem}{hint}.")


def _from_file(file: str) -> Any:
    if file in ("", STDIN):
        raise InputError("@ needs the name of a JSON file, such as @weights.json.")
    return read_json(file)[0]
