"""Archives among the files of a drop: taken apart where they hold several sets of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import streamlit as st

from evaljson.load.archive_parts import archive_parts

_WHOLE: Final = "data.archives-whole"
"""Archives of which someone said that they are one set of records."""


@dataclass(frozen=True, slots=True)
class ArchivePart:
    """One folder or file of an archive, used like a file."""

    name: str
    file_id: str
    archive: str
    """The id of the file that it is from."""
    data: bytes = field(repr=False)

    def getvalue(self) -> bytes:
        """Return the file, or the folder as an archive."""
        return self.data


def parts_of(file: Any) -> Sequence[Any]:
    """Return the sets of records that an archive holds beside each other, else the file as it is."""
    if file.file_id in st.session_state.get(_WHOLE, ()):
        return [file]
    parts = archive_parts(file.getvalue(), file.name)
    if parts is None:
        return [file]
    return [ArchivePart(name, f"{file.file_id} {name}", file.file_id, data) for name, data in parts.items()]


def keep_whole(archive: str) -> None:
    """Leave an archive as it is: all that it holds is one set of records."""
    st.session_state.setdefault(_WHOLE, set()).add(archive)
