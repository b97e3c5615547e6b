"""What is built holds all it needs, names nothing it should not, and runs from anywhere."""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
BUILT = "EVALJSON_TEST_DIST"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed and must not see this checkout; its words where it fails."""
    hidden = {"PYTHONPATH", "PYTHONHOME", "EVALJSON_DATABASE_URL"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment["EVALJSON_DATA_DIR"] = str(cwd / "data")
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel that was built from it and nothing else.

    Where both were built before, EVALJSON_TEST_DIST names their folder.
    """
    if BUILT in os.environ:
        return Path(os.environ[BUILT])
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel_names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of a new environment: the wheel is its own, dependencies are borrowed from this one."""
    folder = tmp_path_factory.mktemp("venv")
    has_pip = find_spec("pip") is not None
    venv.create(folder, with_pip=not has_pip)  # a pip of its own takes longer than all the rest
    paths = sysconfig.get_paths("venv", vars={"base": str(folder), "platbase": str(folder)})
    python = Path(paths["scripts"], "python")
    pip = [sys.executable, "-m", "pip", "--python", python] if has_pip else [python, "-m", "pip"]
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", "--no-compile", wheel, cwd=folder)
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(paths["purelib"], "borrowed.pth").write_text("\n".join(sorted(borrowed)), encoding="utf-8")
    return python.parent


@pytest.mark.parametrize(
    "name", ["app.py", "pages", "sample_data/invoices", "sample_data/thin_films", ".streamlit/config.toml"]
)
def test_the_wheel_holds_the_app(wheel_names: set[str], name: str) -> None:
    packaged = f"evaljson/_app/{name}"
    assert any(held == packaged or held.startswith(f"{packaged}/") for held in wheel_names)


@pytest.mark.parametrize("folder", ["evaljson", "pages", "sample_data"])
def test_the_wheel_leaves_out_nothing_of(wheel_names: set[str], folder: str) -> None:
    target = "evaljson" if folder == "evaljson" else f"evaljson/_app/{folder}"
    files = (p for p in (ROOT / folder).rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    packaged = {f"{target}/{path.relative_to(ROOT / folder).as_posix()}" for path in files}
    assert packaged, f"{folder}/ is empty"
    assert packaged <= wheel_names


def test_the_wheel_installs_one_top_level_package(wheel_names: set[str]) -> None:
    assert {name.split("/")[0] for name in wheel_names} == {"evaljson", f"evaljson-{version()}.dist-info"}


def test_the_wheel_holds_no_compiled_file(wheel_names: set[str]) -> None:
    assert not [name for name in wheel_names if "__pycache__" in name or name.endswith(".pyc")]


@pytest.mark.parametrize(
    "name",
    [
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "Makefile",
        "constraints.txt",
        ".ci/run",
        "app.py",
        "tests/test_packaging.py",
    ],
)
def test_the_source_distribution_holds(built: Path, name: str) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        assert f"evaljson-{version()}/{name}" in archive.getnames()


def test_the_source_distribution_holds_no_other_package(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        assert not [name for name in archive.getnames() if name.endswith((".whl", ".tar.gz"))]


def test_the_app_lives_in_the_package_only_once_it_is_built() -> None:
    assert not (ROOT / "evaljson" / "_app").exists()


def test_the_installed_command_runs_from_another_folder(installed: Path, tmp_path: Path) -> None:
    assert version() in run(installed / "evaljson", "--version", cwd=tmp_path)


def test_the_installed_package_is_the_wheel_and_not_this_checkout(installed: Path, tmp_path: Path) -> None:
    where = run(installed / "python", "-c", "import evaljson; print(evaljson.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(installed.parent)


OPEN_THE_SAMPLE = """
from streamlit.testing.v1 import AppTest
from evaljson.base.app_files import app_script
page = AppTest.from_file(str(app_script()), default_timeout=60).run()
print(app_script(), [text.value for text in page.markdown], [error.message for error in page.exception], sep="\\n")
"""


def test_the_installed_app_opens_the_sample_that_came_with_it(installed: Path, tmp_path: Path) -> None:
    script, texts, errors = run(installed / "python", "-c", OPEN_THE_SAMPLE, cwd=tmp_path).strip().splitlines()[-3:]
    assert Path(script).is_relative_to(installed.parent)
    assert "made-up gold records" in texts
    assert errors == "[]"


def version() -> str:
    """The version as its file says it, read without importing the package."""
    source = (ROOT / "evaljson" / "_version.py").read_text(encoding="utf-8")
    return re.findall(r'^__version__ = "(.+)"$', source, re.MULTILINE)[0]


def test_the_wheel_carries_the_version_of_the_package(wheel: Path) -> None:
    assert wheel.name == f"evaljson-{version()}-py3-none-any.whl"


def pins() -> dict[str, str]:
    """Name -> exact version in constraints.txt. A line that is anything but `name==version` or a comment fails."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    matches = {line: re.fullmatch(r"([a-z0-9-]+)==([\w.+!]+)", line) for line in lines if line and line[0] != "#"}
    assert None not in matches.values(), f"not name==version: {[line for line, match in matches.items() if not match]}"
    return {match[1]: match[2] for match in matches.values() if match}


def required() -> list[Requirement]:
    return [Requirement(line) for line in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]]


def closure(pending: list[Requirement]) -> Iterator[str]:
    """Names of these requirements and of all that they require in turn on this machine."""
    seen: set[tuple[str, str]] = set()
    while pending:
        requirement = pending.pop()
        name = canonicalize_name(requirement.name)
        yield name
        for extra in {"", *requirement.extras} - {extra for known, extra in seen if known == name}:
            seen.add((name, extra))
            below = map(Requirement, metadata.requires(name) or [])
            pending += [r for r in below if r.marker is None or r.marker.evaluate({"extra": extra})]


@pytest.fixture(scope="module")
def needed() -> set[str]:
    """Names of all packages needed at their pinned versions: other versions, as uv may choose, need others."""
    names = set(closure(required()))
    other = sorted(name for name in names & set(pins()) if metadata.version(name) != pins()[name])
    if other:
        pytest.skip(f"constraints.txt can be judged only where it was followed, as by make; not so: {', '.join(other)}")
    return names


def test_every_package_that_is_needed_is_pinned(needed: set[str]) -> None:
    assert needed <= set(pins())


def test_no_package_is_pinned_that_nothing_needs(needed: set[str]) -> None:
    # watchdog is Streamlit's everywhere but on macOS, appnope is ipykernel's on macOS alone.
    unused = {"watchdog" if sys.platform == "darwin" else "appnope"}
    if sys.version_info >= (3, 12):  # dask needs them before
        unused |= {"importlib-metadata", "lazy-importer", "zipp"}
    assert set(pins()) - needed <= unused


@pytest.mark.parametrize("requirement", required(), ids=lambda requirement: requirement.name)
def test_the_pin_satisfies_the_declared_bound_of(requirement: Requirement) -> None:
    assert requirement.specifier.contains(pins()[canonicalize_name(requirement.name)])
