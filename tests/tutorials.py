"""Runs the tutorials. `python -m tests.tutorials --write` stores in each notebook what it prints now."""

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).parents[1] / "docs" / "tutorials"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> NotebookNode:
    """A notebook as it is stored; raises where it is none."""
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    return notebook


def execute(notebook: NotebookNode, seconds: int = 60) -> None:
    """Run all cells in a new kernel of this Python, and put what they print in place. Raises what a cell raises.

    The kernel works in an empty folder of its own, ignores what the user set up for IPython, and opens no port.
    """
    with tempfile.TemporaryDirectory(prefix="ej") as folder:  # short: it holds sockets, whose paths may not be long
        kernel = AsyncKernelManager(transport="ipc", connection_file=os.path.join(folder, "k.json"))
        work = Path(folder, "work")
        work.mkdir()
        client = NotebookClient(
            notebook, km=kernel, timeout=seconds, record_timing=False, resources={"metadata": {"path": str(work)}}
        )
        environment = {**os.environ, "IPYTHONDIR": os.path.join(folder, "ipython")}
        client.execute(cleanup_kc=True, env=environment)  # a manager that is handed in is not shut down by itself
    notebook.metadata.language_info = NotebookNode(name="python")  # not the version that happened to run it


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def transcript(notebook: NotebookNode) -> list[str]:
    """The lines of text that its cells show, under their ids; a stream, which comes in any number of pieces, in one."""
    lines = []
    for cell in code_cells(notebook):
        shown: dict[str, str] = {}
        for output in cell.outputs:
            name, text = _text(output)
            shown[name] = shown.get(name, "") + text
        for name in sorted(shown):
            lines += [f"{cell.id}: {name}", *shown[name].splitlines()]
    return lines


def _text(output: Any) -> tuple[str, str]:
    """(where it is shown, what): of a frame, which has HTML too, its plain text."""
    if output.output_type == "stream":
        return output.name, output.text
    return output.output_type, output.data.get("text/plain", "")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tutorials", description="Run the tutorials.")
    parser.add_argument("--write", action="store_true", help="store what they print now in the notebooks")
    parser.add_argument("names", nargs="*", help="only those whose names begin like this, such as 03")
    options = parser.parse_args()
    for path in NOTEBOOKS:
        if options.names and not path.name.startswith(tuple(options.names)):
            continue
        notebook = read(path)
        execute(notebook)
        if options.write:
            nbformat.write(notebook, path)


if __name__ == "__main__":
    main()
