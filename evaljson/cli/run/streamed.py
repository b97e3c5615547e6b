"""Variants that are folders with results, scored in parts before: nothing is read or scored again."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from evaljson.base.errors import InputError
from evaljson.results.model import RunResult
from evaljson.scale.manifest import is_parts_folder, read_manifest
from evaljson.scale.read_back import read_stream
from evaljson.schema import SchemaNode, parse_eval_schema

Runs = dict[str, RunResult | list[RunResult]]


def streamed_runs(gold: str, files: Mapping[str, Sequence[str]], needs_values: Mapping[str, bool]) -> Runs | None:
    """Read the runs of all variants from their folders; None where none is such a folder.

    `needs_values` has options by name, and whether each is given: these look at records or score, so they are refused.
    Raises InputError, also where some variants are folders and others are not, and where gold is another file.
    """
    every = [file for of_variant in files.values() for file in of_variant]
    streamed = [file for file in every if is_parts_folder(file)]
    if not streamed:
        return None
    if len(streamed) < len(every):
        other = next(file for file in every if file not in streamed)
        raise InputError(f"{streamed[0]} has results of --stream, {other} has none: score both with --stream first.")
    given = [name for name, is_given in needs_values.items() if is_given]
    if given:
        raise InputError(f"{given[0]} needs records, but {streamed[0]} has only their figures: leave it out.")
    for folder in streamed:
        _check_gold(gold, folder)
    return {
        name: read_stream(of_variant[0]) if len(of_variant) == 1 else [read_stream(one) for one in of_variant]
        for name, of_variant in files.items()
    }


def schema_of_folder(folder: str) -> SchemaNode | None:
    """Return the eval schema that a folder was scored by; None where an earlier version wrote it without."""
    manifest = read_manifest(folder)
    return None if manifest is None or manifest.schema is None else parse_eval_schema(manifest.schema)


def _check_gold(gold: str, folder: str) -> None:
    manifest = read_manifest(folder)
    try:
        size = os.stat(gold).st_size
    except OSError as error:
        raise InputError(f"{gold} cannot be read: {error.strerror or error}.") from error
    if manifest is not None and size != manifest.inputs["gold"]["size"]:
        raise InputError(f"{folder} has results against another gold file than {gold}, or it was changed since.")
