"""What is missing or invented in a list: the whole list, an element of it, or a key of an element that is there.

Where a list is no list on the other side but absent, null or empty, all of it is missing. Else that counts which is
the first on the way to the value that the other side lacks: elements are looked for where they are paired. An
invented element that strictly equals an extracted one with a partner in gold is a copy of that one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import ByteCodes, Ints
from evaljson.base.jsontypes import strict_key, value_at
from evaljson.base.paths import child, element, split
from evaljson.report.fields.misplaced import elements_above
from evaljson.report.patterns.kinds import CODE
from evaljson.results.model import RunResult

OF_MISSING: Final = {"list": "list_missing", "element": "missing_in_list", "key": "key_missing_in_list"}
OF_INVENTED: Final = {"list": "list_invented", "element": "invented_in_list", "key": "key_invented_in_list"}
Step = str | int | None
Partners = dict[str, dict[Step, Step]]
"""By the path of an array or map in gold, the extracted index or key of each gold one; None where it is alone."""
_ELEMENT: Final = "element"
_COPY: Final = "copy_in_list"


def tell_lists_apart(codes: ByteCodes, run: RunResult) -> None:
    """Put in what exactly is missing or invented, for the rows whose code says only that it is in a list."""
    rows = np.flatnonzero(codes == CODE[OF_MISSING[_ELEMENT]])
    partners = _partners(run, rows)
    records, paths = run.tallies.rows.record[rows].tolist(), run.table.paths_at(rows)
    for row, record, path in zip(rows.tolist(), records, paths, strict=True):
        found = _lacking(run.records[record].extracted, tuple(split(path)), partners[record])
        codes[row] = CODE[OF_MISSING[found]]
    rows = np.flatnonzero(codes == CODE[OF_INVENTED[_ELEMENT]])
    records, paths = run.tallies.rows.record[rows].tolist(), run.table.paths_at(rows)
    for row, record, path in zip(rows.tolist(), records, paths, strict=True):
        codes[row] = CODE[OF_INVENTED[_lacking(run.records[record].gold, tuple(split(path)), {})]]
    rows = np.flatnonzero(codes == CODE[OF_INVENTED[_ELEMENT]])
    codes[rows[_are_copies(run, rows)]] = CODE[_COPY]


def _are_copies(run: RunResult, rows: Ints) -> list[bool]:
    """Check of rows of invented elements whether the element, the outermost one without a partner, is a copy."""
    partners = _partners(run, rows)
    with_partner: dict[tuple[int, str], set[Hashable]] = {}
    copies = []
    records = run.tallies.rows.record[rows].tolist()
    for record, (path, extracted_path) in zip(records, run.table.both_paths_at(rows), strict=True):
        both = zip(elements_above(path), elements_above(extracted_path or path), strict=False)
        array, found, at = next(((one[0], *other[:2]) for one, other in both if one[1] < 0), (path, path, -1))
        listed = value_at(run.records[record].extracted, found)
        if at < 0 or not isinstance(listed, list):
            copies.append(False)
            continue
        known = with_partner.get((record, array))
        if known is None:
            places = [one for one in partners[record][array].values() if isinstance(one, int)]
            known = with_partner[record, array] = {strict_key(listed[one]) for one in places}
        copies.append(strict_key(listed[at]) in known)
    return copies


def _partners(run: RunResult, rows: Ints) -> dict[int, Partners]:
    found: dict[int, Partners] = defaultdict(lambda: defaultdict(dict))
    records = np.unique(run.tallies.rows.record[rows]).tolist()
    if records:
        frame = run.table.alignments(list(range(len(run.records))))
        frame = frame[frame["record_id"].isin(records)]
        columns = (frame[name].tolist() for name in ("record_id", "array", "gold_index", "extracted_index"))
        for record, array, gold, extracted in zip(*columns, strict=True):
            if gold is not None:
                found[record][array][gold] = extracted
    return found


def _lacking(side: Any, path: tuple[Step, ...], partners: Partners) -> str:
    """Return what the side lacks first on the way to a value that it does not have: list, element or key."""
    holder, here = side, ""
    for length, step in enumerate(path):
        beside = partners.get(here, {}).get(step, step)
        if isinstance(step, str):
            inside = holder.get(beside) if isinstance(holder, dict) and beside is not None else None
            here = child(here, step)
        else:
            if not isinstance(holder, list) or not holder:
                return "list"
            is_there = isinstance(beside, int) and 0 <= beside < len(holder)
            inside = holder[beside] if is_there and isinstance(beside, int) else None
            if inside is None:
                return _ELEMENT
            here = element(here, step) if isinstance(step, int) else here
        if inside is None or inside == []:
            return "list" if any(not isinstance(one, str) for one in path[length + 1 :]) else "key"
        holder = inside
    return "key" if isinstance(path[-1], str) else _ELEMENT  # it is there, and counts as absent
