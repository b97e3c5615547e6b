"""A whole-document metric and its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from evaljson.base.errors import InputError, SchemaError
from evaljson.base.params import Param, check_params

Direction = Literal["higher", "lower"]
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class MetricResult:
    """The score of two documents by one metric."""

    score: float | None
    """None if the metric is undefined; `details["explanation"]` says why."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """JSON values, described in the docstring of each metric."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric under its name; call it as (actual, expected, **params)."""

    name: str
    title: str
    """For people, such as a column's heading."""
    doc: str
    """One line."""
    fn: Callable[..., MetricResult]
    params: tuple[Param, ...]
    """Its parameters besides the two documents."""
    direction: Direction
    """Whether higher or lower is better."""
    best: float
    """The score of two identical documents."""
    missing: Callable[[Record], float]
    """The score of a gold record without an extracted one that could be read."""
    preset: Mapping[str, bool] = field(default_factory=dict)
    """Fixed parameters of a variant of another metric."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names of parameters."""
    check_run: Callable[[Sequence[Any], Mapping[str, Any]], None] | None = None
    """Raises InputError if the parameters do not fit all documents of both sides together."""

    def checked(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Return all parameters for `fn` by their own names. Raises InputError for unknown or wrong ones."""
        by_name = dict[str, Any]()
        for name, value in params.items():
            target = self.aliases.get(name, name)
            if target in by_name:
                raise InputError(f"{name!r} is another name for {target!r}: pass one of them to {self.name}.")
            by_name[target] = value
        check_given(by_name, self.params, self.name)
        return {**by_name, **self.preset}

    def __call__(self, actual: Any, expected: Any, **params: Any) -> MetricResult:
        """Score one document. Raises InputError."""
        return self.fn(actual, expected, **self.checked(params))


def check_given(params: Mapping[str, Any], known: Sequence[Param], metric: str) -> None:
    """Raise InputError for parameters that are unknown or of the wrong kind. A default of None may be passed."""
    optional = {param.name for param in known if param.default is None and not param.required}
    stated = {name: value for name, value in params.items() if value is not None or name not in optional}
    try:
        check_params(stated, known, metric, "")
    except SchemaError as error:
        raise InputError(error.problem) from None
