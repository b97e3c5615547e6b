"""How a dropped file is read: what the loader found, and what the user chooses instead."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import streamlit as st

from evaljson.base.errors import LoadError
from evaljson.base.paths import key_step
from evaljson.load import LoadedRecords, read_records
from evaljson.load.formats.wrapped_records import says_opened, wrappers_in
from evaljson.load.id_beside import named_by_id
from evaljson.load.id_names import sounds_like_id
from evaljson.load.json.repeated_keys import RepeatedKeys
from evaljson.load.model_text.placeholder import is_placeholder
from evaljson.load.model_text.which_object import SEVERAL, Pick
from evaljson.load.set_aside import as_read
from evaljson.load.typed_cells import AS_TEXT, TableReading, with_cells_read
from evaljson.report.records.id_keys import key_kept_beside, key_of_ids, likely_id
from evaljson.ui.session import cache
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.wording.words import counted

WHOLE = "the whole entry"
_SOURCES = "evaljson.sources"
_LOOKED_AT = 50
_PICKS: dict[Pick, str] = {"fits": "the one that fits", "first": "the first", "last": "the last"}
_TABLE = re.compile(r"\.(?:csv|tsv)(?:\.gz)?$", re.IGNORECASE)

Kind = Literal["gold", "extracted"]


@dataclass(frozen=True, slots=True)
class Choices:
    """What the user chose; the defaults leave it to the loader."""

    place: str | None = None
    """Path to the record in each entry; "" is the whole entry, None leaves it to the loader."""
    beside: tuple[str, ...] = ()
    """Keys kept as metadata, not scored."""
    json_cells: bool = False
    repair: bool = True
    pick: Pick = "fits"
    """Which of several JSON values in a text counts."""
    repeated_keys: RepeatedKeys = "last"


@dataclass(frozen=True, slots=True)
class DroppedFile:
    """The bytes of a dropped file, to read it again in another way."""

    data: bytes = field(repr=False)
    name: str
    kind: Kind
    id_key: str | None
    is_folder: bool = False
    """Whether `data` is an archive that evaljson made from a folder."""
    choices: Choices = Choices()
    keys: frozenset[str] = frozenset()
    """Those that records may have, if they are known: of several JSON values in a text, one with them counts."""
    is_found: bool = False
    """Whether the place of the record, and what is beside it, were found by what the other side has."""
    cells: TableReading = AS_TEXT
    """How the cells of a table are read, as the other side has them."""
    keeps_texts: bool = False
    """Whether someone chose that all cells stay texts."""

    def read(self) -> LoadedRecords:
        """Read its records. Raises LoadError."""
        choices = self.choices
        loaded = read_records(
            self.data, name=self.name, kind=self.kind, id_field=self.id_key, text_field=choices.place is None,
            payload=choices.place or None, metadata=choices.beside, cells="json" if choices.json_cells else "text",
            repair=choices.repair, keys=self.keys, pick=choices.pick, repeated_keys=choices.repeated_keys,
        )  # fmt: skip
        if self.is_folder:
            loaded = replace(loaded, format=loaded.format.replace("zip", "folder", 1))
        return with_cells_read(self._told_apart(loaded), self.cells)

    def _told_apart(self, loaded: LoadedRecords) -> LoadedRecords:
        """Return it with a hash of its own if choices shaped the records: other choices give other records."""
        if (
            loaded.ids is None
            and loaded.metadata is None
            and self.choices == Choices()
            and opened_in_words(loaded) is None
        ):
            return loaded
        how = f"{loaded.sha256} {self.id_key}" + (f" {self.choices}" if self.choices != Choices() else "")
        how += f" {sorted(self.keys)}" if self.keys and _is_shaped_by_keys(loaded) else ""
        return replace(loaded, sha256=hashlib.sha256(how.encode("utf-8", "surrogatepass")).hexdigest())


def read_and_remember(source: DroppedFile) -> LoadedRecords:
    """Read the records; keep the bytes while the form is open. Raises LoadError."""
    loaded = source.read()
    id_key = _id_beside(source, loaded)
    if id_key is not None:
        source = replace(source, id_key=id_key)
        loaded = source.read()
    _sources()[f"{source.kind} {loaded.sha256}"] = source
    return loaded


def _is_shaped_by_keys(loaded: LoadedRecords) -> bool:
    """Check whether the known keys decide: a text holds several JSON values, or a record was under another key."""
    return opened_in_words(loaded) is not None or any(SEVERAL in problem.message for problem in loaded.problems)


def opened_in_words(loaded: LoadedRecords) -> str | None:
    """Say which records were taken from a key of their own around them; None for none."""
    return next((problem.message for problem in loaded.problems if says_opened(problem.message)), None)


def with_keys(loaded: LoadedRecords, keys: Callable[[], frozenset[str]]) -> LoadedRecords | None:
    """Read a file again where the keys that records may have, known since, may find or choose another value of a text.

    None if nothing changes, if its bytes are gone, or if it can no longer be read.
    """
    source = _sources().get(f"extracted {loaded.sha256}")
    if source is None or source.keys == (known := keys()):
        return None
    if not (
        _is_shaped_by_keys(loaded) or _has_none_of(loaded, known) or wrappers_in(loaded.records, known, source.id_key)
    ):
        return None
    try:
        again = read_and_remember(replace(source, keys=known))
    except LoadError:
        return None
    return None if again.sha256 == loaded.sha256 else again


def _has_none_of(loaded: LoadedRecords, keys: frozenset[str]) -> bool:
    """Check whether no record has any of these keys but an id: then they may be in a text."""
    known = {key for key in keys if not sounds_like_id(key)}
    return bool(known) and all(record is None or known.isdisjoint(record) for record in loaded.records)


def with_ids_of_gold(loaded: LoadedRecords, gold: LoadedRecords) -> LoadedRecords | None:
    """Read a file again whose records have their ids beside them, once gold says under which key they belong.

    None if nothing changes, if its bytes are gone, or if it can no longer be read. Names of files are no such ids.
    """
    source = _sources().get(f"extracted {loaded.sha256}")
    if source is None or named_by_id(loaded) or not (loaded.ids or loaded.metadata):
        return None
    records = as_read(gold).records
    key = cache.derived(("key of ids", gold.sha256, loaded.sha256), lambda: _key_of_ids(records, loaded))
    if key is None or key == source.id_key:
        return None
    has_own = all(_has_own(record, key) for record in loaded.records)
    if has_own and not _is_put_in(source.id_key, records, loaded):
        return None
    return _read_or_none(replace(source, id_key=key))


def _is_put_in(key: str | None, gold: Sequence[Mapping[str, Any] | None], loaded: LoadedRecords) -> bool:
    """Check whether records have a key that gold lacks only because it was beside them, before gold named its own."""
    return (
        key is not None
        and not any(record is not None and key in record for record in gold)
        and any(record is not None and key in record for record in loaded.records)
    )


def _has_own(record: Mapping[str, Any] | None, key: str) -> bool:
    return record is None or (key in record and not is_placeholder(record[key]))


def _key_of_ids(gold: Sequence[Mapping[str, Any] | None], loaded: LoadedRecords) -> str | None:
    if loaded.ids:
        return key_of_ids(gold, loaded.ids)
    return key_kept_beside([record for record in gold if record is not None], loaded.metadata or ())


def seen_with_ids_as(loaded: LoadedRecords, kind: Kind, id_key: str | None) -> LoadedRecords:
    """Return what a file would be with its ids under this key, or under none; as it is where its bytes are gone."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    if source is None or source.id_key == id_key:
        return loaded
    asked = replace(source, id_key=id_key)
    return cache.derived(("ids as", kind, loaded.sha256, id_key), lambda: _read_else(asked, loaded))


