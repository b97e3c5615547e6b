"""How long a job has been silent is counted on one clock, whatever other clocks say."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from evaljson.jobs.signs_of_life import SignsOfLife
from evaljson.store import Job

BEAT = datetime(2024, 3, 4, tzinfo=UTC)
JOB = Job(
    "j", "score", "e", {}, "running", False, 0.0, "", None, None, "here:1:abc", BEAT, "ann", BEAT, BEAT, None
)  # fmt: skip


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def signs(clock: Clock) -> SignsOfLife:
    return SignsOfLife(clock)


@pytest.mark.parametrize("skew", [timedelta(0), timedelta(minutes=3), timedelta(days=-4000), timedelta(days=4000)])
def test_a_job_that_beats_is_not_silent_however_wrong_the_clock_of_its_process_is(
    signs: SignsOfLife, clock: Clock, skew: timedelta
) -> None:
    for beat in range(5):
        job = replace(JOB, heartbeat=BEAT + skew + timedelta(seconds=beat))
        signs.look([job])
        assert signs.silent_for(job) == 0
        clock.now += 100


def test_silence_is_counted_from_the_first_look_at_the_last_heartbeat(signs: SignsOfLife, clock: Clock) -> None:
    signs.look([JOB])
    clock.now += 100
    signs.look([JOB])
    assert signs.silent_for(JOB) == 100
    other = replace(JOB, owner="here:2:abc")
    signs.look([other])
    assert signs.silent_for(other) == 0


def test_a_heartbeat_earlier_than_the_last_one_is_a_sign_of_life_too(signs: SignsOfLife, clock: Clock) -> None:
    """The clock of the process was set back."""
    signs.look([JOB])
    clock.now += 100
    back = replace(JOB, heartbeat=BEAT - timedelta(hours=1))
    signs.look([back])
    assert signs.silent_for(back) == 0


def test_a_cancellation_is_counted_from_when_it_was_seen(signs: SignsOfLife, clock: Clock) -> None:
    changes: list[dict[str, Any]] = [{}, {"cancel_requested": True}, {"cancel_requested": True, "heartbeat": None}]
    counted = []
    for change in changes:
        job = replace(JOB, **change)
        signs.look([job])
        counted.append(signs.cancelled_for(job))
        clock.now += 5
    assert counted == [0, 0, 5]


def test_a_job_that_has_ended_is_forgotten(signs: SignsOfLife, clock: Clock) -> None:
    signs.look([JOB])
    signs.look([])
    clock.now += 100
    signs.look([JOB])
    assert signs.silent_for(JOB) == 0
