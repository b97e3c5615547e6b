"""Keys that are called as ids are called."""

import pytest

from evaljson.load.id_names import sounds_like_id


@pytest.mark.parametrize(
    "key", ["id", "_id", "ID", "doc_id", "docId", "record-id", "uuid", "file_name", "filename", "doc"]
)
def test_these_are_called_as_ids_are(key: str) -> None:
    assert sounds_like_id(key)


@pytest.mark.parametrize(
    "key", ["paid", "valid", "idea", "title", "invoice_number", "nr", "vendor_name", "documents", ""]
)
def test_these_are_not(key: str) -> None:
    assert not sounds_like_id(key)
