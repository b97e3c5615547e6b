"""Repair broken JSON token by token, and list every value that is then not, character by character, what the text has.

What has one reading: other quotes, bare keys, literals of Python and JavaScript, comments, trailing and missing commas,
backslashes and control characters in strings, an end that is cut off. What is a guess: text without quotes, quotes in
strings that are not escaped, missing values and brackets. It gives up on everything else.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from evaljson.load.model_text.string_literals import QUOTES, rewrite
from evaljson.load.model_text.structure import (
    BREAKS_OFF,
    CLOSES,
    ELLIPSIS,
    GUESSES,
    INNER_QUOTES,
    MOST_PLACES,
    NO_CLOSING_QUOTE,
    NO_QUOTES,
    OPENS,
    OTHER_LITERALS,
    STRINGS,
    Structure,
    UnclearError,
)
from evaljson.load.model_text.tokens import (
    BARE_KEY,
    HIDES_MORE,
    JSON_SPACE,
    KEPT,
    LITERALS,
    MARKS,
    TOKEN,
    TUPLE,
    ends_bare,
    number_in_json,
    surely_ends,
)
from evaljson.load.model_text.unquoted import string_end, unquoted_end
from evaljson.load.repaired_value import RepairedValue, left_out, listed, more_like_these, read_as

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n\s*\Z")
_LAST_LINE = re.compile(r"[ \t\r]*\n\s*\Z")
_PART_OF_ESCAPE = re.compile(r"\\(?:u\w{0,3})?\Z")
_ENDS_AS_TEXT = re.compile(r"""["'],?\s*\Z""")
_GAP = 200
"""Characters before a token in which a blank line is looked for."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """Strict JSON, the end of its source, and the repairs."""

    text: str
    end: int
    steps: tuple[str, ...]
    problems: tuple[str, ...]
    values: tuple[RepairedValue, ...]
    is_guess: bool
    cut_inside: str | None
    """Path of the innermost value that is open where the text breaks off: a container, a string, a word, or a number,
    which may lack digits. None if it does not break off."""


class _Repairer(Structure):
    def run(self, at: int) -> int:
        """Read the container that begins at `at`; the position after it. Raises UnclearError."""
        while True:
            match = TOKEN.match(self.text, at)
            if not match and at == len(self.text):
                self._close_all(BREAKS_OFF)
                return at
            try:
                at = self._take(at, match)
            except UnclearError:
                if not self._goes_on_elsewhere(at):
                    raise
                self._close_all("the text goes on with something else before the end of the object")
                return at
            if not self.levels:
                return at

    def _goes_on_elsewhere(self, at: int) -> bool:
        """Check whether a blank line separates what is read from prose behind it."""
        is_between = bool(self.levels) and self.levels[-1].expects == "comma"
        return is_between and _BLANK_LINE.search(self.text, max(0, at - _GAP), at) is not None

    def _take(self, at: int, match: re.Match[str] | None) -> int:
        """Read one token, and return the position after it."""
        kind = match.lastgroup or "" if match else ""
        token = match.group() if match else ""
        end = at + len(token)
        if kind == "space":
            self.new_line |= "\n" in token
            if not token.isascii() or not JSON_SPACE.fullmatch(token):
                self.done["white space that JSON does not have read as such"] += 1
            return end
        expects_value = bool(self.levels) and self.levels[-1].expects == "value"
        if kind == "comment" and expects_value and not self.new_line and _ENDS_AS_TEXT.search(token):
            kind, token = "", ""  # a text whose opening quote is missing: `"path": //",`
        if kind == "comment":
            self.done["comments left out"] += 1
            if not self.new_line and self.last and HIDES_MORE.search(token):
                self._list(left_out, token, "it stands in a comment", above=True)
            return end
        if kind == "mark" and not (expects_value and token in ("=", "=>")):
            self._mark(token, at)
        elif kind == "dots":
            self._dots(token, at)
        elif match and kind in STRINGS:
            end = self._string(match)
        else:
            end = self._bare(at, kind, token)
        self.last, self.new_line = kind, False
        return end

    def _mark(self, token: str, at: int) -> None:
        if token in MARKS:
            self.done["marks of another script or language (such as = for a colon) read as JSON's"] += 1
            token = MARKS[token]
        if token in CLOSES:
            self._open(token, at)
            return
        level = self._level()
        if token == ":" and level.expects == "colon":
            level.expects = "value"
            self.out.append(":")
        elif token == ",":
            self._comma(level, at)
        elif token in OPENS:
            self._close(token, at)
        else:
            raise UnclearError

    def _ends(self, at: int) -> bool:
        return ends_bare(self.text, at, in_object=self._level().is_object, depth=len(self.levels))

    def _bare(self, at: int, kind: str, token: str) -> int:
        """Read a key or value without quotes, and return the position after it."""
        if self._expects_key():
            key = BARE_KEY.match(self.text, at)
            if not key:
                raise UnclearError
            self._begin(at, key.group())
            self.out.append(json.dumps(key.group(), ensure_ascii=False))
            self.done["bare keys put into quotes"] += 1
            return key.end()
        is_number, literal = kind == "number", LITERALS.get(token.lower(), token)
        if (is_number or token in KEPT or token.lower() in LITERALS) and self._ends(at + len(token)):
            self._begin(at)
            if is_number:
                literal = number_in_json(token)
                self.done["numbers written in JSON's way"] += literal != token
                if literal != token:
                    self._list(read_as, token, json.loads(literal), "no number of JSON")
            else:
                self.done[OTHER_LITERALS] += literal != token and token not in KEPT
            self.out.append(literal)
            return at + len(token)
        sequence = TUPLE.match(self.text, at)
        if sequence and self._ends(sequence.end()):
            self._begin(at)
            self.out.append(repair_json(f"[{sequence['inside']}]", 0).text)
            self.done["tuples read as arrays"] += 1
            return sequence.end()
        return self._unquoted(at)

    def _unquoted(self, at: int) -> int:
        """Read text without quotes as a string, and return the position after it."""
        end = unquoted_end(self.text, at, in_object=self._level().is_object, depth=len(self.levels))
        written = self.text[at:end].rstrip()
        if not written:
            raise UnclearError
        self._begin(at)
        breaks_off = end == len(self.text)
        literals = [word for word in ("true", "false", "null") if breaks_off and word.startswith(written.lower())]
        value = written[:-1] if written.endswith('"') and written.count('"') % 2 else written
        literal = literals[0] if literals else json.dumps(value, ensure_ascii=False)
        why = BREAKS_OFF if literals else "no quotes around it"
        self._list(read_as, written, json.loads(literal), why)
        self.done[NO_QUOTES] += not literals
        self.in_value |= breaks_off
        if breaks_off and not literals:
            self._say_cut()
        self.out.append(literal)
        return at + len(written)

    def _string(self, match: re.Match[str]) -> int:
        """Read a key or value in quotes, and return the position after it."""
        end = match.end()
        is_key, cut, why = self._expects_key(), False, ""
        if match["triple"] is not None:
            self.done[QUOTES] += 1
            literal = json.dumps(match["triple"], ensure_ascii=False)
        elif match["smart"] is not None:
            literal = rewrite(match["smart"], "“", self.done)
        else:
            quote, name = ('"', "double") if match["double"] is not None else ("'", "single")
            body = match[name]
            cut = match[f"{name}_end"] != quote
            if cut:
                body = _LAST_LINE.sub("", body)  # the fence is on a line of its own
            if not cut or re.search(r"[}\]\n]", body):  # rather a quote is missing than the end
                body, end, why = self._body(match, quote, body, is_key)
                cut = False
            literal = rewrite(body, quote, self.done, cut=cut)
        self._begin(match.start(), json.loads(literal) if is_key else None, is_string=True)
        self.out.append(literal)
        written = self.text[match.start() : end] if why or cut else ""
        if why or (cut and _PART_OF_ESCAPE.search(written)):
            self._list(read_as, written, json.loads(literal), why or BREAKS_OFF)
        if cut and not is_key:
            self._say_cut()
        return end

    def _body(self, match: re.Match[str], quote: str, body: str, is_key: bool) -> tuple[str, int, str]:
        """Return what is between the quotes, the position after them, and why that is not what they say."""
        level, start = self._level(), match.start() + 1
        if surely_ends(self.text, match.end(), is_key=is_key, in_object=level.is_object):
            return body, match.end(), ""
        found = string_end(
            self.text, start, quote, is_key=is_key, in_object=level.is_object, depth=len(self.levels)
        )  # fmt: skip
        if found is None:
            raise UnclearError
        if found.end == start + len(body):
            return body, found.after, ""
        is_open = self.text[found.end : found.after] != quote
        self.done[NO_CLOSING_QUOTE if is_open else INNER_QUOTES] += 1
        why = "its closing quote is missing" if is_open else "quotes inside it are not escaped"
        return self.text[start : found.end], found.after, why

    def _say_cut(self) -> None:
        self.in_value = True
        self.problems.append(f"{self._path()}: {BREAKS_OFF} inside this string; the part before is kept.")

    def _dots(self, token: str, at: int) -> None:
        """Leave out an ellipsis that replaces elements, or a value."""
        level = self._level()
        if level.is_object and level.expects == "value":
            self.problems.append(f"{self._path()}: '...' replaces its value; the key is left out.")
            self._leave_out_member(level, at + len(token), ELLIPSIS, "an ellipsis left out")
            return
        if not (level.comma or level.expects == "comma"):
            raise UnclearError
        level.expects = "comma"
        level.comma = False
        self.done["an ellipsis left out"] += 1
        self._list(left_out, token, ELLIPSIS, above=True)
        if self.done["an ellipsis left out"] <= MOST_PLACES:
            place = self._path(above=True) or "the outermost container"
            self.problems.append(f"{place}: '...' replaces something that was not written; it is left out.")


def repair_json(text: str, at: int) -> Repaired:
    """Repair the container that begins at `at`. Raises UnclearError if it cannot say what every part of it means."""
    repairer = _Repairer(text)
    end = repairer.run(at)
    steps = tuple(f"{step} ({times:,})" if times > 1 else step for step, times in repairer.done.items() if times)
    unsaid = [value for value in repairer.values if value.why not in (BREAKS_OFF, ELLIPSIS)]
    values = (*repairer.values, *more_like_these(repairer.unlisted))
    problems = [*repairer.problems, *([f"read with changes: {listed(unsaid)}."] if unsaid else [])]
    is_guess = any(repairer.done[step] for step in GUESSES)
    return Repaired("".join(repairer.out), end, steps, tuple(problems), values, is_guess, repairer.cut_inside)
