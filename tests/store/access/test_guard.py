"""The store of a person: who they are is not theirs to say, and what they may not see is not there for them."""

import pickle
from pathlib import Path

import pytest

from evaljson.scoring.judging import JudgeUsage
from evaljson.store import Actor, Evaluation, NotAllowed, NotFound, Store
from evaljson.store.access.guard import guarded
from evaljson.store.access.visitor import Visitor
from evaljson.store.topics import variants
from tests.store.access.people import OPERATOR, VISITORS, There, furnish, furnish_all
from tests.store.conftest import extracted, gold
from tests.store.topics.reviewing import make_review

FORGED = Actor("boss@x.org", "oidc", "owner")
REFUSED = "ask .* for the role of|ask one of them|not signed in|with these records|without an address|takes at least"
USED = JudgeUsage(model="m", fields=1, cached=0, asked=1, calls=1, tokens_in=1, tokens_out=1, price=0.0)


def as_(store: Store, who: str) -> Store:
    return guarded(store, VISITORS[who])


@pytest.fixture
def there(store: Store) -> dict[str, There]:
    return furnish_all(store)


@pytest.fixture
def own(there: dict[str, There]) -> Evaluation:
    return there["own"].evaluation


def let_in(store: Store, evaluation: str, address: str, role: str = "viewer") -> None:
    store.members.set(evaluation, address, role, by=OPERATOR)  # type: ignore[arg-type]


def test_whoever_creates_an_evaluation_owns_it_under_the_address_they_signed_in_with(store: Store) -> None:
    made = as_(store, "stranger").evaluations.create("mine", by="boss@x.org")
    (member,) = store.members.of(made.id)
    assert (member.address, member.role, made.created_by) == ("stranger@else.org", "owner", "stranger@else.org")
    with pytest.raises(NotAllowed, match=r"^editor@x\.org is not among those .* ask stranger@else\.org for the role"):
        as_(store, "editor").evaluations.get(made.id)


def test_nobody_can_act_under_another_address(store: Store, own: Evaluation, there: dict[str, There]) -> None:
    editor, review = as_(store, "editor"), there["own"].review.id
    renamed = editor.evaluations.rename(own.id, own.revision, "New name", by="boss@x.org")
    taken = editor.review_cards.take(review, by=FORGED, session="s")
    assert taken is not None
    (event,) = editor.review_events.answer(review, taken.token, {}, by=FORGED)
    assert renamed.updated_by == event.who == "editor@x.org"
    assert (event.proof, event.role) == ("proxy", "editor")
    with pytest.raises(NotAllowed, match=r"ask owner@x\.org for the role of owner"):
        editor.reviews.delete(review, renamed.revision, by=FORGED)


@pytest.mark.parametrize("scope", ["stranger@else.org", "@else.org", "*"])
def test_a_role_is_given_to_an_address_a_domain_or_whoever_is_signed_in(
    store: Store, own: Evaluation, scope: str
) -> None:
    let_in(store, own.id, scope)
    assert as_(store, "stranger").evaluations.get(own.id) == own
    with pytest.raises(NotAllowed, match=REFUSED):
        as_(store, "nobody").evaluations.get(own.id)


@pytest.mark.parametrize(
    "address", ["eve@evil-else.org", "eve@else.org.evil", "eve@sub.else.org", "@else.org", "*", ""]
)
def test_what_only_looks_like_an_address_of_a_domain_has_no_role(store: Store, own: Evaluation, address: str) -> None:
    let_in(store, own.id, "@else.org")
    with pytest.raises(NotAllowed, match=REFUSED):
        guarded(store, Visitor(address, "oidc")).evaluations.get(own.id)


def test_of_several_roles_the_highest_counts(store: Store, own: Evaluation) -> None:
    let_in(store, own.id, "@x.org", "editor")
    renamed = as_(store, "viewer").evaluations.rename(own.id, own.revision, "by domain", by="")
    assert renamed.updated_by == "viewer@x.org"


