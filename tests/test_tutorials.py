"""The tutorials run as they are stored, print what they show, and name nothing of the machine that ran them."""

import re
from difflib import unified_diff
from itertools import pairwise
from pathlib import Path

import pytest

from tests.test_docs import anchors
from tests.tutorials import NOTEBOOKS, code_cells, execute, read, transcript

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@each_notebook
def test_a_tutorial_runs_and_prints_what_it_shows(path: Path) -> None:
    notebook = read(path)
    stored = transcript(notebook)
    execute(notebook)
    changes = "\n".join(unified_diff(stored, transcript(notebook), "stored", "now", lineterm=""))
    assert not changes, f"If this is right, store it: python -m tests.tutorials --write {path.name[:2]}\n{changes}"


@each_notebook
def test_a_tutorial_is_stored_as_run_once_from_top_to_bottom(path: Path) -> None:
    counts = [cell.execution_count for cell in code_cells(read(path))]
    assert counts == list(range(1, len(counts) + 1))


@each_notebook
def test_a_tutorial_says_nothing_of_the_machine_that_ran_it(path: Path) -> None:
    notebook = read(path)
    assert notebook.metadata == {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    assert [cell.id for cell in notebook.cells if cell.metadata] == []
    shown = "\n".join(transcript(notebook))
    assert not re.findall(r"0x[0-9a-f]{6,}|(?<![\w.])/(?:home|tmp|usr|var|Users)/|\x1b", shown)


@each_notebook
def test_a_tutorial_is_short_and_begins_with_its_title_and_question(path: Path) -> None:
    cells = read(path).cells
    assert 10 <= len(cells) <= 20
    assert re.match(rf"# {int(path.name[:2])}\. .+\n\n\*.+\?\*\n", cells[0].source)


@each_notebook
def test_the_cells_of_a_tutorial_have_names_that_stay(path: Path) -> None:
    assert [cell.id for cell in read(path).cells if not re.fullmatch(r"[a-z]+(-[a-z]+)*", cell.id)] == []


@each_notebook
def test_the_links_of_a_tutorial_lead_somewhere(path: Path) -> None:
    text = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    links = re.findall(r"\]\(([^)#\s]+)(?:#([^)\s]+))?\)", text)
    assert links
    for name, anchor in links:
        target = path.parent / name
        assert target.is_file(), name
        assert not anchor or anchor in anchors(target), f"{name}#{anchor}"


@pytest.mark.parametrize(("path", "following"), [*pairwise(NOTEBOOKS)], ids=lambda path: path.stem[:2])
def test_each_tutorial_leads_to_the_next(path: Path, following: Path) -> None:
    assert f"]({following.name})" in read(path).cells[-1].source
