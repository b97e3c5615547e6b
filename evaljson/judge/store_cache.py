"""Verdicts in the workspace: shared by all evaluations and processes, and there after a crash."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from evaljson.judge.cache import JudgeVerdict
from evaljson.judge.prompt import PROMPT_VERSION
from evaljson.store import Judgement, Store, open_store


class StoreCache:
    """A `Cache` over a store. Each write is a short transaction that is on disk when it returns.

    May be shared by threads; a forked or pickled one opens connections of its own. A store that cannot be written
    raises its StoreError: verdicts that nobody keeps would be paid for again.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    @classmethod
    def at(cls, url: str | None = None, folder: str | os.PathLike[str] | None = None) -> StoreCache:
        """Over the store that `open_store` opens with the same arguments: without any, the one of the environment."""
        return cls(open_store(url, folder))

    def read(self, keys: Sequence[str]) -> dict[str, JudgeVerdict]:
        """Those of the keys that are known, with their verdicts. Raises StoreError."""
        return {
            key: JudgeVerdict(one.score, one.reason, one.model, one.tokens_in, one.tokens_out)
            for key, one in self.store.judgements.read(keys).items()
        }

    def write(self, verdicts: Mapping[str, JudgeVerdict]) -> None:
        """Keep verdicts by key, on disk; a key that is there already keeps its verdict. Raises StoreError."""
        self.store.judgements.add(
            {
                key: Judgement(one.score, one.reason, one.model, PROMPT_VERSION, one.tokens_in, one.tokens_out)
                for key, one in verdicts.items()
            }
        )

    def __len__(self) -> int:
        return self.store.judgements.count()

    def close(self) -> None:
        """Give the store's connections back."""
        self.store.close()