def test_lists_have_what_one_may_see(store: Store, there: dict[str, There]) -> None:
    for one in there.values():
        store.usage.add(USED, by="x", evaluation=one.evaluation.id)
    viewer, stranger, admin = (as_(store, who) for who in ("viewer", "stranger", "admin"))
    for person, seen in ((viewer, {"own", "sample"}), (stranger, {"sample"}), (admin, set(there))):
        ids = {there[name].evaluation.id for name in seen}
        assert {one.id for one in person.evaluations.all()} == ids
        assert {job.evaluation for job in person.jobs.all()} == ids
        assert {used.evaluation for used in person.usage.all()} == ids
    with pytest.raises(NotAllowed, match=REFUSED):
        viewer.usage.all(evaluation=there["other's"].evaluation.id)
    assert as_(store, "nobody").evaluations.get.__name__ == "checked"
    with pytest.raises(NotAllowed, match="not signed in with a mail address"):
        as_(store, "nobody").evaluations.all()


def test_removing_a_person_works_with_their_next_call(store: Store, own: Evaluation) -> None:
    viewer = as_(store, "viewer")
    assert viewer.evaluations.get(own.id) == own
    store.members.remove(own.id, "viewer@x.org", by=OPERATOR)
    with pytest.raises(NotAllowed, match=r"ask owner@x\.org for the role of viewer"):
        viewer.evaluations.get(own.id)


