"""The key of the server's environment leaves no trace, however an endpoint fails and whatever it repeats."""

import base64
import logging
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlalchemy import select

from evaljson.jobs import Pool
from evaljson.store import Evaluation, Store
from evaljson.store.blobs import content_of, fetch
from evaljson.store.tables import BlobRow
from evaljson.workspace.ask_judge import ask
from evaljson.workspace.judge_choice import Limits
from tests.jobs.conftest import ended, pool, wait_for
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint, Request, Response, error
from tests.judge.workspace import chosen, evaluation, store

__all__ = ["evaluation", "pool", "store"]
ONCE = {"x-should-retry": "false"}
FORMS = (KEY, quote(KEY, safe=""), base64.b64encode(KEY.encode()).decode(), KEY[3:])
TROUBLE: dict[str, Callable[[Request], Response | None]] = {
    "it answers": lambda request: None,
    "it refuses the key": lambda request: error(401, f"Incorrect API key provided: {KEY}"),
    "it breaks": lambda request: error(500, f"upstream {quote(KEY, safe='')} failed", headers=ONCE),
    "it is busy": lambda request: error(429, f"quota of {KEY}", headers=ONCE),
    "it redirects": lambda request: Response({}, 302, {"Location": f"http://{KEY}@127.0.0.1:9/{KEY}?key={KEY}"}),
    "it gives a page": lambda request: Response(f"<h1>{KEY}</h1>".encode(), 502, {"Content-Type": "text/html", **ONCE}),
    "it gives rubbish": lambda request: Response(f"{KEY}}}{{".encode(), 200),
    "it gives nothing of use": lambda request: Response({"key": KEY, "choices": KEY, "usage": KEY}),
}


def stored(store: Store) -> Iterator[str]:
    """All content of the store, unpacked."""
    with store._database.reading() as connection:
        for digest in connection.execute(select(BlobRow.sha256)).scalars():
            yield content_of(fetch(connection, digest)).decode("latin-1")


def written(folder: Path) -> Iterator[str]:
    """All files below a folder, and the files in archives among them."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.read_bytes().decode("latin-1")
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                yield from (archive.read(name).decode("latin-1") for name in archive.namelist())


def without_key(texts: Iterable[str]) -> bool:
    return not [form for text in texts for form in FORMS if form in text]


@pytest.fixture
def key_of_server(store: Store, evaluation: Evaluation, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALJSON_JUDGE_API_KEY", KEY)
    monkeypatch.setenv("EVALJSON_JUDGE_URL", endpoint.url)
    chosen(store, evaluation, endpoint)


@pytest.mark.usefixtures("key_of_server")
@pytest.mark.parametrize("trouble", TROUBLE)
def test_a_key_of_the_environment_leaves_no_trace(
    trouble: str,
    store: Store,
    evaluation: Evaluation,
    endpoint: Endpoint,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "evaljson")
    endpoint.faults = [TROUBLE[trouble]]
    ending = ask(store, evaluation.id, None, Limits(), by="ann", tell=lambda share, message: None)
    assert endpoint.requests[0].headers["authorization"] == f"Bearer {KEY}"
    store.export_to(tmp_path / "export.zip")
    assert without_key((str(ending), caplog.text, str(store.usage.all()), *stored(store), *written(tmp_path)))


@pytest.mark.usefixtures("key_of_server")
def test_the_process_that_asks_writes_no_key_on_the_terminal(
    store: Store,
    pool: Pool,
    evaluation: Evaluation,
    endpoint: Endpoint,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    endpoint.faults = [TROUBLE["it breaks"]]
    job = wait_for(store, pool.ask(evaluation.id, key=None, by="ann"), ended)
    assert endpoint.requests[0].headers["authorization"] == f"Bearer {KEY}"
    output = capfd.readouterr()
    assert without_key((str(job), output.out, output.err, *stored(store), *written(tmp_path)))
