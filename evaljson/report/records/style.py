"""What the table of a record looks like; colours come from the statuses and from the text, so both themes will do."""

from __future__ import annotations

import html
from typing import Final

from evaljson.report.fields.fault_kinds import BY_NAME
from evaljson.wording.words import Look

RULES: Final = r"""
.ej-wrap{overflow-x:visible}
.ej-wide{overflow:auto;max-height:calc(100vh - 6rem);border:1px solid rgba(128,128,128,.25);border-radius:.4rem}
@media (max-width:56rem){.ej-wrap{overflow-x:auto}}
.ej{width:100%;min-width:44rem;border-collapse:separate;border-spacing:0;font-size:.875rem;line-height:1.4;
 table-layout:fixed}
.ej th{text-align:left;font-weight:600;padding:.35rem .6rem;overflow-wrap:break-word}
.ej thead th{position:sticky;top:var(--ej-top,0);z-index:2;background:var(--ej-back,Canvas);
 border-bottom:2px solid rgba(128,128,128,.45)}
.ej-wide thead th{top:0}
.ej-wide tr>*:first-child{position:sticky;left:0;z-index:1;background:var(--ej-back,Canvas)}
.ej-wide thead th:first-child{z-index:3}
.ej td,.ej tbody th{vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid rgba(128,128,128,.2);
 overflow-wrap:break-word;white-space:pre-wrap;font-weight:400}
.ej-line{white-space:pre;overflow:hidden;text-overflow:ellipsis}
.ej-line.ej-why{margin:0;white-space:pre-wrap}
.ej-more,tr:has(>th>details[open]) .ej-part{display:none}
tr:has(>th>details[open]) .ej-more{display:block}
tr:has(>th>details[open]) .ej-line{white-space:pre-wrap}
tr:has(>th>details[open])>*{background:rgba(128,128,128,.07)}
.ej summary{cursor:pointer}
.ej summary:hover{text-decoration:underline}
.ej .ej-path{font-family:monospace;font-size:.8125rem}
.ej a.ej-rule{font-family:sans-serif;font-size:.75rem;color:inherit;opacity:.75;margin-left:.25rem;
 text-decoration:underline dotted;text-underline-offset:.2em}
.ej a.ej-rule:hover,.ej a.ej-rule:focus-visible{opacity:1;text-decoration-style:solid}
.ej tr.ej-here>*{background:rgba(128,128,128,.14)}
.ej tr.ej-here>:first-child{box-shadow:inset .25rem 0 currentColor}
.ej-bar{display:inline-block;width:.25rem;height:1em;background:currentColor;vertical-align:text-bottom}
.ej bdi[dir]:dir(rtl){display:block}
.ej-line bdi[dir]:dir(rtl){overflow:hidden;text-overflow:ellipsis}
.ej-chip~.ej-part bdi[dir]:dir(rtl),.ej-chip~bdi[dir]:dir(rtl){display:inline}
.ej tr.ej-head>*{background:rgba(128,128,128,.1);border-top:2px solid rgba(128,128,128,.3);border-bottom:0;
 font-size:.8125rem}
.ej tr.ej-in>th:first-child{padding-left:1.4rem}
.ej tr.ej-fold td{opacity:.75;font-size:.8125rem}
.ej-none{opacity:.75;font-style:italic}
.ej-json{font-family:monospace;font-size:.8125rem}
.ej-full{max-height:16rem;overflow:auto;margin-top:.3rem;padding:.4rem;background:rgba(128,128,128,.1);
 border-radius:.3rem}
.ej-chip{display:inline-block;white-space:nowrap;padding:0 .5rem;border-radius:.6rem;border-left:.3rem solid var(--c);
 background:color-mix(in srgb,var(--c) 18%,transparent)}
.ej-label{font-size:.75rem;opacity:.8}
.ej-why,.ej-compared{opacity:.8;font-size:.8125rem;margin-top:.2rem}
.ej-diff{font-size:.8125rem;margin-top:.25rem;padding:.1rem .4rem;border-left:2px solid rgba(128,128,128,.4)}
.ej ins,.ej del,.ej-key ins,.ej-key del{border-radius:.2rem;padding:0 .1rem}
.ej ins,.ej del{unicode-bidi:isolate}
.ej del,.ej-key del{background:color-mix(in srgb,#D55E00 20%,transparent);text-decoration:line-through}
.ej ins,.ej-key ins{background:color-mix(in srgb,#0072B2 24%,transparent);text-decoration:underline 2px}
.ej del b{background:color-mix(in srgb,#D55E00 40%,transparent)}
.ej ins b{background:color-mix(in srgb,#0072B2 45%,transparent)}
.ej-gap{display:inline-block;box-sizing:border-box;min-width:.75em;height:.4em;line-height:.4em;margin:0 .08em;
 border:1px solid currentColor;border-top:0;vertical-align:baseline;text-decoration:none}
.ej-named{font-size:.75em;font-style:italic;text-decoration:none}
.ej-cut{opacity:.75;font-style:italic;padding:0 .1rem}
.ej-key{font-size:.8125rem;margin:.2rem 0 .4rem}
.ej-sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.ej-jsons{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(14rem,1fr);gap:1rem;align-items:start}
.ej-jsons>div{min-width:0}
.ej-jsons.ej-wide{grid-auto-columns:minmax(18rem,1fr)}
.ej-jsonhead{position:sticky;top:var(--ej-top,0);background:var(--ej-back,Canvas);font-weight:600;font-size:.875rem;
 padding:.35rem .2rem;border-bottom:2px solid rgba(128,128,128,.45);z-index:1;overflow-wrap:break-word}
.ej-wide .ej-jsonhead{top:0}
.ej-jsons pre{font-family:monospace;font-size:.8125rem;line-height:1.5;white-space:pre-wrap;overflow-wrap:break-word;
 margin:.3rem 0;padding:0;background:none}
.ej-jsons pre>span{display:block;padding-left:.5rem;border-left:.25rem solid transparent}
.ej-jsons pre>.ej-marked{border-left-color:var(--c);background:color-mix(in srgb,var(--c) 16%,transparent);
 font-weight:600}
.ej-two{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}
.ej-two>.ej-wrap,.ej-two>.ej-beside-text{flex:3 1 36rem;min-width:0}
.ej-two>.ej-source{flex:1 1 18rem;min-width:0}
.ej-source h4{font-size:.875rem;font-weight:600;margin:.4rem 0;padding:0}
.ej-source pre{font:inherit;font-size:.8125rem;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere;
 margin:0 0 1rem;max-height:38rem;overflow:auto;padding:.6rem .8rem;background:rgba(128,128,128,.1);border-radius:.4rem}
.ej-source mark{color:inherit;background:color-mix(in srgb,#0072B2 30%,transparent);border-radius:.15rem}
.ej-beside{font-size:.8125rem;opacity:.85;overflow-wrap:anywhere}
"""
STYLE: Final = f"<style>{RULES}</style>"


def chip(name: str, words: bool = True) -> str:
    """Write a status or a kind of fault with colour, symbol and word; without `words`, its word is only read out."""
    return chip_of(BY_NAME[name], words)


def chip_of(look: Look, words: bool = True) -> str:
    """Colour, symbol and word; what they mean shows under the pointer."""
    if words:
        title, shown = html.escape(look.meaning), html.escape(look.label)
    else:
        title = html.escape(f"{look.word}: {look.meaning}")
        shown = f'{html.escape(look.symbol)}<span class="ej-sr"> {html.escape(look.word)}</span>'
    return f'<span class="ej-chip" style="--c:{look.colour}" title="{title}">{shown}</span>'
