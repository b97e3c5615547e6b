"""What differs between two texts, word by word; of a word that was spelt otherwise, also which of its letters.

A character is what a person reads as one: é is one, 👩‍🔬 is one. The fewest edits are found (Levenshtein 1966, by
rapidfuzz), then equal runs too short to be read between longer edits are taken into them, as in diff-match-patch's
semantic cleanup.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Literal

import regex
from rapidfuzz.distance import Levenshtein, Prefix

Kind = Literal["same", "gold", "extracted"]
MOST = 5_000
"""Characters of each text that are compared, from the first difference: time and memory grow with their product."""
_MARGIN = 16
"""Equal characters before the first difference that are compared nevertheless: a character may have several parts."""
_LONGEST_WORD = 200
"""Characters of a word that are looked through for its beginning."""
_ALIKE = 0.4
"""Share of the longer text that must be common to both: below it, crossing out all of it would say no more."""
_PART, _LEAST = 0.8, 4
"""Else the share of the shorter text, and the characters, from which it counts as a part of the longer one."""
_OF_WHOLE = 1 / 3
"""Share of the longer text that such a part must be."""
_SPELT_ALIKE = 0.65
"""Share of letters that two words must have in common before the others are marked in them."""
_CLUSTER = regex.compile(r"\X", regex.V1)
_NO_SPACES = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
"""Scripts that put no spaces between words: each character counts as one."""


@dataclass(frozen=True, slots=True)
class DiffPart:
    """A stretch of text that both have, or one of them."""

    kind: Kind
    text: str
    letters: tuple[tuple[str, bool], ...] = ()
    """Its pieces, and whether only this side has them, where it is spelt much like the other side; else empty."""


@dataclass(frozen=True, slots=True)
class Diff:
    """Two texts as one: `same` and `gold` in turn make up gold, `same` and `extracted` extracted, up to the cut."""

    parts: tuple[DiffPart, ...]
    cut: int
    """Characters of the longer text that were not compared; 0 where all were."""


def word_diff(gold: Any, extracted: Any) -> Diff | None:
    """Return the difference of two texts; None if they are not texts, are equal, or have too little in common."""
    if not isinstance(gold, str) or not isinstance(extracted, str) or gold == extracted:
        return None
    alike = _word_begins(gold, max(0, Prefix.similarity(gold, extracted) - _MARGIN))
    left, right = (_CLUSTER.findall(text[alike : alike + MOST]) for text in (gold, extracted))
    if not _worth_reading(left, right, alike):
        return None
    parts = [part for run in _at_spaces(_slid(_cleaned(_runs(_words(left), _words(right))))) for part in _parts(run)]
    if alike:
        first = parts.pop(0).text if parts[0].kind == "same" else ""
        parts.insert(0, DiffPart("same", gold[:alike] + first))
    return Diff(tuple(parts), max(0, max(len(gold), len(extracted)) - alike - MOST))


def _word_begins(text: str, at: int) -> int:
    """Return where the word at a place begins; the place itself within a word longer than all words."""
    begin = at
    while begin and text[begin - 1].isalnum():
        begin -= 1
        if at - begin > _LONGEST_WORD:
            return at
    return begin


def _worth_reading(left: list[str], right: list[str], alike: int) -> bool:
    """Check, by characters, whether so much is common that the difference says more than the two texts."""
    common = alike + sum(len(same) for same, _, _ in _cleaned(_runs(left, right)))
    lengths = alike + len(left), alike + len(right)
    is_part = common >= max(_LEAST, _PART * min(lengths), _OF_WHOLE * max(lengths))
    return common >= _ALIKE * max(lengths) or is_part


def _words(clusters: list[str]) -> list[str]:
    """Join letters and digits that follow each other; each space and sign stays by itself."""
    words = list[str]()
    in_word = False
    for cluster in clusters:
        is_letter = cluster[0].isalnum() and not _NO_SPACES.match(cluster)
        if is_letter and in_word:
            words[-1] += cluster
        else:
            words.append(cluster)
        in_word = is_letter
    return words


_Run = tuple[list[str], list[str], list[str]]
"""What both have, then what gold alone and what extracted alone has after it."""


def _parts(run: _Run) -> list[DiffPart]:
    same, gold, extracted = ("".join(piece) for piece in run)
    spelt = _spelling(gold, extracted) if gold and extracted else ((), ())
    parts = DiffPart("same", same), DiffPart("gold", gold, spelt[0]), DiffPart("extracted", extracted, spelt[1])
    return [part for part in parts if part.text]


_Letters = tuple[tuple[str, bool], ...]


def _spelling(gold: str, extracted: str) -> tuple[_Letters, _Letters]:
    """Return the pieces of both words and whether they are that side's own; empty if they are spelt quite otherwise."""
    left, right = _CLUSTER.findall(gold), _CLUSTER.findall(extracted)
    sides = list[tuple[str, bool]](), list[tuple[str, bool]]()
    common = 0
    for same, ours, theirs in _runs(left, right):
        common += len(same)
        for side, own in zip(sides, (ours, theirs), strict=True):
            side.extend((("".join(piece), is_own) for piece, is_own in ((same, False), (own, True)) if piece))
    is_word = not any(cluster.isspace() for cluster in (*left, *right))
    if not is_word or common < _SPELT_ALIKE * max(len(left), len(right)):
        return (), ()
    return tuple(sides[0]), tuple(sides[1])


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
        while len(kept) > 1 and 0 < _length(kept[-1][0]) <= min(_edits(kept[-2]), _edits(kept[-1])):
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


def _at_spaces(runs: list[_Run]) -> list[_Run]:
    """Move such edits on to where they begin and end beside white space or an end of the text, if they can be there:
    of "7-201.11, 4-601.11" not "11, 4-601." was put in, but ", 4-601.11"."""
    moved = list(runs)
    for at, (_, gold, extracted) in enumerate(runs[:-1]):
        edit, after = gold or extracted, runs[at + 1][0]
        if bool(gold) == bool(extracted) or _is_at_spaces(moved[at][0], edit, after):
            continue
        for steps in _steps_there(moved[at][0], edit, after):
            text = [*moved[at][0], *edit, *after]
            begin = len(moved[at][0]) + steps
            end = begin + len(edit)
            if _is_at_spaces(text[:begin], text[begin:end], text[end:]):
                put = text[begin:end]
                moved[at] = text[:begin], put if gold else [], put if extracted else []
                moved[at + 1] = text[end:], *runs[at + 1][1:]
                break
    return moved


def _steps_there(before: list[str], edit: list[str], after: list[str]) -> Iterator[int]:
    """Yield how far an edit may move, forward if above 0, so that both texts stay what they are; the shortest first."""
    forward = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(edit, after, strict=False)))
    back = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(edit[::-1], before[::-1], strict=False)))
    for steps in range(1, max(forward, back) + 1):
        yield from [one for one, most in ((steps, forward), (-steps, back)) if steps <= most]


def _is_at_spaces(before: list[str], edit: list[str], after: list[str]) -> bool:
    """Check whether an edit begins and ends beside white space or an end of the text; signs before a space go along."""
    first = edit[1] if len(edit) > 1 and not edit[0][0].isalnum() else edit[0]
    begins = not before or before[-1].isspace() or first.isspace()
    ends = not after or after[0].isspace() or edit[-1].isspace()
    return begins and ends


def _edits(run: _Run) -> int:
    return max(_length(run[1]), _length(run[2]))


def _length(words: list[str]) -> int:
    return sum(map(len, words))
