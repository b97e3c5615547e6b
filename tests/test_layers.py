"""The package is built in layers, and what is in the repository holds anywhere."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "evaljson"

# Lowest first: a part imports from its own layer and from those before it.
LAYERS: tuple[frozenset[str], ...] = (
    frozenset({"_version", "base"}),
    frozenset({"load", "stats", "transforms"}),
    frozenset({"comparators", "logic"}),
    frozenset({"schema"}),
    frozenset({"metrics", "scoring"}),
    frozenset({"confidence", "wording"}),
    frozenset({"results"}),
    frozenset({"evaluate"}),
    frozenset(
        {
            "agreement",
            "compare",
            "consistency",
            "effort",
            "floor",
            "grounding",
            "leaks",
            "rules",
            "shift",
            "store",
            "whatif",
        }
    ),
    frozenset({"closed_book", "judge", "review", "second_look", "suggest"}),
    frozenset({"report", "workspace"}),
    frozenset({"jobs", "reviews", "scale", "serve"}),
    frozenset({"evaljson"}),  # the public API: evaljson/__init__.py
    frozenset({"compat"}),
    frozenset({"__main__", "cli", "ui"}),
    frozenset({"app", "pages"}),
)
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))
# What each room of evaljson/ui, and the page of that name, may import of evaljson/ui.
OPEN_TO: dict[str, set[str]] = {
    "session": {"session"},
    "shared": {"session", "shared"},
    "app": {"session", "shared"},
    **{page: {page, "session", "shared"} for page in PAGES},
}
RANK = {part: rank for rank, layer in enumerate(LAYERS) for part in layer}

# What people who know the field already type.
# fmt: off
PUBLIC_API = [
    "infer_schema", "resolve_schema_references", "annotate_xeval", "set_type_default", "reset_type_defaults",
    "parse_eval_schema", "parse_xeval_entry", "validate_gold", "evaluate", "score_record",
    "register", "register_transform", "get_comparator", "get_transform",
    "reclassify_nulls", "propagate_batch_errors", "NullHandling",
    "ComparatorResult", "BatchItem", "CompoundComparator", "ComparatorSpec", "TransformSpec", "SchemaNode",
    "FieldResult", "RecordResult", "FieldAggregation", "RunResult", "SchemaError", "GoldValidationError",
]
# fmt: on

# Put together from pieces, or this file would be the first to fail.
MACHINE_PATH = re.compile(rb"(?<![\w.~-])/(?:work|root|home/\w+|Users/\w+)" + rb"/")
INDEX_HOST = re.compile(rb"(?:pypi|pythonhosted|testpypi)\.(?:org|python\.org)|(?:extra-)?index-url\s*=\s*\S", re.I)


def product_files() -> list[Path]:
    """Every Python file that runs outside of the tests; folders that do not exist yet have none."""
    roots = (PACKAGE, ROOT / "pages", ROOT / "sample_data", ROOT / "benchmarks")
    return sorted(chain([p for p in [ROOT / "app.py"] if p.exists()], *(root.rglob("*.py") for root in roots)))


def part_of(path: Path) -> str:
    """The part that a file belongs to: `schema` for evaljson/schema/parse/parse.py, `pages` for pages/data.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    inside = parts[1:] if parts[0] == "evaljson" else parts
    return "evaljson" if inside == ("__init__",) else inside[0]


def room_of(path: Path) -> str | None:
    """The room of the pages that a file belongs to: `schema` for evaljson/ui/schema/panel.py and pages/schema.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[:2] == ("evaljson", "ui"):
        return parts[2] if len(parts) > 3 else None
    return parts[-1] if parts[0] in {"app", "pages"} else None


class Facts(NamedTuple):
    """What the tests ask of a file. Its tree is not kept: those of all files are a million objects."""

    imports: tuple[tuple[int, str], ...]
    """Line and full dotted name of all that it imports, inside functions too: `from a import b` is a.b."""
    classes: tuple[str, ...]
    """The names of its classes, but for those inside others."""


@cache
def facts_of(path: Path) -> Facts:
    body = ast.parse(path.read_bytes(), filename=str(path)).body
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    return Facts(
        tuple(_imports(_statements(body), package)), tuple(node.name for node in body if isinstance(node, ast.ClassDef))
    )


def imported_names(path: Path) -> tuple[tuple[int, str], ...]:
    return facts_of(path).imports


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Go through statements and those inside them, and pass over their expressions, which are most of a tree."""
    for node in body:
        yield node
        for inside in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from _statements(getattr(node, inside, ()))


def _imports(nodes: Iterable[ast.AST], package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def imported_parts(path: Path) -> Iterator[tuple[int, str]]:
    """Line and part of every import of ours; a name that is not a part, as in `import evaljson`, is the public API."""
    for line, name in imported_names(path):
        first, *rest = name.split(".")
        if first == "evaljson":
            yield line, rest[0] if rest and rest[0] in RANK else "evaljson"
        elif first in {"app", "pages"} and (ROOT / first).with_suffix("").exists():
            yield line, first


def project_files() -> list[Path]:
    """What git tracks; in an unpacked source distribution, which has no git, everything in it."""
    if (ROOT / ".git").exists():
        # The setting lets a checkout that belongs to another user be read, as on a CI machine.
        command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]
    leftovers = re.compile(r"\.venv|__pycache__|\.\w+_cache|\.hypothesis|test-results")
    return [p for p in ROOT.rglob("*") if p.is_file() and not any(map(leftovers.fullmatch, p.relative_to(ROOT).parts))]


