"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from evaljson.schema.limits import MAX_DEPTH
from evaljson.schema.resolve.resolve import RECURSION

_DEBUG = "evaljson.debug"
_RECURSION = "evaljson.recursion"
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def _note_debug(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    ctx.meta[_DEBUG] = value


def debugging(ctx: click.Context) -> bool:
    """Whether a traceback is wanted; the answer is shared by a command and its group."""
    return bool(ctx.meta.get(_DEBUG))


def debug_option(command: Decorated) -> Decorated:
    """--debug, which `debugging` reads."""
    return click.option(
        "--debug",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_note_debug,
        help="Show tracebacks of errors.",
    )(command)


def _note_recursion(ctx: click.Context, _: click.Parameter, value: int) -> None:
    ctx.meta[_RECURSION] = value


def recursion() -> int:
    """How often a definition that contains itself is laid out, as the command was told."""
    ctx = click.get_current_context(silent=True)
    return RECURSION if ctx is None else int(ctx.meta.get(_RECURSION, RECURSION))


def recursion_option(command: Decorated) -> Decorated:
    """--recursion, which `recursion` reads."""
    return click.option(
        "--recursion",
        type=click.IntRange(1, MAX_DEPTH),
        default=RECURSION,
        show_default=True,
        expose_value=False,
        callback=_note_recursion,
        metavar="N",
        help="How many times a definition of the schema that contains itself is laid out, one inside the other.",
    )(command)


def id_option(command: Decorated) -> Decorated:
    """--id-field."""
    help_ = "Key that holds a record's id; it joins gold with extracted.  [default: the schema's x-eval-id]"
    return click.option("--id-field", metavar="KEY", help=help_)(command)


def plugin_option(command: Decorated) -> Decorated:
    """--plugin, as `plugins`."""
    help_ = "Module, or Python file, that registers comparators or transforms when imported. May be repeated."
    return click.option("--plugin", "plugins", multiple=True, metavar="MODULE_OR_FILE", help=help_)(command)


def unknown_option(command: Decorated) -> Decorated:
    """--allow-unknown."""
    help_ = "Accept gold with keys that the schema lacks; they are not scored, and reported."
    return click.option("--allow-unknown", is_flag=True, help=help_)(command)


def missing_options(command: Decorated) -> Decorated:
    """--missing-records and --unreadable: what becomes of records that were not produced, or cannot be read."""
    choice = click.Choice(["omit", "exclude"])
    unreadable = click.option(
        "--unreadable", type=choice, default="omit", show_default=True,
        help="The same for those alone whose extracted record cannot be read.",
    )  # fmt: skip
    missing = click.option(
        "--missing-records", type=choice, default="omit", show_default=True,
        help="Count gold records without an extracted one as omitted, or leave them out.",
    )  # fmt: skip
    return missing(unreadable(command))
