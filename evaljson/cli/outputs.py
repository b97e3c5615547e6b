"""Writes what a command makes to a file, or to stdout for `-`."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaljson.base.errors import InputError

STDOUT = "-"


@dataclass(frozen=True, slots=True)
class Outputs:
    """What a command writes beside its tables, or in their place."""

    as_json: bool
    """Whether stdout gets a JSON document."""
    files: Mapping[str, str]
    """FILE by option: {"--csv": "-"}."""

    @property
    def takes_stdout(self) -> bool:
        """Whether stdout belongs to a program, so that no table may stand in it."""
        return self.as_json or STDOUT in self.files.values()

    def check(self, inputs: Sequence[str]) -> None:
        """Refuse what cannot work before the work is done. Raises InputError."""
        targets = list(self.files.values())
        options = [option for option, file in self.files.items() if file == STDOUT]
        options += ["--json"] if self.as_json else []
        if len(options) > 1:
            raise InputError(f"only one output can have stdout, not {' and '.join(options)}; give the others a file.")
        twice = [file for file in targets if file != STDOUT and targets.count(file) > 1]
        if twice:
            raise InputError(f"two outputs both name {twice[0]}; give each its own file.")
        for file in targets:
            check_target(file, inputs)


def outputs_of(as_json: bool, **files: str | None) -> Outputs:
    """By the name of the option: `outputs_of(False, csv="-", html=None)`."""
    return Outputs(as_json, {f"--{name}": file for name, file in files.items() if file is not None})


def check_target(file: str, inputs: Sequence[str]) -> None:
    """Refuse a target before the work is done for it: no such folder, a folder, or one of the inputs."""
    if file == STDOUT:
        return
    path = Path(file)
    if path.is_dir():
        raise InputError(f"{file}: this is a folder; name a file in it.")
    if not path.absolute().parent.is_dir():
        raise InputError(f"{file}: there is no folder {str(path.parent)!r}; create it first.")
    for given in inputs:
        if path.exists() and Path(given).exists() and path.samefile(given):
            raise InputError(f"{file}: this is an input, and would be lost; write to another file.")


def write(file: str, data: bytes) -> None:
    """Write all of it, or, where that fails, leave what was there. Raises InputError."""
    if file == STDOUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    path = Path(file)
    if path.exists() and not path.is_file():  # /dev/null and pipes are written to, never replaced
        path.write_bytes(data)
        return
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(f"{file} cannot be written: {error.strerror or error}.") from error
