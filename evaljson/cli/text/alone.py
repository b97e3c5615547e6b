"""What commands print that look at each file by itself, such as `rules`: JSON, JSON Lines of each finding, a table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from evaljson.base.errors import InputError
from evaljson.cli.console import printable, show, width
from evaljson.cli.files.read import STDIN
from evaljson.cli.files.write import check_target, write
from evaljson.cli.streams import put
from evaljson.cli.text.compare_table import text_table


class OfOneFile(Protocol):
    """What was found in one file."""

    @property
    def sentence(self) -> str:
        """What was found, in a sentence."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""


def check_outputs(
    command: str, files: Sequence[str | None], schema: str | None, target: str | None, option: str, as_json: bool
) -> None:  # fmt: skip
    """Raise InputError for stdin among the files, for two outputs on stdout, and for a target that is an input.

    `target` is the file of `option`.
    """
    if STDIN in files:
        raise InputError(f"{command} reads several files, so none can come from stdin; name a file.")
    if as_json and target == STDIN:
        raise InputError(f"--json and {option} - both write to stdout; name a file for one of them.")
    if target is not None:
        check_target(target, [one for one in (*files, schema) if one])


def print_found(
    found: Mapping[str, OfOneFile], listed: Mapping[str, Sequence[Any]], target: str | None, as_json: bool,
    table: tuple[list[str], list[list[str]]],
) -> None:  # fmt: skip
    """Write all findings to `target` as JSON Lines, and print one JSON document, or sentences and a table.

    `listed` are the findings by file, as dataclasses; `table` has the headings before those of the files, and the rows.
    """
    if target is not None:
        lines = [json.dumps({"of": name, **asdict(one)}) for name, every in listed.items() for one in every]
        write(target, "".join(f"{line}\n" for line in lines).encode("utf-8"))
    if as_json:
        by_name = {name: one.to_dict() for name, one in found.items()}
        put(f"{json.dumps(by_name, indent=2, ensure_ascii=True, allow_nan=False)}\n")
    elif target != STDIN:
        for name, one in found.items():
            show(f"{printable(name)}: {one.sentence}")
        show("")
        heads, rows = table
        show(text_table([*heads, *map(printable, found)], rows, width()))
