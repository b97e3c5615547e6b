"""The app without a browser."""

import fcntl
import functools
import json
import os
import pickle
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest, local_script_runner

from evaljson.load import LoadedRecords, read_records
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.store import open_store
from evaljson.store.location import FILE, FOLDER_VARIABLE, URL_VARIABLE
from evaljson.ui.session import server
from evaljson.ui.session.drafts import draft_in
from evaljson.ui.session.read_evaluation import read_evaluation
from evaljson.workspace.drafts import DataDraft
from evaljson.workspace.samples import FIRST, sample_evaluation
from evaljson.workspace.scoring import score_due
from tests.jobs.conftest import forked

__all__ = ["forked"]
Open = Callable[..., AppTest]


@dataclass(frozen=True)
class Made:
    """An evaluation as a test makes it; `open_app` puts it into the store and scores it."""

    name: str
    gold: LoadedRecords
    variants: Mapping[str, LoadedRecords]
    schema: Mapping[str, Any]
    settings: Mapping[str, Any] | None = None

    def keep(self) -> str:
        """The id in the store of this test, which is a copy where an earlier test of the module has kept the same."""
        content, file = pickle.dumps(self), Path(os.environ[FOLDER_VARIABLE]) / FILE
        is_first = not file.with_name(f"{FILE}-wal").exists()  # nothing was done with this store before
        if is_first and content in KEPT:
            shutil.copyfile(KEPT[content].file, file)
            return KEPT[content].identity
        identity = self._scored()
        if is_first:
            copy = file.with_name("as-kept.db")
            with closing(sqlite3.connect(file)) as store, closing(sqlite3.connect(copy)) as beside:
                store.backup(beside)
            KEPT[content] = Kept(copy, identity)
        return identity

    def _scored(self) -> str:
        store = server.unguarded()
        created = store.evaluations.create(
            self.name,
            by="test",
            gold=self.gold,
            variants=self.variants,
            schema=self.schema,
            settings=self.settings,
        )
        score_due(store, created.id, by="test", tell=lambda share, message: None)
        return created.id


@dataclass(frozen=True)
class Kept:
    """A store with an evaluation in it, and the id of that."""

    file: Path
    identity: str


KEPT: dict[bytes, Kept] = {}
"""What tests of this module have kept."""


@pytest.fixture(scope="module", autouse=True)
def nothing_kept_by_other_modules() -> None:
    """Each module makes its evaluations itself, whichever modules ran before it."""
    KEPT.clear()


@pytest.fixture
def nothing_read_before() -> None:
    """For tests of what is read: servers keep it by the ids of runs, which copies of a store share."""
    KEPT.clear()


@pytest.fixture(scope="session", autouse=True)
def packages_looked_through_once() -> Iterator[None]:
    """Every run of AppTest reads what each installed package says of itself: most of the time of a small test."""
    with pytest.MonkeyPatch.context() as patch:
        once = functools.cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def scripts_waited_for_without_looking() -> Iterator[None]:
    """AppTest looks a thousand times a second whether a script has ended, on the time of that script."""
    look = local_script_runner.require_widgets_deltas

    def wait(runner: local_script_runner.LocalScriptRunner, timeout: float = 3) -> None:
        if runner._script_thread is not None:
            runner._script_thread.join(timeout)
        look(runner, 1 if runner.script_stopped() else 0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_script_runner, "require_widgets_deltas", wait)
        yield


@pytest.fixture(scope="session")
def store_with_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that every test begins with a copy of: making it takes longer than copying it, so one worker does."""
    together = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        together = together.parent
    folder = together / "store-with-sample"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            with open_store(folder=folder) as store:
                sample_evaluation(store, FIRST)
            (folder / "made").touch()
    return folder / FILE


@pytest.fixture(autouse=True)
def workers_forked(forked: None) -> None:
    """Workers of the app import nothing: two seconds of a core, each."""


@pytest.fixture(autouse=True)
def own_store(store_with_sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Each test has a store of its own, with the scored sample in it."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(store_with_sample, folder / FILE)
    monkeypatch.delenv(URL_VARIABLE, raising=False)
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    yield folder
    server.unguarded().close()


@pytest.fixture
def open_app(project_root: Path) -> Open:
    """Opens a page: open_app("records", evaluation=…, a="Prompt A")."""

    def open_page(page: str = "data", evaluation: Made | None = None, **address: str) -> AppTest:
        app = AppTest.from_file(str(project_root / "app.py"), default_timeout=90)
        if evaluation is not None:
            app.query_params["eval"] = evaluation.keep()
        for name, value in address.items():
            app.query_params[name] = value
        if page != "overview":
            app.switch_page(f"pages/{page}.py")
        return app.run()

    return open_page


def loaded(records: list[Any], name: str = "file.json", kind: str = "gold") -> LoadedRecords:
    return read_records(json.dumps(records).encode(), name=name, kind=kind, id_field="id")  # type: ignore[arg-type]


def small(**variants: list[Any]) -> Made:
    """Two gold records with one field and an array, scored for these variants."""
    gold: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in variants.items()}
    return Made("small", loaded(gold, "gold.json"), files, schema)


def with_a_map(**keys: list[str]) -> Made:
    """One gold record with a map of three entries; each variant has them, turned round, under keys of its own."""
    values = [{"name": f"name {number}", "n": number} for number in range(3)]
    gold: list[Any] = [{"id": "x", "fees": {f"fee {number}": value for number, value in enumerate(values)}}]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    schema["properties"]["fees"] = {
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "n": {"type": "integer"}},
        },
    }
    records = {name: [{"id": "x", "fees": dict(zip(own, values[::-1], strict=False))}] for name, own in keys.items()}
    files = {name: loaded(one, f"{name}.json", "extracted") for name, one in records.items()}
    return Made("with a map", loaded(gold, "gold.json"), files, schema)


def draft_of(app: AppTest) -> DataDraft:
    """The draft that is open, as the store has it."""
    draft = draft_in(read_evaluation(str(app.query_params["eval"])))
    assert draft is not None
    return draft


def said(app: AppTest) -> str:
    """All text of a page but that of its tables."""
    parts = [app.title, app.subheader, app.markdown, app.caption, app.error, app.info, app.warning, app.success]
    return "\n".join(str(element.value) for kind in parts for element in kind).replace("\\", "").replace(":small[]", "")


def html_of(app: AppTest) -> str:
    return "\n".join(element.proto.body for element in app.get("html"))
