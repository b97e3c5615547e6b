"""Limits that an operator sets, over real sockets: each says what it is when it is reached, and all else goes on."""

from collections.abc import Iterator

import pytest

from evaljson.ui.shared.serving import server_parts
from tests.serve.tab import Tab
from tests.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = {"EVALJSON_MAX_SESSIONS": "1", "EVALJSON_MAX_CACHE_BYTES": "1000"}
    with Server(tmp_path_factory.mktemp("small"), **limits) as running:
        yield running


FULL = "There is no room for another tab: this server has 1 tab open, and takes no more"


def test_the_tab_after_the_last_one_is_told_so_and_enters_once_another_is_closed(server: Server) -> None:
    with Tab(server.url) as second:
        with Tab(server.url) as first:
            assert FULL not in first.open("data").text
            refused = second.open("data").text
            assert FULL in refused
            assert "have the operator raise EVALJSON" in refused
            assert FULL in second.click("Try again").text
            assert FULL not in first.open("records").text
        assert "Bundled sample" not in refused
        until_it_is_free(second)


def until_it_is_free(tab: Tab) -> None:
    """The server sees a moment later that the other tab is closed."""
    for _ in range(50):
        if FULL not in tab.click("Try again").text:
            return
    raise AssertionError("there is still no room")


def test_the_log_says_once_that_the_shared_memory_is_full_and_pages_are_shown(server: Server) -> None:
    with Tab(server.url) as tab:
        assert "is better than <bdi>Prompt A</bdi>" in tab.open("").text, "what a first start lands on"
        for page in ("records", "overview"):
            assert "could not be shown" not in tab.open(page).text
    note = "Note: records and runs in memory have reached their limit (1,000 bytes): what was not used for longest is"
    assert server.said().count(note) == 1


@pytest.mark.parametrize("name", ["EVALJSON_MAX_SESSIONS", "EVALJSON_MAX_JOBS", "EVALJSON_MAX_SOURCE_BYTES"])
def test_a_setting_that_is_no_number_ends_the_start_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """That the sentence is all that the process of a server then says, test_server.py holds for another setting."""
    monkeypatch.setenv(name, "many")
    with pytest.raises(SystemExit, match=f"^evaljson: {name} is a whole number from 1 on, not 'many'; correct it"):
        server_parts()
