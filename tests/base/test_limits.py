"""Every limit has its setting, its sentence and its row in docs/limits.md."""

import dataclasses
import re
from pathlib import Path

import pytest

from evaljson.base import limits
from evaljson.base.errors import SettingError
from evaljson.base.limits import DEFAULTS, LIMITS, Limit

each_limit = pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS.keys())
can_be_set = pytest.mark.parametrize("limit", [one for one in LIMITS.values() if one.setting], ids=lambda one: one.name)
BRACES = re.compile(r"\{\w+\}")


def row(limit: Limit) -> str:
    """The row of a limit in the docs; what differs from case to case is an ellipsis."""
    most, setting = limit.on_machine or limit.shown(limit.default), limit.setting
    known = {"{most}": most, "{number}": f"{limit.default:,}", "{setting}": str(setting)}
    sentence = BRACES.sub(lambda part: known.get(part.group(), "…"), limit.sentence)
    in_app = (limit.on_machine or limit.shown(limit.in_app)) if setting else "the same"
    return f"| {limit.what} | {most} | {in_app} | {f'`{setting}`' if setting else 'none'} | {sentence} |"


def test_the_docs_have_a_row_for_each_limit_and_no_other(project_root: Path) -> None:
    page = (project_root / "docs" / "limits.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| what is limited ")]
    assert rows == [row(limit) for limit in LIMITS.values()]


OF_OPERATOR = [
    "source_bytes", "records", "values", "cache_bytes", "process_bytes", "jobs", "job_seconds", "page_seconds",
    "sessions",
]  # fmt: skip


@pytest.mark.parametrize("name", OF_OPERATOR)
def test_an_operator_reads_each_limit_of_a_shared_server_with_its_default(name: str, project_root: Path) -> None:
    limit = LIMITS[name]
    begin = f"| {limit.what} | {limit.on_machine or limit.shown(limit.in_app)} | `{limit.setting}` | "
    assert begin in (project_root / "docs" / "deploy.md").read_text(encoding="utf-8")


@each_limit
def test_the_limits_of_the_app_are_no_higher(limit: Limit) -> None:
    assert 1 <= limit.in_app <= limit.default


@each_limit
def test_the_sentence_of_a_limit_says_how_it_is_raised_if_it_can_be(limit: Limit) -> None:
    assert ("{setting}" in limit.sentence) is (limit.setting is not None)
    assert BRACES.sub("", limit.sentence).count("{") == 0


@can_be_set
def test_a_setting_replaces_its_limit_alone(limit: Limit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(str(limit.setting), " 1_234 ")
    assert limits.current() == dataclasses.replace(DEFAULTS, **{limit.name: 1234})
    assert {name: limits.value_of(name) for name in LIMITS} == dataclasses.asdict(limits.current())


def test_the_app_has_its_own_defaults_and_heeds_the_same_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    limits.use_app_defaults()
    assert limits.current().source_bytes == LIMITS["source_bytes"].in_app
    monkeypatch.setenv("EVALJSON_MAX_SOURCE_BYTES", str(2**40))
    assert limits.current().source_bytes == 2**40
    limits.use_python_defaults()
    monkeypatch.delenv("EVALJSON_MAX_SOURCE_BYTES")
    assert limits.current() == DEFAULTS


@pytest.mark.parametrize("value", ["", "0", "-1", "many", "1.5", "1e6", "٣", "9" * 30, "1 GiB"])
def test_a_setting_that_is_not_a_whole_number_is_named(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALJSON_MAX_FILES", value)
    with pytest.raises(SettingError, match=r"^EVALJSON_MAX_FILES is a whole number from 1 on, not '.*'; correct it"):
        limits.current()


@pytest.mark.parametrize(
    ("most", "shown"), [(2**30, "1 GiB"), (3 * 2**29, "1,536 MiB"), (1_000_001, "1,000,001 bytes"), (1, "1 byte")]
)
def test_bytes_are_shown_in_the_unit_that_fits(most: int, shown: str) -> None:
    assert LIMITS["source_bytes"].shown(most) == shown


def test_a_sentence_has_the_value_of_this_process_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALJSON_MAX_FILES", "7")
    assert limits.current().says("files").startswith("more than 7 files; ")
    assert DEFAULTS.says("record_depth", seen=1000) == "nested 1,000 levels deep, at most 250; flatten it."
