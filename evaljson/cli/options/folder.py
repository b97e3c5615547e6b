"""`--folder`: the workspace that `evaljson workspace` and `evaljson judge` work on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaljson.cli.options.from_click import option

if TYPE_CHECKING:
    from evaljson.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderOptions:
    """The workspace to open."""

    folder: str | None = option(
        "--folder", metavar="FOLDER",
        help="Workspace folder.  [default: $EVALJSON_DATABASE_URL, $EVALJSON_DATA_DIR, or the user's data folder]",
    )  # fmt: skip

    def open(self, *, create: bool = False) -> Store:
        """Open the workspace. Raises StoreError, also where there is none and none is to be created."""
        # Imported here, since it takes longer to import than `score` takes to start.
        from evaljson.store import open_store

        return open_store(folder=self.folder, create=create, proof="cli")
