"""Read the JSON value in the text of a language model: strictly, and repaired only if that fails.

Which JSON counts: the whole text, if it is JSON. Else, after the reasoning, the objects (or arrays of objects) in code
blocks and in prose; of several different ones, the one that evaljson/load/model_text/which_object.py chooses.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from evaljson.base.errors import LoadError
from evaljson.base.trail import Trail, path_of
from evaljson.load.allowance import SourceAllowance
from evaljson.load.json.exact import ExactParser
from evaljson.load.json.repeated_keys import RepeatedKeys
from evaljson.load.loaded_records import excerpt
from evaljson.load.model_text.candidates import HowRead, candidate_of, candidates_in
from evaljson.load.model_text.code_blocks import skip_reasoning, skip_space
from evaljson.load.model_text.string_literals import looks_like_latex
from evaljson.load.model_text.structure import MOST_PLACES
from evaljson.load.model_text.which_object import Candidate, Meant, Pick, which
from evaljson.load.repaired_value import RepairedValue

IN_BLOCK: Final = "taken from a code block"


@dataclass(frozen=True, slots=True)
class ModelOutput:
    """The JSON value in a model's text."""

    value: Any
    how: Literal["strict", "repaired"]
    """"repaired" if the value itself was not JSON; leaving out text around it is not a repair."""
    steps: tuple[str, ...]
    """What was done, in words."""
    problems: tuple[str, ...]
    """What the user should check: text that breaks off, losses of a repair, other values that were left out."""
    left_out: int = 0
    """How many different values of the text do not count."""
    repaired_values: tuple[RepairedValue, ...] = ()
    """The values that are not, character by character, what the text has, each with both."""
    cut_inside: str | None = None
    """Path of the innermost value that is open where the text ends early, as in CutReply; None if it does not, or if
    that is a guess."""

    @property
    def lossy(self) -> bool:
        """Whether a repaired value lacks characters of the text."""
        return any(value.lossy for value in self.repaired_values)


def parse_model_output(
    text: str,
    *,
    repair: bool = True,
    keys: Collection[str] = (),
    pick: Pick = "fits",
    repeated_keys: RepeatedKeys = "last",
    allowance: SourceAllowance | None = None,
) -> ModelOutput:
    """Return the JSON value in a model's text, by the loader's rules (all digits, bounded depth).

    `keys` are the keys that a record may have, if they are known: of several different values, one with other keys is
    not meant. `pick` says which counts of those that are left: "first", "last", or the one that "fits" best. All others
    are named in the problems. Of a key that one object has several times, the last value counts, and the value is
    repaired, also without `repair`; with `repeated_keys="refuse"`, it cannot be read.

    `allowance` is what may still be repaired by guessing in the source of the text; without it, the limit of one text.

    Raises LoadError, with the reason, if there is no JSON, if it is broken and `repair` is off or would have to make
    something up, and if a file with it would be refused.
    """
    start = skip_space(text, 0)
    if start == len(text):
        raise LoadError("the text holds no JSON object: ''")
    parser = ExactParser(repeated_keys)
    try:
        value, end = parser.value_at(text, start)
    except json.JSONDecodeError:
        pass  # not JSON as a whole: the usual case
    else:
        if skip_space(text, end) == len(text):
            return _output(candidate_of(value, start, end), [], [])
    how = HowRead(parser, repair, repeated_keys, allowance or SourceAllowance())
    return _inside(text, how, Meant(frozenset(keys), pick, repeated_keys))


def _inside(text: str, how: HowRead, known: Meant) -> ModelOutput:
    start = skip_reasoning(text)
    candidates, unreadable = candidates_in(text, start, how)
    if not candidates:
        raise unreadable[0] if unreadable else LoadError(f"the text holds no JSON object: {excerpt(text, 0)!r}")
    choice = which(text, candidates, known)
    answer, problems = choice.meant, [choice.note] if choice.note else []
    problems += [f"another JSON value in the text cannot be read: {error}" for error in unreadable[:MOST_PLACES]]
    steps = ["reasoning left out"] if start else []
    start = skip_space(text, start)
    if answer.block:
        steps.append(IN_BLOCK)
    elif not text.startswith(("{", "[", '"'), start) or text[answer.end :].strip() or answer.start > start:
        steps.append("text around the JSON left out")
    return replace(_output(answer, steps, problems), left_out=choice.left_out)


def _output(answer: Candidate, steps: list[str], problems: list[str]) -> ModelOutput:
    how: Literal["strict", "repaired"] = "strict" if answer.steps is None else "repaired"
    latex = _latex(answer.value) if answer.steps is None else []
    said, checks = (*steps, *(answer.steps or ())), (*problems, *answer.problems, *latex)
    return ModelOutput(answer.value, how, said, checks, repaired_values=answer.values, cut_inside=answer.cut_inside)


def _latex(value: Any) -> list[str]:
    """Warn of strings in which `\\f` or `\\b` was probably not intended; they are read as JSON defines them."""
    trails, stack = list[Trail](), list[tuple[Trail, Any]]([(None, value)])
    while stack:
        trail, item = stack.pop()
        if isinstance(item, dict):
            stack.extend(((trail, key), inner) for key, inner in item.items())
        elif isinstance(item, list):
            stack.extend(((trail, i), inner) for i, inner in enumerate(item))
        elif isinstance(item, str) and looks_like_latex(item):
            trails.append(trail)
    warning = "a form feed or backspace before letters, as in LaTeX whose backslashes were not doubled; read as it is."
    paths = map(path_of, trails[:MOST_PLACES])
    listed = [f"{path}: {warning}" if path else warning for path in paths]
    more = len(trails) - len(listed)
    return [*listed, f"{more:,} more strings like these."] if more else listed
