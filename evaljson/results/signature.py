"""The signature of a run: everything its numbers depend on. Same signature, same numbers."""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from evaljson._version import __version__
from evaljson.comparators.registry import replaced_comparators
from evaljson.schema.node import SchemaNode
from evaljson.transforms.registry import replaced_transforms

_LIBRARIES = ("numpy", "rapidfuzz", "scipy")
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=repr)
_DEPTH = 4
"""How many levels of a plug-in's state are described."""


@dataclass(frozen=True, eq=False, slots=True)
class Signer:
    """Builds the signature when called: hashing the data takes about as long as reading it."""

    tree: SchemaNode
    gold: Sequence[Any]
    extracted: Sequence[Any]
    options: Mapping[str, Any]
    post_process: Sequence[str]
    """The post-processors, described before they are called."""
    plug_ins: Mapping[str, Mapping[str, str]]
    """Hashes of what users registered, by kind and name."""
    judge: Mapping[str, Any] | None
    """Who judges fields by meaning; None where no judge is given, or no field is for one."""
    verdicts: str | None = None
    """Hash of the judge's verdicts; None where it was not asked."""

    @classmethod
    def of(
        cls, tree: SchemaNode, gold: Sequence[Any], extracted: Sequence[Any], options: Mapping[str, Any],
        post_process: Any, judge: Mapping[str, Any] | None,
    ) -> Signer:  # fmt: skip
        """Describe everything that scoring could change, before it starts."""
        steps = [] if post_process is None else [post_process] if callable(post_process) else list(post_process)
        described = [_described(step, _DEPTH) for step in steps]
        return cls(tree, gold, extracted, dict(options), described, plug_ins_signed(), judge)

    def __call__(self) -> Mapping[str, Any]:
        return {
            "engine": __version__,
            "schema": content_hash([self.tree.raw, _comparators(self.tree)]),
            "gold": content_hash(self.gold),
            "extracted": content_hash(self.extracted),
            "options": self.options,
            "seed": None,
            "plug_ins": self.plug_ins,
            "post_process": [hashlib.sha256(text.encode()).hexdigest() for text in self.post_process],
            "judge": self.judge,
            **({} if self.verdicts is None else {"verdicts": self.verdicts}),
            "libraries": _library_versions(),
        }


def plug_ins_signed() -> dict[str, dict[str, str]]:
    """Return the part of a signature that is about what users registered: hashes by kind and name."""
    return {
        "comparators": {name: _hash(entry.fn) for name, entry in sorted(replaced_comparators().items())},
        "transforms": {name: _hash(entry.source) for name, entry in sorted(replaced_transforms().items())},
    }


@functools.cache
def _library_versions() -> Mapping[str, str]:
    """Read the versions once: finding a package on the disk takes longer than hashing a small schema."""
    return {name: version(name) for name in _LIBRARIES}


def _comparators(tree: SchemaNode) -> list[list[Any]]:
    """List the comparators that are used: the schema need not name them, and type defaults can be set."""
    return [
        [node.path, node.comparator.name, dict(node.comparator.params)]
        for root in tree.roots
        for node in root.leaves()
        if node.comparator
    ]


def content_hash(value: Any, *, is_small: bool = False) -> str:
    """Return the sha256 of canonical JSON: keys sorted, NaN and large integers exact.

    What `is_small` is written at once, three times as fast; so are the elements of a list, one by one. The text of
    anything else is never in memory as a whole.
    """
    digest = hashlib.sha256()
    try:
        for chunk in _written(value, is_small):
            digest.update(chunk.encode("ascii"))
    except ValueError:  # an integer with more digits than Python writes out
        return content_hash(_with_hex(value))
    return digest.hexdigest()


def _written(value: Any, is_small: bool) -> Iterator[str]:
    if is_small:
        yield _CANONICAL.encode(value)
    elif type(value) is list:
        for place, element in enumerate(value):
            yield f"{',' if place else '['}{_CANONICAL.encode(element)}"
        yield "]" if value else "[]"
    else:
        yield from _CANONICAL.iterencode(value)


def _with_hex(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _with_hex(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_hex(item) for item in value]
    large = type(value) is int and value.bit_length() > 64
    return {"integer": hex(value)} if large else value


def _hash(plug_in: Any) -> str:
    return hashlib.sha256(_described(plug_in, _DEPTH).encode()).hexdigest()


def _described(plug_in: Any, depth: int) -> str:
    """Describe a plug-in by its source, arguments, closed-over values and state."""
    if depth == 0:
        return _ADDRESS.sub("", repr(plug_in))
    if isinstance(plug_in, functools.partial):
        carried: list[Any] = [plug_in.func, plug_in.args, sorted(plug_in.keywords.items())]
        return "partial " + _described(carried, depth)
    if isinstance(plug_in, set | frozenset):  # in each process they have another order
        return "{" + ", ".join(sorted(_described(item, depth - 1) for item in plug_in)) + "}"
    if isinstance(plug_in, list | tuple):
        return "[" + ", ".join(_described(item, depth - 1) for item in plug_in) + "]"
    if inspect.isfunction(plug_in):
        cells = [cell.cell_contents for cell in plug_in.__closure__ or ()]
        code = f"{plug_in.__code__.co_code.hex()} {_constant(plug_in.__code__.co_consts)}"
        return _source(plug_in) + code + _described([plug_in.__defaults__, plug_in.__kwdefaults__, cells], depth - 1)
    if inspect.ismethod(plug_in):
        return _described([plug_in.__func__, plug_in.__self__], depth)
    if inspect.isroutine(plug_in) or inspect.isclass(plug_in):
        return _source(plug_in)
    state = sorted(getattr(plug_in, "__dict__", {}).items())
    return _source(type(plug_in)) + _described(state, depth - 1) if state else _ADDRESS.sub("", repr(plug_in))


def _constant(value: Any) -> str:
    """Describe a constant of compiled code, as any process does: a set has another order in each."""
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_constant, value)) + ")"
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(_constant, value))) + "}"
    if inspect.iscode(value):
        return f"{value.co_name} {value.co_code.hex()} {_constant(value.co_consts)}"
    return repr(value)


def _source(target: Any) -> str:
    try:
        return inspect.getsource(target)
    except (OSError, TypeError):
        return f"{getattr(target, '__module__', '')}.{getattr(target, '__qualname__', repr(target))}"
