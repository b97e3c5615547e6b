"""Figures of one promise name the records that they are over, where variants have different ones."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from evaljson.results.model import StrayId
from evaljson.ui.shared.own_records import over_own_records, over_shared_records


@dataclass
class Run:
    record_keys: tuple[int | StrayId, ...]

    @property
    def invented_records(self) -> tuple[Any, ...]:
        return tuple(key.record_id for key in self.record_keys if isinstance(key, StrayId))


@dataclass
class Opened:
    runs: dict[str, Run] = field(default_factory=dict)


@pytest.mark.parametrize(
    ("other", "own", "shared"),
    [
        ((0, 1), "", ""),
        ((0,), ", each over its own records", ", over the records that all have"),
        (
            (0, 1, StrayId("s")),
            ", each over its own records",
            ", over the gold records that all have, and all records without gold",
        ),
    ],
)
def test_records_are_named_where_they_differ(other: tuple[int | StrayId, ...], own: str, shared: str) -> None:
    opened: Any = Opened({"a": Run((0, 1)), "b": Run(other)})
    assert (over_own_records(opened), over_shared_records(opened)) == (own, shared)
