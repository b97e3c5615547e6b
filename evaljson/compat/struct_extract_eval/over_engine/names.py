"""Comparators and transforms of this package, as the engine takes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from evaljson.comparators.base import Registered
from evaljson.comparators.nested.compound import CompoundComparator, is_asked_by_call
from evaljson.compat.struct_extract_eval.core.comparators.registry import BUILT_IN, get_comparator, is_batch
from evaljson.compat.struct_extract_eval.core.transforms.registry import get_transform
from evaljson.scoring.plan import Names
from evaljson.transforms.base import RegisteredTransform
from evaljson.transforms.registry import with_two_arguments


@dataclass(frozen=True, slots=True)
class _Called:
    """A comparator that is called for every pair of values, with none of its attributes."""

    fn: Callable[..., Any]
    cacheable: ClassVar[bool] = False

    def __call__(self, gold: Any, extracted: Any, params: dict[str, Any]) -> Any:
        return self.fn(gold, extracted, params)


class _Later:
    """Stands for a batch comparator, which is asked once its record is scored."""

    is_batch = True


def _comparator(name: str) -> Registered:
    fn = get_comparator(name)
    if name in BUILT_IN or (isinstance(fn, CompoundComparator) and not is_asked_by_call(fn)):
        return Registered(name, fn, None)
    return Registered(name, _Later() if is_batch(fn) else _Called(fn), None)  # type: ignore[arg-type]


def _transform(name: str) -> RegisteredTransform:
    fn = get_transform(name)
    return RegisteredTransform(name, with_two_arguments(fn), None, source=fn)


NAMES = Names(_comparator, _transform, transforms_listed_values=False)
