"""Every kind of error by its name, which is the name of the function that makes it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

from . import film_errors, film_structure_errors, structure_errors, text_errors, value_errors
from .draft import Draft
from .scene import Scene


def _by_name(*modules: ModuleType) -> dict[str, Callable[..., Any]]:
    return {
        name: function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }


VALUE_KINDS: dict[str, Callable[[Any, Scene], Any]] = _by_name(text_errors, value_errors, film_errors)
STRUCTURE_KINDS: dict[str, Callable[[Draft, Scene, int], int]] = _by_name(structure_errors, film_structure_errors)
