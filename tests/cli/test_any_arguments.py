"""Whatever files and arguments people name, a command ends with 0, 1 or 2, and 1 is a failed gate."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings

from evaljson.cli import main
from tests.cli.drawn import PLUGIN, command_lines, folders
from tests.profiles import examples

PLUGIN_SOURCE = """\
def change(results):
    raise SystemExit(3)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("DATABASE_URL", "JUDGE_MODEL", "JUDGE_URL"):
        monkeypatch.delenv(f"EVALJSON_{name}", raising=False)
    monkeypatch.setenv("EVALJSON_DATA_DIR", str(tmp_path / "workspace"))
    monkeypatch.setenv("EVALJSON_MAX_SOURCE_BYTES", "1000000")  # of /dev/full, which never ends
    Path(PLUGIN).write_text(PLUGIN_SOURCE)
    return tmp_path


@given(arguments=command_lines, files=folders)
@settings(examples(300), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_no_command_line_ends_with_a_bug(folder: Path, arguments: list[str], files: dict[str, bytes]) -> None:
    for name, data in files.items():
        Path(name).write_bytes(data)
    done = CliRunner().invoke(main, arguments, input=files["gold.jsonl"], prog_name="evaljson")
    assert done.exit_code in (0, 1, 2), done.output
    assert "Traceback" not in done.output or "--debug" in arguments
    assert (done.exit_code == 1) == ("Failed: " in done.stderr and done.exit_code != 2)
    assert done.exit_code == 0 or done.output
    assert not [name for name in os.listdir(folder) if name.endswith(".partial")]
