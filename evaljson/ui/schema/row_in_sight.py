"""Brings the row of the chosen field into sight in the grid, and marks it: the grid itself offers neither."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st
from streamlit.components.v2 import component

_NAME: Final = "evaljson_row_in_sight"
_JS: Final = """
const state = window.evaljsonRow ??= { row: null, scroller: null, wish: null };
const LATER = [50, 150, 400, 1000, 2000, 4000];
function parts() {
  const grid = document.querySelector(".st-key-schema-grid [data-testid=stDataFrame]");
  const scroller = grid && grid.querySelector(".dvn-scroller");
  const heads = grid && grid.querySelectorAll("canvas")[1];
  return scroller && heads && scroller.clientHeight ? { grid, scroller, head: heads.clientHeight } : null;
}
function place() {
  const { rows, label } = state.wish;
  const found = parts();
  if (!found) { return; }
  const { grid, scroller, head } = found;
  const height = (scroller.scrollHeight - head) / rows;
  const cells = [...grid.querySelectorAll("[id^=glide-cell-0-]")];
  const cell = cells.find((one) => one.textContent === label);  // where someone sorted the rows, it is elsewhere
  const top = cell ? head + Number(cell.id.split("-")[3]) * height - scroller.scrollTop : -1;
  const mark = grid.querySelector(".ej-row") || grid.appendChild(document.createElement("div"));
  mark.className = "ej-row";
  const seen = top > head - 1 && top + height / 2 < scroller.clientHeight;
  mark.style.cssText = `position:absolute;left:0;width:4px;pointer-events:none;background:${state.colour};`
    + `top:${top}px;height:${height}px;display:${seen ? "block" : "none"}`;
}
function bring() {
  const { row, rows } = state.wish;
  const found = parts();
  if (!found) { return; }
  const { grid, scroller, head } = found;
  if (state.scroller !== scroller) {
    const again = () => requestAnimationFrame(place);
    scroller.addEventListener("scroll", again, { passive: true });
    new MutationObserver(again).observe(grid, { childList: true, characterData: true, subtree: true });
  }
  if (state.scroller !== scroller || state.row !== row) {
    Object.assign(state, { scroller, row });
    const height = (scroller.scrollHeight - head) / rows;
    const top = row * height;
    const room = scroller.clientHeight - head;
    if (top < scroller.scrollTop || top + height > scroller.scrollTop + room) {
      scroller.scrollTop = Math.max(0, top - Math.floor(room / height / 2) * height);
    }
  }
  place();
}
export default function (component) {
  state.wish = component.data;
  const of = component.parentElement.host || component.parentElement;
  state.colour = getComputedStyle(of).getPropertyValue("--st-primary-color") || "currentColor";
  bring();
  for (const later of LATER) { setTimeout(bring, later); }  // a new grid is drawn after this
}
"""


@st.cache_resource(show_spinner=False)
def _script() -> Any:
    return component(_NAME, html="<span hidden></span>", js=_JS)


def bring_into_sight(row: int, rows: int, label: str, turn: str) -> None:
    """Scroll the grid to this row once it is another one, or the grid a new one: `turn` tells grids apart.

    `label` is the text of its first cell, by which it is marked.
    """
    _script()(key="schema.row", data={"row": row, "rows": rows, "label": label, "turn": turn}, height=1)
