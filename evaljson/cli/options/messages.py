"""`--quiet` and `--no-progress`: how much a command prints on stderr."""

from __future__ import annotations

from dataclasses import dataclass

from evaljson.cli.options.from_click import option


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageOptions:
    """How much is printed besides results."""

    quiet: bool = option("--quiet", "-q", is_flag=True, help="Print nothing but errors and failed gates.")
    no_progress: bool = option("--no-progress", is_flag=True, help="Show no progress bar.")
