"""Fields of a dataclass that are computed when someone looks at them, and stay then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_LATER = "_computed_later"


class _Plain:
    """Has attributes; its `__dict__` reads them, whatever a subclass makes of that name."""


_attributes_of = vars(_Plain)["__dict__"].__get__


class LazyFields(_Plain):
    """Dataclasses with such fields. `vars()`, `asdict`, `==`, copies and pickles see what is computed."""

    def compute_later(self, **functions: Callable[[], Any]) -> None:
        """Set each field to what its function returns, once it is read."""
        _attributes_of(self)[_LATER] = functions

    def __getattr__(self, name: str) -> Any:
        functions: Mapping[str, Callable[[], Any]] = _attributes_of(self).get(_LATER, {})
        if name not in functions:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
        value = functions[name]()
        setattr(self, name, value)
        return value

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        attributes: dict[str, Any] = _attributes_of(self)
        for name in attributes.get(_LATER, ()):
            getattr(self, name)
        attributes.pop(_LATER, None)
        return attributes

    def __getstate__(self) -> dict[str, Any]:
        return dict(vars(self))
