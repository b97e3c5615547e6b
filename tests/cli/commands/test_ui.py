import os
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner
from streamlit.web.cli import main

from evaljson import LoadError
from evaljson.base import app_files
from evaljson.cli.commands import ui
from evaljson.scale.stream import evaluate_stream
from evaljson.serve.allowed_hosts import VARIABLE as HOSTS
from evaljson.serve.sign_in import OPEN, PUBLIC_URL
from evaljson.store import open_store
from evaljson.workspace.results_folders import SHOWN_FIRST, VARIABLE
from tests.cli.conftest import Run
from tests.scale.data import write_lines


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The command lines that would have been run."""
    found: list[list[str]] = []
    monkeypatch.setattr(ui, "run", found.append)
    for name in [name for name in os.environ if name.startswith("STREAMLIT_")]:
        monkeypatch.delenv(name)
    for name in (OPEN, PUBLIC_URL):
        monkeypatch.setenv(name, "")  # the command sets them: undone with the test
    return found


def test_ui_starts_the_app_at_loopback_with_its_own_settings(run: Run, started: list[list[str]]) -> None:
    assert run("ui").exit_code == 0
    (command,) = started
    assert command[1:4] == ["-m", "streamlit", "run"]
    assert Path(command[4]) == app_files.app_script()
    assert "--server.address=127.0.0.1" in command
    assert {"--browser.gatherUsageStats=false", "--server.fileWatcherType=none"} <= set(command)


def test_ui_options_win_over_the_settings(run: Run, started: list[list[str]]) -> None:
    run("ui", "--host", "0.0.0.0", "--open", "--port", "8600", "--no-browser")
    assert {"--server.address=0.0.0.0", "--server.port=8600", "--server.headless=true"} <= set(started[0])


@pytest.mark.parametrize("way", [pytest.param("option", id="--host"), pytest.param("variable", id="environment")])
def test_an_address_that_others_reach_takes_sign_in_or_open(
    run: Run, started: list[list[str]], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    if way == "variable":
        monkeypatch.setenv("STREAMLIT_SERVER_ADDRESS", "192.0.2.1")
    result = run("ui", *(["--host", "192.0.2.1"] if way == "option" else []))
    assert result.exit_code == 2
    assert "everyone who reaches 192.0.2.1 could read and delete everything" in result.stderr
    assert not started


def test_behind_a_proxy_the_app_is_below_the_path_that_browsers_open(run: Run, started: list[list[str]]) -> None:
    assert run("ui", "--behind-proxy", "https://example.org/eval/").exit_code == 0
    assert {"--server.baseUrlPath=eval", "--server.headless=true", "--server.address=127.0.0.1"} <= set(started[0])
    assert os.environ[PUBLIC_URL] == "https://example.org/eval"


def test_a_public_address_that_is_none_is_refused(run: Run, started: list[list[str]]) -> None:
    result = run("ui", "--behind-proxy", "example.org")
    assert result.exit_code == 2
    assert "--behind-proxy: 'example.org' is not the address of an app" in result.stderr
    assert not started


def test_allowed_hosts_reach_the_app_beside_those_of_the_environment(
    run: Run, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOSTS, "a.example.org")
    run("ui", "--allowed-host", "https://b.example.org/", "--allowed-host", "*.example.net")
    assert os.environ[HOSTS] == "b.example.org,*.example.net,a.example.org"


def test_an_allowed_host_that_is_none_is_refused(run: Run, started: list[list[str]]) -> None:
    result = run("ui", "--allowed-host", "not a host")
    assert result.exit_code == 2
    assert "'not a host' is not a host: write the name" in result.stderr
    assert not started


def test_the_environment_wins_over_the_settings(
    run: Run, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STREAMLIT_SERVER_ADDRESS", "192.0.2.1")
    run("ui", "--open")
    assert not [word for word in started[0] if word.startswith("--server.address")]


def test_streamlit_knows_every_setting_as_a_flag() -> None:
    shown = CliRunner().invoke(main, ["run", "--help"])
    assert shown.exit_code == 0
    for name, value in ui.app_settings():
        assert f"--{name} " in shown.stdout
        assert not isinstance(value, list), f"{name}: pass a list as one flag for each value"


@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_a_port_that_is_none_is_refused(run: Run, port: str) -> None:
    assert run("ui", "--port", port).exit_code == 2


def test_an_address_that_is_in_use_is_refused_before_the_app_starts(run: Run, started: list[list[str]]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("ui", "--port", str(port))
    assert (done.exit_code, started) == (2, [])
    assert f"cannot listen on 127.0.0.1, port {port}: Address already in use" in done.stderr


def test_an_installation_without_the_app_says_so(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="the app is not part of this installation"):
        app_files.app_script(tmp_path / "evaljson")
    with pytest.raises(LoadError, match="the sample data is not part of this installation"):
        app_files.sample_folder("invoices", tmp_path / "evaljson")


def test_a_wheel_has_the_app_inside_the_package(tmp_path: Path) -> None:
    (tmp_path / "evaljson" / "_app").mkdir(parents=True)
    script = tmp_path / "evaljson" / "_app" / "app.py"
    script.touch()
    assert app_files.app_script(tmp_path / "evaljson") == script


def test_the_samples_are_found_by_name() -> None:
    assert {"invoices", "thin_films"} <= set(app_files.sample_names())
    assert (app_files.sample_folder("thin_films") / "gold.jsonl").is_file()
    with pytest.raises(LoadError, match="Did you mean 'invoices'"):
        app_files.sample_folder("invoice")


def test_folders_of_results_are_opened_first(
    run: Run, started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (SHOWN_FIRST, VARIABLE):
        monkeypatch.setenv(name, "")
    monkeypatch.delenv("EVALJSON_DATABASE_URL", raising=False)
    monkeypatch.setenv("EVALJSON_DATA_DIR", str(tmp_path / "data"))
    gold = write_lines(tmp_path / "gold.jsonl", [{"id": at, "a": at % 3} for at in range(9)])
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "integer"}}}
    evaluate_stream(gold, gold, schema, str(tmp_path / "app"), rows="app")
    evaluate_stream(gold, gold, schema, str(tmp_path / "figures"))
    refused = run("ui", str(tmp_path / "figures"))
    assert (refused.exit_code, started) == (2, [])
    assert "--rows app" in refused.stderr
    assert run("ui", str(tmp_path / "app")).exit_code == 0
    with open_store(folder=tmp_path / "data") as store:
        assert [variant.name for variant in store.evaluations.get(os.environ[SHOWN_FIRST]).variants] == ["app"]
    assert os.environ[VARIABLE] == str(tmp_path / "app")
