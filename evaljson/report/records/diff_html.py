"""Writes the difference of two texts as HTML: struck out what only gold has, underlined what only was extracted.

No sign is added that could be read as a part of the text. Spaces that nobody would see are boxes, drawn by the style.
"""

from __future__ import annotations

import re
from typing import Final

from evaljson.report.records.text_diff import Diff, DiffPart
from evaljson.wording.values import escaped

KEY: Final = (
    '<div class="ej-key"><del>struck out</del> only in gold · <ins>underlined</ins> only extracted · '
    '<span class="ej-gap"> </span> a space</div>'
)
"""What the marks mean, in a line."""
_CONTEXT: Final = 24
"""Equal characters shown on either side of a difference."""
_TO_READ: Final = 200
"""The same where both texts stand side by side, to be read before someone decides."""
_BEFORE: Final = 10
"""Equal characters before the first difference in a line that is cut."""
_LONGEST: Final = 40
"""Characters of an edit in such a line."""
_LINE: Final = 160
"""Characters after which such a line shows no further edit."""
CUT_MARK: Final = '<span class="ej-cut">…</span>'
"""Stands for what a line leaves out; it looks different from an ellipsis in a text."""
_NO_BREAK: Final = "\u00a0"
_GAPS: Final = {" ": '<span class="ej-gap"> </span>', _NO_BREAK: '<span class="ej-named">no-break space</span>'}
_EDGES: Final = re.compile(r"^[ \u00a0]+|[ \u00a0]+$|[ \u00a0]{2,}")


def diff_html(diff: Diff) -> str:
    """Write the whole difference; long equal stretches are cut."""
    shown = [_part_html(part, i == 0, i == len(diff.parts) - 1) for i, part in enumerate(diff.parts)]
    rest = f'<span class="ej-none"> … {diff.cut:,} more characters, not compared</span>' if diff.cut else ""
    return f'<div class="ej-diff"><bdi dir="auto">{"".join(shown)}</bdi>{rest}</div>'


def diff_line(diff: Diff) -> str:
    """Write its first edits for a line that may be cut at its end: little stands before the first one.

    What only gold has is never shown without what was extracted in its place.
    """
    shown, length = list[str](), 0
    for at, part in enumerate(diff.parts):
        if length > _LINE and diff.parts[at - 1].kind != "gold":
            shown.append(CUT_MARK)
            break
        if part.kind == "same":
            shown.append(from_word(part.text, _BEFORE) if at == 0 else _shortened(part.text))
            length += min(len(part.text), 2 * (_CONTEXT if at else _BEFORE))
        else:
            shown.append(_edit_html(part, _LONGEST))
            length += min(len(part.text), _LONGEST)
    return f'<bdi dir="auto">{"".join(shown)}</bdi>'


def diff_sides(diff: Diff) -> tuple[str, str]:
    """Write the difference as two texts, to stand side by side: gold with its own parts marked, and extracted."""
    shown: dict[str, list[str]] = {"gold": [], "extracted": []}
    for at, part in enumerate(diff.parts):
        for side, pieces in shown.items():
            if part.kind in ("same", side):
                pieces.append(_part_html(part, at == 0, at == len(diff.parts) - 1, _TO_READ))
    rest = f'<span class="ej-none"> … {diff.cut:,} more characters, not compared</span>' if diff.cut else ""
    gold, extracted = (f'<bdi dir="auto">{"".join(pieces)}</bdi>{rest}' for pieces in shown.values())
    return gold, extracted


def from_word(text: str, before: int) -> str:
    """Write the end of a text, from the beginning of a word at most `before` characters before its end."""
    if len(text) <= 2 * before:
        return escaped(text)
    end = text[-before:]
    word = re.search(r"(?<=\s)\S", end)
    return CUT_MARK + escaped(end[word.start() :] if word else end)


def _shortened(text: str) -> str:
    if len(text) <= 3 * _CONTEXT:
        return escaped(text)
    return escaped(text[:_CONTEXT]) + CUT_MARK + escaped(text[-_CONTEXT:])


def _part_html(part: DiffPart, is_first: bool, is_last: bool, context: int = _CONTEXT) -> str:
    return _same_html(part.text, is_first, is_last, context) if part.kind == "same" else _edit_html(part)


def _edit_html(part: DiffPart, most: int | None = None) -> str:
    tag = "del" if part.kind == "gold" else "ins"
    if most is not None and len(part.text) > most:
        return f"<{tag}>{_with_gaps(part.text[:most], named=False)}{CUT_MARK}</{tag}>"
    pieces = part.letters or ((part.text, False),)
    shown = [(_with_gaps(text, named=most is None), is_own) for text, is_own in pieces]
    letters = (f"<b>{text}</b>" if is_own else text for text, is_own in shown)
    return f"<{tag}>{''.join(letters)}</{tag}>"


def _same_html(text: str, is_first: bool, is_last: bool, context: int) -> str:
    head, tail = 0 if is_first else context, 0 if is_last else context
    if len(text) <= head + tail + 2 * context:
        return escaped(text)
    before, after = _whole_words(text[:head], at_end=True), _whole_words(text[len(text) - tail :], at_end=False)
    left_out = len(text) - len(before) - len(after)
    note = f'<bdi class="ej-none">… {left_out:,} equal characters … </bdi>'
    return escaped(before) + note + escaped(after)


def _whole_words(text: str, *, at_end: bool) -> str:
    """Return a stretch without the part of a word at the end where it is cut; one without spaces stays as it is."""
    cut = re.search(r"\s\S*$", text) if at_end else re.search(r"(?<=\s)\S", text)
    if cut is None:
        return text
    return text[: cut.start() + 1] if at_end else text[cut.start() :]


def _with_gaps(text: str, named: bool = True) -> str:
    """Escape a text; its spaces at the ends and next to each other become boxes.

    A no-break space is `named` there, unless its name would push other text out of a line that is cut.
    """
    shown, at = [], 0
    for gap in _EDGES.finditer(text):
        shown += [escaped(text[at : gap.start()]), "".join(_gap(space, named) for space in gap[0])]
        at = gap.end()
    return "".join([*shown, escaped(text[at:])])


def _gap(space: str, named: bool) -> str:
    return escaped(space) if space == _NO_BREAK and not named else _GAPS[space]
