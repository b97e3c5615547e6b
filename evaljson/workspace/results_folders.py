"""Evaluations whose results and records stay in folders that `evaljson score --stream` wrote: nothing of them changes.

The store has their names, schema and figures. A server reads only the folders that whoever started it named.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from evaljson.base.errors import InputError

RESULTS: Final = "results"
"""The place of the folders in the settings of an evaluation, by variant, and of the folder in a run's signature."""
VARIABLE: Final = "EVALJSON_RESULTS"
"""The variable of the environment with the folders that a server may read."""
SHOWN_FIRST: Final = "EVALJSON_SHOWN_FIRST"
"""The variable with the id of the evaluation that the app opens where the address names none."""


def is_of_folders(settings: Mapping[str, Any]) -> bool:
    """Check whether an evaluation with these settings has its results in folders."""
    return RESULTS in settings


def let_read(folders: Sequence[Path]) -> None:
    """Let this process and those that it starts read these folders."""
    os.environ[VARIABLE] = os.pathsep.join(str(folder) for folder in folders)


def readable(folder: str) -> Path:
    """Return a folder that this server may read. Raises InputError for any other."""
    if folder not in os.environ.get(VARIABLE, "").split(os.pathsep):
        raise InputError(f"the results are in {folder}, which this server was not started with: evaljson ui {folder}")
    return Path(folder)
