"""The command `evaljson`. Errors of all commands end here, as one line and an exit code (exit_codes.py)."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any

import click

from evaljson import __version__
from evaljson.base import limits
from evaljson.cli.commands.agree import agree
from evaljson.cli.commands.compare import compare
from evaljson.cli.commands.infer import infer
from evaljson.cli.commands.judge import judge
from evaljson.cli.commands.score import score
from evaljson.cli.commands.suggest import suggest
from evaljson.cli.commands.ui import ui
from evaljson.cli.commands.validate import validate
from evaljson.cli.commands.workspace import workspace
from evaljson.cli.console import print_message
from evaljson.cli.exit_codes import code_for
from evaljson.cli.options.debug import is_debugging


class Cli(click.Group):
    """A group whose commands end with one clean line, whatever happens."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; on an exception, print one line and exit with its code."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, BrokenPipeError):  # click handles these itself
            raise
        except (Exception, KeyboardInterrupt) as error:
            code, message = code_for(error)
            if is_debugging(ctx):
                traceback.print_exception(error)
            print_message("Error", message, "bold red")
            ctx.exit(code)


@click.group(cls=Cli, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="evaljson")
def main() -> None:
    """Score extracted JSON against gold, field by field.

    Exit codes: 0 success, 1 a gate failed, 2 bad input, 3 a bug in evaljson, 130 interrupted.
    """
    limits.current()  # a setting that cannot be used is said by every command, before it reads anything
    # The commands print what the library logs themselves, once and in order.
    logging.getLogger("evaljson").addHandler(logging.NullHandler())
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal without a character must not fail the command


for command in (infer, validate, score, compare, agree, suggest, judge, ui, workspace):
    main.add_command(command)
