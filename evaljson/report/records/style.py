"""What the table of a record looks like; colours come from the statuses and from the text, so both themes will do."""

from __future__ import annotations

import html
from typing import Final

from evaljson.report.fields.fault_kinds import BY_NAME
from evaljson.wording.words import Look

RULES: Final = r"""
.ej-wrap{overflow-x:auto}
.ej{width:100%;min-width:44rem;border-collapse:collapse;font-size:.875rem;line-height:1.4;table-layout:fixed}
.ej th{text-align:left;font-weight:600;padding:.4rem .6rem;border-bottom:2px solid rgba(128,128,128,.45);
 overflow-wrap:anywhere}
.ej td,.ej tbody th{vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid rgba(128,128,128,.2);
 overflow-wrap:anywhere;white-space:pre-wrap}
.ej .ej-path{font-family:monospace;font-size:.8125rem}
.ej a.ej-rule{font-family:sans-serif;font-size:.75rem;color:inherit;opacity:.75;margin-left:.25rem;
 text-decoration:underline dotted;text-underline-offset:.2em}
.ej a.ej-rule:hover,.ej a.ej-rule:focus-visible{opacity:1;text-decoration-style:solid}
.ej tr.ej-here td{background:rgba(128,128,128,.14)}
.ej bdi[dir]:dir(rtl){display:block}
.ej tr.ej-head>*{background:rgba(128,128,128,.1);border-top:2px solid rgba(128,128,128,.3);border-bottom:0;
 font-size:.8125rem}
.ej tr.ej-in>td:first-child{padding-left:1.4rem}
.ej tr.ej-fold td{opacity:.75;font-size:.8125rem}
.ej-none{opacity:.65;font-style:italic}
.ej-json{font-family:monospace;font-size:.8125rem}
.ej-full{max-height:16rem;overflow:auto;margin-top:.3rem;padding:.4rem;background:rgba(128,128,128,.1);
 border-radius:.3rem}
.ej details summary{cursor:pointer;word-break:break-all}
.ej-chip{display:inline-block;white-space:nowrap;padding:0 .5rem;border-radius:.6rem;border-left:.3rem solid var(--c);
 background:color-mix(in srgb,var(--c) 18%,transparent)}
.ej-why,.ej-compared{opacity:.8;font-size:.8125rem;margin-top:.2rem}
.ej-diff{font-size:.8125rem;margin-top:.25rem;padding:.1rem .4rem;border-left:2px solid rgba(128,128,128,.4)}
.ej-diff ins,.ej-diff del{unicode-bidi:isolate;border-radius:.2rem;padding:0 .1rem}
.ej-diff del{background:color-mix(in srgb,#D55E00 22%,transparent);text-decoration:line-through}
.ej-diff ins{background:color-mix(in srgb,#009E73 25%,transparent);text-decoration:underline}
.ej-diff del::before{content:"−\2060"}
.ej-diff ins::before{content:"+\2060"}
.ej-two{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}
.ej-two>.ej-wrap{flex:3 1 36rem;min-width:0}
.ej-two>.ej-source{flex:1 1 18rem;min-width:0}
.ej-source h4{font-size:.875rem;font-weight:600;margin:.4rem 0;padding:0}
.ej-source pre{font:inherit;font-size:.8125rem;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere;
 margin:0 0 1rem;max-height:38rem;overflow:auto;padding:.6rem .8rem;background:rgba(128,128,128,.1);border-radius:.4rem}
.ej-beside{font-size:.8125rem;opacity:.85;overflow-wrap:anywhere}
"""
STYLE: Final = f"<style>{RULES}</style>"


def chip(name: str) -> str:
    """Write a status or a kind of fault with colour, symbol and word."""
    return chip_of(BY_NAME[name])


def chip_of(look: Look) -> str:
    """Colour, symbol and word; what they mean shows under the pointer."""
    title, words = html.escape(look.meaning), html.escape(look.label)
    return f'<span class="ej-chip" style="--c:{look.colour}" title="{title}">{words}</span>'
