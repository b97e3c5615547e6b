"""What the docs say is so: their code runs, their tables hold, their links lead somewhere, and nothing is left out."""

import ast
import contextlib
import dataclasses
import io
import json
import logging
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft202012Validator, ValidationError
from markdown_it import MarkdownIt
from markdown_it.token import Token

import evaljson
from evaljson import load, schema
from evaljson.base.jsontypes import strict_equal
from evaljson.base.params import Param, number_words
from evaljson.comparators import registry as comparators
from evaljson.load import LoadedRecords, LoadProblem, Pairing, Unpaired
from evaljson.schema import GoldFinding, InferReport
from evaljson.schema.parse.entries import KEYS
from evaljson.scoring.problems import Problem
from evaljson.scoring.status import NAMES, PENDING
from evaljson.transforms import registry as transforms
from tests.test_layers import LAYERS

ROOT = Path(__file__).parents[1]
PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))] if page.exists()]
TYPES = {"string", "number", "integer", "boolean", "object", "array", "null"}
PARSER = MarkdownIt("commonmark").enable("table")

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@cache
def tokens(page: Path) -> list[Token]:
    return PARSER.parse(page.read_text(encoding="utf-8"))


def blocks(page: Path) -> list[tuple[str, str, int]]:
    """(language, content, line of its first line) of the page's fenced blocks, those in lists too."""
    return [
        (token.info.split()[0] if token.info else "", token.content, (token.map or [0])[0] + 2)
        for token in tokens(page)
        if token.type == "fence"
    ]


def links(page: Path) -> Iterator[str]:
    for token in tokens(page):
        for inner in token.children or ():
            if inner.type in ("link_open", "image"):
                yield str(inner.attrGet("href") or inner.attrGet("src"))


def anchors(page: Path) -> set[str]:
    """The anchors that a forge makes of the headings."""
    every = tokens(page)
    texts = [every[i + 1].content for i, token in enumerate(every) if token.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in texts}


def all_code() -> str:
    """All that stands in code on any page, in blocks and inside the text."""
    parts = []
    for page in PAGES:
        for token in tokens(page):
            inside = (token, *(token.children or ()))
            parts += [inner.content for inner in inside if inner.type in ("code_inline", "fence")]
    return "\n".join(parts)


