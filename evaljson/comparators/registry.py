"""The process-wide registry of comparators."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from evaljson.base.entry_points import installed_names, load_installed
from evaljson.base.errors import ComparatorNotFoundError, NotCallableError, RegistryError, did_you_mean
from evaljson.base.params import params_of, short
from evaljson.comparators.base import Comparator, Registered

GROUP = "evaljson.comparators"
"""The entry points of installed packages."""
PROTECTED = frozenset({"exact", "numeric", "oneof"})

_lock = threading.Lock()
_built_in: dict[str, Registered] = {}
_user: dict[str, Registered] = {}


def set_built_in(comparators: Mapping[str, Comparator]) -> None:
    """Set the comparators that ship with evaljson; the package does it once, when it is imported.

    They are handed in, because some of them look up others here.
    """
    _built_in.update({name: Registered(name, fn, params_of(fn)) for name, fn in comparators.items()})


def register(name: str, fn: Comparator, overwrite: bool = False) -> None:
    """Make a comparator known under `name`, for this process.

    Every built-in one but exact, numeric and oneof may be replaced. A second registration of a name needs `overwrite`.
    Raises RegistryError.
    """
    if not isinstance(name, str) or not name:
        raise RegistryError(f"a comparator's name is a non-empty string, not {name!r}")
    if not callable(fn):
        raise NotCallableError(f"comparator {name!r} is not callable: pass fn(gold, extracted, params)")
    if name in PROTECTED:
        raise RegistryError(f"{name!r} is protected and cannot be replaced: register yours under another name")
    with _lock:
        if name in _user and not overwrite:
            raise RegistryError(f"comparator {name!r} is registered already: pass overwrite=True to replace it")
        _user[name] = Registered(name, fn, params_of(fn))


def unregister(name: str) -> None:
    """Forget what was registered under `name`; a built-in comparator of that name is back.

    Raises ComparatorNotFoundError if nothing was registered under it.
    """
    with _lock:
        if _user.pop(name, None) is None:
            raise ComparatorNotFoundError(f"no comparator was registered as {name!r}.{did_you_mean(name, _user)}")


def find_comparator(name: str) -> Registered:
    """Find a comparator with its description. Raises ComparatorNotFoundError with a suggestion."""
    comparator = _user.get(name) or _built_in.get(name) or _from_package(name)
    if comparator is None:
        raise ComparatorNotFoundError(f"there is no comparator {short(name)}.{did_you_mean(name, comparator_names())}")
    return comparator


def _from_package(name: str) -> Registered | None:
    """Load a comparator of an installed package; it never replaces a built-in one."""
    fn = load_installed(GROUP, name)
    if fn is None:
        return None
    with _lock:
        return _user.setdefault(name, Registered(name, fn, params_of(fn)))


def get_comparator(name: str) -> Comparator:
    """Return the comparator's function. Raises ComparatorNotFoundError with a suggestion."""
    return find_comparator(name).fn


def comparator_names() -> list[str]:
    """List all known names, sorted."""
    return sorted({*_built_in, *_user, *installed_names(GROUP)})


def replaced_comparators() -> dict[str, Registered]:
    """Return what users registered, by name: part of a run's signature."""
    return dict(_user)
