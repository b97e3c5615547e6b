"""`--by`: who does something in the workspace."""

from __future__ import annotations

import getpass
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaljson.cli.options.from_click import option

if TYPE_CHECKING:
    from evaljson.store import Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class ByOptions:
    """Who runs the command."""

    by: str | None = option("--by", metavar="NAME", help="Who does this.  [default: your user name]")

    def actor(self) -> Actor:
        """Return who it is."""
        from evaljson.store import Actor

        return Actor(self.by or _user(), "cli")


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a container without a name for its user
        return "command line"
