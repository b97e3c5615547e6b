"""What differs between two texts, character by character, as a person reads characters: é is one, 👩‍🔬 is one.

The fewest edits are found (Levenshtein 1966, by rapidfuzz), then equal runs too short to be read between longer edits
are taken into them, as in diff-match-patch's semantic cleanup.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import regex
from rapidfuzz.distance import Levenshtein, Prefix

from evaljson.wording.values import escaped

Kind = Literal["same", "gold", "extracted"]
MOST = 5_000
"""Characters of each text that are compared, from the first difference: time and memory grow with their product."""
_MARGIN = 16
"""Equal characters before the first difference that are compared nevertheless: a character may have several parts."""
_ALIKE = 0.4
"""Share of the longer text that must be common to both: below it, crossing out all of it would say no more."""
_PART, _LEAST = 0.8, 4
"""Else the share of the shorter text, and the characters, from which it counts as a part of the longer one."""
_OF_WHOLE = 1 / 3
"""Share of the longer text that such a part must be."""
_CONTEXT = 24
"""Equal characters shown on either side of a difference."""
_CLUSTER = regex.compile(r"\X", regex.V1)


@dataclass(frozen=True, slots=True)
class DiffPart:
    """A stretch of text that both have, or one of them."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Diff:
    """Two texts as one: `same` and `gold` in turn make up gold, `same` and `extracted` extracted, up to the cut."""

    parts: tuple[DiffPart, ...]
    cut: int
    """Characters of the longer text that were not compared; 0 where all were."""


def character_diff(gold: Any, extracted: Any) -> Diff | None:
    """Return the difference of two texts; None if they are not texts, are equal, or have too little in common."""
    if not isinstance(gold, str) or not isinstance(extracted, str) or gold == extracted:
        return None
    alike = max(0, Prefix.similarity(gold, extracted) - _MARGIN)
    left, right = (_CLUSTER.findall(text[alike : alike + MOST]) for text in (gold, extracted))
    runs = _slid(_cleaned(_runs(left, right)))
    common = alike + sum(len(same) for same, _, _ in runs)
    lengths = alike + len(left), alike + len(right)
    is_part = common >= max(_LEAST, _PART * min(lengths), _OF_WHOLE * max(lengths))
    if common < _ALIKE * max(lengths) and not is_part:
        return None
    kinds: tuple[Kind, Kind, Kind] = ("same", "gold", "extracted")
    parts = [DiffPart(kind, "".join(piece)) for run in runs for kind, piece in zip(kinds, run, strict=True) if piece]
    if alike:
        first = parts.pop(0).text if parts[0].kind == "same" else ""
        parts.insert(0, DiffPart("same", gold[:alike] + first))
    return Diff(tuple(parts), max(0, max(len(gold), len(extracted)) - alike - MOST))


_Run = tuple[list[str], list[str], list[str]]
"""What both have, then what gold alone and what extracted alone has after it."""


def _runs(left: list[str], right: list[str]) -> list[_Run]:
    runs: list[_Run] = [([], [], [])]
    for step in Levenshtein.opcodes(left, right):
        ours, theirs = left[step.src_start : step.src_end], right[step.dest_start : step.dest_end]
        if step.tag == "equal":
            runs.append((ours, [], []))
        else:
            same, gold, extracted = runs[-1]
            runs[-1] = (same, gold + ours, extracted + theirs)
    return runs


def _cleaned(runs: list[_Run]) -> list[_Run]:
    """Merge runs whose equal part is no longer than the edits on both sides of it into the edit before."""
    kept: list[_Run] = []
    for run in runs:
        kept.append(run)
        while len(kept) > 1 and 0 < len(kept[-1][0]) <= min(_edits(kept[-2]), _edits(kept[-1])):
            same, gold, extracted = kept.pop()
            before, gold_before, extracted_before = kept.pop()
            kept.append((before, gold_before + same + gold, extracted_before + same + extracted))
    return kept


def _slid(runs: list[_Run]) -> list[_Run]:
    """Move edits that only take out or put in to where a word begins: "A+rt. A+LQ-1" becomes "+Art. +ALQ-1".

    Characters that end both the stretch before an edit and the edit itself may as well follow it.
    """
    slid, carried = list[_Run](), list[str]()
    for same, gold, extracted in runs:
        same = carried + same
        steps = _steps_back(same, gold or extracted) if bool(gold) != bool(extracted) else 0
        kept, carried = same[: len(same) - steps], same[len(same) - steps :]
        gold, extracted = (carried + edit[: len(edit) - steps] if edit else [] for edit in (gold, extracted))
        slid.append((kept, gold, extracted))
    return [*slid, (carried, [], [])]


def _steps_back(same: list[str], edit: list[str]) -> int:
    """Count how far an edit has to move back to begin where a word does; 0 if it does already, or cannot."""
    for steps in range(min(len(same), len(edit)) + 1):
        if steps and same[-steps] != edit[-steps]:
            break
        if steps == len(same) or not same[-1 - steps][0].isalnum():
            return steps
    return 0


def _edits(run: _Run) -> int:
    return max(len(run[1]), len(run[2]))


def diff_html(diff: Diff) -> str:
    """Write what to take out of gold as <del>, what to put in as <ins>, with signs; long equal stretches are cut."""
    shown = [_part_html(part, i == 0, i == len(diff.parts) - 1) for i, part in enumerate(diff.parts)]
    rest = f'<span class="ej-none"> … {diff.cut:,} more characters, not compared</span>' if diff.cut else ""
    return f'<div class="ej-diff"><bdi dir="auto">{"".join(shown)}</bdi>{rest}</div>'


def _part_html(part: DiffPart, is_first: bool, is_last: bool) -> str:
    if part.kind == "same":
        return _same_html(part.text, is_first, is_last)
    tag = "del" if part.kind == "gold" else "ins"
    return f"<{tag}>{_edge_spaces(escaped(part.text))}</{tag}>"


def _same_html(text: str, is_first: bool, is_last: bool) -> str:
    head, tail = 0 if is_first else _CONTEXT, 0 if is_last else _CONTEXT
    if len(text) <= head + tail + 2 * _CONTEXT:
        return escaped(text)
    left_out = len(text) - head - tail
    note = f'<bdi class="ej-none">… {left_out:,} the same …</bdi>'
    return escaped(text[:head]) + note + escaped(text[len(text) - tail :])


def _edge_spaces(text: str) -> str:
    """Spaces at the ends, which nobody would see, as signs."""
    core = text.strip(" ")
    before = len(text) - len(text.lstrip(" "))
    return text.replace(" ", "␣") if not core else "␣" * before + core + "␣" * (len(text) - before - len(core))
