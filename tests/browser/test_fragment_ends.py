"""A part of a page that is drawn again leaves nothing of before, also where a clock beside it strikes meanwhile."""

from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.server import ROOT, Server

CARDS = 6


def test_nothing_of_the_card_before_stays_while_a_clock_beside_it_strikes(warm: BrowserContext, tmp_path: Path) -> None:
    """Without what it tests, a card of four lines keeps the last three of the one before."""
    with Server(tmp_path, Path(__file__).parent / "two_parts_app", PYTHONPATH=str(ROOT)) as server:
        page = warm.new_page()
        page.goto(server.url)
        lines = page.locator(".st-key-lines p")
        for number in range(CARDS):
            expect(page.get_by_text(f"Card {number}", exact=True)).to_be_visible()
            expect(lines).to_have_text([f"{number}.{line}" for line in range(4 if number % 2 else 7)])
            page.get_by_role("button", name="Next").click()
        page.close()
