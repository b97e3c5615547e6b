"""The command `evaljson`, and the edge at which errors become one line and an exit code."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any, NoReturn

import click

from evaljson import EvaljsonError, __version__
from evaljson.cli.codes import BAD_INPUT, BUG, INTERRUPTED
from evaljson.cli.commands.agree import agree
from evaljson.cli.commands.compare import compare
from evaljson.cli.commands.infer import infer
from evaljson.cli.commands.judge import judge
from evaljson.cli.commands.score import score
from evaljson.cli.commands.suggest import suggest
from evaljson.cli.commands.ui import ui
from evaljson.cli.commands.validate import validate
from evaljson.cli.commands.workspace import workspace
from evaljson.cli.options.common import debugging
from evaljson.cli.text.console import say


class Cli(click.Group):
    """A group whose commands end in one clean line, whatever happens."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; gives what it gives, or exits with 2, 3 or 130."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, BrokenPipeError):
            raise
        except EvaljsonError as error:
            _end(ctx, error, str(error), BAD_INPUT)
        except (KeyboardInterrupt, click.Abort) as error:
            _end(ctx, error, "stopped.", INTERRUPTED)
        except Exception as error:
            what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            _end(
                ctx,
                error,
                f"evaljson failed, and should not have ({what}); --debug shows where. Please report it.",
                BUG,
            )


def _end(ctx: click.Context, error: BaseException, message: str, code: int) -> NoReturn:
    if debugging(ctx):
        traceback.print_exception(error)
    say("Error", message, "bold red")
    ctx.exit(code)


@click.group(cls=Cli, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="evaljson")
def main() -> None:
    """How good is extracted JSON, field by field, held against gold?

    Exit codes: 0 done, 1 a gate failed, 2 bad input, 3 a fault of evaljson itself, 130 stopped.
    """
    # What the library logs, the commands print themselves, once and in order.
    logging.getLogger("evaljson").addHandler(logging.NullHandler())
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a character is no reason to fail


for command in (infer, validate, score, compare, agree, suggest, judge, ui, workspace):
    main.add_command(command)
