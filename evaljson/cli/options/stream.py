"""`--stream`, `--workers`, `--dask` and `--rows`: scoring in parts, for files beyond memory."""

from __future__ import annotations

from dataclasses import dataclass

import click

from evaljson.base.errors import InputError
from evaljson.cli.options.from_click import option
from evaljson.scale.plan import RowKind


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamOptions:
    """Whether files are scored in parts, and by whom."""

    stream: str | None = option(
        "--stream", metavar="FOLDER",
        help="Score JSON Lines of any size in parts, with results as Parquet in FOLDER; goes on there after a kill.",
    )  # fmt: skip
    workers: int = option(
        "--workers", type=click.IntRange(1), default=1, show_default=True, metavar="N",
        help="With --stream: processes that score at once.",
    )  # fmt: skip
    dask: str | None = option(
        "--dask", metavar="ADDRESS",
        help="With --stream: score on the Dask cluster at tcp://…, whose workers see the same files and FOLDER.",
    )  # fmt: skip
    rows: RowKind = option(
        "--rows", type=click.Choice(["figures", "all", "app"]), default="figures", show_default=True,
        help="With --stream: write the figures of each field result; with `all` also its values, path and reason; with "
        "`app` what `evaljson ui FOLDER` shows.",
    )  # fmt: skip

    def __post_init__(self) -> None:
        """Raise InputError for options that say how to stream where nothing is streamed."""
        if self.stream is None and (self.workers > 1 or self.dask is not None or self.rows != "figures"):
            raise InputError(
                "--workers, --dask and --rows are for scoring in parts: name a folder with --stream FOLDER."
            )
        if self.dask is not None and self.workers > 1:
            raise InputError("--dask and --workers both say who scores; pass only one of them.")
