"""Keep the last value of a key that appears several times in one object, and list the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from evaljson.base.any_text import dumped
from evaljson.base.trail import Trail, path_of
from evaljson.load.repaired_value import MOST_LISTED, RepairedValue, listed, more_like_these

RepeatedKeys = Literal["last", "refuse"]
Pairs: TypeAlias = tuple[dict[str, Any], list[tuple[str, Any]]]
"""An object, and its keys and values as they are written."""
STEP: Final = "of keys that appear several times in one object, the last value kept"
WHY: Final = "of several values, the last counts"


@dataclass(frozen=True, slots=True)
class KeptLast:
    """A value in which the last value of each repeated key counts."""

    value: Any
    repaired: tuple[RepairedValue, ...]
    """An entry for each such key: `before` has all its values, `after` the last."""

    @property
    def steps(self) -> tuple[str, ...]:
        """What was done, in words."""
        return (f"{STEP} ({len(self.repaired):,})" if len(self.repaired) > 1 else STEP,)

    @property
    def message(self) -> str:
        """What the user should check, in one sentence."""
        return f"keys that appear several times in one object: {listed(self.repaired)}."


def appears(times: int) -> str:
    """Say why a key is refused."""
    return f"this key appears {times} times in one object; keep one of them."


def split_kept(value: Any) -> tuple[Any, KeptLast | None]:
    """Return a value as it is in the record, and what it was in if keys were repeated."""
    return (value.value, value) if isinstance(value, KeptLast) else (value, None)


def kept_last(value: Any, repeated: Mapping[int, Pairs]) -> KeptLast:
    """List the values that do not count; `repeated` has the objects with such keys by their `id`.

    Values that do not count are searched too: what they dropped is listed as well.
    """
    found, unlisted = list[RepairedValue](), 0
    stack: list[tuple[Trail, Any]] = [(None, value)]
    while stack:
        trail, item = stack.pop()
        if isinstance(item, list):
            stack.extend(((trail, i), item[i]) for i in reversed(range(len(item))))
        elif isinstance(item, dict):
            stack.extend(((trail, key), inner) for key, inner in reversed(item.items()))
            if id(item) not in repeated:
                continue
            for key, values in _several(repeated[id(item)][1]).items():
                stack.extend(((trail, key), inner) for inner in values[:-1])
                if len(found) < MOST_LISTED:
                    written = [dumped(inner) for inner in values]
                    found.append(RepairedValue(path_of((trail, key)), ", ".join(written), written[-1], WHY, lossy=True))
                else:
                    unlisted += 1
    return KeptLast(value, (*found, *more_like_these(unlisted)))


def _several(pairs: list[tuple[str, Any]]) -> dict[str, list[Any]]:
    by_key = defaultdict[str, list[Any]](list)
    for key, value in pairs:
        by_key[key].append(value)
    return {key: values for key, values in by_key.items() if len(values) > 1}
