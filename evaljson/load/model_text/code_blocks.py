"""Find the answer in a model's reply: after the reasoning, in a code fence, or in the prose."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from evaljson.base.errors import LoadError
from evaljson.load.json.exact import ExactParser

_TAGS = r"think(?:ing)?|thought|reasoning|reflection|scratchpad|analysis"
_REASONING = re.compile(rf"\s*<({_TAGS})>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_UNCLOSED = re.compile(rf"\s*<({_TAGS})>", re.IGNORECASE)
# Chat templates often open the reasoning in the prompt, so that the reply only closes it.
_ONLY_CLOSED = re.compile(rf"</(?:{_TAGS})>\s*(?=[{{\[`~]|\n|\Z)", re.IGNORECASE)
_FINAL = re.compile(r"<\|channel\|>final[^<]*<\|message\|>")

_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*([^\n`{\[]*)", re.MULTILINE)
_JSON_LABEL = re.compile(r"json|geojson|jsonc|json5|jsonl", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the text: where it begins after white space, and ends."""

    start: int
    end: int
    label: str


def skip_reasoning(text: str) -> int:
    """Return where the answer begins. Raises LoadError if the reply breaks off inside its reasoning."""
    at = 0
    finals = list(_FINAL.finditer(text))
    if finals:
        return finals[-1].end()
    while match := _REASONING.match(text, at):
        at = match.end()
    if _UNCLOSED.match(text, at):
        raise LoadError("the reply breaks off inside its reasoning, before any answer; allow more output tokens.")
    if at == 0:
        for match in _ONLY_CLOSED.finditer(text):
            at = match.end()
    return at


def skip_space(text: str, at: int) -> int:
    """Return the first position from `at` on that is not white space, a mark or a zero-width character."""
    while at < len(text) and (text[at].isspace() or text[at] in "\ufeff\u200b"):
        at += 1
    return at


def fenced(text: str, at: int) -> list[Block]:
    """List the blocks in code fences that begin with `{` or `[`; the last fence may be missing."""
    blocks: list[Block] = []
    parser = ExactParser()
    while fence := _FENCE.search(text, at):
        start = skip_space(text, fence.end())
        at = start
        if text[start : start + 1] in ("{", "["):
            try:
                _, at = parser.value_at(text, start)
            except json.JSONDecodeError:
                at = start
        end, at = _closing(text, at, fence.group(1)[0] * 3)
        if text[start : start + 1] in ("{", "["):
            blocks.append(Block(start, end, fence.group(2).strip()))
    return blocks


def _closing(text: str, at: int, mark: str) -> tuple[int, int]:
    """Return where the block ends and the text goes on: at a fence on a line of its own, else at any, else never."""
    own_line = re.compile(rf"^[ \t>]*{mark}+", re.MULTILINE).search(text, at)
    inline = text.find(mark, at)
    if inline >= 0 and not text[at:inline].strip():  # right after the value
        return inline, inline + len(mark)
    if own_line:
        return own_line.start(), own_line.end()
    return (inline, inline + len(mark)) if inline >= 0 else (len(text), len(text))


def chosen(text: str, blocks: list[Block]) -> tuple[Block, str | None]:
    """Return the block that counts, the last of those labelled as JSON (else of all), and a note on the others."""
    labelled = [block for block in blocks if _JSON_LABEL.match(block.label)] or blocks
    last = labelled[-1]
    texts = {text[block.start : block.end].strip() for block in labelled}
    if len(texts) == 1:
        return last, None
    return last, f"{len(labelled)} code blocks hold JSON, and not the same; the last one counts."
