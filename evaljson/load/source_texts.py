"""Which text kept beside a record is the document that the record was taken from, and that text in plain words."""

from __future__ import annotations

import unicodedata
from typing import Final

SOURCE_NAMES: Final = frozenset(
    {
        "body", "content", "doc_text", "document", "document_text", "full_text", "html", "input", "input_text",
        "markdown", "ocr", "ocr_text", "page_text", "raw_text", "source", "source_text", "text", "transcript",
    }
)  # fmt: skip
LONG: Final = 200
"""Text of more characters is one, whatever its name."""


def is_source_text(name: str, value: str) -> bool:
    """Check whether a text beside a record is its document."""
    return bool(value.strip()) and (name.lower() in SOURCE_NAMES or len(value) > LONG)


def plain_text(text: str) -> str:
    """Return a text without case, forms of letters and runs of white space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
