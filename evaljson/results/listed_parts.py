"""Parts of results that are not in columns: edited by a post-processor, or chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from evaljson.base.json_text import json_text
from evaljson.base.jsontypes import value_at
from evaljson.results.field_result import RecordResult
from evaljson.results.parts import ROWS, ResultPart, coded
from evaljson.results.protocol import Results
from evaljson.scoring.status import CODES


def listed_parts(results: Results, records: Sequence[RecordResult]) -> Iterator[ResultPart]:
    """Give all results in parts; `records` are those of the run."""
    listed = results.listed()
    confidences = results.confidences()
    sure = None if confidences is None else confidences[np.array(results.in_order().rows, np.intp)]
    for start in range(0, len(listed.records), ROWS):
        span = slice(start, start + ROWS)
        at, paths, ends = listed.records[span], listed.path[span], listed.extracted_path[span]
        # None stands for null and for no value at all; the record and the path tell which.
        gold = [
            None if value is None and value_at(records[place].gold, path) is not None else json_text(value)
            for value, place, path in zip(listed.gold[span], at, paths, strict=True)
        ]
        extracted = [
            None if value is None and end is None else json_text(value)
            for value, end in zip(listed.extracted[span], ends, strict=True)
        ]
        yield ResultPart(
            record=np.array(at, np.int32),
            path=coded(paths),
            field=coded(listed.field[span]),
            status=np.array([CODES[status] for status in listed.status[span]], np.int8),
            score=np.array(listed.score[span], np.float64),
            weight=np.array(listed.weight[span], np.float64),
            gold=coded(gold),
            extracted=coded(extracted),
            comparator=coded(listed.comparator[span]),
            reason=coded(listed.reason[span]),
            similarity=np.array([np.nan if one is None else one for one in listed.similarity[span]], np.float64),
            extracted_path=coded(ends),
            confidence=None if sure is None else sure[span],
        )
