"""What the HTML report looks like, on a screen in light and dark and on paper. Nothing is fetched from anywhere."""

from __future__ import annotations

from typing import Final

from evaljson.report.records.style import RULES

PAGE_RULES: Final = (
    """
:root{color-scheme:light dark;--back:#fff;--text:#1c1c1c;--faint:#5d6066;--line:#d9dce1;--bar:#6ea8d9}
@media (prefers-color-scheme:dark){:root{--back:#14161a;--text:#ececec;--faint:#a3a8b0;--line:#363b44;--bar:#4d8abf}}
body{margin:0 auto;max-width:78rem;padding:2rem 1.5rem 4rem;background:var(--back);color:var(--text);
 font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.5rem 0 .75rem}
h3{font-size:1rem;margin:2rem 0 .4rem;overflow-wrap:anywhere}
p{margin:.4rem 0;max-width:60rem}
nav a,a{color:inherit}
nav{display:flex;flex-wrap:wrap;gap:1rem;font-size:.875rem;margin:1rem 0}
p.verdict{font-size:1.125rem;line-height:1.45;overflow-wrap:anywhere}
p.verdict~p.verdict{font-size:1rem}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;font-size:.875rem;margin:1rem 0}
.facts dt{color:var(--faint)}
.facts dd{margin:0;overflow-wrap:anywhere}
.faint{color:var(--faint);font-size:.875rem}
.scroll,.ej-wrap{overflow-x:auto;position:relative}
.scroll{background:linear-gradient(90deg,var(--back) 40%,transparent) left/2.5rem 100% no-repeat local,
 linear-gradient(270deg,var(--back) 40%,transparent) right/2.5rem 100% no-repeat local,
 linear-gradient(90deg,var(--line),transparent) left/.9rem 100% no-repeat scroll,
 linear-gradient(270deg,var(--line),transparent) right/.9rem 100% no-repeat scroll}
.paper,.on-paper{display:none}
table.figures{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;min-width:50%}
.figures th,.figures td{padding:.35rem .55rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
.figures th{font-weight:600;vertical-align:bottom;white-space:normal}
.figures th:first-child,.figures td:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;
 min-width:10rem}
@media screen and (min-width:48rem){.figures:not(.words) td:first-child{white-space:nowrap}
 .figures:not(.words) td.long:first-child{white-space:normal;min-width:18rem}}
.figures th.long{overflow-wrap:anywhere;min-width:6rem}
.figures td:first-child{font-family:ui-monospace,monospace;font-size:.8125rem}
.figures td.bar{background:linear-gradient(var(--bar),var(--bar)) left bottom/var(--v) 3px no-repeat}
.figures td:empty::before{content:"–"}
.figures td.zero{color:var(--faint)}
.figures .worse{color:#b3450b}.figures .better{color:#00684b}
@media (prefers-color-scheme:dark){.figures .worse{color:#ff9a5c}.figures .better{color:#4fd1a5}}
.figures.words td,.figures.words th{text-align:left;white-space:normal;overflow-wrap:anywhere}
.figures.words td:last-child,.figures.words th:last-child{text-align:right}
.ranked td:last-child,.ranked th:last-child,.told td:last-child,.told th:last-child{text-align:left;
 white-space:normal;overflow-wrap:anywhere;min-width:12rem}
table.told{margin-bottom:1rem}
.ranked tr.tie td{background:rgba(0,114,178,.1)}
@media screen and (max-width:78rem){.ranked .drawn{display:none}.ranked tr>:first-child{min-width:7rem!important}}
.range{position:relative;height:.8rem;min-width:8rem;background:rgba(128,128,128,.13);border-radius:.2rem}
.range i{position:absolute;top:.25rem;height:.3rem;border-radius:.15rem;min-width:2px;background:var(--bar)}
.range b{position:absolute;top:0;width:.25rem;height:.8rem;margin-left:-.12rem;background:var(--text)}
.range u{position:absolute;top:0;height:.8rem;border-left:2px dotted var(--faint)}
ul{font-size:.875rem;padding-left:1.2rem;overflow-wrap:anywhere}
pre.sign{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.75rem;border:1px solid var(--line);padding:.8rem;
 border-radius:.4rem}
summary{cursor:pointer}
body>details>summary{font-size:.9375rem;margin:.5rem 0}
details.part>summary h2{display:inline-block;margin:.75rem 0}
.brief th:nth-last-child(-n+3),.brief td:nth-last-child(-n+3){text-align:left;white-space:normal;
 overflow-wrap:anywhere;min-width:8rem}
.brief td:first-child a{text-decoration:underline dotted;text-underline-offset:.2em}
.brief tr>:first-child{min-width:6rem!important}
.brief .ej-path{font-family:ui-monospace,monospace;font-size:.8125rem}
.brief td .faint{font-size:.75rem;display:inline-block}
.brief :is(ins,del){border-radius:.2rem;padding:0 .1rem;unicode-bidi:isolate}
.brief del{background:color-mix(in srgb,#D55E00 20%,transparent);text-decoration:line-through}
.brief ins{background:color-mix(in srgb,#0072B2 24%,transparent);text-decoration:underline 2px}
section.record{border-top:1px solid var(--line)}
section.record summary{padding:.4rem 0}
section.record h3{display:inline;margin:0}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(30rem,100%),1fr));gap:0 2rem}
.two h3{margin-top:.6rem}
"""
    + RULES
    + """
.ej{--ej-back:var(--back)}
.ej-line{white-space:pre-wrap}
.ej-wide{max-height:none}
.ej-wide .ej{min-width:44rem!important}
.ej-wide col{width:auto!important}
@page{margin:1.2cm}
@page wide{size:landscape}
@media print{
 :root{color-scheme:light;--back:#fff;--text:#000;--faint:#4d5055;--line:#c3c7cd;--bar:#6ea8d9}
 .figures .worse{color:#b3450b}.figures .better{color:#00684b}
 body{max-width:none;padding:0;font-size:9pt;line-height:1.35;orphans:3;widows:3}
 p,.faint{max-width:none}
 .faint,.ej-key,ul{font-size:8pt}
 p,ul,.two h3{margin:.15rem 0}
 body.wide{page:wide}
 nav{display:none}
 h1{font-size:15pt;margin:0}h2{font-size:12pt;margin:.6rem 0 .1rem}h3{margin-top:.8rem;font-size:9pt}
 .two{grid-template-columns:1fr 1fr}
 .two.three{grid-template-columns:1fr 1fr 1fr}
 h2,h3,h2+p,h3+p{break-after:avoid}
 .screen,details:not([open]):not(.ej details){display:none}
 .paper,details:not([open])+.on-paper{display:block}
 section.record:not(:has(>details[open])){display:none}
 body:not(:has(details:not([open]):not(.ej details))) .paper{display:none}
 p.verdict{font-size:11pt}:is(p.verdict~p.verdict,.on-paper p.verdict){font-size:9.5pt}
 .scroll,.ej-wrap,.ej-wide{overflow:visible}
 .scroll{background:none}
 table.figures{font-size:8pt;width:100%;min-width:0}
 .figures th,.figures td{padding:.12rem .3rem;white-space:normal}
 .brief .ej-path,.brief td .faint{font-size:7pt}
 .brief tr>:first-child{min-width:5.5rem!important;width:12%}
 .brief th:nth-last-child(3){width:18%}
 .brief th:nth-last-child(2){width:17%}
 .brief th:last-child{width:29%}
 .figures td{overflow-wrap:normal}
 .figures th:first-child,.figures td:first-child{min-width:10rem}
 .figures td:first-child{font-size:7.5pt}
 .ranked :is(th,td):first-child{min-width:7rem}
 .ranked td:not(:first-child,:last-child){white-space:nowrap}
 .range{min-width:4rem}
 .ej{min-width:0;--ej-back:transparent}
 .ej thead th,.ej-wide tr>*:first-child{position:static}
 .ej-wide{border:0}
 .ej,.ej tr.ej-head>*,.ej tr.ej-fold td{font-size:8pt;line-height:1.3}
 .ej th,.ej td,.ej tbody th{padding:.15rem .35rem}
 .ej .ej-path,.ej-json,.ej-why,.ej-compared,.ej-diff{font-size:7.5pt}
 .ej-chip{padding:0 .2rem;white-space:normal}
 tr,.facts dt,.facts dd{break-inside:avoid}
 tr.ej-head{break-after:avoid}
 thead{display:table-header-group}
 summary{list-style:none}
 .ej-full{max-height:none}
 pre.sign{font-size:7pt}
 *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
"""
)
