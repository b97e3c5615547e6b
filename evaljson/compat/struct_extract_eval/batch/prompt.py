"""The prompt of the judge, and what its answer says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

DEFAULT_PROMPT_TEMPLATE: Final = """\
Each line below has a correct value and one that a program read from the same document, for one field. Decide for each
line whether both say the same about the document. Wording, order, spelling variants, units and abbreviations do not
matter as long as the meaning is the same; a value that adds, lacks or changes information does not say the same.

{pairs}

Answer with a JSON object and nothing else: {{"results": [...]}}, one number for each line in order, 1 where both say
the same and 0 where they do not.
"""
"""For str.format: {pairs} is replaced, other braces are doubled."""
_SCORES: Final[Mapping[Any, float]] = {"0": 0.0, "1": 1.0, "false": 0.0, "true": 1.0}


def write_pairs(pairs: list[tuple[str, str, str]]) -> str:
    """Write (path, gold text, extracted text) as numbered lines."""
    return "\n".join(
        f"{number}. field {json.dumps(path)}: correct {json.dumps(gold, ensure_ascii=False)}, "
        f"read {json.dumps(extracted, ensure_ascii=False)}"
        for number, (path, gold, extracted) in enumerate(pairs, 1)
    )


def read_scores(answer: Any, count: int) -> list[float | None]:
    """Return a score for each of `count` pairs; None where the answer has none that is 0 or 1."""
    try:
        listed = json.loads(answer)["results"]
    except (KeyError, TypeError, ValueError):
        listed = None
    scores = [_score(value) for value in listed] if isinstance(listed, list) else []
    return (scores + [None] * count)[:count]


def _score(value: Any) -> float | None:
    if isinstance(value, str):
        return _SCORES.get(value.strip().lower())
    return float(value) if isinstance(value, int | float) and value in (0, 1) else None
