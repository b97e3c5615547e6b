"""What is typed, pressed and read on the Judge page."""

from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from tests.ui.conftest import said

KEY, OTHER = "sk-very-secret-42", "sk-of-the-server-7"
VARIABLES = (
    "EVALJSON_JUDGE_MODEL",
    "EVALJSON_JUDGE_URL",
    "EVALJSON_JUDGE_API_KEY",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
)
PAGES = ("overview", "data", "schema", "fields", "compare", "records")


def text(page: AppTest) -> str:
    return said(page).replace("*", "")


def with_notes(page: AppTest, name: str) -> AppTest:
    """The page with the line opened that says what its reader should know."""
    page.session_state[f"{name}.notes"] = True
    return page.run()


def identity(page: AppTest) -> str:
    found = page.query_params["eval"]
    return str(found[0] if isinstance(found, list) else found)


def runs(page: AppTest) -> dict[str, dict[str, int]]:
    store, found = server.store(), server.store().evaluations.get(identity(page))
    names = {variant.id: variant.name for variant in found.variants}
    return {names[run.variant]: run.metrics for run in reversed(store.runs.all(found.id))}


def connect(page: AppTest, url: str, key: str = KEY, model: str = "gpt-4.1-mini", button: str = "use") -> AppTest:
    page.text_input(key="judge.model").set_value(model)
    page.text_input(key="judge.url").set_value(url)
    page.text_input(key="judge.key").set_value(key)
    return page.button(key=f"judge.{button}").click().run()


def ask(page: AppTest) -> AppTest:
    page.button(key="judge.ask").click().run()
    return page.button(key="judge.yes").click().run()


def figures(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}
