"""Read Parquet into records: nested types stay nested, null stays null, and types that JSON lacks become text."""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import ABSENT, find_non_json
from evaljson.base.listed import first_of
from evaljson.base.paths import element, inside
from evaljson.load.byte_limit import ByteLimit
from evaljson.load.collector import RecordCollector
from evaljson.load.formats.column_names import ColumnNames
from evaljson.load.formats.parquet_arrays import decoded_bytes, python_values
from evaljson.load.formats.parquet_size import check_footer, holds_another, plan_of
from evaljson.load.json.repeated_keys import KeptLast, Pairs, appears, kept_last
from evaljson.load.loaded_records import LoadProblem

PARQUET_WORDS = "Parquet"
_DATES = (datetime.date, datetime.time)


def read_parquet(data: bytes, collector: RecordCollector, name: str, limit: ByteLimit) -> str:
    """Give every row to the collector, and return the format in words.

    Dates and times become ISO 8601 text, decimals text with all their digits: a warning names the columns. A column
    named by a path (`vendor.name`) is nested like one of a CSV file, and there a null is an absent key. Of a key that a
    map has several times, the last value counts, which is a repair, unless that is to be refused. Raises
    LoadError for damaged files, and beyond the limits of bytes, values, records and columns, before they are decoded.
    """
    check_footer(data, name)
    try:
        source = pa.BufferReader(data)
        metadata = pq.read_metadata(source)
        schema = metadata.schema.to_arrow_schema()
        plan = plan_of(data, metadata, schema, collector.allowance, limit)
        columns = ColumnNames(schema.names, name, collector.limits)
        collector.allowance.spend_values(metadata.num_rows * (columns.cells_of_a_row - len(schema.names)))
        _warn_of_types(schema, collector)
        size = 0
        file = pq.ParquetFile(source, metadata=metadata, read_dictionary=plan.dictionaries)
        for batch in (batch for groups in plan.groups for batch in file.iter_batches(plan.rows, groups)):
            size += sum(map(decoded_bytes, batch.columns))
            limit.check(size, name)
            _take(batch, columns, collector)
        if holds_another(data):
            collector.lose("this is two Parquet files in one, and the first is not read; pass them one by one.")
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        if isinstance(error, LoadError):
            raise
        raise LoadError(f"{name}: the Parquet file cannot be read ({error}); write it again.") from error
    return PARQUET_WORDS


def _take(batch: Any, columns: ColumnNames, collector: RecordCollector) -> None:
    cells = [python_values(column) for column in batch.columns]
    for row in zip(*cells, strict=True):
        maps = _Maps()
        pairs = zip(row, columns.nested, strict=True)
        record = columns.record([ABSENT if cell is None and nested else maps.json(cell) for cell, nested in pairs])
        place = element("", collector.next_place)
        not_json = find_non_json(record, place)
        if not_json:
            message = f"{not_json[1]}, which JSON does not have; convert the column to text or numbers."
            collector.refuse(LoadProblem(None, None, not_json[0], message, "error", ""))
        elif not maps.repeated:
            collector.take(record)
        else:
            _take_kept(kept_last(record, maps.repeated), maps, collector, place)


def _take_kept(kept: KeptLast, maps: _Maps, collector: RecordCollector, place: str) -> None:
    """Take a record with maps that have a key several times, as the JSON reader does; or refuse it."""
    if collector.meant.repeated_keys == "refuse":
        path = inside(place, kept.repaired[0].path)
        collector.refuse(LoadProblem(None, None, path, appears(maps.most_times), "error", ""))
        return
    collector.report(LoadProblem(None, None, place, kept.message, "warning", ""))
    collector.note_repair(kept.steps, kept.repaired)
    collector.take(kept.value)


class _Maps:
    """Makes cells JSON, and notes the maps in which a key is there several times."""

    def __init__(self) -> None:
        self.repeated: dict[int, Pairs] = {}
        """By the `id` of the object that a map became."""
        self.most_times = 1

    def json(self, value: Any) -> Any:
        """Convert a cell to JSON; what JSON lacks is left as it is, and refused later."""
        if isinstance(value, dict):
            return {key: self.json(inner) for key, inner in value.items()}
        if isinstance(value, list):
            if value and all(isinstance(item, tuple) for item in value):
                return self._map([(key, self.json(inner)) for key, inner in value])
            return [self.json(item) for item in value]
        if isinstance(value, _DATES):
            return value.isoformat()
        return str(value) if isinstance(value, decimal.Decimal | uuid.UUID) else value

    def _map(self, pairs: list[tuple[Any, Any]]) -> Any:
        members = dict(pairs)
        if len(members) < len(pairs):
            if any(find_non_json(inner, "") for _, inner in pairs):
                return tuple(pairs)  # which is no JSON either
            self.repeated[id(members)] = (members, pairs)  # which keeps it, so that no other object gets its number
            self.most_times = max(self.most_times, *Counter(key for key, _ in pairs).values())
        return members


def _warn_of_types(schema: Any, collector: RecordCollector) -> None:
    texts = [field.name for field in schema if any(map(_becomes_text, _types_in(field.type)))]
    floats = [field.name for field in schema if any(map(_is_less_than_double, _types_in(field.type)))]
    if texts:
        collector.warn(f"dates, times and decimals were read as text in {first_of(list(map(repr, texts)), 5)}.")
    if floats:
        names = first_of(list(map(repr, floats)), 5)
        collector.warn(
            f"numbers of single precision were read with the digits they have in double precision in {names}."
        )


def _types_in(kind: Any) -> Iterator[Any]:
    """Yield a type and those nested in it; the names of nested fields, such as date, say nothing."""
    yield kind
    for place in range(kind.num_fields):
        yield from _types_in(kind.field(place).type)
    if pa.types.is_dictionary(kind):
        yield from _types_in(kind.value_type)


def _becomes_text(kind: Any) -> bool:
    return bool(pa.types.is_temporal(kind) or pa.types.is_decimal(kind))


def _is_less_than_double(kind: Any) -> bool:
    return bool(pa.types.is_float16(kind) or pa.types.is_float32(kind))
