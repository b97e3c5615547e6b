"""Find the answer in a model's reply: after the reasoning, in a code fence, or in the prose."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from evaljson.load.json.exact import ExactParser
from evaljson.load.model_text.cut_off_error import CutOffError

_TAGS = r"think(?:ing)?|thought|reasoning|reflection|scratchpad|analysis"
_REASONING = re.compile(rf"\s*<({_TAGS})>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_UNCLOSED = re.compile(rf"\s*<({_TAGS})>", re.IGNORECASE)
# Chat templates often open the reasoning in the prompt, so that the reply only closes it.
_ONLY_CLOSED = re.compile(rf"</(?:{_TAGS})>\s*(?=[{{\[`~]|\n|\Z)", re.IGNORECASE)
_FINAL = re.compile(r"<\|channel\|>final[^<]*<\|message\|>")

_SPACE = re.compile("[\\s\ufeff\u200b]*")
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*([^\n`{\[]*)", re.MULTILINE)
_OWN_LINE = {mark: re.compile(rf"^[ \t>]*{mark * 3}+", re.MULTILINE) for mark in "`~"}
_JSON_LABEL = re.compile(r"json|geojson|jsonc|json5|jsonl", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the text: where it begins after white space, and ends."""

    start: int
    end: int
    label: str

    @property
    def is_json(self) -> bool:
        """Whether its label says that it is JSON."""
        return _JSON_LABEL.match(self.label) is not None


def skip_reasoning(text: str) -> int:
    """Return where the answer begins. Raises CutOffError if the reply breaks off inside its reasoning."""
    at = 0
    finals = list(_FINAL.finditer(text))
    if finals:
        return finals[-1].end()
    while match := _REASONING.match(text, at):
        at = match.end()
    if _UNCLOSED.match(text, at):
        raise CutOffError("the reply breaks off inside its reasoning, before any answer; allow more output tokens.")
    if at == 0:
        for match in _ONLY_CLOSED.finditer(text):
            at = match.end()
    return at


def skip_space(text: str, at: int) -> int:
    """Return the first position from `at` on that is not white space, a mark or a zero-width character."""
    match = _SPACE.match(text, at)
    assert match is not None  # it matches the empty text too
    return match.end()


def fenced(text: str, at: int) -> list[Block]:
    """List the blocks in code fences that begin with `{` or `[`; the last fence may be missing.

    Every part of the text is looked at a bounded number of times, however many fences there are.
    """
    blocks: list[Block] = []
    parser = ExactParser()
    while fence := _FENCE.search(text, at):
        mark = fence.group(1)[0] * 3
        start = at = skip_space(text, fence.end())
        own_line = _OWN_LINE[mark[0]].search(text, start)
        is_json = text.startswith(("{", "["), start)
        if is_json:
            # No JSON value goes beyond a fence on a line of its own, and an error costs time for all text it is given.
            inside = text[start : own_line.start() if own_line else len(text)]
            try:
                at = start + parser.value_at(inside, 0)[1]
            except json.JSONDecodeError:
                at = start
        end, at = _closing(text, at, mark, own_line)
        if is_json:
            blocks.append(Block(start, end, fence.group(2).strip()))
    return blocks


def _closing(text: str, at: int, mark: str, own_line: re.Match[str] | None) -> tuple[int, int]:
    """Return where the block ends and the text goes on: at a fence on a line of its own, else at any, else never."""
    inline = text.find(mark, at)
    if inline >= 0 and not text[at:inline].strip():  # right after the value
        return inline, inline + len(mark)
    if own_line:
        return own_line.start(), own_line.end()
    return (inline, inline + len(mark)) if inline >= 0 else (len(text), len(text))