@pytest.mark.parametrize(
    "around",
    [
        "{}", "try:\n {}\nfinally:\n pass", "try:\n pass\nexcept E:\n {}", "try:\n pass\nexcept* E:\n {}",
        "try:\n pass\nexcept E:\n pass\nelse:\n {}", "try:\n pass\nfinally:\n {}", "if a:\n pass\nelif b:\n {}",
        "if a:\n pass\nelse:\n {}", "while a:\n {}", "for a in b:\n pass\nelse:\n {}", "with a:\n {}",
        "match a:\n case 1:\n  {}", "class A:\n def f(self):\n  {}", "async def f():\n async for a in b:\n  {}",
    ],
)  # fmt: skip
def test_an_import_is_found_wherever_it_stands(around: str) -> None:
    body = ast.parse(around.format("from evaljson import load")).body
    assert [name for _, name in _imports(_statements(body), ())] == ["evaljson.load"]


def test_only_the_pages_and_ui_import_streamlit() -> None:
    leaks = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in product_files()
        if part_of(path) not in {"app", "pages", "ui"}
        for line, name in imported_names(path)
        if name.split(".")[0] == "streamlit"
    ]
    assert not leaks, f"streamlit belongs in evaljson/ui, pages/ and app.py alone; found in {leaks}"


@pytest.mark.parametrize("module", ["evaljson", "evaljson.cli"])
def test_importing_it_does_not_load_what_takes_long(module: str) -> None:
    slow = ["streamlit", "scipy.special", "scipy.stats", "scipy.optimize", "pandas", "plotly", "pyarrow"]
    code = f"import {module}, sys; print(*[name for name in {slow} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.split() == []


def test_the_layers_name_every_part_of_the_package_and_nothing_else() -> None:
    parts = {part_of(path) for path in product_files()} - {"benchmarks", "sample_data"}
    assert parts == set(RANK), f"not in LAYERS, or named there without being there: {sorted(parts ^ set(RANK))}"


def test_imports_point_towards_the_lower_layers() -> None:
    upward = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for path in product_files()
        if (source := part_of(path)) in RANK
        for line, target in imported_parts(path)
        # The public API offers the engine, never what is built upon it.
        if target != source and RANK[target] > RANK[source]
    ]
    assert not upward, "these imports point upward:\n" + "\n".join(upward)


def test_pages_share_nothing_but_session_and_shared() -> None:
    across = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in product_files()
        if (room := room_of(path)) is not None
        for line, name in imported_names(path)
        if name.startswith("evaljson.ui.") and name.split(".")[2] not in OPEN_TO[room]
    ]
    assert not across, "a page's room imports itself, ui/session and ui/shared only:\n" + "\n".join(across)


def test_every_room_of_the_pages_belongs_to_a_page() -> None:
    rooms = {path.name for path in (PACKAGE / "ui").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == {*PAGES, "session", "shared"}


@pytest.mark.parametrize(
    "is_compat",
    # Programs that move over know things by the names of another package: those names occur again in its room, where
    # each stands for one thing too.
    [pytest.param(False, id="evaljson"), pytest.param(True, id="compat")],
)
def test_no_two_classes_share_a_name(is_compat: bool) -> None:
    places: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if (part_of(path) == "compat") is not is_compat:
            continue
        for name in facts_of(path).classes:
            places.setdefault(name, []).append(str(path.relative_to(ROOT)))
    shared = {name: files for name, files in places.items() if len(files) > 1}
    assert places
    assert not shared, f"one name, one thing: {shared}"


def test_no_two_parts_import_each_other() -> None:
    graph: dict[str, set[str]] = {}
    for path in product_files():
        source = part_of(path)
        graph.setdefault(source, set()).update(target for _, target in imported_parts(path) if target != source)
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_no_two_modules_import_each_other_even_inside_functions() -> None:
    def module_of(path: Path) -> str:
        return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")

    files = {module_of(path): path for path in PACKAGE.rglob("*.py")}
    graph: dict[str, set[str]] = {}
    for module, path in files.items():
        # `from a import b` imports the module a.b if there is one, else the module a.
        names = [name if name in files else name.rpartition(".")[0] for _, name in imported_names(path)]
        graph[module] = {name for name in names if name in files and name != module}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_all_is_sorted_and_every_name_in_it_exists() -> None:
    import evaljson

    assert list(evaljson.__all__) == sorted(set(evaljson.__all__))
    assert not [name for name in evaljson.__all__ if not hasattr(evaljson, name)]


def test_all_names_every_public_thing_that_the_package_holds() -> None:
    import evaljson

    held = {
        name
        for name, value in vars(evaljson).items()
        if not name.startswith("_") and getattr(value, "__module__", "").startswith("evaljson")
    }
    assert held <= set(evaljson.__all__)


@pytest.mark.parametrize("name", PUBLIC_API)
def test_the_promised_api_is_public(name: str) -> None:
    import evaljson

    assert name in evaljson.__all__


@pytest.mark.parametrize(
    ("pattern", "advice"),
    [
        pytest.param(MACHINE_PATH, "use a path relative to the project", id="path of a machine"),
        pytest.param(INDEX_HOST, "leave the choice of the index to whoever installs", id="package index"),
    ],
)
def test_no_tracked_file_holds_a(pattern: re.Pattern[bytes], advice: str) -> None:
    offences = [
        f"{path.relative_to(ROOT)}: {match.group().decode()}"
        for path in project_files()
        for match in pattern.finditer(path.read_bytes())
    ]
    assert not offences, f"{advice}:\n" + "\n".join(offences)
