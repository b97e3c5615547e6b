"""What the HTML report looks like, on a screen in light and dark and on paper. Nothing is fetched from anywhere."""

from __future__ import annotations

from typing import Final

from evaljson.report.record_style import RULES

PAGE_RULES: Final = (
    """
:root{color-scheme:light dark;--back:#fff;--text:#1c1c1c;--faint:#5d6066;--line:#d9dce1;--bar:#6ea8d9}
@media (prefers-color-scheme:dark){:root{--back:#14161a;--text:#ececec;--faint:#a3a8b0;--line:#363b44;--bar:#4d8abf}}
body{margin:0 auto;max-width:78rem;padding:2rem 1.5rem 4rem;background:var(--back);color:var(--text);
 font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.5rem 0 .75rem}
h3{font-size:1rem;margin:2rem 0 .4rem;overflow-wrap:anywhere}
p{margin:.4rem 0;max-width:60rem}
nav a,a{color:inherit}
nav{display:flex;flex-wrap:wrap;gap:1rem;font-size:.875rem;margin:1rem 0}
.faint{color:var(--faint);font-size:.875rem}
.scroll{overflow-x:auto}
table.figures{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;min-width:50%}
.figures th,.figures td{padding:.35rem .55rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
.figures th{font-weight:600;vertical-align:bottom}
.figures th:first-child,.figures td:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;
 min-width:10rem}
.figures td:first-child{font-family:ui-monospace,monospace;font-size:.8125rem}
.figures td.bar{background:linear-gradient(var(--bar),var(--bar)) left bottom/var(--v) 3px no-repeat}
.figures td.zero{color:var(--faint)}
.figures .worse{color:#b3450b}.figures .better{color:#00684b}
@media (prefers-color-scheme:dark){.figures .worse{color:#ff9a5c}.figures .better{color:#4fd1a5}}
ul{font-size:.875rem;padding-left:1.2rem;overflow-wrap:anywhere}
pre.sign{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.75rem;border:1px solid var(--line);padding:.8rem;
 border-radius:.4rem}
section.record{border-top:1px solid var(--line)}
@page{margin:1.5cm}
@media print{
 body{max-width:none;padding:0;font-size:9.5pt}
 nav{display:none}
 h2,h3{break-after:avoid}
 tr{break-inside:avoid}
 thead{display:table-header-group}
 details::details-content{content-visibility:visible;display:block}
 .ej-full{max-height:none}
 *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
"""
    + RULES
)
