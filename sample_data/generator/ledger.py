"""planted.json: what was planted in each variant, for tests to hold and for people to look up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .draft import Draft


def summary(drafts: Iterable[Draft], missing: list[str], unparsable: list[dict[str, Any]]) -> dict[str, Any]:
    """Differences in all, by kind, and by schema path and kind; names sorted."""
    total: Counter[tuple[str, str]] = Counter()
    for draft in drafts:
        total += draft.planted
    by_kind: Counter[str] = Counter()
    by_path: dict[str, dict[str, int]] = {}
    for (path, kind), count in sorted(total.items()):
        by_kind[kind] += count
        by_path.setdefault(path, {})[kind] = count
    return {
        "differences": total.total(),
        "missing": missing,
        "unparsable": unparsable,
        "by_kind": dict(sorted(by_kind.items())),
        "by_path": by_path,
    }
