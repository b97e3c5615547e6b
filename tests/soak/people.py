"""A person with an evaluation of their own, a shared one, and a memory of what must be true after each action."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from evaljson.store import Store
from tests.soak import known
from tests.soak.screen import PAGES, Screen

COUNT = 6
SHARED = "sharedbyall"
OVERTAKEN = ("changed", "meanwhile", "somebody", "revision")
"""Words of what a page says to somebody whose change came second."""
Action = Callable[[], Awaitable[None]]


class Broken(AssertionError):
    """Something that must be true is not."""


@dataclass
class Person:
    """One browser context."""

    number: int
    screen: Screen
    store: Store
    """For what a colleague does elsewhere: deletes the evaluation."""
    shared: str
    chance: random.Random
    others: int
    identity: str = ""
    weights: dict[str, float] = field(default_factory=dict)
    variants: list[str] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)
    """Weights that were applied, to the own evaluation."""
    shared_acknowledged: list[float] = field(default_factory=list)
    did: list[str] = field(default_factory=list)

    @property
    def token(self) -> str:
        """In every text of the own records, and in no text of anybody else."""
        return f"person{self.number:02}x"

    async def begin(self) -> None:
        """Bring files of one's own."""
        await self.screen.open("data")
        await self._clean()
        files = {f"{self.token}-v1": known.extracted(self.token, COUNT, 1)}
        await self.screen.bring(known.gold(self.token, COUNT), files, self.token)
        self.identity, self.variants = self.screen.address["eval"], [f"{self.token}-v1"]
        await self._is_mine()

    async def act(self) -> None:
        """One random action; before that, this person's share of all, so that each is done by somebody."""
        share = self._share()
        name, action = share[len(self.did)] if len(self.did) < len(share) else self.chance.choice(self._actions())
        self.did.append(name)
        await action()

    @property
    def has_done_share(self) -> bool:
        """Whether that share is done."""
        return len(self.did) >= len(self._share())

    def _share(self) -> list[tuple[str, Action]]:
        return list(dict(self._actions()).items())[self.number :: self.others]

    def _actions(self) -> list[tuple[str, Action]]:
        often: list[tuple[str, Action]] = [
            ("look around", self.look_around), ("go through records", self.go_through_records),
            ("change the schema", self.change_schema), ("refresh", self.refresh), ("follow a link", self.follow_a_link),
        ]  # fmt: skip
        seldom: list[tuple[str, Action]] = [
            ("change the schema and undo", self.change_and_undo), ("add a variant", self.add_variant),
            ("delete and restore", self.delete_and_restore), ("change the shared schema", self.change_shared),
        ]  # fmt: skip
        return often * 2 + seldom

    async def look_around(self) -> None:
        """A page of the bar, and the figure of each variant."""
        await self.screen.go(self.chance.choice(PAGES))
        await self._is_mine()
        await self._figure()

    async def go_through_records(self) -> None:
        """Next, and again."""
        await self.screen.go("Records")
        if await self.screen.can_press("Next →"):
            self._must(await self.screen.next_record(), "still the same record")
        await self._is_mine()
        self._must(str(self.screen.address.get("record")).startswith(self.token), "a record of somebody else")

    async def change_schema(self) -> None:
        """A weight that nobody had before."""
        await self._apply_a_weight()
        await self._figure()

    async def _apply_a_weight(self) -> None:
        weights = {**self.weights, "name": round(self.chance.uniform(0.1, 9), 4)}
        applied = await self.screen.apply_schema(known.schema(self.token, COUNT, weights))
        await self._clean()
        self._must(applied, f"the schema was not applied:\n{await self.screen.text()}")
        self.weights = weights
        self.acknowledged.append(weights["name"])

    async def change_and_undo(self) -> None:
        """Back to what was."""
        before = dict(self.weights)
        await self._apply_a_weight()
        await self.screen.go("Data")
        await self.screen.undo()
        await self._clean()
        self.weights = before
        await self._figure()

    async def add_variant(self) -> None:
        """By a file dropped on the page."""
        if len(self.variants) > 3:
            return
        await self.screen.go("Data")
        name = f"{self.token}-v{len(self.variants) + 1}"

        async def is_there() -> bool:
            return self.store.evaluations.get(self.identity).variant(name) is not None

        await self.screen.add_variant(name, known.extracted(self.token, COUNT, len(self.variants) + 1), is_there)
        self._must(await is_there(), f"{name} is not in the store")
        self.variants.append(name)
        await self._is_mine()
        self._must(self.screen.address["eval"] == self.identity, "the evaluation has another address")

    async def delete_and_restore(self) -> None:
        """A colleague deletes it elsewhere; it can be restored from its address."""
        self.store.evaluations.delete(self.identity, self._revision(), by="a colleague")
        await self.screen.reload()
        await self.screen.restore()
        await self._is_mine()
        await self._figure()

    async def refresh(self) -> None:
        """The address says where one was."""
        before = self.screen.address
        await self.screen.reload()
        await self._is_mine()
        self._must(self.screen.address == before, f"{before} became {self.screen.address}")

    async def follow_a_link(self) -> None:
        """To a record of one's own, sent by somebody."""
        record = f"{self.token}-{self.chance.randrange(COUNT)}"
        await self.screen.open("records", eval=self.identity, a=self.variants[0], record=record)
        await self._is_mine()
        self._must(self.screen.address.get("record") == record, f"asked for {record}, see {self.screen.address}")

    async def change_shared(self) -> None:
        """All change it; who comes second is told so, or sees what the first one did."""
        weight = round(self.chance.uniform(0.1, 9), 6)
        await self.screen.open("schema", eval=self.shared)
        applied = await self.screen.apply_schema(known.schema(SHARED, COUNT, {"name": weight}))
        problems = await self.screen.problems()
        strange = [text for text in problems if not any(word in text.lower() for word in OVERTAKEN)]
        self._must(not strange, f"on the shared evaluation: {strange}")
        text = await self.screen.text()
        self._must(self.token not in text, "own data on the page of the shared evaluation")
        if applied and not problems:
            self.shared_acknowledged.append(weight)
        await self.screen.drop_changes()
        await self.screen.open("data", eval=self.identity)
        await self._is_mine()

    async def _figure(self) -> None:
        """What the Fields page shows for a variant is what is worked out here."""
        number = self.chance.randrange(len(self.variants))
        await self.screen.go("Fields")
        if self.screen.address.get("a") != self.variants[number]:
            await self.screen.open("fields", eval=self.identity, a=self.variants[number])
        await self._is_mine()
        expected = known.figure(self.token, COUNT, number + 1, self.weights)
        shown = await self.screen.first_f1()
        self._must(shown == expected, f"F1 of {self.variants[number]} under {self.weights}: {shown}, not {expected}")

    async def _is_mine(self) -> None:
        await self._clean()
        text = await self.screen.text()
        self._must(self.token in text, "nothing of one's own on the page")
        foreign = [other for other in range(self.others) if other != self.number and f"person{other:02}x" in text]
        self._must(not foreign, f"data of {foreign}")

    async def _clean(self) -> None:
        problems = await self.screen.problems()
        self._must(not problems, f"{problems}")

    def _revision(self) -> int:
        return self.store.evaluations.get(self.identity).revision

    def lost(self) -> list[str]:
        """What was acknowledged and is not in the store."""
        found, schemas = self.store.evaluations.get(self.identity), self.store.schemas
        assert found.schema_number is not None
        had = {one.schema["properties"]["name"].get("x-eval-weight") for one in schemas.all(self.identity)}
        missing = [f"{self.token}: weight {weight}" for weight in self.acknowledged if weight not in had]
        if schemas.get(self.identity, found.schema_number).schema != known.schema(self.token, COUNT, self.weights):
            missing.append(f"{self.token}: the current schema is another one")
        if [variant.name for variant in found.variants] != self.variants:
            missing.append(f"{self.token}: variants {[variant.name for variant in found.variants]}")
        return missing

    def _must(self, is_so: bool, otherwise: str) -> None:
        if not is_so:
            raise Broken(f"{self.token} after {self.did[-3:]} at {self.screen.page.url}: {otherwise}")
