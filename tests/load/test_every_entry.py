"""Whatever a file holds, and whatever kind of file it is: each entry is a record or is refused, and none is lost."""

from __future__ import annotations

import contextlib
import gzip
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import LoadError
from evaljson.load import LoadedRecords, parse_model_output, read_records
from evaljson.load.json.repeated_keys import STEP as KEPT_LAST
from evaljson.load.loaded_records import NOT_PRODUCED, Kind
from evaljson.load.model_text.model_output import IN_BLOCK
from tests.load.containers import BROKEN, CONTAINERS, READ, UNREAD, Container, as_folder
from tests.profiles import examples

NAMES = sorted({container.file for container in CONTAINERS.values()} | {"a", "a.tsv", "a.txt", "a.xlsx", "a.tar.gz"})


def numbered(entries: Sequence[str]) -> list[str]:
    """Entries with ids; the first two show what kind of file it is."""
    return [entry.replace("%d", str(number)) for number, entry in enumerate((READ[0], READ[0], *entries))]


def fitting(container: Container, entries: list[str]) -> list[str]:
    return [entry for entry in entries if entry.startswith("{") or not container.objects_only]


values = st.lists(st.sampled_from((*READ, *READ, *UNREAD)), min_size=1, max_size=12).map(numbered)
any_entries = st.lists(st.sampled_from((*READ, *READ, *UNREAD, *BROKEN)), min_size=1, max_size=12).map(numbered)
containers = st.sampled_from(list(CONTAINERS.values()))


def check_counts(loaded: LoadedRecords) -> None:
    """What a result says of itself fits together."""
    records = [record for record in loaded.records if record is not None]
    assert loaded.n_read == len(records)
    assert len(loaded.records) == len(records) + len(loaded.unread)
    assert loaded.n_refused >= len(loaded.unread)
    refusals = [
        problem for problem in loaded.problems if problem.severity == "error" or problem.message == NOT_PRODUCED
    ]
    assert bool(refusals) == bool(loaded.n_refused)
    assert len(refusals) >= len(loaded.unread)


def read_both(source: Any, name: str, text_field: str | bool = True) -> list[LoadedRecords | None]:
    """Read as gold and as extracted records; None for what is refused as a whole."""
    outcomes: list[LoadedRecords | None] = []
    kinds: tuple[Kind, ...] = ("gold", "extracted")
    for kind in kinds:
        loaded = None
        with contextlib.suppress(LoadError):
            loaded = read_records(source, name=name, kind=kind, id_field="id", text_field=text_field, repair=False)
            check_counts(loaded)
        outcomes.append(loaded)
    return outcomes


def entries_seen(loaded: LoadedRecords | None) -> int | None:
    return None if loaded is None else loaded.n_read + loaded.n_refused


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
@examples(40)
@given(values)
def test_every_value_is_a_record_or_is_refused(container: Container, entries: list[str]) -> None:
    entries = fitting(container, entries)
    for loaded in read_both(container.build(entries), container.file, container.text_field):
        assert entries_seen(loaded) == len(entries)


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
@examples(40)
@given(any_entries)
def test_broken_entries_are_refused_and_cost_no_other_in_silence(container: Container, entries: list[str]) -> None:
    entries = fitting(container, entries)
    for loaded in read_both(container.build(entries), container.file, container.text_field):
        if container.separates:
            assert entries_seen(loaded) == len(entries)
        else:
            assert loaded is None or loaded.n_refused or loaded.n_read == len(entries)


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
@examples(40)
@given(st.lists(st.sampled_from(READ), min_size=1, max_size=6).map(numbered), st.floats(0, 1, exclude_max=True))
def test_a_file_that_is_cut_short_says_so(container: Container, entries: list[str], share: float) -> None:
    data = container.build(entries)
    cut = data[: int(len(data) * share)]
    for loaded in read_both(cut, container.file, container.text_field):
        if loaded is not None and not loaded.n_refused:
            # Only a text whose lines are records can be cut so that nobody sees it: between two lines.
            assert not container.file.endswith((".gz", ".zip", ".parquet"))
            assert loaded.n_read == len([line for line in cut.splitlines() if line.strip(b"\0\r\n ")]) - bool(
                container.file.endswith(".csv")
            )


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
@examples(40)
@given(st.lists(st.sampled_from(READ), min_size=1, max_size=6).map(numbered), st.integers(0, 5), st.data())
def test_a_file_behind_a_file_is_read_or_counted(
    container: Container, entries: list[str], more: int, data: st.DataObject
) -> None:
    behind = container.build(entries[:more]) if more else data.draw(st.sampled_from((b"\n\x01", b"oops", b"{", b"[")))
    for loaded in read_both(container.build(entries) + behind, container.file, container.text_field):
        if loaded is not None and loaded.format == "JSON objects one after another":
            assert loaded.n_read + loaded.n_refused == 2  # each is a record
        elif loaded is not None and not loaded.n_refused:
            assert loaded.n_read >= len(entries) + len(entries[:more])


@examples(400)
@given(st.data())
def test_any_bytes_as_any_kind_of_file_give_records_or_a_reason(data: st.DataObject) -> None:
    container = data.draw(containers)
    built = bytearray(container.build(data.draw(any_entries)))
    for at in data.draw(st.lists(st.integers(0, max(0, len(built) - 1)), max_size=4)):
        built[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    source = data.draw(st.sampled_from((bytes(built), bytes(built), gzip.compress(built)))) or b""
    source = data.draw(st.one_of(st.just(source), st.binary(max_size=60)))
    gold, extracted = read_both(source, data.draw(st.sampled_from(NAMES)), data.draw(st.booleans()))
    assert entries_seen(gold) == entries_seen(extracted)


@given(any_entries, st.data())
def test_a_folder_gives_a_record_or_a_reason_for_each_file(
    tmp_path_factory: pytest.TempPathFactory, entries: list[str], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("folder")
    as_folder(folder, entries)
    for path in data.draw(st.lists(st.sampled_from(sorted(folder.rglob("*.json"))), max_size=2, unique=True)):
        path.write_bytes(data.draw(st.binary(max_size=40)))
    for loaded in read_both(folder, folder.name, text_field=False):
        assert entries_seen(loaded) == len(entries)
    shutil.rmtree(folder)


@given(st.lists(st.sampled_from((*READ, *UNREAD, *BROKEN, "```json\n", "```", "<think>", "so:", "\n"))).map("".join))
def test_any_text_of_a_model_gives_a_value_or_a_reason(text: str) -> None:
    for repair in (True, False):
        with contextlib.suppress(LoadError):
            output = parse_model_output(text, repair=repair)
            changes = [step for step in output.steps if step != IN_BLOCK and not step.endswith("left out")]
            assert output.how == "strict" or (output.steps and (repair or changes == [KEPT_LAST]))


def test_gzip_that_breaks_off_inside_its_mark_is_no_empty_table() -> None:
    with pytest.raises(LoadError, match="empty"):
        read_records(b"\x1f", name="a.csv.gz", kind="gold", id_field="id")


def test_every_file_of_a_folder_may_be_a_link_to_itself(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).symlink_to(tmp_path / name)
    loaded = read_records(tmp_path, kind="extracted")
    assert (loaded.n_read, loaded.n_refused) == (0, 2)
