"""Says what a pair would show had nothing else been compared with its baseline, and when that is right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from evaljson.compare.comparison import Comparison
from evaljson.compare.verdict import Verdict
from evaljson.compare.words.overall_sentence import cut
from evaljson.compare.words.phrases import listed
from evaljson.wording.words import counted

_BEGINNING: Final = "Compared alone"


def alone_note(moved: Mapping[Verdict, Sequence[str]], others: int) -> tuple[str, ...]:
    """Say which fields, by what they would be, only a comparison without the `others` shows; nothing if none."""
    named = {way: listed([cut(path or "(the record)") for path in paths]) for way, paths in moved.items() if paths}
    if not named:
        return ()
    (way, paths), *rest = named.items()
    more = "".join(f", and {paths} detectably {way}" for way, paths in rest)
    without = f"without the other {'variant' if others == 1 else f'{others:,} variants'}"
    return (f"{_BEGINNING} ({without}), {paths} would be detectably {way}{more}.",)


def of_alone(every: Iterable[str]) -> list[str]:
    """Take that note out of those of a comparison."""
    return [note for note in every if note.startswith(_BEGINNING)]


def of_this_pair(left_out: int) -> str:
    """Say that a verdict leaves other variants out of what it is adjusted for, and when that is right."""
    return (
        f"This is about the pair alone, not adjusted for {counted(left_out, 'other variant')}: right only if you chose "
        "the two before you saw any result."
    )


def as_pair_alone(comparison: Comparison, left_out: int) -> Comparison:
    """Return a comparison of two whose text to copy says that it leaves other variants out."""
    return replace(comparison, sentence=f"{comparison.sentence} {of_this_pair(left_out)}")
