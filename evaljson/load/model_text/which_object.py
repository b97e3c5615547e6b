"""Choose which of several JSON values in a reply is meant: one rule for code blocks and for bare objects.

The first difference decides:

1. the last one, inside which the reply was cut off, where all before it are only mentions: examples, templates, or
   some of its keys;
2. a complete value before one that had to be guessed, and that before one that breaks off;
3. the larger share of keys that are known, if any are;
4. an answer before an example or a template;
5. what stands before the reply runs on into a next question, before what follows;
6. a code block labelled as JSON before another code block, and that before a bare object;
7. the last.

With `pick` "first" or "last", only the second line of these and the position count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from evaljson.base.jsontypes import strict_equal
from evaljson.load.json.repeated_keys import RepeatedKeys
from evaljson.load.loaded_records import excerpt
from evaljson.load.model_text.placeholder import is_placeholder
from evaljson.load.repaired_value import RepairedValue

Pick = Literal["fits", "first", "last"]
SEVERAL: Final = "different JSON values"
"""In the note of a text that holds more than one."""

# What a model writes that plays the next question as well: a heading of its own line, or a mark of a chat template.
_NEXT_TURN = re.compile(
    r"^[ \t>*#]*(?:question|q|user|human|instructions?|input|prompt|query|task|problem|document|passage|context|text"
    r"|e-?mail|article|sentence)[ \t]*#?\d*[ \t]*\**:"
    r"|^[ \t>]*#+[ \t]*(?:example|sample)[ \t]*#?\d+"
    r"|<\|(?:im_start|im_end|start_header_id|user|eot_id|endoftext|end)\|>|\[/?INST\]|</s>|<(?:start|end)_of_turn>",
    re.IGNORECASE | re.MULTILINE,
)
# A reply that goes on as its prompt ended: another input under a name of its own, then the bare word before an answer.
_INPUT = re.compile(
    r"\s*(?:```|~~~)?\s*[>*# \t]*(?!(?:note|wait|correct|explanation|reason|actual|final|updated?|revis|check|verif"
    r"|comment|remark|here|hint|warning|important|assum|sources?|evidence|confidence)\w*)[^\W\d_][\w \t-]{0,30}:",
    re.IGNORECASE,
)
_OUTPUT = re.compile(
    r"^[ \t>*#]*(?:output|answer|json|response|result|extraction|completion)s?[ \t]*\**:[ \t]*\**"
    r"\s*(?:(?:```|~~~)\w*\s*)?\Z",
    re.IGNORECASE | re.MULTILINE,
)
_EXAMPLE = re.compile(r"\b(?:examples?|e\.g\.|for instance|sample)\b[^.\n]*\s*(?:```\w*|~~~\w*)?\s*\Z", re.IGNORECASE)
_LEAD = 200
"""Characters before a value in which it may be called an example."""
_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Candidate:
    """One JSON value in a text."""

    value: Any
    start: int
    end: int
    steps: tuple[str, ...] | None
    """What was repaired; None if nothing was."""
    problems: tuple[str, ...] = ()
    breaks_off: bool = False
    is_guess: bool = False
    """Whether the repair had more than one reading to choose from."""
    values: tuple[RepairedValue, ...] = ()
    """The values that are not what the text has."""
    block: int = 0
    """2 in a code block labelled as JSON, 1 in another code block, 0 outside of blocks."""
    cut_inside: str | None = None
    """Path of the innermost value that is open where the reply ends early; None if it does not, or by a guess."""

    @property
    def completeness(self) -> int:
        """0 if the text breaks off in it, 1 if its repair was a guess, otherwise 2."""
        if self.breaks_off:
            return 0
        return 1 if self.is_guess else 2


@dataclass(frozen=True, slots=True)
class Meant:
    """What is known of the value that is meant."""

    keys: frozenset[str] = frozenset()
    """Those of records."""
    pick: Pick = "fits"
    repeated_keys: RepeatedKeys = "last"


@dataclass(frozen=True, slots=True)
class Choice:
    """The value that is meant."""

    meant: Candidate
    left_out: int = 0
    """How many different values are not meant."""
    note: str | None = None
    """A sentence that names them."""


def which(text: str, candidates: Sequence[Candidate], known: Meant) -> Choice:
    """Choose the value that is meant.

    `candidates` are in the order of the text.
    """
    distinct = _distinct(text, candidates)
    if len(distinct) == 1:
        return Choice(candidates[-1])
    ranks = _ranks(text, candidates, known)
    best = max(range(len(candidates)), key=ranks.__getitem__)
    meant = candidates[best]
    others = [candidate for candidate in distinct if not strict_equal(candidate.value, meant.value)]
    other_ranks = [
        rank
        for rank, candidate in zip(ranks, candidates, strict=True)
        if not strict_equal(candidate.value, meant.value)
    ]
    place = 1 + sum(candidate.start < meant.start for candidate in others)
    reason = _reason(ranks[best], max(other_ranks), known.pick)
    listed = ", ".join(repr(excerpt(text[other.start : other.end], 0)) for other in others[:_SHOWN])
    more = f" and {len(others) - _SHOWN:,} more" if len(others) > _SHOWN else ""
    note = f"the text holds {len(distinct):,} {SEVERAL}; number {place:,} counts, {reason}. Left out: {listed}{more}."
    return Choice(meant, len(others), note)


def _distinct(text: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the last of each value, in the order of the text."""
    by_text = {text[candidate.start : candidate.end]: candidate for candidate in candidates}
    different = list[Candidate]()
    for candidate in reversed(by_text.values()):
        if not any(strict_equal(candidate.value, other.value) for other in different):
            different.append(candidate)
    return sorted(different, key=lambda candidate: candidate.start)