def read_with_ids_as(loaded: LoadedRecords, kind: Kind, id_key: str | None) -> LoadedRecords | None:
    """Read a file again with its ids under this key, or under none; None if nothing changes or its bytes are gone."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    if source is None or source.id_key == id_key:
        return None
    return _read_or_none(replace(source, id_key=id_key))


def read_at_place(
    loaded: LoadedRecords, kind: Kind, under: str | None, beside: tuple[str, ...], id_key: str | None = None
) -> LoadedRecords | None:
    """Read a file again whose records are under a key, or with some keys kept beside them.

    Ids beside the records go into them under `id_key` if they are called so, else as before.
    None if someone chose how it is read, if its bytes are gone, or if it cannot be read so.
    """
    source = _sources().get(f"{kind} {loaded.sha256}")
    if source is None or not is_left_to_loader(loaded, kind):
        return None
    choices = replace(source.choices, place=None if under is None else key_step(under), beside=beside)
    if id_key is not None and any(id_key in record for record in loaded.records if record is not None):
        source = replace(source, id_key=id_key)
    return _read_or_none(replace(source, choices=choices, is_found=True))


def is_left_to_loader(loaded: LoadedRecords, kind: Kind) -> bool:
    """Check whether the entries of a file are its records, nobody chose so, and it can be read in another way."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    return source is not None and source.choices.place is None and not source.choices.beside and not loaded.taken_from