@pytest.fixture
def own_registries(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a page registers is forgotten afterwards."""
    monkeypatch.setattr(comparators, "_user", {})
    monkeypatch.setattr(transforms, "_user", {})
    yield
    evaljson.reset_type_defaults()


@each_page
@pytest.mark.usefixtures("own_registries")
def test_python_blocks_run_and_print_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sample_data").symlink_to(ROOT / "sample_data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(logging.root.manager, "disable", logging.NOTSET)  # a page may switch warnings off, for itself
    space: dict[str, Any] = {"__name__": "__main__"}
    listed = blocks(page)
    for place, (language, code, line) in enumerate(listed):
        if language != "python":
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile("\n" * (line - 1) + code, str(page), "exec"), space)
        following = listed[place + 1] if place + 1 < len(listed) else None
        expected = following[1] if following and following[0] == "text" else ""
        assert out.getvalue() == expected, f"{page.name}:{line} prints something else"


def as_eval_schema(block: Any) -> dict[str, Any] | None:
    """The block as a whole schema: a field's node and an object of fields are put into one; None for other JSON."""
    if not isinstance(block, dict):
        return None
    keys = [key for key in block if key.startswith("x-eval-")]
    if isinstance(block.get("properties"), dict) and block.get("type", "object") == "object":
        return block
    if keys or block.get("type") in TYPES:
        return {"type": "object", "properties": {"field": block}}
    nodes = [value for value in block.values() if isinstance(value, dict) and {"type", "properties"} & set(value)]
    return {"type": "object", "properties": block} if nodes and len(nodes) == len(block) else None


@each_page
@pytest.mark.usefixtures("own_registries")
def test_json_blocks_parse_and_eval_schemas_are_accepted(page: Path) -> None:
    for language, text, line in blocks(page):
        if language != "json":
            continue
        try:
            eval_schema = as_eval_schema(json.loads(text))
            if eval_schema is not None:
                evaljson.parse_eval_schema(eval_schema)
                Draft202012Validator(schema.meta_schema()).validate(eval_schema)
        except (ValueError, ValidationError) as error:
            pytest.fail(f"{page.name}:{line}: {error}")


@each_page
def test_links_lead_to_a_file_and_a_heading(page: Path) -> None:
    broken = []
    for link in links(page):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = unquote(link).partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            broken.append(link)
    assert not broken


def test_the_index_names_every_page_and_tutorial() -> None:
    docs = ROOT / "docs"
    named = {link.partition("#")[0] for link in links(docs / "README.md")}
    pages = {
        page.relative_to(docs).as_posix() for pattern in ("*.md", "tutorials/*.ipynb") for page in docs.glob(pattern)
    }
    assert pages - {"README.md"} <= named


def test_what_the_dashboard_page_writes_in_italics_is_in_the_app() -> None:
    """Labels of buttons, boxes and tabs are in italics there, and nothing else is."""
    sources = [*(ROOT / "evaljson").rglob("*.py"), *(ROOT / "pages").glob("*.py")]
    nodes = (node for path in sources for node in ast.walk(ast.parse(path.read_bytes())))
    shown = "\n".join(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    inside = (token.children or () for token in tokens(ROOT / "docs" / "dashboard.md"))
    labels = {text.content for part in inside for mark, text in pairwise(part) if mark.type == "em_open"}
    assert len(labels) > 40
    assert [label for label in sorted(labels) if label not in shown] == []


ARCHITECTURE = ROOT / "docs" / "architecture.md"
# Groups of entry points and files, which look like names.
OTHER_NAMES = {"evaljson.conf", "evaljson.db", "evaljson.service", "evaljson.comparators", "evaljson.transforms"}


def code_paths(page: Path) -> set[str]:
    """The files and folders that a page names in code: what ends in a slash or in the suffix of a file."""
    inside = [inner for token in tokens(page) for inner in token.children or () if inner.type == "code_inline"]
    names = {word for inner in inside for word in inner.content.split()}
    return {name for name in names if re.fullmatch(r"[\w./]+(?:/|\.(?:py|json|txt|md))", name)}


def test_every_file_and_folder_that_the_architecture_names_is_there() -> None:
    named = code_paths(ARCHITECTURE)
    assert len(named) > 100
    assert [name for name in sorted(named) if not any((top / name).exists() for top in (ROOT, ROOT / "evaljson"))] == []


@each_page
def test_files_of_the_project_that_a_page_names_are_there(page: Path) -> None:
    ours = re.compile(r"(?:evaljson|tests|docs|benchmarks|pages|sample_data)/")
    assert [name for name in sorted(code_paths(page)) if ours.match(name) and not (ROOT / name).exists()] == []


@each_page
def test_modules_and_names_that_a_page_names_are_there(page: Path) -> None:
    inside = [inner for token in tokens(page) for inner in token.children or () if inner.type == "code_inline"]
    named = {name for inner in inside for name in re.findall(r"\bevaljson(?:\.[A-Za-z_]\w*)+(?![\w/-])", inner.content)}
    assert [name for name in sorted(named - OTHER_NAMES) if not is_there(name)] == []


def is_there(name: str) -> bool:
    """Whether `evaljson.load.read_records` is a module, or something that one holds."""
    with contextlib.suppress(ImportError, AttributeError):
        pkgutil.resolve_name(name)
        return True
    return False


def test_the_map_of_the_architecture_names_every_room() -> None:
    package = ROOT / "evaljson"
    folders = {path.parent.relative_to(package).as_posix() + "/" for path in package.rglob("__init__.py")}
    rows = tables(ARCHITECTURE)["The rooms"]
    rooms = {name for row in rows for name in re.findall(r"`([\w/]+/)`", " ".join(row))}
    assert folders - {"./", "store/migrations/versions/"} == rooms


def test_the_layers_of_the_architecture_are_those_that_are_tested() -> None:
    cells = [cell for cell, _ in tables(ARCHITECTURE)["Layers"][1:]]
    assert [frozenset(re.findall(r"`(\w+)`", cell)) for cell in cells] == list(LAYERS)


def test_the_table_of_decisions_is_long_enough_to_be_of_use() -> None:
    assert len(tables(ARCHITECTURE)["Where is the code that decides …"]) > 15


def public_names() -> set[str]:
    """What users can import, and the fields of what they get."""
    results = (evaljson.RunResult, evaljson.RecordResult, evaljson.FieldResult, evaljson.FieldAggregation, Problem)
    loaded = (LoadedRecords, LoadProblem, Pairing, Unpaired, GoldFinding, InferReport)
    passed = (evaljson.ComparatorResult, evaljson.BatchItem, evaljson.NullHandling)
    fields = {field.name for kind in results + loaded + passed for field in dataclasses.fields(kind)}
    internal = {"table", "signer", "__version__"}
    return (fields | {*evaljson.__all__, *load.__all__, *schema.__all__}) - internal


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(sorted(KEYS), id="settings"),
        pytest.param(sorted(NAMES[:PENDING]), id="statuses"),
        pytest.param(sorted(comparators._built_in), id="comparators"),
        pytest.param(sorted(transforms._built_in), id="transforms"),
        pytest.param(sorted(public_names()), id="public API"),
    ],
)
def test_nothing_is_left_out(names: list[str]) -> None:
    words = set(re.findall(r"[\w-]+", all_code()))
    assert [name for name in names if name not in words] == []


