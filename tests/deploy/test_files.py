"""The files of deploy/ say what they should: linted, with the settings that the app knows, and closed by default."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from evaljson.serve import sign_in
from evaljson.store import location
from tests.deploy.as_in_container import AsInContainer
from tests.deploy.dockerfile import DEPLOY, instructions, variables

ROOT = DEPLOY.parent
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
KNOWN = {
    value for module in (sign_in, location) for value in vars(module).values()
    if isinstance(value, str) and value.startswith("EVALJSON_")
}  # fmt: skip
OF_CADDY = {"EVALJSON_SITE", "EVALJSON_UPSTREAM"}


def test_the_dockerfile_has_no_faults() -> None:
    linter = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if linter is None:
        pytest.skip("no hadolint for this kind of computer")
    done = subprocess.run([linter, DEPLOY / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_each_setting_is_one_that_the_app_or_the_proxy_reads(file: Path) -> None:
    named = set(re.findall(r"EVALJSON_[A-Z_]+", file.read_text(encoding="utf-8")))
    assert named <= KNOWN | OF_CADDY


def test_the_container_runs_as_nobody_and_keeps_all_in_one_folder() -> None:
    assert instructions("USER") == ["10001:10001"]
    assert instructions("STOPSIGNAL") == ["SIGTERM"]
    assert instructions("VOLUME") == [variables()[location.FOLDER_VARIABLE]]


def test_all_that_the_wheel_is_built_of_is_sent_to_the_builder() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {*wheel["packages"], *wheel["force-include"], "LICENSE", "README.md", "pyproject.toml", "constraints.txt"}
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    sent = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert all((ROOT / name).exists() for name in sent)
    assert {name.rstrip("/") for name in needed} <= sent


@pytest.mark.parametrize("name", ["app", "database"])
def test_nothing_but_caddy_is_reached_from_other_computers(name: str) -> None:
    assert all(port.startswith("127.0.0.1:") for port in COMPOSE["services"][name].get("ports", []))


def test_caddy_starts_only_if_it_is_asked_for() -> None:
    assert [name for name, service in COMPOSE["services"].items() if "profiles" in service] == ["caddy"]


def test_secrets_are_files_and_every_one_is_given_to_who_names_it() -> None:
    declared = {name: secret["file"] for name, secret in COMPOSE["secrets"].items()}
    assert declared == {name: f"secrets/{name}" for name in declared}
    for service in COMPOSE["services"].values():
        named = re.findall(r"/run/secrets/(\w+)", json.dumps(service))
        assert sorted(named) == sorted(service.get("secrets", []))
    assert "/secrets/" in (DEPLOY / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_what_is_waited_for_can_be_asked_whether_it_is_healthy() -> None:
    services = COMPOSE["services"]
    waited = {name for service in services.values() for name in service.get("depends_on", {})}
    assert waited == {"app", "database"}
    assert "healthcheck" in services["database"]
    assert instructions("HEALTHCHECK")


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    checker = shutil.which("systemd-analyze")
    if checker is None:
        pytest.skip("no systemd on this computer")
    text = (DEPLOY / "evaljson.service").read_text(encoding="utf-8")
    program = Path(sys.executable).parent / "evaljson"
    assert text.count("/opt/evaljson/bin/evaljson ") == 1
    unit = tmp_path / "evaljson.service"
    unit.write_text(text.replace("/opt/evaljson/bin/evaljson ", f"{program} "), encoding="utf-8")
    done = subprocess.run([checker, "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    assert "evaljson.service" not in done.stderr, done.stderr


def test_a_container_without_sign_in_refuses_to_start_and_says_what_to_set(tmp_path: Path) -> None:
    class Open(AsInContainer):
        def command(self) -> list[str]:
            return [each.replace("127.0.0.1", "0.0.0.0") for each in super().command()]

    with pytest.raises(RuntimeError, match=r"set up sign-in .*, or say --open"):
        Open(tmp_path).start()
