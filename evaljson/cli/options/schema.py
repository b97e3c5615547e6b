"""`--schema`, `--recursion`, `--id-field` and `--allow-unknown`: the eval schema, and how gold is held to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from evaljson.cli.options.from_click import option
from evaljson.schema.limits import MAX_DEPTH
from evaljson.schema.resolve.resolve import RECURSION


def id_field_option(purpose: str = "joins gold and extracted") -> Any:
    """Declare --id-field."""
    help_ = f"Key that holds a record's id; it {purpose}.  [default: the schema's x-eval-id]"
    return option("--id-field", metavar="KEY", help=help_)


def allow_unknown_option() -> Any:
    """Declare --allow-unknown."""
    help_ = "Accept gold keys that the schema lacks. They are reported, not scored."
    return option("--allow-unknown", is_flag=True, help=help_)


def _recursion_option() -> Any:
    return option(
        "--recursion", type=click.IntRange(1, MAX_DEPTH), default=RECURSION, show_default=True, metavar="N",
        help="How many levels deep a definition that contains itself is expanded.",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaOptions:
    """An eval schema; without one it is inferred from gold."""

    schema_file: str | None = option(
        "--schema", "-s", metavar="FILE", help="The eval schema.  [default: inferred from GOLD]"
    )
    recursion: int = _recursion_option()
    id_field: str | None = id_field_option()


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiredSchemaOptions:
    """An eval schema that has to be named."""

    schema_file: str = option("--schema", "-s", required=True, metavar="FILE", help="The eval schema.")
    recursion: int = _recursion_option()
