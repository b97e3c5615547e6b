"""The server's own metrics, over real sockets: what they count, and that nobody else reads them."""

import http.client
import re

import pytest

from evaljson.serve.local_only import NOT_LOCAL
from evaljson.serve.proxy_identity import SECRET_HEADER
from evaljson.store import open_store
from evaljson.workspace.scoring import SCORE
from tests.serve.conftest import MAIL, SECRET
from tests.serve.handshake import get
from tests.serve.tab import Tab
from tests.server import Server

OF_PROXY = {SECRET_HEADER: SECRET, MAIL: "ann@example.org"}
PASSED_ON = [
    {"X-Forwarded-For": "192.0.2.7"}, {"X-Real-IP": "192.0.2.7"}, {"Forwarded": "for=192.0.2.7"}, {"Via": "1.1 caddy"},
    {"X-Forwarded-Host": "eval.example.org"}, OF_PROXY, {SECRET_HEADER: "guessed"}, {MAIL: "ann@example.org"},
]  # fmt: skip


def measured(server: Server) -> dict[str, float]:
    """Each metric with its labels, and its value."""
    status, text, headers = get(server.url, "/metrics", "localhost")
    assert (status, headers["Content-Type"].partition(";")[0]) == (200, "application/openmetrics-text")
    assert text.endswith("# EOF\n")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r'[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+', line) for line in lines)
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_sessions_pages_and_the_store_are_counted(server: Server) -> None:
    before = measured(server)
    with Tab(server.url) as tab:
        tab.open("data")
        during = measured(server)
    assert during["active_sessions"] == before["active_sessions"] + 1
    assert during['evaljson_page_seconds_count{page="data"}'] == 1
    assert during['evaljson_page_seconds_sum{page="data"}'] > 0
    for access in ("read", "write"):
        name = f'evaljson_store_seconds_count{{access="{access}"}}'
        assert during[name] > before.get(name, 0)
    assert during["evaljson_shared_cache_bytes"] > 0
    assert during['evaljson_logged_errors_total{where="evaljson"}'] == 0
    assert during["evaljson_store_up"] == 1


def test_jobs_are_counted_by_kind_and_state(server: Server) -> None:
    with open_store(folder=server.folder) as store:
        made = store.evaluations.create("Measured", by="ann")
        for ending in ("done", "failed", "failed"):
            job = store.jobs.create(SCORE, {}, by="ann", evaluation=made.id)
            store.jobs.claim("owner", [SCORE])
            store.jobs.finish(job.id, "owner", ending)
        store.jobs.create("of its own kind", {}, by="ann")
        store.jobs.claim("owner", ["of its own kind"])
        store.jobs.create("of its own kind", {}, by="ann")
    found = measured(server)
    assert found['evaljson_jobs{kind="of its own kind",state="queued"}'] == 1
    assert found['evaljson_jobs{kind="of its own kind",state="running"}'] == 1
    assert found[f'evaljson_ended_jobs_total{{kind="{SCORE}",state="failed"}}'] == 2
    assert found[f'evaljson_job_seconds_total{{kind="{SCORE}",state="done"}}'] >= 0
    assert found["evaljson_oldest_queued_job_seconds"] >= 0


@pytest.mark.parametrize("path", ["/metrics", "/metrics/", "/%6detrics", "/_stcore/metrics"])
@pytest.mark.parametrize("headers", PASSED_ON[:5], ids=lambda headers: next(iter(headers)))
def test_a_request_that_a_proxy_passes_on_sees_none(server: Server, path: str, headers: dict[str, str]) -> None:
    assert asked(server, path, headers) == (403, f"{NOT_LOCAL}\n")


def test_another_host_name_sees_none(server: Server) -> None:
    assert get(server.url, "/metrics", f"127.0.0.1:{server.port}")[0] == 200
    assert get(server.url, "/metrics", "other.example.org")[0] == 400


@pytest.mark.parametrize("path", ["/metrics", "/eval/metrics", "/eval/_stcore/metrics"])
def test_behind_a_proxy_that_signs_in_they_are_read_past_it_alone(behind_proxy: Server, path: str) -> None:
    assert asked(behind_proxy, path, {})[0] == 200
    for headers in PASSED_ON:
        assert asked(behind_proxy, path, headers) == (403, f"{NOT_LOCAL}\n"), headers


def asked(server: Server, path: str, headers: dict[str, str]) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path, headers={"Host": "localhost", **headers})
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text
