"""Read a JSON document that may have flaws, or a sequence of objects, value by value."""

from __future__ import annotations

import json
from typing import Any

from evaljson.load.collector import RecordCollector
from evaljson.load.json.exact import ExactParser, Flaw
from evaljson.load.json.layout import ARRAY, WORDS, in_words, layout_of, list_key, may_hold_records, warn_of_choice
from evaljson.load.json.repeated_keys import split_kept
from evaljson.load.json.scan import Item, Scan, scan
from evaljson.load.json.source_text import SourceText

_SEQUENCE = "JSON objects one after another"
_REST = ", and the rest of the text is not read"
_SPACES_AND_COMMAS = " \t\r\n,"
_TYPES = {"{": dict, "[": list}


class Document:
    """A document with its flaws. `data` begins, after white space, with `[` or `{`."""

    def __init__(self, data: bytes, first_byte: int, collector: RecordCollector) -> None:
        """Walk the outermost value. Raises LoadError if it holds more records than allowed."""
        self._source = SourceText(data, first_byte=first_byte)
        self._parser = ExactParser(collector.meant.repeated_keys)
        self._start = self._source.skip(0)
        self._scan = scan(
            self._parser,
            self._source,
            self._start,
            walk_into=lambda key: may_hold_records(key, collector),
            check=collector.allowance.check_records,
        )
        self._rest = self._source.skip(self._scan.end)

    @property
    def is_whole(self) -> bool:
        """Whether the text is one complete value and nothing else."""
        return self._scan.broken is None and self._rest == len(self._source.text)

    def deliver(self, collector: RecordCollector, name: str) -> str:
        """Give everything readable to the collector, and return the format in words."""
        text = self._source.text
        if text[self._start] == "[":
            self._offer(self._scan.items, collector)
            self._report_end(collector)
            return ARRAY
        if self._scan.broken is None and text.startswith("{", self._rest):
            self._deliver_sequence(collector)
            return _SEQUENCE
        return self._deliver_object(collector, name)

    def _deliver_object(self, collector: RecordCollector, name: str) -> str:
        items = self._scan.items
        keys = [item.key for item in items if item.key is not None]
        types = [_TYPES.get(self._source.text[item.start], str) for item in items]
        envelope = list_key(_values(items), collector, name)
        members = list(zip(keys, types, strict=True))
        layout = "envelope" if envelope is not None else layout_of(members, collector.id_field, name)
        if layout == "one":
            self._deliver_one(collector)
            return WORDS[layout]
        if layout == "by id":
            self._offer(items, collector)
        for item in items if envelope is not None else ():
            if item.key == envelope and isinstance(item.value, Scan):
                self._offer(item.value.items, collector)
        if envelope is not None and keys.count(envelope) > 1:
            collector.warn(f'"{envelope[:80]}" appears more than once; every array under it was read.', envelope)
        warn_of_choice(layout, keys, collector, envelope)
        self._report_end(collector, has_ids=layout == "by id")
        return in_words(layout, envelope)

    def _deliver_one(self, collector: RecordCollector) -> None:
        if self._scan.broken:
            collector.refuse(self._source.syntax_problem(self._scan.broken))
            return
        self._scan.items.clear()  # its values, which are now read again
        value, end = self._parser.value_at(self._source.text, self._start)
        collector.offer(self._source, value, (self._start, end), "")
        self._report_end(collector)

    def _deliver_sequence(self, collector: RecordCollector) -> None:
        at = self._start
        while at < len(self._source.text):
            try:
                value, end = self._parser.value_at(self._source.text, at)
            except json.JSONDecodeError as error:
                collector.refuse(self._source.syntax_problem(error, _REST))
                return
            collector.offer(self._source, value, (at, end), "")
            collector.allowance.check_records(len(collector.records))
            at = self._source.skip(end)

    def _ending(self) -> str:
        """Return what closes the containers that are open where the text breaks."""
        last = self._scan.items[-1].value if self._scan.items else None
        inside = "]" if isinstance(last, Scan) and last.broken else ""
        return inside + ("]" if self._source.text[self._start] == "[" else "}")

    def _is_cut_inside(self) -> bool:
        """Check whether the last record takes in the rest of the text, because its brackets never close."""
        items = self._scan.items
        last = items[-1].value if items else None
        if isinstance(last, Scan):
            items, last = last.items, last.items[-1].value if last.items else None
        return isinstance(last, Flaw) and items[-1].end == len(self._source.text)

    def _offer(self, items: list[Item], collector: RecordCollector) -> None:
        for item in items:
            collector.offer(self._source, item.value, (item.start, item.end), item.path, item.key)

    def _report_end(self, collector: RecordCollector, has_ids: bool = False) -> None:
        """Report what could not be read at the end.

        All that is not read counts as one record, which has a place if it begins there. A comma too many costs nothing.
        """
        if self._scan.broken:
            rest = self._source.text[self._scan.end :].strip(_SPACES_AND_COMMAS)
            if rest.strip(_SPACES_AND_COMMAS + "]}"):
                problem = self._source.syntax_problem(self._scan.broken, _REST)
                collector.refuse(problem, has_place=not has_ids)
            elif "".join(rest.split()) == self._ending() or self._is_cut_inside():
                collector.report(self._source.syntax_problem(self._scan.broken))
            else:  # it was cut between two records, or has other brackets: nobody knows how many are missing
                collector.refuse(self._source.syntax_problem(self._scan.broken), has_place=False)
        elif not self.is_whole:
            message = "text after the end of the JSON document is not read; remove it, or put records into one list."
            collector.refuse(self._source.problem(self._rest, message), has_place=False)


def _values(items: list[Item]) -> dict[str, Any]:
    """Return what is known of the values by key: of a list that is walked, its objects, with None for what is flawed.

    Of a key that appears several times, it is such a list if there is one.
    """
    values: dict[str, Any] = {str(item.key): split_kept(item.value)[0] for item in items}
    for item in items:
        if isinstance(item.value, Scan):
            inner = (split_kept(one.value)[0] for one in item.value.items)
            values[str(item.key)] = [None if isinstance(one, Flaw) else one for one in inner]
    return values
