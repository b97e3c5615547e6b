"""What an edit does to fields as a whole: the figures over all results at or below each, as those of suggestions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evaljson.base.paths import above, is_below
from evaljson.scoring.tallies import Tallies, ratio


@dataclass(frozen=True, slots=True)
class Pooled:
    """Figures over the results of all records together; None where undefined."""

    f1: float | None
    precision: float | None
    recall: float | None


@dataclass(frozen=True, slots=True)
class Whole:
    """A field with what is below it, before and after an edit."""

    before: Pooled
    after: Pooled
    has_below: bool
    """Whether any result is below the field rather than at it."""


def wholes(before: Tallies, after: Tallies, touched: Iterable[str]) -> Mapping[str, Whole]:
    """Return by schema path what the edit touches, what is below it and what is around it; the record is left out.

    A field that only counts more or less is among them too.
    """
    old, new = _by_path(before), _by_path(after)
    below: dict[str, list[str]] = {}
    for field in dict.fromkeys((*old, *new)):
        for path in above(field)[1:]:
            below.setdefault(path, []).append(field)
    edits = [*touched, *(path for path in old if path in new and old[path] != new[path])]
    return {
        path: Whole(_pooled(old, fields), _pooled(new, fields), fields != [path])
        for path, fields in below.items()
        if any(is_below(path, edit) or is_below(edit, path) for edit in edits)
    }


_Sums = tuple[float, float, float]


def _by_path(tallies: Tallies) -> dict[str, _Sums]:
    score, gold, extracted = (part.tolist() for part in tallies.by_field())
    return dict(zip(tallies.rows.fields, zip(score, gold, extracted, strict=True), strict=True))


def _pooled(sums: Mapping[str, _Sums], fields: Iterable[str]) -> Pooled:
    mine = [sums[field] for field in fields if field in sums]
    score, gold, extracted = (sum(part) for part in zip(*mine, strict=True)) if mine else (0.0, 0.0, 0.0)
    return Pooled(ratio(2 * score, gold + extracted), ratio(score, extracted), ratio(score, gold))
