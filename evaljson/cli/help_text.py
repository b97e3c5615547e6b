"""Keep the help in docs/cli.md current: `python -m evaljson.cli.help_text docs/cli.md` rewrites it.

This is not a part of any command: the documentation and its test use it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from evaljson.cli import main

_BLOCK = re.compile(r"(<!-- help: ?([a-z -]*?) ?-->\n).*?(<!-- end -->)", re.DOTALL)
_WIDTH = 80


def commands(group: click.Group = main, prefix: str = "") -> dict[str, click.Command]:
    """Return all commands, those of groups as `workspace export`."""
    by_name, context = dict[str, click.Command](), click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        by_name[prefix + name] = command
        if isinstance(command, click.Group):
            by_name |= commands(command, f"{prefix}{name} ")
    return by_name


def help_of(name: str) -> str:
    """Return what `evaljson NAME --help` prints; NAME is "" for `evaljson` itself. Raises KeyError if unknown."""
    command: click.Command = main
    context = click.Context(main, info_name="evaljson", terminal_width=_WIDTH, help_option_names=["-h", "--help"])
    for step in name.split():
        assert isinstance(command, click.Group)
        command = commands(command)[step]
        context = click.Context(command, info_name=step, parent=context, terminal_width=_WIDTH)
    return command.get_help(context)


def renewed(text: str) -> str:
    """Put the current help into every block `<!-- help: NAME -->` … `<!-- end -->`."""
    return _BLOCK.sub(lambda match: f"{match[1]}\n```text\n{help_of(match[2])}\n```\n\n{match[3]}", text)


def blocks(text: str) -> list[str]:
    """List the commands whose help the text holds."""
    return [match[2] for match in _BLOCK.finditer(text)]


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(renewed(file.read_text(encoding="utf-8")), encoding="utf-8")
