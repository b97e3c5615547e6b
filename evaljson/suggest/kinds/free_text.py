"""Free text, which a judge could compare by meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

from evaljson.suggest.edit import Edit
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted

TITLES: Final = {"semantic": "Let a judge compare by meaning"}
_LONG: Final = 60
_WORDS: Final = 9


def free_text(fld: Field, unexplained: Sequence[WrongPair]) -> Iterator[Proposal]:
    """Propose `semantic` for long texts; `unexplained` has the mismatches that nothing simpler explains."""
    texts, pairs = fld.values(str), fld.texts
    if len(texts) < 3 or median(map(len, texts)) < _LONG or median(len(t.split()) for t in texts) < _WORDS:
        return
    left = [pair for pair in unexplained if pair.is_text]
    compared = fld.matches + counted(fld.mismatches)
    if counted(left) < max(3, 0.2 * compared):
        return
    sentence = (
        f"The field {fld.path} is free text, and {counted(left):,} of {compared:,} results differ in words: "
        "a judge could compare by meaning"
    )
    why = "Not measured: suggestions call no judge, so its verdicts are not known"
    yield Proposal(
        "semantic", Edit(fld.path, compare="semantic"), sentence, "Asking a judge", tuple(left), counted(pairs),
        "medium", why, rival="compare", measured=False,
    )  # fmt: skip
