"""What a run noticed, as messages: notes on what was decided, warnings of what is wrong."""

from __future__ import annotations

from collections.abc import Iterable

from evaljson.cli.console import Messages
from evaljson.cli.files.read import STDIN
from evaljson.results.scored_records import WITHOUT_EXTRACTED, how_often
from evaljson.scoring.problems import Problem


def report_problems(problems: Iterable[Problem], gold: str, extracted: str, messages: Messages) -> None:
    """Print each with the name of its file: there may be several."""
    for problem in problems:
        file = gold if problem.kind == "gold" else extracted
        place = f"{problem.path}: " if problem.path else ""
        say = messages.note if problem.message.startswith(WITHOUT_EXTRACTED) else messages.warn
        say(f"{'stdin' if file == STDIN else file}: {place}{problem.message}{how_often(problem)}")