def tables(page: Path) -> dict[str, list[list[str]]]:
    """Heading -> the rows of all tables below it as cells, the rows of titles among them."""
    rows: dict[str, list[list[str]]] = {}
    heading, kind = "", ""
    for token in tokens(page):
        if token.nesting == 1:
            kind = token.type
        if token.type == "tr_open":
            rows.setdefault(heading, []).append([])
        elif token.type == "inline" and kind == "heading_open":
            heading = token.content.strip("`")
        elif token.type == "inline" and kind in ("th_open", "td_open"):
            rows[heading][-1].append(token.content)
    return rows


REFERENCE = tables(ROOT / "docs" / "comparators.md")


def examples(first: str) -> list[tuple[str, dict[str, str]]]:
    """(name, cell by column) of all example rows in tables whose first column has this title."""
    listed = []
    for name, rows in REFERENCE.items():
        titles: list[str] = []
        for row in rows:
            if row[0] in ("parameter", "gold", "value"):
                titles = row
            elif titles and titles[0] == first:
                listed.append((name, dict(zip(titles, row, strict=True))))
    return listed


def value(cell: str) -> Any:
    """A cell as JSON; an empty one is not parameters."""
    return json.loads(cell.strip("`") or "{}")


def field(settings: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {"f": {"type": "string", **settings}}}


def described() -> dict[str, tuple[Param, ...]]:
    of_comparators = {name: known.params or () for name, known in comparators._built_in.items()}
    return of_comparators | {name: known.params or () for name, known in transforms._built_in.items()}


@pytest.mark.parametrize("name", sorted(described()))
def test_every_comparator_and_transform_has_an_example_and_its_parameters(name: str) -> None:
    assert name in {shown for shown, _ in examples("gold") + examples("value")}
    listed = {row["parameter"].strip("`"): row["meaning"] for shown, row in examples("parameter") if shown == name}
    documented = {}
    for param in described()[name]:
        documented[param.name] = param.doc
        documented |= {f"{param.name}.{inner.name}": inner.doc for inner in param.fields}
    assert listed == documented


RANGED = [
    (name, f"{owner}{param.name}", param)
    for name, params in described().items()
    for owner, inside in [("", params), *((f"{param.name}.", param.fields) for param in params)]
    for param in inside
    if param.kind in ("number", "integer") or param.longest is not None
]


