"""`--text-field`, `--payload`, `--metadata`, `--detect`, `--cells`, `--repair` …: where the records are in a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import click

from evaljson.base.errors import InputError
from evaljson.cli.options.from_click import option
from evaljson.load.json.repeated_keys import RepeatedKeys
from evaljson.load.model_text.which_object import Pick

Cells = Literal["auto", "text", "json"]
"""`auto` reads cells as the other files have them, where a command lays files side by side; else as text."""


@dataclass(frozen=True, slots=True)
class FileReading:
    """How one file is read: the arguments of `read_records`, under the names they have there."""

    text_field: str | bool = True
    payload: str | None = None
    metadata: tuple[str, ...] = ()
    cells: Cells = "text"
    repair: bool = True
    pick: Pick = "fits"
    repeated_keys: RepeatedKeys = "last"


def _payload_option(flag: str, of: str = "") -> Any:
    return option(flag, metavar="PATH", help=f"Path of the record in each entry{of}: output.calls[0].arguments.")


def _metadata_option(flag: str, of: str = "") -> Any:
    help_ = f"Key{of} that is kept beside the record and not scored. May be repeated."
    return option(flag, multiple=True, metavar="KEY", help=help_)


def _detect_option() -> Any:
    help_ = "Look for a field or column that holds the record as text."
    return option("--detect/--no-detect", default=True, show_default=True, help=help_)


def _cells_option() -> Any:
    help_ = "Read CSV cells as text, or as JSON where they hold JSON."
    return option("--cells", type=click.Choice(["text", "json"]), default="text", show_default=True, help=help_)


def _cells_of_two_option() -> Any:
    help_ = (
        "Read CSV cells as text, or as JSON where they hold JSON; auto reads columns as numbers or booleans where the "
        "other side has only these, and empty cells as null."
    )
    return option("--cells", type=click.Choice(get_args(Cells)), default="auto", show_default=True, help=help_)


def _repeated_keys_option(flag: str, of: str = "") -> Any:
    help_ = f"Of a key{of} that one object has several times, keep the last value (reported), or refuse the record."
    return option(flag, type=click.Choice(get_args(RepeatedKeys)), default="last", show_default=True, help=help_)


@dataclass(frozen=True, slots=True, kw_only=True)
class OneSideReadingOptions:
    """How the files are read by a command that reads one side only."""

    payload: str | None = _payload_option("--payload")
    metadata: tuple[str, ...] = _metadata_option("--metadata")
    detect: bool = _detect_option()
    cells: Cells = _cells_option()
    repeated_keys: RepeatedKeys = _repeated_keys_option("--repeated-keys")

    @property
    def reading(self) -> FileReading:
        """How each file is read."""
        return FileReading(self.detect, self.payload, self.metadata, self.cells, repeated_keys=self.repeated_keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySideReadingOptions(OneSideReadingOptions):
    """How the files are read by a command that lays several side by side, of which none is gold to the others."""

    cells: Cells = _cells_of_two_option()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions:
    """How the files are read by a command that reads gold and extracted."""

    text_field: str | None = option(
        "--text-field", metavar="KEY", help="Key of EXTRACTED that holds a model's text.  [default: detected]"
    )
    payload: str | None = _payload_option("--payload", " of EXTRACTED")
    metadata: tuple[str, ...] = _metadata_option("--metadata", " of EXTRACTED")
    gold_payload: str | None = _payload_option("--gold-payload", " of GOLD")
    gold_metadata: tuple[str, ...] = _metadata_option("--gold-metadata", " of GOLD")
    detect: bool = _detect_option()
    cells: Cells = _cells_of_two_option()
    repair: bool = option(
        "--repair/--no-repair", default=True, show_default=True,
        help="Repair broken JSON in a model's text. Each repair is reported.",
    )  # fmt: skip
    pick: Pick = option(
        "--pick", type=click.Choice(get_args(Pick)), default="fits", show_default=True,
        help="Which of several different JSON values in a model's text counts. The others are reported.",
    )  # fmt: skip
    repeated_keys: RepeatedKeys = _repeated_keys_option("--repeated-keys", " of EXTRACTED")
    gold_repeated_keys: RepeatedKeys = _repeated_keys_option("--gold-repeated-keys", " of GOLD")

    def __post_init__(self) -> None:
        """Raise InputError if two options say where the record is."""
        if self.text_field is not None and self.payload is not None:
            raise InputError("--text-field and --payload both say where the record is; pass only one of them.")

    @property
    def gold(self) -> FileReading:
        """How gold is read."""
        return FileReading(
            self.detect, self.gold_payload, self.gold_metadata, self.cells, repeated_keys=self.gold_repeated_keys
        )

    @property
    def extracted(self) -> FileReading:
        """How the extracted records are read."""
        text_field = self.detect if self.text_field is None else self.text_field
        return FileReading(
            text_field, self.payload, self.metadata, self.cells, self.repair, self.pick, self.repeated_keys
        )
