"""Take a dropped folder with one JSON file per record; the loader reads it as a zip archive."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import streamlit as st

from evaljson.load.file_endings import JSON, REPLIES, REPLY
from evaljson.ui.session import widget_turn
from evaljson.ui.shared.largest_file import largest_file

UNNAMED = "folder"
"""The name if the browser does not report one."""


@dataclass(frozen=True, slots=True)
class Folder:
    """The files of a folder, used like one file."""

    files: Sequence[Any]

    @property
    def name(self) -> str:
        """The name of the folder that contains all files."""
        tops = {_path(file).parts[:-1][:1] for file in self.files}
        only = tops.pop() if len(tops) == 1 else ()
        return only[0] if only else UNNAMED

    @property
    def file_id(self) -> str:
        """The ids of all files, joined."""
        return " ".join(file.file_id for file in self.files)

    def getvalue(self) -> bytes:
        """Return the files as an uncompressed zip archive."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for file in self.files:
                archive.writestr(str(_path(file)), file.getvalue())
        return packed.getvalue()


def _path(file: Any) -> PurePosixPath:
    """Return the path of a file, starting with the chosen folder."""
    return PurePosixPath(str(file.name).replace("\\", "/").lstrip("/"))


def dropped_folder(key: str) -> Folder | None:
    """Draw a button with a drop zone for one folder; return what was dropped."""
    with st.popover("Use a folder"):
        files = st.file_uploader(
            "Drop a folder here, or choose one",
            type=[ending[1:] for ending in (JSON, *REPLIES)],
            accept_multiple_files="directory",
            max_upload_size=largest_file(),
            key=f"{key}.folder.{widget_turn.current()}",
            help="Each .json file in the folder and its subfolders is one record, with the file name as its id. "
            f"Without any, each file is that holds {REPLY}. Other files are ignored.",
        )
    return Folder(files) if files else None
