"""Finds words that docs/preferred-words.txt advises against, docstrings without a verb, and long lines of docs.

`python -m tests.plain_english` prints how many offences each part has; followed by names of parts, it lists theirs.
"""

import ast
import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain
from pathlib import Path

import nbformat
from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
WORDS = ROOT / "docs" / "preferred-words.txt"
LONGEST = 150
"""Characters of a line of the docs that is neither in a table nor code."""
BETWEEN = "\0"
"""Between two passages: no phrase goes over it."""
PARSER = MarkdownIt("commonmark").enable("table")
# First words of docstrings that do not say what a function does.
# fmt: off
NO_VERBS = frozenset({
    "a", "about", "above", "after", "all", "an", "and", "another", "any", "anybody", "are", "around", "arrays",
    "as", "at", "back", "before", "below", "beside", "both", "by", "bytes", "cells", "codes", "columns", "did",
    "digits", "distinct", "each", "edits", "either", "elements", "every", "everything", "extracted", "f1",
    "few", "fields", "figures", "five", "for", "four", "fresh", "from", "gives", "gold", "how", "ids", "if",
    "in", "into", "is", "it", "its", "json", "keeps", "keys", "labels", "leads", "letters", "lines", "looks",
    "makes", "many", "more", "most", "names", "neither", "newest", "no", "none", "nothing", "null", "of", "on",
    "one", "only", "other", "our", "out", "over", "pairs", "plain", "positions", "raises", "records", "results",
    "returns", "rows", "runs", "same", "says", "scores", "settings", "several", "some", "something", "such",
    "takes", "tells", "text", "texts", "that", "the", "their", "there", "these", "they", "this", "those",
    "three", "to", "two", "under", "up", "values", "variants", "what", "when", "where", "whether", "which",
    "who", "whoever", "whole", "whose", "why", "with", "without", "words", "yes", "yields", "you", "your",
})
# fmt: on
PROPERTIES = frozenset({"property", "cached_property", "overload", "setter"})


@dataclass(frozen=True)
class Rule:
    """One line of the list."""

    pattern: re.Pattern[str]
    better: str
    docs_only: bool


@dataclass(frozen=True)
class Offence:
    """A phrase to rewrite."""

    where: str
    phrase: str
    better: str

    def __str__(self) -> str:
        return f"{self.where}: “{self.phrase}”: {self.better}"


@dataclass(frozen=True)
class Passage:
    """Text for people, and the line that it begins in."""

    text: str
    line: int


def rule(line: str) -> Rule:
    """Read one line of the list. Raises ValueError where it is none."""
    pattern, better, *scope = line.split("\t")
    if scope not in ([], ["docs"]):
        raise ValueError(f"after the second tab only `docs` is known: {line!r}")
    spaced = re.sub(r"(?<!\[) (?!\])", r"\\s+", pattern)
    return Rule(re.compile(rf"(?<![\w-]){spaced}(?![\w-])", re.IGNORECASE), better, bool(scope))


@cache
def rules() -> tuple[Rule, ...]:
    """Read the whole list."""
    lines = WORDS.read_text(encoding="utf-8").splitlines()
    return tuple(rule(line) for line in lines if line and not line.startswith("#"))


def parts() -> dict[str, list[Path]]:
    """Return the files of each part: `docs`, `pages`, `evaljson/store`, `evaljson/ui/data` and so on."""
    files: dict[str, list[Path]] = {}
    for path in sorted(chain((ROOT / "evaljson").rglob("*.py"), (ROOT / "pages").glob("*.py"), [ROOT / "app.py"])):
        files.setdefault(_part(path), []).append(path)
    docs = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*/README.md"), *ROOT.glob("docs/*/*.ipynb")]
    for path in sorted(set(docs)):
        files.setdefault("docs/cli.md" if path.name == "cli.md" else "docs", []).append(path)
    return files


def _part(path: Path) -> str:
    folders = path.relative_to(ROOT).parts[:-1]
    if folders[:2] == ("evaljson", "ui"):
        return "/".join(folders[:3])
    return "/".join(folders[:2]) or "pages"


def offences(path: Path) -> Iterator[Offence]:
    """Yield every offence of one file."""
    name = path.relative_to(ROOT).as_posix()
    if path.suffix == ".py":
        nodes = list(ast.walk(ast.parse(path.read_bytes(), filename=name)))  # most of the time goes into the walk
        yield from _phrases(name, _literals(nodes), in_docs=False)
        yield from _docstrings_without_a_verb(name, nodes)
    elif path.suffix == ".ipynb":
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                yield from _phrases(f"{name}#{cell.id}", _prose(cell.source), in_docs=True)
    else:
        text = path.read_text(encoding="utf-8")
        yield from _phrases(name, _prose(text), in_docs=True)
        yield from _long_lines(name, text)


def _phrases(name: str, passages: Iterator[Passage], *, in_docs: bool) -> Iterator[Offence]:
    found = list(passages)
    text = BETWEEN.join(passage.text for passage in found)  # searched at once: passages are many and short
    starts = list(accumulate((len(passage.text) + len(BETWEEN) for passage in found), initial=0))
    for rule in rules():
        for match in rule.pattern.finditer(text) if in_docs or not rule.docs_only else ():
            place = bisect_right(starts, match.start()) - 1
            line = found[place].line + text.count("\n", starts[place], match.start())
            yield Offence(f"{name}:{line}", " ".join(match.group().split()), f"write {rule.better}")


def _literals(nodes: Iterable[ast.AST]) -> Iterator[Passage]:
    """Yield every text of the source: docstrings, messages, and texts in f-strings. A single word is a name in data."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not node.value.isidentifier():
            yield Passage(node.value, node.lineno)


def _prose(markdown: str) -> Iterator[Passage]:
    """Yield the text of each block that is not code; a `…` is in the place of code inside a sentence."""
    line = 1
    for token in PARSER.parse(markdown):
        if token.map:
            line = token.map[0] + 1
        if token.type == "inline":
            pieces = {"softbreak": "\n", "hardbreak": "\n", "code_inline": "…"}
            yield Passage("".join(pieces.get(piece.type, piece.content) for piece in token.children or ()), line)


def _docstrings_without_a_verb(name: str, nodes: Iterable[ast.AST]) -> Iterator[Offence]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_property(node):
            first = re.match(r"[\W_]*(\w+)", ast.get_docstring(node) or "")
            if first and (first[1].lower() in NO_VERBS or first[1].isdecimal()):
                place = f"{name}:{node.body[0].lineno}"
                yield Offence(place, first[1], f"begin the docstring of {node.name} with a verb")


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(PROPERTIES & set(re.findall(r"\w+", ast.unparse(decorator))) for decorator in node.decorator_list)


def _long_lines(name: str, text: str) -> Iterator[Offence]:
    code = {
        number
        for token in PARSER.parse(text)
        if token.type in {"fence", "code_block", "table_open"} and token.map
        for number in range(token.map[0] + 1, token.map[1] + 1)
    }
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST and number not in code:
            yield Offence(f"{name}:{number}", f"{line[:40]}…", f"{len(line)} characters; break it at {LONGEST}")


def of_part(part: str) -> list[Offence]:
    """Return every offence of one part."""
    return [offence for path in parts()[part] for offence in offences(path)]


def main() -> None:
    """Print how many offences each part has, or those of the named parts."""
    for part in sys.argv[1:]:
        sys.stdout.writelines(f"{offence}\n" for offence in of_part(part))
    if not sys.argv[1:]:
        for part in parts():
            sys.stdout.write(f"{len(of_part(part)):5}  {part}\n")


if __name__ == "__main__":
    main()
