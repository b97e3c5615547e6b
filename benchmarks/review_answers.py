"""What an answer in a review takes, at 2,000 records x 40 fields x 3 variants: python -m benchmarks.review_answers

A server of its own, and pages over its WebSocket as browsers have them. CPU milliseconds are those of the server's
process; seconds are from the click to the last of the next card. Then five people who look on and answer nothing, and
five of whom one answers: how much of a processor their pages take, with a refresh every two seconds. At last, where
CHROMIUM names a browser, what is between a key and the next card in it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from benchmarks.dashboard import FIELDS, store_of
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, open_store
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from tests.server import Server
from tests.session import Session

RECORDS, VARIANTS, ANSWERS, WARM = 2000, 3, 40, 3
PEOPLE: Final = ("Ann", "Ben", "Cleo", "Dan", "Eva")
_NOTE_KEYS: Final = "window.addEventListener('keydown', () => { window.pressed = performance.now(); }, true)"
NAMES: Final = ("review.answer.gold_right.", "review.answer.extracted_right.")


def review_of(folder: Path, evaluation: str) -> tuple[str, int]:
    """Make a review of all that differs, with the settings that the form begins with; its id and its cards."""
    with open_store(folder=folder) as store:
        read = store.evaluations.get(evaluation)
        runs = runs_to_review(store, read)
        review = make_review(store, read, runs, ReviewPlan(), ReviewScope(), ReviewTerms("Speed"), by=Actor("Olga"))
        return review.id, review.cards


def cpu_seconds(process: int) -> float:
    """CPU seconds that a process has taken so far, of all of its threads."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def come(session: Session, review: str, name: str) -> None:
    """Follow the link of the review and give a name: the first card is on the page."""
    session.open("review", f"review={review}")
    session.set("review.who", string_value=name)
    if not session.keys(NAMES[0]):
        raise RuntimeError(f"{name} has no card: {session.texts()[-1000:]}")


def answer(session: Session, number: int) -> tuple[float, int]:
    """Click an answer; seconds until the next card is there, and bytes sent."""
    key = next(key for start in (NAMES[number % 2], NAMES[0]) for key in session.keys(start))
    done = session.set(key, trigger_value=True)
    if done.errors or not session.keys(NAMES[0]) or session.keys(key):
        raise RuntimeError(f"no next card: {done.errors}")
    return done.seconds, done.sent


def refresh(session: Session) -> None:
    """Let what is drawn every two seconds be drawn once."""
    for fragment in session.timers:
        session.tick(fragment)


def bench_answers(server: Server, review: str, count: int) -> str:
    """One person alone, without a refresh between."""
    with Session(server.url) as session:
        come(session, review, PEOPLE[0])
        for number in range(WARM):
            answer(session, number)
        before = cpu_seconds(server.pid)
        done = [answer(session, number) for number in range(count)]
        taken = 1000 * (cpu_seconds(server.pid) - before) / count
    seconds, sent = zip(*done, strict=True)
    high = statistics.quantiles(seconds, n=20)[-1]
    return (
        f"an answer: {taken:.0f} ms CPU of the server, {1000 * statistics.median(seconds):.0f} ms from the click to "
        f"the end of the next card (p95 {1000 * high:.0f}), {statistics.median(sent) / 1000:.0f} kB; {count} answers"
    )


def bench_people(server: Server, review: str, seconds: float, *, answers: bool) -> str:
    """Five pages, each refreshed every two seconds; one of them answers a card a second if `answers`."""
    with ExitStack() as tabs:
        sessions = [tabs.enter_context(Session(server.url)) for _ in PEOPLE]
        for session, name in zip(sessions, PEOPLE, strict=True):
            come(session, review, name)
            refresh(session)
        return _refreshed(server, sessions, seconds, answers)


def _refreshed(server: Server, sessions: Sequence[Session], seconds: float, answers: bool) -> str:
    before, began, done, given = cpu_seconds(server.pid), time.perf_counter(), 0, 0
    every = 2.0 / len(sessions)
    while (now := time.perf_counter() - began) < seconds:
        time.sleep(max(0.0, done * every - now))
        refresh(sessions[done % len(sessions)])
        done += 1
        if answers and given < time.perf_counter() - began:
            answer(sessions[0], given)
            given += 1
    elapsed = time.perf_counter() - began
    taken = cpu_seconds(server.pid) - before
    also = f", and {given} answers by one of them" if answers else ""
    each = "" if answers else f", {1000 * taken / done:.0f} ms each"
    return (
        f"{len(sessions)} people for {elapsed:.0f} s{also}: {taken / elapsed:.3f} CPU seconds of the server a second, "
        f"{done} refreshes{each}"
    )


def bench_browser(server: Server, review: str, count: int, chromium: str) -> str:
    """One person with a browser, who looks at each card for half a second."""
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=chromium) as browser:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.context.add_cookies([{"name": "evaljson_name", "value": "Fay", "url": server.url}])
        page.add_init_script(_NOTE_KEYS)
        page.goto(f"{server.url}/review?review={review}")
        taken = sorted([_press(page) for _ in range(WARM + count)][WARM:])
    high = statistics.quantiles(taken, n=20)[-1]
    return f"in a browser: {statistics.median(taken):.0f} ms from the key to the next card (p95 {high:.0f})"


def _press(page: Page) -> float:
    page.wait_for_function(
        "() => (window.evaljsonReview?.token ?? '') && performance.now() - evaljsonReview.shown > 500"
    )
    before = page.evaluate("() => window.evaljsonReview.token")
    page.keyboard.press("2")
    page.wait_for_function("(before) => window.evaljsonReview.token !== before", arg=before)
    return float(page.evaluate("() => window.evaljsonReview.shown - window.pressed"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--records", type=int, default=RECORDS)
    parser.add_argument("--answers", type=int, default=ANSWERS)
    parser.add_argument("--seconds", type=float, default=20.0, help="for which five people have the page open")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        evaluation = store_of(Path(folder), options.records, VARIANTS)
        review, cards = review_of(Path(folder), evaluation)
        load = os.getloadavg()[0]
        print(f"{options.records:,} records x {FIELDS} fields x {VARIANTS} variants, {cards:,} cards; load {load:.1f}")
        with Server(Path(folder)) as server:
            print(bench_answers(server, review, options.answers), flush=True)
            for answers in (False, True):
                print(bench_people(server, review, options.seconds, answers=answers), flush=True)
            if chromium := os.environ.get("CHROMIUM"):
                print(bench_browser(server, review, options.answers, chromium))


if __name__ == "__main__":
    main()
