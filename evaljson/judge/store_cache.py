"""Caches verdicts in the workspace: shared by all evaluations and processes, and safe after a crash."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields

from evaljson.judge.cache import JudgeVerdict
from evaljson.store import Judgement, Store, open_store


class StoreCache:
    """A `Cache` over a store. Each write is a short transaction that is on disk when it returns.

    May be shared by threads; a forked or pickled cache opens its own connections. A store that cannot be written
    raises its StoreError: verdicts that are not stored would be paid for again.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    @classmethod
    def at(cls, url: str | None = None, folder: str | os.PathLike[str] | None = None) -> StoreCache:
        """Open the store with the arguments of `open_store`; without any, the one of the environment."""
        return cls(open_store(url, folder))

    def read(self, keys: Sequence[str]) -> dict[str, JudgeVerdict]:
        """Return the stored verdicts of these keys, by key. Raises StoreError."""
        names = [field.name for field in fields(JudgeVerdict)]
        return {
            key: JudgeVerdict(**{name: getattr(judgement, name) for name in names})
            for key, judgement in self.store.judgements.read(keys).items()
        }

    def write(self, verdicts: Mapping[str, JudgeVerdict]) -> None:
        """Store verdicts by key, on disk; an existing key keeps its verdict. Raises StoreError."""
        self.store.judgements.add({key: Judgement(**asdict(verdict)) for key, verdict in verdicts.items()})

    def __len__(self) -> int:
        return self.store.judgements.count()

    def close(self) -> None:
        """Close the store's connections."""
        self.store.close()
