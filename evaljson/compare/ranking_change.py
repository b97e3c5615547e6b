"""What becomes of a ranking: of its first place, of its order, and of who is tied with whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Ranks:
    """Variants, highest F1 first, and who is above whom by more than chance: two of whom neither is are tied."""

    order: tuple[str, ...]
    above: frozenset[tuple[str, str]]
    """Pairs: the first is above the second."""

    @property
    def best(self) -> str | None:
        """The variant that is above all others, if there is one."""
        first = self.order[0] if len(self.order) > 1 else None
        return first if first is not None and all((first, other) in self.above for other in self.order[1:]) else None

    def ranks_of(self, name: str) -> tuple[int, int]:
        """Return the best and the worst rank that chance allows to a variant."""
        better = sum(lower == name for _, lower in self.above)
        worse = sum(higher == name for higher, _ in self.above)
        return 1 + better, len(self.order) - worse

    @property
    def leaders(self) -> tuple[str, ...]:
        """The variants that no other one is above, highest F1 first."""
        below = {lower for _, lower in self.above}
        return tuple(name for name in self.order if name not in below)


@dataclass(frozen=True, slots=True)
class RankingChange:
    """What a change makes of a ranking."""

    variants: int
    first: tuple[str, str] | None
    """The variant with the highest F1 before and after, where they differ."""
    best: tuple[str | None, str | None] | None
    """The variant above all others before and after, None where nobody was; where they differ. Who has the highest F1
    among tied ones is no part of that."""
    moves: bool
    """Whether any two variants change their order."""
    tied: tuple[tuple[str, str], ...]
    """Pairs that come to be tied: the one that was above, and the other. Those highest in the new order first."""
    apart: tuple[tuple[str, str], ...]
    """Pairs that were tied: the one that comes to be above, and the other."""
    turned: tuple[tuple[str, str], ...]
    """Pairs of which the second was above the first, and then the first is above."""
    f1: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """By variant its mean F1 before and after, each over the records that are compared then; without those whose F1
    stays."""
    records: int = 0
    """How many records are compared afterwards; 0 where that and `f1` are not known."""
    leaders: tuple[tuple[str, float], ...] = ()
    """The variants that no other one is above afterwards, and their mean F1 then, highest first; () where not known."""
    ranks_of_first: tuple[int, int] = (0, 0)
    """The ranks that chance allows afterwards, best and worst, to the variant that has the highest F1 before; zeros
    where not known."""

    @property
    def pairs(self) -> int:
        """How many pairs are tied or apart otherwise than before."""
        return len(self.tied) + len(self.apart) + len(self.turned)

    @property
    def concerns_first(self) -> bool:
        """Whether first place changes: who has the highest F1, or who is above all others."""
        return self.first is not None or self.best is not None

    @property
    def is_within_tie(self) -> bool:
        """Whether the highest F1 passes from one variant to another that was tied with it, and still is."""
        if self.first is None:
            return False
        before, after = self.first
        return (before, after) not in self.tied and (after, before) not in (*self.apart, *self.turned)

    @property
    def ends_in_tie(self) -> bool:
        """Whether the variant that comes to have the highest F1 is not above all others; only where `first` changes."""
        return self.first is not None and (self.best is None or self.best[1] is None)

    @property
    def ties_both(self) -> bool:
        """Whether it is tied then with the one that had the highest F1."""
        return self.first is not None and (self.is_within_tie or self.first in self.tied)

    def of(self, names: Mapping[str, str]) -> RankingChange:
        """Return the same with other names of the variants: `names` has the new one of each."""

        def pairs(listed: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
            return tuple((names[one], names[other]) for one, other in listed)

        first = None if self.first is None else (names[self.first[0]], names[self.first[1]])
        was, then = self.best or (None, None)
        best = (None if was is None else names[was], None if then is None else names[then])
        tied, apart, turned = map(pairs, (self.tied, self.apart, self.turned))
        was_best = None if self.best is None else best
        f1 = {names[name]: both for name, both in self.f1.items()}
        leaders = tuple((names[name], mean) for name, mean in self.leaders)
        return replace(self, first=first, best=was_best, tied=tied, apart=apart, turned=turned, f1=f1, leaders=leaders)

    @property
    def is_nothing(self) -> bool:
        """Whether the ranking stays as it is: first place, order, and ties."""
        return not (self.concerns_first or self.moves or self.pairs)


def ranking_change(before: Ranks, after: Ranks) -> RankingChange:
    """Compare two rankings of the same variants."""
    first = (before.order[0], after.order[0]) if before.order[0] != after.order[0] else None
    best = (before.best, after.best) if before.best != after.best else None
    place = {name: number for number, name in enumerate(after.order)}
    tied, apart, turned = [], [], []
    for pair in combinations(after.order, 2):
        was, then = _above(pair, before), _above(pair, after)
        if was is not None and then is None:
            tied.append(was)
        elif was is None and then is not None:
            apart.append(then)
        elif then is not None and was != then:
            turned.append(then)

    def highest(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        return tuple(sorted(pairs, key=lambda pair: sorted(place[name] for name in pair)))

    return RankingChange(
        variants=len(after.order),
        first=first,
        best=best,
        moves=before.order != after.order,
        tied=highest(tied),
        apart=highest(apart),
        turned=highest(turned),
    )


def _above(pair: tuple[str, str], ranks: Ranks) -> tuple[str, str] | None:
    """Return the pair with the one that is above first; None where they are tied."""
    return next((one for one in (pair, pair[::-1]) if one in ranks.above), None)