def id_key_of(loaded: LoadedRecords, kind: Kind) -> str | None:
    """Return the key under which ids beside the records of a file are put into them."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    return None if source is None else source.id_key


def read_anew(loaded: LoadedRecords, kind: Kind, id_key: str | None) -> LoadedRecords:
    """Read a file that was dropped as extracted records as if no other were there; as it is if its bytes are gone."""
    source = _sources().get(f"extracted {loaded.sha256}")
    if source is None:
        return loaded
    own = replace(source, name=loaded.name, kind=kind, id_key=id_key, keys=frozenset())  # bytes are kept once
    return _read_or_none(own) or loaded


def read_as_whole(loaded: LoadedRecords, kind: Kind) -> LoadedRecords | None:
    """Read a file again with each entry as a record; None if its bytes are gone."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    if source is None:
        return None
    return _read_or_none(replace(source, choices=replace(source.choices, place="", beside=()), is_found=False))


def is_found_place(loaded: LoadedRecords, kind: Kind) -> bool:
    """Check whether a file is read by what the other side has."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    return source is not None and source.is_found


def cells_of(loaded: LoadedRecords, kind: Kind) -> TableReading | None:
    """Return how the cells of a table are read; None once its bytes are gone."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    return None if source is None else source.cells


def keeps_texts(loaded: LoadedRecords, kind: Kind) -> bool:
    """Check whether someone chose that all cells of a file stay texts."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    return source is not None and source.keeps_texts


def keep_cells_as_text(loaded: LoadedRecords, kind: Kind, is_text: bool) -> None:
    """Remember whether all cells of a file stay texts; the next time that the form is drawn reads it so."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    if source is not None:
        _sources()[f"{kind} {loaded.sha256}"] = replace(source, keeps_texts=is_text)


def with_text_cells(loaded: LoadedRecords, kind: Kind) -> LoadedRecords:
    """Return the records of a file with all cells as texts; as they are where they are so, or the bytes are gone."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    if source is None or not source.cells:
        return loaded
    texts = replace(source, cells=AS_TEXT)
    return cache.derived(("text cells", kind, loaded.sha256), lambda: texts.read())


def with_cells(loaded: LoadedRecords, kind: Kind, cells: TableReading) -> LoadedRecords | None:
    """Read a file again with its cells read so; None if nothing changes or its bytes are gone."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    return None if source is None or source.cells == cells else _read_or_none(replace(source, cells=cells))


def _read_else(source: DroppedFile, loaded: LoadedRecords) -> LoadedRecords:
    try:
        return source.read()
    except LoadError:
        return loaded


def _read_or_none(source: DroppedFile) -> LoadedRecords | None:
    try:
        return read_and_remember(source)
    except LoadError:
        return None


def _id_beside(source: DroppedFile, loaded: LoadedRecords) -> str | None:
    """Return the metadata key that identifies gold records, if they have no id themselves."""
    if source.kind != "gold" or loaded.taken_from is None or not loaded.metadata:
        return None
    has_own = all(record is not None and source.id_key in record for record in loaded.records)
    return None if has_own else likely_id(loaded.metadata, [])


def _sources() -> dict[str, DroppedFile]:
    sources: dict[str, DroppedFile] = st.session_state.setdefault(_SOURCES, {})
    return sources


def keep_only(kept: Iterable[tuple[Kind, LoadedRecords]]) -> None:
    """Forget the bytes of all other files."""
    names = {f"{kind} {loaded.sha256}" for kind, loaded in kept}
    for name in _sources().keys() - names:
        del _sources()[name]


def say_kept(files: Iterable[tuple[Kind, LoadedRecords]]) -> None:
    """Say once how to read files in another way, if their bytes are gone."""
    if any(f"{kind} {loaded.sha256}" not in _sources() for kind, loaded in files):
        st.caption(
            "To read a file in another way, remove it and drop it again. Its records are stored, the file is not."
        )


