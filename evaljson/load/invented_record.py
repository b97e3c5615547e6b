"""The gold record of an extracted one that gold lacks: it holds its id, and knows which type the extraction names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class InventedRecord(dict[str, Any]):
    """An object with an id and nothing else. Nothing in it can match, so not even the type is a key of it."""

    def __init__(self, id_field: str, record_id: Any, document_type: Any = None) -> None:
        """Take the document type that the extraction gives itself: nobody else says one."""
        super().__init__({id_field: record_id})
        self.document_type = document_type

    def __reduce__(self) -> tuple[Any, ...]:
        """Build it again from the same parts, as in another process."""
        [(id_field, record_id)] = self.items()
        return type(self), (id_field, record_id, self.document_type)


def document_type(record: Mapping[str, Any], by: str) -> Any:
    """Return the value of the key that names the type of a gold record; None where it has none."""
    return record.document_type if isinstance(record, InventedRecord) else record.get(by)
