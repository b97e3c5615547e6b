"""What a run's numbers depend on. Same signature, same numbers."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from evaljson._version import __version__
from evaljson.comparators.registry import replaced_comparators
from evaljson.schema.node import SchemaNode
from evaljson.transforms.registry import replaced_transforms

_LIBRARIES = ("numpy", "rapidfuzz", "scipy")


class Signer:
    """Works the signature out when somebody asks; hashing the data takes about as long as reading it."""

    def __init__(
        self,
        tree: SchemaNode,
        gold: Sequence[Any],
        extracted: Sequence[Any],
        id_field: str | None,
        missing_records: str,
        post_process: Any,
    ) -> None:
        self._tree, self._gold, self._extracted = tree, gold, extracted
        self._options = {"id_field": id_field, "missing_records": missing_records}
        self._post_process = (
            [] if post_process is None else [post_process] if callable(post_process) else list(post_process)
        )
        self._plug_ins = {
            "comparators": {name: found.fn for name, found in replaced_comparators().items()},
            "transforms": {name: found.source for name, found in replaced_transforms().items()},
        }

    def __call__(self) -> Mapping[str, Any]:
        return {
            "engine": __version__,
            "schema": content_hash(self._tree.raw),
            "gold": content_hash(self._gold),
            "extracted": content_hash(self._extracted),
            "options": self._options,
            "seed": None,
            "plug_ins": {
                kind: {name: _source_hash(fn) for name, fn in sorted(fns.items())}
                for kind, fns in self._plug_ins.items()
            },
            "post_process": [_source_hash(fn) for fn in self._post_process],
            "judge": None,
            "libraries": {name: version(name) for name in _LIBRARIES},
        }


def content_hash(value: Any) -> str:
    """sha256 of canonical JSON: keys sorted, NaN and large integers exact."""
    digest = hashlib.sha256()
    encoder = json.JSONEncoder(sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=repr)
    for chunk in encoder.iterencode(value):
        digest.update(chunk.encode("ascii"))
    return digest.hexdigest()


def _source_hash(fn: Any) -> str:
    """The hash of a plug-in's source; of its name where the source cannot be had."""
    target = fn if inspect.isroutine(fn) or inspect.isclass(fn) else type(fn)
    try:
        text = inspect.getsource(target)
    except (OSError, TypeError):
        text = f"{getattr(target, '__module__', '')}.{getattr(target, '__qualname__', repr(target))}"
    return hashlib.sha256(text.encode()).hexdigest()