def show_choices(loaded: LoadedRecords, kind: Kind, key: str, take: Callable[[LoadedRecords], None]) -> None:
    """Draw the choices of a file in an expander; a change reads it again. Nothing once its bytes are gone."""
    source = _sources().get(f"{kind} {loaded.sha256}")
    if source is None:
        return
    with st.expander(f"How this file is read: {plain(_in_words(loaded, source))}"):
        chosen = _asked(loaded, source, f"{key}.{loaded.sha256[:12]}")
        if chosen == source.choices:
            return
        try:
            read = read_and_remember(replace(source, choices=chosen, is_found=False))
        except LoadError as error:
            problem_box(str(error), source.name, "Choose something else. Until then, the file stays as it was read.")
            return
        take(read)
        st.rerun()


def _in_words(loaded: LoadedRecords, source: DroppedFile) -> str:
    by_itself = " (found automatically)" if source.choices.place is None or source.is_found else ""
    place = f"the record is in {loaded.taken_from}{by_itself}" if loaded.taken_from else f"the record is {WHOLE}"
    n_beside = len(_beside(loaded))
    return f"{place}; {counted(n_beside, 'key')} kept as metadata" if n_beside else place


def _asked(loaded: LoadedRecords, source: DroppedFile, key: str) -> Choices:
    choices = source.choices
    now = loaded.taken_from or WHOLE
    if choices.place is not None and "[]" in choices.place:
        now = choices.place
    places = list(dict.fromkeys([WHOLE, now, *_holders(loaded)]))
    place = st.selectbox(
        "Take the record from", places, index=places.index(now), key=f"{key}.place", accept_new_options=True,
        help="Text there is read as model output. You can type a nested place, such as "
        "`output.tool_calls[0].arguments`. `results[]` takes each object of that list.",
    )  # fmt: skip
    keys = list(dict.fromkeys([*choices.beside, *_keys(loaded.records)]))
    beside = st.multiselect(
        "Keep as metadata, not scored", [name for name in keys if name != source.id_key], default=list(choices.beside),
        key=f"{key}.beside", help="For example cost, latency, tokens or the source text.",
    )  # fmt: skip
    json_cells, repair, pick = choices.json_cells, choices.repair, choices.pick
    if _TABLE.search(source.name):
        json_cells = st.toggle(
            "Cells may be JSON", value=choices.json_cells, key=f"{key}.cells",
            help="On: numbers, true, false, null, lists and objects are read as JSON. Off: cells are text, "
            "or what the other side has there.",
        )  # fmt: skip
    if source.kind == "extracted":
        repair = st.toggle(
            "Repair broken JSON in model output", value=choices.repair, key=f"{key}.repair",
            help="Off: records with broken JSON count as unreadable.",
        )  # fmt: skip
        pick = st.selectbox(
            "Of several JSON values in a text, take", list(_PICKS), index=list(_PICKS).index(choices.pick),
            format_func=_PICKS.__getitem__, key=f"{key}.pick",
            help="The one that fits: complete, with the keys of the schema or of gold, an answer rather than an "
            "example. The others are listed with the file.",
        )  # fmt: skip
    refuse = st.toggle(
        "Refuse records with a repeated key", value=choices.repeated_keys == "refuse", key=f"{key}.repeated",
        help="Off: of a key that one object has several times, the last value counts, and the others are listed. On: "
        "the record counts as unreadable.",
    )  # fmt: skip
    asked = choices.place if place == now or place is None else "" if place == WHOLE else place
    return Choices(asked, tuple(beside), json_cells, repair, pick, "refuse" if refuse else "last")


def _beside(loaded: LoadedRecords) -> list[str]:
    return _keys(loaded.metadata or [])


def _keys(records: Iterable[dict[str, object] | None]) -> list[str]:
    first = (record for _, record in zip(range(_LOOKED_AT), records, strict=False) if record is not None)
    return list(dict.fromkeys(key for record in first for key in record))


def _holders(loaded: LoadedRecords) -> list[str]:
    """Return where the original entries could hold the record: keys with text or an object; lists in the only one."""
    entries = loaded.metadata if loaded.taken_from else loaded.records
    first = [record for _, record in zip(range(_LOOKED_AT), entries or [], strict=False) if record]
    keys = [key_step(key) for key in _keys(first) if any(isinstance(record.get(key), str | dict) for record in first)]
    return keys if len(first) > 1 else [*keys, *(f"{key_step(key)}[]" for one in first for key in _lists(one))]


def _lists(record: Mapping[str, object]) -> list[str]:
    return [key for key, value in record.items() if isinstance(value, list) and any(isinstance(x, dict) for x in value)]
