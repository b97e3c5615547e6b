"""The exit code of every command, decided here: from a failed gate, from `--strict`, or from an exception.

This is neither a command nor an option: every command ends with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NoReturn

import click

from evaljson import EvaljsonError
from evaljson.base.errors import InputError
from evaljson.cli.console import print_message

FAILED_GATE = 1
"""A gate of `score` or `compare` failed; no other outcome ends with 1."""
BAD_INPUT = 2
BUG = 3
"""An error in evaljson itself."""
INTERRUPTED = 130


def exit_with(code: int) -> NoReturn:
    """End the current command with an exit code."""
    click.get_current_context().exit(code)


def end_by_gates(failures: Iterable[str], refused: Iterable[str] = ()) -> None:
    """Print each failed gate, and end with FAILED_GATE if there is one.

    `refused` lists what --strict does not accept. It wins over gates: InputError is raised, which ends with BAD_INPUT.
    """
    failed, problems = list(failures), list(refused)
    for failure in failed:
        print_message("Failed", failure, "bold red")
    if problems:
        raise InputError(f"--strict: {', '.join(problems)}.")
    if failed:
        exit_with(FAILED_GATE)


def code_for(error: BaseException) -> tuple[int, str]:
    """Return the exit code for an exception that ended a command, and the message to print."""
    if isinstance(error, EvaljsonError):
        return BAD_INPUT, str(error)
    if isinstance(error, click.ClickException):
        return BAD_INPUT, error.format_message()
    if isinstance(error, KeyboardInterrupt | click.Abort):
        return INTERRUPTED, "stopped."
    if isinstance(error, SystemExit):
        return BAD_INPUT, f"a plug-in ended the command with exit code {error.code}; let it raise an exception instead."
    cause = _cause_outside(error)
    if cause is not None:
        return BAD_INPUT, f"{cause} --debug shows where this came up."
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return BUG, f"this is a bug in evaljson ({what}); --debug shows where. Please report it."


def _cause_outside(error: BaseException) -> str | None:
    """Put into a sentence what a file, a disk or the machine can cause anywhere; None for everything else."""
    if isinstance(error, OSError):
        file = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
        return f"{file}{error.strerror or error or type(error).__name__}; check the file, the disk and your permission."
    if isinstance(error, MemoryError):
        return "there is not enough memory for this; split the input, or use a machine with more."
    if isinstance(error, RecursionError):
        return "something in the input is nested too deeply; flatten it."
    if isinstance(error, UnicodeError):
        return f"text in the input cannot be read or written ({error}); save it as UTF-8."
    return None
