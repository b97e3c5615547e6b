"""Which of two values is in the text of the document: the one piece of evidence that is not an opinion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from evaljson.grounding import TextSearch
from evaljson.grounding.find import is_looked_for
from evaljson.load.loaded_records import RecordId
from evaljson.report.gold_check.model import ContradictedValue, InText

_BY_SIDES: Final[Mapping[tuple[bool, bool], InText]] = {
    (False, True): "only theirs", (True, True): "both", (True, False): "only gold", (False, False): "neither",
}  # fmt: skip


def with_texts(found: Sequence[ContradictedValue], documents: Mapping[RecordId, str]) -> list[ContradictedValue]:
    """Return the values with what the text of their document has; each text is read once.

    Of variants that wrote the same otherwise, only the first one's value is known: without it nothing is said.
    """
    searches: dict[RecordId, TextSearch] = {}
    looked = []
    for one in found:
        text = documents.get(one.record)
        if text is None or not is_looked_for(one.extracted) or not (is_looked_for(one.gold) or one.has_nothing):
            looked.append(one)
            continue
        search = searches.setdefault(one.record, TextSearch(text))
        in_gold, in_theirs = search.has(one.gold), search.has(one.extracted)
        is_known = in_theirs or one.is_literal
        looked.append(replace(one, in_text=_BY_SIDES[in_gold, in_theirs]) if is_known else one)
    return looked
