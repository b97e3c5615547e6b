"""Reviews in Python: their cards, what people said, what it comes to, and all of it as files.

with open_review("Totals", folder="workspace") as review:
    print(review.corrected_figures()["Prompt A"].mean_f1)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from evaljson.base import limits
from evaljson.load.byte_limit import ByteLimit
from evaljson.load.sources import Source, read_raw
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_figures import CorrectedVariant
from evaljson.review.corrected_gold import CorrectedGold
from evaljson.review.opinions import Opinions
from evaljson.review.outcome import ReviewOutcome
from evaljson.store import Actor, Review, ReviewEvent, Store, open_store
from evaljson.workspace.find import all_reviews, find_evaluation, find_review
from evaljson.workspace.read_review import read_review
from evaljson.workspace.review_files import Form, ImportedAnswers, export_review, import_answers
from evaljson.workspace.review_gold import corrected, figures

__all__ = ["StoredReview", "list_reviews", "open_review"]


def list_reviews(evaluation: str | None = None, *, folder: str | Path | None = None) -> list[Review]:
    """List the reviews of an evaluation, by its name or id, or of all of them, newest first."""
    with open_store(folder=folder, create=False) as store:
        return all_reviews(store) if evaluation is None else store.reviews.all(find_evaluation(store, evaluation).id)


@contextmanager
def open_review(name_or_id: str, *, folder: str | Path | None = None) -> Iterator[StoredReview]:
    """Open a review of the workspace. Raises InputError if there is none of this name or id, or several."""
    with open_store(folder=folder, create=False) as store:
        yield StoredReview(store, find_review(store, name_or_id).id)


class StoredReview:
    """A review as it was when it was opened; `reload` reads it again."""

    def __init__(self, store: Store, review: str) -> None:
        self._store = store
        self._opened = read_review(store, review)

    def __repr__(self) -> str:
        about = self.about
        return f"StoredReview({about.name!r}, {about.state}, {about.answered} of {about.seats} opinions)"

    def reload(self) -> None:
        """Read the review again."""
        self._opened = read_review(self._store, self.about.id)

    @property
    def about(self) -> Review:
        """Its name, state, settings and progress."""
        return self._opened.review

    @property
    def cards(self) -> tuple[ReviewCard, ...]:
        """All cards by number, each with the places that it holds now."""
        return self._opened.cards

    @property
    def events(self) -> tuple[ReviewEvent, ...]:
        """Everything that people did, in order."""
        return self._opened.events

    @property
    def opinions(self) -> Opinions:
        """What counts of it: the current answer of each person at each place."""
        return self._opened.opinions

    @property
    def outcome(self) -> ReviewOutcome:
        """What the opinions come to, at each place and for each value of gold."""
        return self._opened.outcome

    def corrected_gold(self) -> CorrectedGold:
        """Return gold with what is decided, and the list of changes."""
        return corrected(self._store, self._opened)

    def corrected_figures(self) -> dict[str, CorrectedVariant]:
        """Return the corrected figures of each variant, by its name."""
        names = {one.id: one.name for one in self._store.evaluations.get(self.about.evaluation).variants}
        return {names.get(id, id): found for id, found in figures(self._store, self._opened).items()}

    def export(self, form: Form, *, person: str = "", every: bool = False) -> bytes:
        """Write the review in one of the forms; see `evaljson review export`."""
        return b"".join(export_review(self._store, self._opened, form, person=person, every=every))

    def import_answers(
        self,
        source: Source,
        *,
        by: str,
        person: str = "",
        people: Mapping[str, str] | None = None,
        strict: bool = False,
    ) -> ImportedAnswers:
        """Take the answers of a workbook or of Label Studio, each once; `by` is who imports them. Reloads."""
        current = limits.current()
        read = read_raw(source, None, ByteLimit(current.answer_file_bytes, current.says("answer_file_bytes")))
        actor = Actor(by, "cli")
        done = import_answers(
            self._store, self._opened, read.data, read.name, by=actor, person=person, people=people, strict=strict
        )
        self.reload()
        return done
