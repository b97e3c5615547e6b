"""Every kind of suggestion: what it is called, and what it proposes at a field.

A new kind is a file beside this one, with its name and title in TITLES and a function that yields proposals, and one
`Finder` here, where its turn is: each looks at what those before it leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from evaljson.suggest.kinds import (
    abbreviations,
    acceptable_lists,
    added_words,
    addresses_before,
    array_alignment,
    decimal_marks,
    equal_values,
    free_text,
    maps,
    marks_read,
    never_agree,
    nulls,
    numbers,
    readings,
    synonyms,
    texts,
    thousands_marks,
    unit_words,
    words_beside,
    zeros,
)
from evaljson.suggest.kinds.synonyms import GoldRecords
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.wrong_pairs import Field, WrongPair

_DEFAULTS: Final = ("exact", "numeric")
"""Comparators that may be replaced: any other one was chosen by a user."""
_OF_WORDS: Final = ("quantity", "normalized", "fuzzy", "levenshtein")
"""Comparators that a user chooses and to which the words of a text count."""
_WITH_READING: Final = ("case", "whitespace")
"""Kinds that help a comparator that reads texts, or says how alike they are."""
_MILD: Final = ("case", "whitespace", "width", "lookalikes")
"""Kinds that are looked for beside a mark in a number, where only both together explain a result."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A field with what has been proposed for it so far."""

    place: Field
    gold: GoldRecords
    """The gold records of each variant."""
    proposals: list[Proposal] = field(default_factory=list)
    inside: Sequence[Field] = ()
    """The fields in it."""

    def has(self, kinds: Iterable[str]) -> bool:
        """Check whether any of these kinds is proposed."""
        named = set(kinds)
        return any(proposal.kind in named for proposal in self.proposals)

    def is_compared_by(self, *comparators: str) -> bool:
        """Check whether one of these is the field's current comparator."""
        current = self.place.node.comparator
        return current is not None and current.name in comparators

    @property
    def is_read(self) -> bool:
        """Whether a comparator that reads the values, or a list of acceptable ones, is proposed."""
        return self.has((*acceptable_lists.TITLES, *readings.TITLES))

    @property
    def reads_commas(self) -> bool:
        """Whether a comparator is proposed for which a comma marks decimals."""
        return any(proposal.edit.params.get("decimal") == "," for proposal in self.proposals)

    @property
    def is_text(self) -> bool:
        """Whether what is left are texts that nothing reads."""
        return self.is_compared_by("exact") and not self.is_read

    @property
    def unexplained(self) -> list[WrongPair]:
        """Mismatches that no proposal explains; of proposals that exclude each other, only the first counts."""
        explained: set[int] = set()
        rivals: set[str] = set()
        for proposal in self.proposals:
            if proposal.rival not in rivals:
                explained.update(map(id, proposal.explained))
            if proposal.rival is not None:
                rivals.add(proposal.rival)
        return [pair for pair in self.place.mismatches if id(pair) not in explained]


@dataclass(frozen=True, slots=True)
class Finder:
    """How some kinds are found at a field."""

    titles: Mapping[str, str]
    find: Callable[[Situation], Iterable[Proposal]]
    when: Callable[[Situation], bool] = lambda now: True


def _written_alike(now: Situation) -> Iterator[Proposal]:
    for proposal in texts.written_alike(now.place, now.unexplained):
        if not now.has(readings.TITLES) or proposal.kind in _WITH_READING:
            yield proposal


def _mildly_alike(place: Field, pairs: list[WrongPair]) -> Iterator[Proposal]:
    return (proposal for proposal in texts.written_alike(place, pairs) if proposal.kind in _MILD)


