"""The command `evaljson`. Errors of all commands end here, as one line and an exit code (exit_codes.py)."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

import click

from evaljson import __version__
from evaljson.base import limits
from evaljson.base.errors import InputError
from evaljson.cli.console import print_message
from evaljson.cli.exit_codes import BAD_INPUT, code_for
from evaljson.cli.options.debug import is_debugging
from evaljson.cli.streams import put, reader_has_left, stderr_may_fail

COMMANDS: Final = (
    "agree", "audit", "check-gold", "closed-book", "compare", "consistency", "effort", "grounding", "infer", "judge",
    "leaks", "members", "plan", "retention", "review", "rules", "score", "shift", "suggest", "ui", "validate",
    "workspace",
)  # fmt: skip
"""Each in a file of its name in commands/."""


class Cli(click.Group):
    """A group whose commands end with one clean line, whatever happens.

    A command is imported when it is asked for: all of them together take as long as many a command.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None where there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(f"evaljson.cli.commands.{name}"), name)
        return command

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, complete_var: str | None = None,
        standalone_mode: bool = True, **extra: Any,
    ) -> Any:  # fmt: skip
        """Run a command line, and end the process with its exit code."""
        run_click = super().main
        if not standalone_mode:
            return run_click(args, prog_name, complete_var, standalone_mode, **extra)
        try:
            code = run_click(args, prog_name, complete_var, False, **extra) or 0
        except click.UsageError as error:
            code = BAD_INPUT
            if sys.stderr is not None:
                with stderr_may_fail():
                    error.show(sys.stderr)
        except (Exception, KeyboardInterrupt) as error:
            code = ended_by(error)
        try:
            put("")  # what is still on its way: Python would fail with it after the end
        except InputError as error:
            code = code or ended_by(error)
        sys.exit(code)

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Parse the arguments. --help and --version end here, whether or not their reader waits for the end."""
        try:
            return super().make_context(*arguments, **settings)
        except BrokenPipeError:
            if reader_has_left():
                raise click.exceptions.Exit(0) from None
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; on an exception, print one line and exit with its code."""
        try:
            return super().invoke(ctx)
        except (click.UsageError, click.exceptions.Exit):  # `main` handles these
            raise
        except (Exception, KeyboardInterrupt, SystemExit) as error:
            if isinstance(error, BrokenPipeError) and reader_has_left():  # of the --help of a command
                ctx.exit(0)
            if is_debugging(ctx):
                with stderr_may_fail():
                    traceback.print_exception(error)
            ctx.exit(ended_by(error))


def ended_by(error: BaseException) -> int:
    """Print why a command ended, and return its exit code."""
    code, message = code_for(error)
    print_message("Error", message, "bold red")
    return code


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
