"""grounding(): which values of records are in the text of their document, by field. Needs no gold, asks no model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evaljson.base.errors import InputError
from evaljson.evaluate import Record
from evaljson.grounding.document import LONGEST
from evaljson.grounding.find import THRESHOLD, TextSearch, is_looked_for
from evaljson.grounding.leaves import Leaf, leaves
from evaljson.grounding.model import HOWS, FieldGrounding, Grounding, How, NotInText, TextPlace
from evaljson.grounding.nothing import says_nothing
from evaljson.load.document_texts import DocumentTexts, ids_of, texts_of
from evaljson.load.loaded_records import RecordId
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.stats.wilson import wilson_interval
from evaljson.wording.words import counted

Spans = Mapping[RecordId, Mapping[str, tuple[int, int]]]
"""By id and by the value's own path (`items[3].price`): where the extraction says that it read the value."""


@dataclass(slots=True)
class _Tally:
    """What was found of one field so far."""

    found: Counter[How] = field(default_factory=Counter)
    missing: int = 0
    elsewhere: int = 0
    records: set[int] = field(default_factory=set)
    without: set[int] = field(default_factory=set)


def grounding(
    records: Iterable[Record | None],
    documents: DocumentTexts,
    schema: Any = None,
    *,
    id_field: str | None = None,
    threshold: float = THRESHOLD,
    spans: Spans | None = None,
    searches: dict[str, TextSearch] | None = None,
) -> Grounding:
    """Look for each value of records, extracted ones or gold, in the text of their document.

    `documents` is the key of the records with their text, or texts by id (by position, without ids). A value is found
    as written, except for case and white space, as the same number or day in another form, or, if it is text, nearly:
    `threshold` is the least similarity, 0 to 1, and digits must be the same. With `spans` a value is looked for there
    first. The schema says which fields are skipped and how dates are read. `searches` keeps what was read of each text,
    for the next side. Raises SchemaError, InputError (both ValueError).
    """
    if not 0.5 <= threshold <= 1:
        raise InputError(f"a threshold of similarity is between 0.5 and 1, such as {THRESHOLD}, not {threshold}")
    listed = list(records)
    tree: SchemaNode | None = None if schema is None else parse_eval_schema(schema)
    id_field = id_field if id_field is not None or tree is None else tree.id_field
    ids = ids_of(listed, id_field)
    texts = texts_of(listed, ids, documents)
    without = no_values(tree, id_field, documents)
    return ground_texts(
        listed, ids, texts, tree, without, threshold, {} if spans is None else spans,
        {} if searches is None else searches,
    )  # fmt: skip


def no_values(tree: SchemaNode | None, id_field: str | None, documents: DocumentTexts | None = None) -> frozenset[str]:
    """Return the keys of a record that are not looked for: its text, its id, its document type."""
    keys = (documents if isinstance(documents, str) else None, id_field, tree.by if tree is not None else None)
    return frozenset(key for key in keys if key is not None)


def ground_texts(
    listed: Sequence[Record | None], ids: Sequence[RecordId], texts: Sequence[str | None], tree: SchemaNode | None,
    without: frozenset[str], threshold: float, spans: Spans, kept: dict[str, TextSearch],
) -> Grounding:  # fmt: skip
    """Look for the values of records in texts, with an id and a text for each; not for root keys in `without`."""
    tallies: dict[str, _Tally] = {node: _Tally() for node in _declared(tree)}
    missing: list[NotInText] = []
    ignored = with_text = cut = 0
    for place, (record, text) in enumerate(zip(listed, texts, strict=True)):
        if record is None or not text:
            continue
        with_text += 1
        search = kept.get(text) or kept.setdefault(text, TextSearch(text, threshold))
        cut += search.document.is_cut
        given = spans.get(ids[place], {})
        for leaf in leaves(record, tree, without):
            if not is_looked_for(leaf.value) or says_nothing(leaf.value, leaf.node):
                ignored += 1
                continue
            tally = tallies.setdefault(leaf.path, _Tally())
            tally.records.add(place)
            found, is_there = _look(search, leaf, given.get(leaf.at), threshold)
            tally.elsewhere += found is not None and not is_there
            if found is None:
                tally.missing += 1
                tally.without.add(place)
                missing.append(NotInText(ids[place], leaf.path, leaf.at, leaf.value))
            else:
                tally.found[found.how] += 1
    fields = tuple(_field(path, tally) for path, tally in tallies.items() if tally.records)
    values = sum(one.values for one in fields)
    lacking = sum(record is not None for record in listed) - with_text
    return Grounding(with_text, lacking, values, ignored, threshold, fields, tuple(missing), _notes(lacking, cut))


def _look(
    search: TextSearch, leaf: Leaf, given: tuple[int, int] | None, threshold: float
) -> tuple[TextPlace | None, bool]:
    """Return where a value is, and whether that is where it was said to be; True where nothing was said."""
    if given is not None:
        start, end = max(0, given[0]), max(0, given[1])
        inside = TextSearch(search.document.text[start:end], threshold).find(leaf.value, leaf.node)
        if inside is not None:
            return TextPlace(inside.how, start + inside.start, start + inside.end, inside.similarity), True
    return search.find(leaf.value, leaf.node), given is None


def _declared(tree: SchemaNode | None) -> list[str]:
    return [] if tree is None else [path for path, node in tree.fields_by_name() if node.is_unit]


def _field(path: str, tally: _Tally) -> FieldGrounding:
    low, high = wilson_interval(len(tally.without), len(tally.records)) or (None, None)
    return FieldGrounding(
        path, tally.missing + tally.found.total(), {how: tally.found[how] for how in HOWS}, len(tally.records),
        len(tally.without), low, high, tally.elsewhere,
    )  # fmt: skip


def _notes(lacking: int, cut: int) -> tuple[str, ...]:
    notes = []
    if lacking:
        notes.append(f"{counted(lacking, 'record')} without a text: nothing was looked for there")
    if cut:
        notes.append(f"{counted(cut, 'text')} cut after {LONGEST:,} characters: values may be behind that")
    return tuple(notes)
