"""The package whose API is looked at, and small schemas and runs of it.

It is evaljson.compat.struct_extract_eval, whose sub-modules carry that package's names, so that moving over is one
replacement of its name. REFERENCE_API_MODULE names another package with the same layout (struct_extract_eval itself, on
which all cases pass) or `evaljson`, whose names are looked up at the top level, then in evaljson.judge; where that
departs on purpose, the cases are skipped.
"""

from __future__ import annotations

import importlib
import itertools
import os

MODULE = os.environ.get("REFERENCE_API_MODULE", "evaljson.compat.struct_extract_eval")
evaljson = importlib.import_module(MODULE)
LAID_OUT_ALIKE = MODULE.endswith("struct_extract_eval")
HOMES = (
    ("", "core.comparators.comparator", "core.comparators.registry", "core.transforms.registry", "core.schema",
     "postprocess", "batch")
    if LAID_OUT_ALIKE
    else ("", "judge", "batch")
)  # fmt: skip


def public(name):
    """The object of this name, from wherever the package offers it."""
    if LAID_OUT_ALIKE and name == "register_transform":
        return importlib.import_module(f"{MODULE}.core.transforms.registry").register
    for home in HOMES:
        try:
            module = importlib.import_module(f"{MODULE}.{home}".rstrip("."))
        except ImportError:
            continue
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"{MODULE} offers no {name!r}")


numbers = itertools.count()
TEXT = {"type": "string", "x-eval-compare": "exact"}


def fresh(fn):
    """Register a comparator under a new name; gives the name."""
    name = f"ref_api_comparator_{next(numbers)}"
    public("register")(name, fn)
    return name


def text(compare="exact", **more):
    return {"type": "string", "x-eval-compare": compare, **more}


def an_object(**properties):
    return {"type": "object", "properties": properties}


def a_list(items, **more):
    return {"type": "array", "items": items, **more}


def one_run(schema, gold, extracted, **more):
    return evaljson.evaluate([gold], [extracted], schema, **more)


def by_path(run):
    return {found.path: found for found in run.records[0].field_results}


def statuses(run):
    return {path: found.status for path, found in by_path(run).items()}