_NULLS: Final = Finder(nulls.TITLES, lambda now: nulls.ways_to_say_nothing(now.place, now.inside))
_ZEROS: Final = Finder(zeros.TITLES, lambda now: zeros.plain_as_null(now.place))
_LISTS: Final = Finder(acceptable_lists.TITLES, lambda now: acceptable_lists.lists_of_acceptable(now.place))
_ROUNDED: Final = Finder(
    numbers.TITLES,
    lambda now: numbers.rounded(now.place),
    when=lambda now: now.is_compared_by("numeric", "amount", "quantity") and not now.has(acceptable_lists.TITLES),
)
_MARKS: Final = Finder(
    {**decimal_marks.TITLES, **thousands_marks.TITLES},
    lambda now: marks_read.marks_under(now.place),
    when=lambda now: now.is_compared_by("amount", "quantity"),
)
"""A comparator that reads numbers reads a single mark in one way."""
_UNIT: Final = Finder(readings.TITLES, lambda now: readings.unit_of_numbers(now.place))
_HELPING: Final = Finder(
    texts.TITLES,
    lambda now: (one for one in texts.written_alike(now.place, now.unexplained) if one.kind in _WITH_READING),
    when=lambda now: now.is_compared_by("fuzzy", "levenshtein"),
)
_CUT_SHORT: Final = Finder(
    abbreviations.TITLES,
    lambda now: abbreviations.abbreviated(now.place, now.unexplained),
    when=lambda now: now.is_text or now.is_compared_by(*_OF_WORDS) or now.has(("quantity",)),
)
"""Quantities name units, and these are cut short as any words: 6 mo. for 6 months."""
_EQUAL: Final = Finder(
    equal_values.TITLES,
    lambda now: equal_values.equal_but_unread(now.place),
    when=lambda now: not now.has((*readings.TITLES, *acceptable_lists.TITLES, *numbers.TITLES)),
)
OF_CONTAINERS: Final = (
    _NULLS,
    _LISTS,
    Finder(maps.TITLES, lambda now: maps.keys_that_are_data(now.place, next(iter(now.gold.values())))),
)
"""What is looked for at an object or array that is not compared as one value."""
OF_VALUES: Final = (
    _NULLS,
    _ZEROS,
    _LISTS,
    Finder(
        readings.TITLES,
        lambda now: readings.read_alike(now.place),
        when=lambda now: not now.has(acceptable_lists.TITLES),
    ),
    _ROUNDED,
    _EQUAL,
    Finder(
        texts.TITLES,
        _written_alike,
        when=lambda now: now.is_compared_by("exact") and not now.has(acceptable_lists.TITLES),
    ),
    Finder(numbers.TITLES, lambda now: numbers.numbers_for_texts(now.place), when=lambda now: now.is_text),
    Finder(
        decimal_marks.TITLES,
        lambda now: decimal_marks.comma_for_point(now.place, now.unexplained),
        when=lambda now: now.is_text or (now.is_compared_by("numeric") and not now.reads_commas),
    ),
    Finder(
        thousands_marks.TITLES,
        lambda now: thousands_marks.without_marks(now.place, now.unexplained),
        when=lambda now: now.is_text,
    ),
    Finder(
        texts.TITLES,
        lambda now: marks_read.written_with_marks(now.place, now.unexplained, _mildly_alike),
        when=lambda now: now.is_text and not now.has(acceptable_lists.TITLES),
    ),
    Finder(
        added_words.TITLES,
        lambda now: addresses_before.behind_addresses(now.place, now.unexplained),
        when=lambda now: now.is_text,
    ),
    _CUT_SHORT,
    Finder(
        added_words.TITLES,
        lambda now: words_beside.beside_texts(now.place, now.unexplained),
        when=lambda now: now.is_text,
    ),
    Finder(
        synonyms.TITLES,
        lambda now: synonyms.regular_pairs(now.place, [*now.unexplained, *now.place.apart], now.gold),
        when=lambda now: now.is_text,
    ),
    Finder(
        synonyms.TITLES,
        lambda now: unit_words.regular_units(now.place, now.unexplained),
        when=lambda now: now.is_text and not now.has(synonyms.TITLES),
    ),
    Finder(
        added_words.TITLES,
        lambda now: added_words.always_added(now.place, now.place.mismatches),
        when=lambda now: not now.is_read and not now.has((*synonyms.TITLES, *added_words.TITLES)),
    ),
    Finder(
        never_agree.TITLES,
        lambda now: never_agree.never_agree(now.place),
        when=lambda now: all(proposal.kind in (*nulls.TITLES, *zeros.TITLES) for proposal in now.proposals),
    ),
    Finder(
        free_text.TITLES,
        lambda now: free_text.free_text(now.place, now.unexplained),
        when=lambda now: not now.has((*readings.TITLES, *never_agree.TITLES)),
    ),
)
"""What is looked for at a field, in this order."""
KINDS: Final[Mapping[str, str]] = {
    kind: title
    for titles in (*(finder.titles for finder in (*OF_VALUES, *OF_CONTAINERS)), array_alignment.TITLES)
    for kind, title in titles.items()
}
"""What each kind of suggestion does, in a few words."""


def find_proposals(fld: Field, gold: GoldRecords, inside: Sequence[Field] = ()) -> list[Proposal]:
    """List all proposals at a field; those that exclude each other have the same `rival`, the best first.

    `inside` are the fields in it.
    """
    finders: tuple[Finder, ...] = OF_VALUES if fld.node.is_unit else OF_CONTAINERS
    now = Situation(fld, gold, inside=inside)
    if fld.node.is_unit and not any(map(now.is_compared_by, _DEFAULTS)):
        finders = (
            _NULLS,
            _ZEROS,
            _UNIT,
            _MARKS,
            _ROUNDED,
            _HELPING,
            _CUT_SHORT,
        )  # a comparator that somebody chose stays
    for finder in finders:
        if finder.when(now):
            now.proposals.extend(list(finder.find(now)))
    return now.proposals
