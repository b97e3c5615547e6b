"""How people get into an app that asks who they are: through its provider, or with the cookie of an earlier sign-in."""

from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import settle


def sign_in(page: Page, who: str) -> None:
    """Press the button of the app, then the one of this person at the provider."""
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name=who, exact=True).click()
    settle(page)


def has_signed_in(context: BrowserContext, url: str, cookie: str) -> None:
    """Give a browser the cookie of a sign-in."""
    name, _, value = cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": url, "httpOnly": True}])
