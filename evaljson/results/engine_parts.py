"""The engine's columns as parts of a file: paths, reasons and JSON texts are made once per distinct value."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evaljson.base.arrays import Codes, Floats, Ints
from evaljson.base.jsontypes import value_at
from evaljson.results.explain import comparator_name
from evaljson.results.field_result import RecordResult
from evaljson.results.parts import ResultPart, TextColumn, blank
from evaljson.results.reason_texts import reasons
from evaljson.results.value_texts import value_texts
from evaljson.scoring.locate import Locator
from evaljson.scoring.status import MATCH, MISMATCH
from evaljson.scoring.table_sink import Chunk
from evaljson.scoring.tallies import Rows

_TEXTS = ("path", "comparator", "reason", "extracted_path")


class PartBuilder:
    """Builds parts of the results in some chunks."""

    def __init__(
        self, chunks: Sequence[Chunk], locator: Locator, rows: Rows, records: Sequence[RecordResult],
        confidences: Floats | None,
    ) -> None:  # fmt: skip
        self._chunks, self._locator = chunks, locator
        self._rows, self._records, self._confidences = rows, records, confidences

    def part(self, chunk: Ints, at: Ints, row: Ints) -> ResultPart:
        """Build the part whose results are these rows of these chunks, and those rows of the tallies."""
        size, rows = len(row), self._rows
        columns = {name: blank(size) for name in _TEXTS}
        gold = blank(size)
        extracted = TextColumn(np.zeros(size, np.intp), gold.texts)
        similarity = np.full(size, np.nan)
        order = np.argsort(chunk, kind="stable")
        numbers, starts = np.unique(chunk[order], return_index=True)
        for number, places in zip(numbers.tolist(), np.split(order, starts[1:]), strict=True):
            one_chunk, rows_of_chunk = self._chunks[number], at[places]
            of_gold, of_extracted = value_texts(one_chunk, rows_of_chunk)
            before = len(gold.texts)
            gold.put(places, of_gold)
            extracted.codes[places] = of_extracted.codes + before
            similarity[places] = _similarities(one_chunk, rows_of_chunk)
            path = TextColumn(*self._locator.paths(one_chunk, rows_of_chunk))
            columns["path"].put(places, path)
            if one_chunk.key is not None:
                gold.put(places, self._unknown_gold(rows.record[row[places]], path))
            columns["extracted_path"].put(places, self._ends(one_chunk, rows_of_chunk, of_extracted))
            columns["comparator"].put(places, TextColumn(np.zeros(len(places), np.intp), [comparator_name(one_chunk)]))
            columns["reason"].put(places, reasons(one_chunk, rows_of_chunk, of_gold, of_extracted))
        return ResultPart(
            record=rows.record[row], field=TextColumn(rows.field[row].astype(np.intp), list(rows.fields)),
            status=rows.status[row], score=rows.score[row], weight=rows.weight[row], similarity=similarity,
            gold=gold, extracted=extracted, **columns,
            confidence=None if self._confidences is None else self._confidences[row],
        )  # fmt: skip

    def _unknown_gold(self, record: Codes, path: TextColumn) -> TextColumn:
        """Return `null` where gold has null under a key that the schema lacks: nothing else of such a key is read."""
        pairs = zip(record.tolist(), path.codes.tolist(), strict=True)
        has_null = [value_at(self._records[place].gold, path.texts[code] or "") is None for place, code in pairs]
        return TextColumn(np.array(has_null, np.intp), [None, "null"])

    def _ends(self, chunk: Chunk, at: Ints, extracted: TextColumn) -> TextColumn:
        """Return the paths in the extracted records; None where these have no value, though a place for one."""
        codes, texts = self._locator.extracted_paths(chunk, at)
        absent = np.array([text is None for text in extracted.texts], np.bool_)[extracted.codes]
        return TextColumn(np.where(absent, len(texts), codes), [*texts, None])


def _similarities(chunk: Chunk, at: Ints) -> Floats:
    compared = (chunk.status[at] == MATCH) | (chunk.status[at] == MISMATCH)
    similarity = chunk.score if chunk.similarity is None else chunk.similarity
    return np.where(compared, similarity[at], np.nan)
