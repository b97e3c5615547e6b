"""Which of several files or folders is gold, by what they are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from evaljson.load.file_names import name_of_file

_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SURE: Final = frozenset({"gold", "golden", "goldstandard", "groundtruth", "gt", "truth", "truths"})
_LIKELY: Final = frozenset(
    {
        "annotated", "annotation", "annotations", "expected", "label", "labeled", "labelled", "labels", "ref", "refs",
        "reference", "references", "target", "targets",
    }
)  # fmt: skip


def gold_among(names: Sequence[str]) -> str | None:
    """Return the one name that says it is gold, `ground_truth.csv` before `labels.csv`; None if none or several do."""
    words = {name: {word.lower() for word in _WORD.findall(name_of_file(name))} for name in names}
    for telling in (_SURE, _LIKELY):
        called = [name for name in names if words[name] & telling]
        if called:
            return called[0] if len(called) == 1 else None
    return None
