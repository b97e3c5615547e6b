"""From files to runs by variant: each file is scored like `score` does, what all have to say is said once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from evaljson import RunResult
from evaljson.base.errors import InputError, did_you_mean
from evaljson.cli.scoring import Task, run_task
from evaljson.cli.text.console import Voice
from evaljson.cli.text.summary import ScoredFiles


@dataclass(frozen=True, slots=True)
class OnceVoice(Voice):
    """Says nothing twice: every variant is held against the same gold."""

    heard: set[str] = field(default_factory=set)

    def note(self, text: str) -> None:
        """Something that was decided on the way, unless it was said before."""
        if self._first(text):
            Voice.note(self, text)

    def warn(self, text: str) -> None:
        """Something that went wrong without stopping the work, unless it was said before."""
        if self._first(text):
            Voice.warn(self, text)

    def _first(self, text: str) -> bool:
        new = text not in self.heard
        self.heard.add(text)
        return new


def variant_names(files: Sequence[str]) -> list[str]:
    """What variants are called: names of files without endings, or, where two would be alike, the files as given."""
    short = [Path(file).name.partition(".")[0] or file for file in files]
    names = short if len(set(short)) == len(files) else list(files)
    if len(set(names)) < len(files):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{twice} is named twice: name each variant once, and runs of the same one with --repeat.")
    return names


def with_repeats(names: Sequence[str], files: Sequence[str], repeats: Sequence[str]) -> dict[str, list[str]]:
    """Files by variant; `repeats` are NAME=FILE. Raises InputError."""
    found = {name: [file] for name, file in zip(names, files, strict=True)}
    for text in repeats:
        name, equals, file = text.partition("=")
        if not equals or not file:
            raise InputError(f"--repeat {text}: write NAME=FILE, such as {names[0]}=second_run.jsonl.")
        if name not in found:
            raise InputError(f"--repeat {text}: there is no variant {name!r}.{did_you_mean(name, found)}")
        found[name].append(file)
    return found


def score_variants(files: dict[str, list[str]], task: Task, voice: Voice) -> dict[str, list[ScoredFiles]]:
    """`task` is that of any variant: only what was extracted changes."""
    return {name: [run_task(replace(task, extracted=file), voice) for file in own] for name, own in files.items()}


def runs_of(scored: dict[str, list[ScoredFiles]]) -> dict[str, RunResult | list[RunResult]]:
    """One run, or the repeats, of each variant."""
    return {name: own[0].run if len(own) == 1 else [one.run for one in own] for name, own in scored.items()}