@pytest.mark.parametrize(("name", "key", "param"), RANGED, ids=[f"{name}.{key}" for name, key, _ in RANGED])
def test_the_range_of_a_parameter_is_beside_it(name: str, key: str, param: Param) -> None:
    takes = {row["parameter"].strip("`"): row["takes"] for shown, row in examples("parameter") if shown == name}[key]
    if param.longest is not None:
        assert f"at most {param.longest:,}" in takes
    if param.minimum is not None and param.maximum is not None:
        assert f"from {number_words(param.minimum)} to {number_words(param.maximum)}" in takes


@pytest.mark.parametrize(("name", "row"), examples("gold"))
def test_a_comparator_scores_its_examples_as_the_page_says(name: str, row: dict[str, str]) -> None:
    gold, extracted, params = (value(row[column]) for column in ("gold", "extracted", "parameters"))
    if name == "compound":  # its fields are siblings: the cells hold the object around them
        each = {"type": "string", "x-eval-compare": {name: params}}
        schema = {"type": "object", "properties": dict.fromkeys(params["fields"], each)}
        result, *_ = evaljson.score_record(schema, gold, extracted)
    else:
        (result,) = evaljson.score_record(field({"x-eval-compare": {name: params}}), {"f": gold}, {"f": extracted})
    assert (f"{result.score:g}", result.status) == (row["score"], row["status"].strip("`"))


@pytest.mark.parametrize(("name", "row"), examples("value"))
def test_a_transform_makes_of_its_examples_what_the_page_says(name: str, row: dict[str, str]) -> None:
    before, params = value(row["value"]), value(row["parameters"])
    settings = field({"x-eval-transform": [{name: params}], "x-eval-compare": "exact"})
    (result,) = evaljson.score_record(settings, {"f": before}, {"f": before})
    refused = (result.reason or "").partition(";")[0]
    if row["becomes"].startswith("refused: "):
        assert f"refused: {refused}" == row["becomes"]
    else:
        assert strict_equal(result.gold_compared, value(row["becomes"]))
        assert not refused


def settled(cell: str, key: str) -> dict[str, Any]:
    return {} if cell == "no key" else {key: value(cell)}


@pytest.mark.parametrize("row", tables(ROOT / "docs" / "eval-schema.md")["x-eval-nulls"][1:], ids=" ".join)
@pytest.mark.parametrize(
    ("column", "policy"),
    [(2, None), (3, {"absent": [None, ""]}), (4, {"absent": [None, ""], "both_absent": "match"})],
    ids=["no policy", "skip", "match"],
)
def test_null_policies_do_what_their_table_says(row: list[str], column: int, policy: dict[str, Any] | None) -> None:
    node = {"type": "string"} if policy is None else {"type": "string", "x-eval-nulls": policy}
    schema = {"type": "object", "properties": {"f": node, "other": {"type": "string"}}}
    gold, extracted = ({**settled(cell, "f"), "other": "there"} for cell in row[:2])
    statuses = [result.status for result in evaljson.score_record(schema, gold, extracted) if result.path == "f"]
    assert statuses == ([] if row[column] == "nothing" else [row[column].strip("`")])


@pytest.mark.parametrize("row", tables(ROOT / "docs" / "glossary.md")["Truth table"][1:], ids=" ".join)
def test_the_truth_table_is_what_happens(row: list[str]) -> None:
    declared, in_gold, in_extracted, result = row
    properties = {"other": {"type": "string"}} | ({"f": {"type": "string"}} if declared == "yes" else {})
    for has_gold in ["yes", "no"] if " or " in in_gold else [in_gold]:
        gold, extracted = (
            {"other": "there"} | ({"f": "x"} if has == "yes" else {}) for has in (has_gold, in_extracted)
        )
        schema = {"type": "object", "properties": properties}
        statuses = [result.status for result in evaljson.score_record(schema, gold, extracted) if result.path == "f"]
        allowed = [[]] if result.startswith("nothing") else [[status] for status in re.findall(r"`(\w+)`", result)]
        assert statuses in allowed
