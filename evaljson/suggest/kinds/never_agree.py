"""Fields that no extraction can get right: ids, hashes and times that are new in every record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from evaljson.suggest.edit import Edit
from evaljson.suggest.proposal import Proposal, share
from evaljson.suggest.wrong_pairs import Field, counted
from evaljson.transforms.date_text import read_date

TITLES: Final = {"skip": "Skip the field"}
_HASH: Final = re.compile(
    r"(?=.*\d)[0-9a-f]{16,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=.*\d)[\w+/-]{20,}={0,2}", re.I
)


def never_agree(fld: Field) -> Iterator[Proposal]:
    """skip for ids, hashes and stamps of time that are new in every extraction."""
    texts, compared = fld.values(str), fld.matches + counted(fld.mismatches)
    if compared < 5 or counted(fld.mismatches) < 0.95 * compared or share(len(texts), len(fld.gold)) < 0.95:
        return
    if any(right > 0.05 * (right + wrong) for right, wrong in fld.variants.values()):
        return
    total = sum(gold.count for gold in fld.gold.values())
    unique = share(len(texts) * max(len(fld.variants), 1), total) > 0.9
    what = _made_by_machine(texts) if unique else None
    if what is None or _made_by_machine([str(pair.extracted) for pair in fld.mismatches]) is None:
        return
    pairs = fld.mismatches
    sentence = f"The field {fld.path} looks like {what}, and {fld.matches:,} of {compared:,} results agree"
    why = "A field that every variant gets wrong looks the same; once skipped, it is not scored at all"
    yield Proposal(
        "skip", Edit(fld.path, skip=True), sentence, "Skipping it", tuple(pairs), counted(pairs), "medium", why,
        anyway="no extraction can know such a value",
    )  # fmt: skip


def _made_by_machine(texts: list[str]) -> str | None:
    if share(sum(_HASH.fullmatch(text.strip()) is not None for text in texts), len(texts)) > 0.9:
        return "an id or a hash"
    stamps = sum((read := read_date(text, {})).moment is not None and read.has_time for text in texts)
    return "a point in time" if share(stamps, len(texts)) > 0.9 else None
