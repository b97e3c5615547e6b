"""A button that copies the full address of what is on the page, filters and all, and what keeps Back usable.

The copied address also has the version of the eval schema that the figures are of, and the pair that is compared, which
the address itself has only where someone chose it: so a link goes on showing them.

An address is written in several steps, by the library and by the pages, and the library makes each a step of the
browser's history. With the button comes a script by which only what a person does makes one; the rest replaces it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st
from streamlit.components.v2 import component

from evaljson.wording.values import escaped

_HTML: Final = """
<button type="button"><svg viewBox="0 0 24 24" aria-hidden="true">
<path d="M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5"/>
</svg><span aria-live="polite">Copy link</span></button>
"""
_CSS: Final = """
button {
  font: inherit; font-size: .875rem; padding: .25rem .75rem; min-height: 2.5rem; white-space: nowrap; cursor: pointer;
  color: var(--st-text-color); background: transparent; border: 1px solid var(--st-border-color);
  border-radius: var(--st-button-radius, .5rem);
}
svg { width: 1em; height: 1em; margin-right: .4em; vertical-align: -.125em; }
path { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
button:hover, button:focus-visible { border-color: var(--st-primary-color); color: var(--st-primary-color); }
:host, div { text-align: right; }
"""
# The address is read when the button is pressed: by then the page may have put its choices into it. Without https a
# browser gives no clipboard to a page, but still copies what is selected.
_JS: Final = """
const known = "evaljsonHistory";
if (!window[known]) {
  window[known] = { acted: false };
  for (const kind of ["pointerdown", "keydown"]) {
    window.addEventListener(kind, () => { window[known].acted = true; }, { capture: true, passive: true });
  }
  const push = window.history.pushState.bind(window.history);
  window.history.pushState = (...step) => {
    const own = window[known].acted;
    window[known].acted = false;
    return own ? push(...step) : window.history.replaceState(...step);
  };
  window.addEventListener("popstate", () => { window[known].acted = false; });
}
export default function (component) {
  const button = component.parentElement.querySelector("button");
  const label = button.querySelector("span");
  const plain = "Copy link";
  const version = component.data.version;
  const tell = (text) => {
    label.textContent = text;
    setTimeout(() => { label.textContent = plain; }, 2000);
  };
  const selected = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    document.body.appendChild(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) { window.prompt("Copy this address", text); }
    return done;
  };
  button.onclick = async () => {
    const there = new URL(window.location.href);
    if (version) { there.searchParams.set("version", version); }
    const also = document.querySelector(".ej-in-link");
    for (const [name, value] of new URLSearchParams(also ? also.title : "")) {
      there.searchParams.set(name, value);
    }
    const address = there.href;
    try {
      await navigator.clipboard.writeText(address);
      tell("✓ Copied");
    } catch {
      tell(selected(address) ? "✓ Copied" : plain);
    }
  };
}
"""
_NAME: Final = "evaljson_copy_link"


@st.cache_resource(show_spinner=False)
def _button() -> Any:
    return component(_NAME, html=_HTML, css=_CSS, js=_JS)


def copy_link_button(version: int | None) -> None:
    """Show a button that copies the address: it holds every choice and the version."""
    _button()(key="link.copy", width="content", data={"version": None if version is None else str(version)})


def add_to_link(choices: Mapping[str, str]) -> None:
    """Let a copied address hold these too; the page's own address does not."""
    if choices:
        st.html(f'<span class="ej-in-link" title="{escaped(urlencode(choices))}" hidden></span>')