def test_a_change_that_waits_while_its_person_is_removed_changes_nothing(
    store: Store, own: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare = variants.prepare  # type: ignore[attr-defined]

    def removed_meanwhile(*arguments: object) -> object:
        store.members.remove(own.id, "editor@x.org", by=OPERATOR)
        return prepare(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(variants, "prepare", removed_meanwhile)
    with pytest.raises(NotAllowed, match=REFUSED):
        as_(store, "editor").variants.add(own.id, own.revision, "B", extracted(), by="")
    assert store.evaluations.get(own.id) == own


def test_records_of_others_cannot_be_taken_by_their_id(store: Store, own: Evaluation, there: dict[str, There]) -> None:
    foreign, editor = there["other's"].evaluation, as_(store, "editor")
    assert foreign.gold is not None
    for steal in (
        lambda: editor.datasets.load(foreign.gold.id),
        lambda: editor.evaluations.set_gold(own.id, own.revision, foreign.gold.id, by=""),
        lambda: editor.evaluations.create("mine", by="", gold=foreign.gold.id),
        lambda: editor.evaluations.create("mine", by="", variants={"A": foreign.variants[0].dataset.id}),
        lambda: editor.variants.add(own.id, own.revision, "B", foreign.variants[0].dataset.id, by=""),
    ):
        with pytest.raises(NotAllowed, match="may see no evaluation with these records"):
            steal()
    assert store.evaluations.get(own.id) == own


def test_records_that_someone_stored_are_theirs_before_any_evaluation_has_them(store: Store) -> None:
    dataset = as_(store, "stranger").datasets.add(gold(), "gold", by="boss@x.org")
    assert as_(store, "stranger").datasets.load(dataset.id) == gold()
    with pytest.raises(NotAllowed, match=REFUSED):
        as_(store, "viewer").datasets.load(dataset.id)


def test_records_of_a_run_are_seen_by_those_who_see_the_run(store: Store, own: Evaluation) -> None:
    before = own.variants[0].dataset.id
    store.variants.update(own.id, own.revision, own.variants[0].id, by="x", data=extracted(b'{"id": "new"}\n'))
    assert as_(store, "viewer").datasets.get(before).id == before


def test_settings_belong_to_the_evaluation_at_the_end_of_their_scope(store: Store, own: Evaluation) -> None:
    viewer, editor, admin = (as_(store, who).settings for who in ("viewer", "editor", "admin"))
    editor.set(f"suggestions:{own.id}", "chain", 1, by="")
    viewer.set(f"edits:{own.id}", "copy", 2, by="")
    admin.set("workspace", "prices", 3, by="")
    assert [viewer.get(f"suggestions:{own.id}", "chain"), viewer.get("workspace", "prices")] == [1, 3]
    assert viewer.all(f"edits:{own.id}") == {"copy": 2}
    for person, scope in ((viewer, f"suggestions:{own.id}"), (editor, "workspace"), (editor, "user:boss@x.org")):
        with pytest.raises(NotAllowed, match=REFUSED):
            person.set(scope, "key", 0, by="")
    with pytest.raises(NotAllowed, match=REFUSED):
        viewer.get("user:boss@x.org", "key")


def test_labels_are_withdrawn_by_those_who_gave_them(store: Store, there: dict[str, There]) -> None:
    viewer = as_(store, "viewer")
    mine = viewer.labels.add("p", "r", 1, 2, score=1, step="same", by="boss@x.org")
    assert mine.who == "viewer@x.org"
    assert viewer.labels.all() == [mine]
    assert viewer.labels.withdraw(mine.id).withdrawn is not None
    with pytest.raises(NotAllowed, match=REFUSED):
        viewer.labels.withdraw(there["own"].label.id)
    assert as_(store, "admin").labels.withdraw(there["own"].label.id).withdrawn is not None


def test_people_may_leave_and_owners_may_remove(store: Store, own: Evaluation) -> None:
    with pytest.raises(NotAllowed, match=REFUSED):
        as_(store, "editor").members.remove(own.id, "viewer@x.org", by=FORGED)
    as_(store, "viewer").members.remove(own.id, "viewer@x.org", by=FORGED)
    as_(store, "owner").members.remove(own.id, "reviewer@x.org", by=FORGED)
    assert [member.address for member in store.members.of(own.id)] == ["owner@x.org", "editor@x.org"]


def test_what_is_not_there_is_not_there_for_anyone(store: Store, there: dict[str, There]) -> None:
    admin = as_(store, "admin")
    for look in (
        lambda: admin.evaluations.get("a" * 16),
        lambda: admin.runs.get("a" * 16),
        lambda: admin.jobs.get("a" * 16),
        lambda: admin.reviews.get("a" * 16),
        lambda: admin.review_cards.held("a" * 16),
        lambda: admin.labels.withdraw("a" * 16),
        lambda: admin.datasets.get("a" * 64),
        lambda: admin.settings.get("suggestions:" + "a" * 16, "found"),
    ):
        with pytest.raises(NotFound, match="there is no"):
            look()


def test_the_store_of_a_person_goes_nowhere_else(store: Store, tmp_path: Path) -> None:
    person = as_(store, "admin")
    assert repr(person) == "<store for admin@x.org>"
    with pytest.raises(TypeError, match="not handed to other processes"):
        pickle.dumps(person)
    with pytest.raises(NotAllowed, match="only the server itself"):
        person.environment  # noqa: B018
    with pytest.raises(AttributeError, match="_database"):
        person._database  # noqa: B018
    person.export_to(tmp_path / "all.zip", by=FORGED)
    assert store.audit.all()[0].who == "admin@x.org"
    with pytest.raises(NotAllowed, match=r"^owner@x\.org is no admin of this server"):
        as_(store, "owner").export_to(tmp_path / "mine.zip")


def test_everyone_who_is_signed_in_may_change_a_sample_and_nobody_may_give_it_away(store: Store) -> None:
    sample = furnish(store, "sample", is_sample=True).evaluation
    stranger = as_(store, "stranger")
    assert stranger.evaluations.rename(sample.id, sample.revision, "Mine", by="").name == "Mine"
    with pytest.raises(NotAllowed, match="ask an admin of this server for the role of owner"):
        stranger.members.set(sample.id, "stranger@else.org", "owner", by=FORGED)


def test_those_who_settle_are_editors_of_the_evaluation(store: Store, own: Evaluation) -> None:
    review = make_review(store, store.evaluations.get(own.id))
    settled = as_(store, "editor").review_events.settle(review.id, 0, {}, "token", by=FORGED)
    assert [event.role for event in settled] == ["editor"]
    with pytest.raises(NotAllowed, match=REFUSED):
        as_(store, "reviewer").review_events.settle(review.id, 1, {}, "token", by=FORGED)
