"""Which failed tests a run of all checks tries again: of browsers, servers and jobs, if few and nothing else failed."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

BROWSER, LOGIC = ("tests.browser.test_sign_in", "test_a[1-é]"), ("tests.scoring.test_oracle", "test_b")


@pytest.mark.parametrize(
    ("failed", "again"),
    [
        ([], []),
        ([BROWSER], ["tests/browser/test_sign_in.py::test_a[1-é]"]),
        ([BROWSER, LOGIC], []),
        ([LOGIC], []),
        ([(BROWSER[0], f"test_{at}") for at in range(4)], []),
        ([("tests.scale.test_dask", "test_d")], ["tests/scale/test_dask.py::test_d"]),
        ([("tests.scale.test_stream", "test_d")], []),
        ([("tests.deploy.test_files", "test_c")], ["tests/deploy/test_files.py::test_c"]),
    ],
)
def test_only_a_few_tests_of_browsers_servers_and_jobs_are_tried_again(
    tmp_path: Path, failed: list[tuple[str, str]], again: list[str]
) -> None:
    cases = "".join(f'<testcase classname="{of}" name="{name}"><failure/></testcase>' for of, name in failed)
    fine = '<testcase classname="tests.browser.test_pages" name="test_fine"/>'
    junit = tmp_path / "junit.xml"
    junit.write_text(f"<testsuites><testsuite>{cases}{fine}</testsuite></testsuites>", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, ROOT / ".ci" / "unsteady.py", junit], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.split("\n")[:-1] == again
