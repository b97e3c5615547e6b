"""Runs by variant: each file is scored as `score` does it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from evaljson import RunResult
from evaljson.base.errors import InputError, did_you_mean
from evaljson.cli.console import Messages
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.cli.run.scoring import ScoringTask, score_files
from evaljson.cli.run.typed_cells import FilesBeside
from evaljson.load.file_names import name_of_file
from evaljson.load.variant_names import called, shown_names


def variant_names(files: Sequence[str], way_out: str = "") -> list[str]:
    """Name variants after files without ending and `extracted_`; if two were equal, return the files as given.

    Raises InputError for a file that is named twice, however it is written; `way_out` says what to do about it, where
    there is something.
    """
    short = shown_names([name_of_file(file) for file in files])
    names = short if len(set(short)) == len(files) else list(files)
    places = [os.path.realpath(file) for file in files]
    if len(set(places)) < len(files):
        repeated = [file for file, place in zip(files, places, strict=True) if places.count(place) > 1]
        also = "" if repeated[0] == repeated[1] else f", also as {repeated[1]}"
        raise InputError(f"{repeated[0]} is named twice{also}: name each once{way_out and f'; {way_out}'}.")
    return names


def with_repeats(names: Sequence[str], files: Sequence[str], repeats: Sequence[str]) -> dict[str, list[str]]:
    """Group files by variant; `repeats` are NAME=FILE. Raises InputError."""
    by_variant = {name: [file] for name, file in zip(names, files, strict=True)}
    for text in repeats:
        name, equals, file = text.partition("=")
        if not equals or not file:
            raise InputError(f"--repeat {text}: write NAME=FILE, such as {names[0]}=second_run.jsonl.")
        variant = called(name, list(by_variant))
        if variant is None:
            raise InputError(f"--repeat {text}: there is no variant {name!r}.{did_you_mean(name, by_variant)}")
        by_variant[variant].append(file)
    return by_variant


def score_variants(files: dict[str, list[str]], task: ScoringTask, messages: Messages) -> dict[str, list[ScoredFiles]]:
    """Score every file of every variant; only the extracted file of `task` is replaced, and what is beside it."""
    task = replace(task, beside=FilesBeside([file for of_variant in files.values() for file in of_variant]))
    return {
        name: [score_files(replace(task, extracted=file), messages) for file in of_variant]
        for name, of_variant in files.items()
    }


def runs_of(scored: dict[str, list[ScoredFiles]]) -> dict[str, RunResult | list[RunResult]]:
    """Return one run, or the repeats, of each variant."""
    return {
        name: of_variant[0].run if len(of_variant) == 1 else [one.run for one in of_variant]
        for name, of_variant in scored.items()
    }