def _ranks(text: str, candidates: Sequence[Candidate], known: Meant) -> list[tuple[float, ...]]:
    """Return a tuple for each to compare: higher is likelier meant."""
    if known.pick != "fits":
        sign = -1 if known.pick == "first" else 1
        return [(False, candidate.completeness, sign * candidate.start) for candidate in candidates]
    examples = _examples(text, candidates)
    runs_on = _next_turn(text, candidates, examples)
    cut = _cut_answer(text, candidates, examples, runs_on, known.keys)
    return [
        (
            candidate is cut,
            candidate.completeness,
            _fit(candidate.value, known.keys),
            not is_example,
            candidate.start < runs_on,
            candidate.block,
            candidate.start,
        )
        for candidate, is_example in zip(candidates, examples, strict=True)
    ]


_REASONS: Final = (
    "because the reply was cut off inside it, and what is before it is no answer",
    "because it is complete",
    "because its keys fit best",
    "because another one is an example",
    "because the reply then goes on with another question",
    "because of the label of its code block",
    "because it is the last",
)


def _reason(rank: tuple[float, ...], other: tuple[float, ...], pick: Pick) -> str:
    place = next(at for at, (mine, theirs) in enumerate(zip(rank, other, strict=True)) if mine != theirs)
    if pick != "fits" and place > 1:
        return f"because it is the {pick}"
    return _REASONS[place]


def _cut_answer(
    text: str, candidates: Sequence[Candidate], examples: Sequence[bool], runs_on: int, keys: frozenset[str]
) -> Candidate | None:
    """Return the value in which the reply was cut off, if all before it only mention values; else None.

    An example or a template is a mention, and in prose an object with some of its keys, or none of a record's: `ids
    like {"no": "?"}`. What does not have the keys of records, or follows a next question, is no answer.
    """
    *before, last = candidates
    written = _written(last.value)
    is_answer = not (written and keys) or bool(written & keys)
    if last.completeness or text[last.end :].strip(" \t\r\n`~") or last.start >= runs_on or not is_answer:
        return None
    mentions = (
        is_example or (_is_in_prose(text, one) and _is_less(_written(one.value), written, keys))
        for one, is_example in zip(before, examples, strict=False)
    )
    return last if all(mentions) else None


def _is_in_prose(text: str, one: Candidate) -> bool:
    return not one.block and text[: one.start].strip() != ""


def _is_less(written: set[str], of_answer: set[str], keys: frozenset[str]) -> bool:
    """Check whether keys are some of those of an answer, or none of those that records may have."""
    return written < of_answer or bool(of_answer & keys and not written & keys)


def _fit(value: Any, keys: frozenset[str]) -> float:
    """Return the share of a value's keys that are known, from 0 to 1; 0 without known keys.

    What it lacks does not count: of an answer and an example, the example is often the one that has every key.
    """
    written = _written(value)
    return len(written & keys) / len(written) if written else 0.0


def _written(value: Any) -> set[str]:
    """Return the keys of an object, or of the objects of an array."""
    records = value if isinstance(value, list) else [value]
    return {key for record in records if isinstance(record, dict) for key in record}


def _examples(text: str, candidates: Sequence[Candidate]) -> list[bool]:
    """Return for each, in the order of the text, whether it is called an example or is a template."""
    before, examples = 0, list[bool]()
    for candidate in candidates:
        lead = text[max(before, candidate.start - _LEAD) : candidate.start]
        examples.append(_EXAMPLE.search(lead) is not None or _is_template(candidate.value))
        before = candidate.end
    return examples


def _is_template(value: Any) -> bool:
    """Check whether a value has nothing but placeholders."""
    leaves, stack = list[Any](), [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict | list):
            stack.extend(item.values() if isinstance(item, dict) else item)
        else:
            leaves.append(item)
    texts = [leaf for leaf in leaves if isinstance(leaf, str)]
    return any(text.strip() for text in texts) and all(is_placeholder(leaf) for leaf in leaves)


def _next_turn(text: str, candidates: Sequence[Candidate], examples: Sequence[bool]) -> int:
    """Return where the reply goes on with a next question, after its first complete answer; the end if it does not."""
    for place, (candidate, is_example) in enumerate(zip(candidates, examples, strict=True)):
        if candidate.completeness == 2 and not is_example:
            turn = _NEXT_TURN.search(text, candidate.end)
            ends = [turn.start()] if turn else []
            if place + 1 < len(candidates) and _goes_on(
                text, candidate.start, candidate.end, candidates[place + 1].start
            ):
                ends.append(candidate.end)
            return min(ends, default=len(text))
    return len(text)


def _goes_on(text: str, start: int, end: int, following: int) -> bool:
    """Check whether a reply that began with its answer goes on with another input, and the word before an answer."""
    if text[:start].strip(" \t\r\n`~").lower() not in ("", "json"):
        return False
    between = text[end:following]
    return _INPUT.match(between) is not None and _OUTPUT.search(between) is not None
