import json
import sys
from pathlib import Path

import pytest

from evaljson.base.plugins import load_plugin
from tests.cli.conftest import Run, Write

PLUGIN = """\
import evaljson
print("noise")
def close(gold, extracted, params):
    return evaljson.ComparatorResult(score=0.75, comparator="{name}")
def broken(gold, extracted, params):
    raise RuntimeError("no idea")
def forgive(results):
    for result in results:
        result.status, result.score = "match", 1.0
def fails(results):
    raise KeyError("oops")
evaljson.register("{name}", {function})
"""


def prepare(write: Write, name: str, function: str) -> None:
    write(f"{name}.py", PLUGIN.format(name=name, function=function))
    write("schema.json", {"type": "object", "properties": {"a": {"type": "string", "x-eval-compare": name}}})
    write("gold.jsonl", [{"a": "x"}])
    write("extracted.jsonl", [{"a": "y"}])


def test_a_file_registers_a_comparator_and_its_prints_stay_out_of_the_results(score: Run, write: Write) -> None:
    prepare(write, "cli_close", "close")
    done = score("--plugin", "cli_close.py", "--json")
    assert json.loads(done.stdout)["per_field"]["a"]["mean_score"] == 0.75
    assert "noise" in done.stderr


def test_a_module_of_the_current_folder_can_be_named(run: Run, write: Write) -> None:
    prepare(write, "cli_module", "close")
    assert run("validate", "gold.jsonl", "-s", "schema.json", "--plugin", "cli_module").exit_code == 0


def test_a_plug_in_leaves_the_import_path_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    before = [*sys.path]
    load_plugin("json")
    assert sys.path == before


def test_a_comparator_that_raises_is_a_warning_and_strict_exits_with_2(score: Run, write: Write) -> None:
    prepare(write, "cli_broken", "broken")
    done = score("--plugin", "cli_broken.py")
    assert done.exit_code == 0
    assert "no idea" in done.stderr
    strict = score("--plugin", "cli_broken.py", "--strict")
    assert strict.exit_code == 2
    assert "comparator errors: 1" in strict.stderr


def test_a_post_processor_changes_the_figures_and_the_signature(score: Run, write: Write) -> None:
    prepare(write, "cli_forgive", "close")
    done = json.loads(score("--plugin", "cli_forgive.py", "--post-process", "cli_forgive.py:forgive", "--json").stdout)
    assert done["mean_f1"] == 1.0
    assert len(done["signature"]["post_process"]) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cli_post.py:fails", "the post-processor cli_post.py:fails raised KeyError: 'oops'"),
        ("cli_post.py:forgiv", "has no function 'forgiv'. Did you mean 'forgive'?"),
        ("cli_post.py", "write module:function"),
        ("no.such.module:f", "there is no module 'no'"),
        ("nope.py:f", "nope.py: no such file"),
    ],
)
def test_a_post_processor_that_cannot_be_used_is_bad_input(score: Run, write: Write, name: str, message: str) -> None:
    write("cli_post.py", PLUGIN[: PLUGIN.index("evaljson.register")])
    done = score("--post-process", name)
    assert done.exit_code == 2
    assert message in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize("text", ["raise ValueError('bad')", "this is not Python", "import sys; sys.exit(0)"])
def test_a_plug_in_that_fails_on_import_is_bad_input(score: Run, write: Write, text: str) -> None:
    write("failing.py", text)
    done = score("--plugin", "failing.py")
    assert done.exit_code == 2
    assert "plug-in failing.py cannot be imported" in done.stderr
