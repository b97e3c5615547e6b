"""What each call of the store needs. A call that is not listed is refused; a test finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from evaljson.store.access.places import Place, by_evaluation, by_job, by_review, by_run, by_scope, whose_label
from evaljson.store.access.visitor import Visitor
from evaljson.store.actor import Role
from evaljson.store.topics.settings import EDITS

Least = Role | Literal["signed in", "admin", "server"]
"""A role in the evaluation; or being signed in, being an admin; `server`: what only the server itself calls."""
Keep = Callable[[Visitor, frozenset[str], Any], bool]
"""Whether someone is shown an entry of a list, given the ids of the evaluations that they may see."""


@dataclass(frozen=True, slots=True)
class CallNeed:
    """What a call needs."""

    least: Least
    place: Place | None = None
    """None: the call is about no evaluation."""
    without: Least = "admin"
    """What it needs where `place` finds none."""
    keep: Keep | None = None
    """Where the call lists entries of all evaluations: which of them are shown."""
    datasets: tuple[str, ...] = ()
    """Arguments that may be ids of datasets, or a mapping of these: such a dataset must be theirs to see."""
    own: str | None = None
    """An argument that makes it enough to see the evaluation where it is their own address."""
    whose: Place | None = None
    """Finds whose the thing is: others than that person and admins are refused."""

    def for_call(self, arguments: Mapping[str, Any]) -> CallNeed:
        """Return what it needs with these arguments."""
        return self


@dataclass(frozen=True, slots=True)
class _OfSetting(CallNeed):
    """Unapplied edits change nothing for others, so everyone who sees an evaluation may keep theirs."""

    def for_call(self, arguments: Mapping[str, Any]) -> CallNeed:
        scope = str(arguments["scope"])
        if scope in _SHARED_SCOPES:
            return CallNeed("signed in" if self.least == "viewer" else "admin")
        return CallNeed("viewer", by_scope) if scope.startswith(EDITS) else self


_SHARED_SCOPES: Final = ("workspace", "samples")
"""Scopes of settings that belong to no evaluation: everyone reads them, admins write them."""


def _evaluation(least: Role, *, datasets: tuple[str, ...] = ()) -> CallNeed:
    return CallNeed(least, by_evaluation, datasets=datasets)


def _review(least: Role, *, datasets: tuple[str, ...] = ()) -> CallNeed:
    return CallNeed(least, by_review, datasets=datasets)


def _visible(of: str) -> Keep:
    return lambda visitor, seen, entry: getattr(entry, of) in seen


def _their_own(visitor: Visitor, seen: frozenset[str], entry: Any) -> bool:
    return visitor.is_admin or entry.who == visitor.address


_LISTED: Final = CallNeed("viewer", by_evaluation, without="signed in", keep=_visible("evaluation"))
_SERVER: Final = CallNeed("server")


def _all(topic: str, need: CallNeed, calls: str) -> Iterable[tuple[str, CallNeed]]:
    return ((f"{topic}.{call}", need) for call in calls.split())


NEEDS: Final[Mapping[str, CallNeed]] = dict(
    entry
    for entries in (
        _all("store", _SERVER, "location on_change on_transaction environment exposed need_ready close"),
        _all("store", CallNeed("admin"), "check gc retain export_to import_from"),
        _all("datasets", CallNeed("signed in"), "add"),
        _all("datasets", CallNeed("signed in", datasets=("dataset",)), "get load content report"),
        _all("evaluations", CallNeed("signed in", datasets=("gold", "variants")), "create"),
        _all("evaluations", CallNeed("signed in", keep=_visible("id")), "all"),
        _all("evaluations", _evaluation("viewer"), "get history"),
        _all("evaluations", _evaluation("editor", datasets=("gold",)), "set_gold"),
        _all("evaluations", _evaluation("editor"), "rename set_settings"),
        _all("evaluations", _evaluation("owner"), "delete undelete"),
        _all("variants", _evaluation("viewer"), "deleted"),
        _all("variants", _evaluation("editor", datasets=("data",)), "add update"),
        _all("variants", _evaluation("editor"), "reorder delete undelete"),
        _all("schemas", _evaluation("viewer"), "get all"),
        _all("schemas", _evaluation("editor"), "add"),
        _all("runs", _SERVER, "add"),
        _all("runs", CallNeed("viewer", by_run), "get table"),
        _all("runs", _evaluation("viewer"), "all current"),
        _all("jobs", _SERVER, "counts create claim wait hand_over beat finish retry interrupt interrupt_silent"),
        _all("jobs", CallNeed("viewer", by_job), "get"),
        _all("jobs", CallNeed("editor", by_job), "cancel"),
        _all("jobs", _LISTED, "all"),
        _all("settings", _OfSetting("viewer", by_scope), "get all"),
        _all("settings", _OfSetting("editor", by_scope), "set delete"),
        _all("judgements", _SERVER, "add"),
        # The key of a verdict is a hash of what was asked: who has it knows both values.
        _all("judgements", CallNeed("signed in"), "read count kept"),
        _all("judgements", CallNeed("admin"), "clear"),
        _all("labels", CallNeed("signed in"), "add of count rubrics"),
        _all("labels", CallNeed("signed in", keep=_their_own), "all"),
        _all("labels", CallNeed("signed in", whose=whose_label), "withdraw reinstate"),
        _all("usage", _SERVER, "add"),
        _all("usage", _LISTED, "all"),
        _all("key_spending", CallNeed("signed in"), "of"),
        _all("key_spending", _SERVER, "add"),
        _all("reviews", _evaluation("editor", datasets=("gold",)), "make"),
        _all("reviews", _review("viewer"), "get head"),
        _all("reviews", _evaluation("viewer"), "all"),
        _all("reviews", _review("editor"), "edit arrange open pause close"),
        _all("reviews", _review("owner", datasets=("gold",)), "apply"),
        _all("reviews", _review("owner"), "unapply delete undelete"),
        _all(
            "review_cards",
            _review("viewer"),
            "all get splits untouched has_free following elsewhere answered_by held draft",
        ),
        _all("review_cards", _review("reviewer"), "take renew release save_draft"),
        _all("review_events", _review("viewer"), "act all of_card undoable"),
        _all("review_events", _review("reviewer"), "answer skip undo settle comment"),
        _all("review_events", _review("editor"), "bring_in"),
        _all("review_presence", _review("viewer"), "here"),
        _all("review_presence", _review("reviewer"), "seen leave"),
        _all("members", _evaluation("viewer"), "of"),
        _all("members", _evaluation("owner"), "set transfer"),
        _all("members", CallNeed("owner", by_evaluation, own="address"), "remove"),
        _all("audit", _evaluation("owner"), "all"),
        _all("audit", CallNeed("signed in"), "signed_in"),
        _all("audit", _evaluation("viewer"), "opened exported"),
    )
    for entry in entries
)
"""By the name of the call: topic and method."""
