"""A folder with a JSON file for each record, dropped as it is: to the loader it is the archive it could have been."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import streamlit as st

from evaljson.ui.session import widget_turn

UNNAMED = "folder"
"""Where the browser does not say what it is called."""


@dataclass(frozen=True, slots=True)
class Folder:
    """Files of a folder in the place of one file."""

    files: Sequence[Any]

    @property
    def name(self) -> str:
        """That of the folder that all files are in."""
        tops = {_path(file).parts[:-1][:1] for file in self.files}
        only = tops.pop() if len(tops) == 1 else ()
        return only[0] if only else UNNAMED

    @property
    def file_id(self) -> str:
        """Of all of them."""
        return " ".join(file.file_id for file in self.files)

    def getvalue(self) -> bytes:
        """A zip archive in memory, not compressed."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for file in self.files:
                archive.writestr(str(_path(file)), file.getvalue())
        return packed.getvalue()


def _path(file: Any) -> PurePosixPath:
    """Below the folder that was chosen, that folder included."""
    return PurePosixPath(str(file.name).replace("\\", "/").lstrip("/"))


def dropped_folder(key: str) -> Folder | None:
    """A drop zone for one folder, behind a button; what was dropped there just now."""
    with st.popover("Folder instead"):
        files = st.file_uploader(
            "Drop a folder here, or choose one",
            type=["json"],
            accept_multiple_files="directory",
            key=f"{key}.folder.{widget_turn.current()}",
            help="Each .json file in it and in the folders below is a record, and its name is the id. Files that are "
            "called otherwise are left where they are.",
        )
    return Folder(files) if files else None
