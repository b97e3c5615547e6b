"""Adds to the site what MkDocs does not find in docs/: the tutorials, as pages, and pages of other folders."""

import re
from pathlib import Path
from posixpath import relpath

import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from nbformat import NotebookNode

ROOT = Path(__file__).parents[2]
# Pages of the site that come from outside of docs/.
OUTSIDE = {
    "project/contributing.md": "CONTRIBUTING.md",
    "project/changelog.md": "CHANGELOG.md",
    "project/sample-data.md": "sample_data/README.md",
    "project/benchmarks.md": "benchmarks/README.md",
}
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)\s#]+)")
FRAME_STYLE = re.compile(r"<style scoped>.*?</style>\n?|(?<=<table) border=\"1\" class=\"dataframe\"", re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Put a page in the place of each notebook, and add the pages from outside of docs/."""
    for file in [file for file in files if file.src_uri.endswith(".ipynb")]:
        files.remove(file)
        notebook = nbformat.read(ROOT / "docs" / file.src_uri, as_version=4)
        files.append(File.generated(config, file.src_uri.replace(".ipynb", ".md"), content=as_markdown(notebook)))
    for target, source in OUTSIDE.items():
        files.append(File.generated(config, target, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to where the site has the page: links are written for the repository."""
    return LINK.sub(lambda match: in_site(match[1], page.file.src_uri), markdown)


def in_site(link: str, page: str) -> str:
    """Return the link on this page of the site for a link between files of the repository."""
    source = OUTSIDE.get(page, f"docs/{page}")
    target = relpath(f"{source}/../{link}")
    pages = {origin: site for site, origin in OUTSIDE.items()} | {"README.md": "README.md"}
    in_docs = pages.get(target, target.removeprefix("docs/").replace(".ipynb", ".md"))
    return relpath(in_docs, relpath(f"{page}/.."))


def as_markdown(notebook: NotebookNode) -> str:
    """Return a notebook as one page: its text, its code, and what the code printed when it was stored."""
    return "\n\n".join(block for cell in notebook.cells for block in _blocks(cell))


def _blocks(cell: NotebookNode) -> list[str]:
    if cell.cell_type != "code":
        return [cell.source]
    return [f"```python\n{cell.source}\n```", *map(_shown, cell.outputs)]


def _shown(output: NotebookNode) -> str:
    """Return a frame as its table, and anything else as text."""
    if output.output_type == "stream":
        return f"```text\n{output.text.rstrip()}\n```"
    html = output.data.get("text/html")
    return FRAME_STYLE.sub("", html) if html else f"```text\n{output.data['text/plain']}\n```"
