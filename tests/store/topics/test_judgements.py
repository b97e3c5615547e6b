"""Verdicts are kept under the hash of their question: once, as they were said, for everybody."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import text

from evaljson.store import Judgement, Store, StoreError, open_store

SAID = Judgement(0.5, "half \x00 \ud800 of it", "gpt", "1", 120, 45)


def key(number: int) -> str:
    return sha256(str(number).encode()).hexdigest()


def many(count: int, **parts: object) -> dict[str, Judgement]:
    return {key(n): Judgement(**{"score": n % 2, "reason": f"r{n}", "model": "m", "prompt": "1", **parts}) for n in range(count)}  # type: ignore[arg-type]  # fmt: skip # noqa: E501


def test_a_verdict_comes_back_exactly_with_when_it_was_kept(store: Store) -> None:
    before = datetime.now(UTC)
    store.judgements.add({key(1): SAID})
    (kept,) = store.judgements.read([key(1), key(2)]).values()
    assert kept.created is not None
    assert before <= kept.created <= datetime.now(UTC)
    assert (kept.score, kept.reason, kept.model, kept.prompt) == (0.5, SAID.reason, "gpt", "1")
    assert (kept.tokens_in, kept.tokens_out) == (120, 45)


def test_thousands_of_keys_are_read_at_once(store: Store) -> None:
    verdicts = many(2_500)
    store.judgements.add(verdicts)
    read = store.judgements.read([*verdicts, *(key(n) for n in range(5_000, 6_000)), *verdicts])
    assert {verdict_key: read[verdict_key].reason for verdict_key in read} == {
        verdict_key: verdicts[verdict_key].reason for verdict_key in verdicts
    }
    assert store.judgements.read([]) == {}


def test_the_first_verdict_stays(store: Store) -> None:
    store.judgements.add({key(1): SAID})
    store.judgements.add({key(1): Judgement(1.0, "other", "gpt", "1"), key(2): SAID})
    assert {verdict.score for verdict in store.judgements.read([key(1), key(2)]).values()} == {0.5}
    assert store.judgements.count() == 2


def test_nothing_changes_a_verdict(store: Store) -> None:
    store.judgements.add({key(1): SAID})
    with pytest.raises(StoreError, match="immutable"), store._database.writing() as connection:
        connection.execute(text("UPDATE judgements SET score = 1"))


def test_threads_that_write_the_same_verdicts_in_another_order_all_succeed(store: Store) -> None:
    verdicts = many(300)
    orders = [dict(sorted(verdicts.items(), reverse=bool(n % 2))) for n in range(6)]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(store.judgements.add, orders))
    assert store.judgements.count() == 300


def test_an_endpoint_that_counts_nonsense_loses_no_verdict(store: Store) -> None:
    store.judgements.add({key(1): Judgement(1.0, "", "m", "1", 10**30, -5)})
    (kept,) = store.judgements.read([key(1)]).values()
    assert (kept.tokens_in, kept.tokens_out) == (2**63 - 1, 0)


def test_what_is_kept_is_counted_by_model_and_prompt(store: Store) -> None:
    store.judgements.add({key(1): SAID, key(2): SAID, key(3): Judgement(1.0, "ok", "llama", "2", 7, 3)})
    gpt, llama = store.judgements.kept()
    assert (gpt.model, gpt.prompt, gpt.count, gpt.tokens_in, gpt.tokens_out) == ("gpt", "1", 2, 240, 90)
    assert (llama.model, llama.count, llama.characters) == ("llama", 1, 64 + len("llama") + len("2") + len("ok"))
    assert llama.oldest == llama.newest
    assert (store.judgements.count("gpt"), store.judgements.count("none"), store.judgements.count()) == (2, 0, 3)


def test_nothing_kept_is_an_empty_list(store: Store) -> None:
    assert (store.judgements.kept(), store.judgements.clear()) == ([], 0)


def test_it_is_cleared_by_model_by_age_or_altogether(store: Store) -> None:
    store.judgements.add({key(1): SAID, key(2): Judgement(1.0, "ok", "llama", "1")})
    long_ago, soon = datetime.now(UTC) - timedelta(days=1), datetime.now(UTC) + timedelta(days=1)
    assert store.judgements.clear(older_than=long_ago) == 0
    assert store.judgements.clear(model="llama", older_than=soon) == 1
    assert list(store.judgements.read([key(1), key(2)])) == [key(1)]
    assert store.judgements.clear() == 1
    assert store.judgements.count() == 0


def test_another_process_reads_what_this_one_wrote(store: Store) -> None:
    store.judgements.add({key(1): SAID})
    with pickle.loads(pickle.dumps(store)) as copy:
        assert copy.judgements.read([key(1)])[key(1)].reason == SAID.reason


def test_no_key_of_an_endpoint_has_a_place_in_any_table(store: Store) -> None:
    from evaljson.store.tables import Base

    columns = {f"{table.name}.{column.name}" for table in Base.metadata.sorted_tables for column in table.columns}
    assert {name for name in columns if any(word in name for word in ("secret", "token", "api", "url"))} == {
        "judgements.tokens_in", "judgements.tokens_out", "judge_usage.tokens_in", "judge_usage.tokens_out",
        "key_spending.tokens_in", "key_spending.tokens_out",
        "review_events.token", "review_seats.token",  # they name the showing of a card
    }  # fmt: skip


def test_verdicts_labels_and_usage_of_the_layout_that_brought_them_are_read(tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    script = (Path(__file__).parents[1] / "layouts" / "0002_judge.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "evaljson.db")) as old:
        old.executescript(script)
    with open_store(folder=tmp_path) as opened:
        assert [(model.model, model.count) for model in opened.judgements.kept()] == [("m", 1)]
        assert [(label.path, label.gold, label.step) for label in opened.labels.all()] == [("terms", "net 30", "same")]
        assert [entry.usage.price for entry in opened.usage.all()] == [0.01]
