"""`--debug`: tracebacks of errors. It is read by app.py, also where a command fails before it has its options."""

from __future__ import annotations

import click

from evaljson.cli.options.from_click import Command

_KEY = "evaljson.debug"


def debug_option(command: Command) -> Command:
    """Add --debug, which `is_debugging` reads."""
    decorated: Command = click.option(
        "--debug",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_remember,
        help="Show tracebacks of errors.",
    )(command)
    return decorated


def is_debugging(ctx: click.Context) -> bool:
    """Check whether tracebacks were asked for; a command shares the answer with its group."""
    return bool(ctx.meta.get(_KEY))


def _remember(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    ctx.meta[_KEY] = value
