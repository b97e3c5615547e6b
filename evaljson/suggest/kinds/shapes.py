"""What the shape of gold tells: lists of acceptable values, keys that are data, ids that cannot agree, free text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, Final

from evaljson.base.paths import split
from evaljson.comparators.registry import get_comparator
from evaljson.schema.node import SchemaNode
from evaljson.suggest.edit import Edit
from evaljson.suggest.proposal import Proposal, share
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.date_text import read_date

_LEAST: Final = 2
_INNER: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"transform": ["normalize_whitespace"]},
    {"transform": ["normalize_whitespace", "lowercase"]},
    {"compare": "amount"},
    {"compare": {"amount": {"decimal": ","}}},
    {"compare": "numeric"},
    {"compare": "date"},
    {"compare": "url"},
)
"""What any_of is tried with, the plainest first."""
_FRACTION: Final = re.compile(r"\d[.,]\d{1,2}(?!\d)")
_HASH: Final = re.compile(
    r"(?=.*\d)[0-9a-f]{16,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=.*\d)[\w+/-]{20,}={0,2}", re.I
)
_LONG: Final = 60
_WORDS: Final = 9
_MAP_KEYS: Final = 8
_FEW: Final = 0.4
"""Of all keys, the share that an object has at most, on average."""


def lists_of_acceptable(fld: Field) -> Iterator[Proposal]:
    """any_of where gold has lists of scalars and extracted a single one."""
    single = [p for p in fld.mismatches if _is_listing(p.raw_gold) and _is_scalar(p.raw_extracted)]
    lists = [one for one in fld.gold.values() if one.raw is not None]
    if counted(single) < _LEAST or share(sum(_is_listing(one.raw) for one in lists), len(lists)) < 0.9:
        return
    pairs = fld.mismatches
    if share(counted(single), counted(pairs)) < 0.8:
        return
    listed = [item for one in lists if _is_listing(one.raw) for item in one.raw]
    usable = [params for params in _INNER if not _of_numbers(params) or has_fractions(listed)]
    tried = [(params, [p for p in single if _right(p, params)]) for params in usable]
    best, explained = tried[0]
    for params, found in tried[1:]:  # what is plainer wins unless it explains less
        if counted(found) > counted(explained):
            best, explained = params, found
    if counted(explained) < _LEAST:
        return
    if any(p.raw_gold == [] and p.raw_extracted is None for p in fld.wrong):
        best = {**best, "nulls": "empty"}
    of = counted(pairs)
    said = (
        f"In {fld.path}, gold lists acceptable values, and {counted(explained):,} of {of:,} mismatches are one of them"
    )
    why = "The list then counts as one value: extracting a part of it is enough"
    edit, doing = Edit(fld.path, compare="any_of", params=best), "Accepting any of them"
    yield Proposal("any_of", edit, said, doing, tuple(explained), of, "low", why, rival="compare")


def _of_numbers(params: dict[str, Any]) -> bool:
    return params.get("compare") not in (None, "date", "url")


def has_fractions(values: Sequence[Any]) -> bool:
    """Whether numbers, or texts of numbers, have digits behind a point: what has none, as text, may be a code."""
    texts = [value for value in values if isinstance(value, str)]
    return share(sum(_FRACTION.search(text) is not None for text in texts), len(texts)) > 0.2 or len(texts) < len(
        values
    )


def _is_listing(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_scalar, value))


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int | float | bool)


def _right(pair: WrongPair, params: dict[str, Any]) -> bool:
    try:
        return bool(get_comparator("any_of")(pair.raw_gold, pair.raw_extracted, params).score == 1.0)
    except Exception:  # whatever a replaced comparator raises
        return False


def never_agree(fld: Field) -> Iterator[Proposal]:
    """skip for ids, hashes and stamps of time that are new in every extraction."""
    texts, compared = fld.values(str), fld.matches + counted(fld.mismatches)
    if compared < 5 or counted(fld.mismatches) < 0.95 * compared or share(len(texts), len(fld.gold)) < 0.95:
        return
    if any(right > 0.05 * (right + wrong) for right, wrong in fld.variants.values()):
        return
    total = sum(one.count for one in fld.gold.values())
    unique = share(len(texts) * max(len(fld.variants), 1), total) > 0.9
    what = _made_by_machine(texts) if unique else None
    if what is None or _made_by_machine([str(pair.extracted) for pair in fld.mismatches]) is None:
        return
    pairs = fld.mismatches
    said = f"The field {fld.path} looks like {what}, and {fld.matches:,} of {compared:,} results agree"
    why = "A field that every variant simply gets wrong looks the same; it is no longer scored at all"
    yield Proposal(
        "skip", Edit(fld.path, skip=True), said, "Leaving it out", tuple(pairs), counted(pairs), "medium", why,
        anyway="no extraction can know such a value",
    )  # fmt: skip


def _made_by_machine(texts: list[str]) -> str | None:
    if share(sum(_HASH.fullmatch(text.strip()) is not None for text in texts), len(texts)) > 0.9:
        return "an id or a hash"
    stamps = sum((read := read_date(text, {})).moment is not None and read.has_time for text in texts)
    return "a point in time" if share(stamps, len(texts)) > 0.9 else None


def free_text(fld: Field, explained: set[int]) -> Iterator[Proposal]:
    """semantic for long texts that nothing simpler explains; `explained` has the `id` of the pairs that are."""
    texts, pairs = fld.values(str), fld.texts
    if len(texts) < 3 or median(map(len, texts)) < _LONG or median(len(t.split()) for t in texts) < _WORDS:
        return
    left = [pair for pair in pairs if id(pair) not in explained]
    compared = fld.matches + counted(fld.mismatches)
    if counted(left) < max(3, 0.2 * compared):
        return
    said = (
        f"The field {fld.path} is free text, and {counted(left):,} of {compared:,} results differ in words: "
        "a judge could compare by meaning"
    )
    why = "Not measured: no judge is called for a suggestion, and what it will say is not known"
    yield Proposal(
        "semantic", Edit(fld.path, compare="semantic"), said, "Asking a judge", tuple(left), counted(pairs), "medium",
        why, rival="compare", measured=False,
    )  # fmt: skip


def keys_that_are_data(fld: Field, gold: Sequence[Any]) -> Iterator[Proposal]:
    """A map where the objects at a place have many keys between them, few of them at once, and one kind of value."""
    children = list(fld.node.properties.values())
    if len(children) < _MAP_KEYS or fld.node.additional is not None or len({_shape(child) for child in children}) > 1:
        return
    objects = [value for value in values_below(gold, fld.path) if isinstance(value, dict)]
    if fld.path == "" or len(objects) < 3 or sum(map(len, objects)) > _FEW * len(children) * len(objects):
        return
    said = (
        f"The field {fld.path} has {len(children):,} keys, and each object few of them: they look like data, as in "
        "prices by currency"
    )
    why = "All entries then share one row of the figures, and a key that gold lacks is an invented entry"
    anyway = "a key that comes later is then no unknown one"
    yield Proposal(
        "map", Edit(fld.path, as_map=True), said, "Taking its keys for data", (), 0, "low", why, anyway=anyway
    )


def values_below(records: Sequence[Any], path: str) -> list[Any]:
    """All values at a schema path."""
    level = list(records)
    for step in split(path):
        if step is None:
            level = [item for value in level if isinstance(value, list) for item in value]
        elif step == "*":
            level = [item for value in level if isinstance(value, dict) for item in value.values()]
        else:
            level = [value[step] for value in level if isinstance(value, dict) and step in value]
    return level


def _shape(node: SchemaNode) -> str:
    """Equal for nodes whose values are compared alike."""
    inside = {key: _shape(child) for key, child in node.properties.items()}
    own = (node.type, node.comparator, node.transforms, node.weight, node.skip, node.threshold, node.nulls, node.align)
    return repr((own, inside, node.items and _shape(node.items)))
