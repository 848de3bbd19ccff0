// SPDX-License-Identifier: Apache-2.0
// The look of the page, in light and dark, on a telephone and on paper, and what it does.
#include "karat_sweep/report/page.hpp"

namespace karat::sweep {

const char* page_head() {
    return R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light;--text:#222;--dim:#5c5c5c;--page:#fff;--head:#eee;--line:#ccc;--box:#f4f7fa}
@media screen and (prefers-color-scheme:dark){
:root{color-scheme:dark;--text:#ddd;--dim:#a5a5a5;--page:#181818;--head:#2b2b2b;--line:#484848;--box:#22272c}
svg text[fill="#222222"]{fill:#ddd}svg text[fill="#555555"]{fill:#a5a5a5}
svg [fill="#ffffff"]{fill:#181818}svg [stroke="#dddddd"]{stroke:#3a3a3a}
svg [stroke="#444444"]{stroke:#bbb}svg [fill="#444444"]{fill:#bbb}
svg [stroke="#0072b2"]{stroke:#3d9fe0}svg [fill="#0072b2"]{fill:#3d9fe0}
svg [stroke="#c44e00"]{stroke:#f2803a}svg [fill="#c44e00"]{fill:#f2803a}
svg [stroke="#00805c"]{stroke:#1fb58a}svg [fill="#00805c"]{fill:#1fb58a}
svg [stroke="#b0568a"]{stroke:#d986b5}svg [fill="#b0568a"]{fill:#d986b5}
svg [stroke="#a87400"]{stroke:#d9a02b}svg [fill="#a87400"]{fill:#d9a02b}
svg [stroke="#3689c0"]{stroke:#7cc4f0}svg [fill="#3689c0"]{fill:#7cc4f0}}
body{font-family:sans-serif;line-height:1.4;margin:1.5em 2em;color:var(--text);background:var(--page)}
h1{margin:0 0 .3em;font-size:1.6em}h2{font-size:1.15em;overflow-wrap:anywhere}
.question{font-size:1.1em;color:var(--dim);margin:.2em 0}
.answer{font-size:1.25em;background:var(--box);border-left:4px solid #0072b2;padding:.5em .8em;margin:.4em 0;
max-width:60em;overflow-wrap:anywhere}
.note{color:var(--dim);max-width:60em;margin:.5em 0}
.first ul{margin:.3em 0}
.wide{overflow-x:auto}
pre{overflow-x:auto;font-size:13px}
table{border-collapse:collapse;font-size:13px}
th{cursor:pointer;background:var(--head);position:sticky;top:0}
td,th{border:1px solid var(--line);padding:2px 7px;text-align:right;white-space:nowrap}
.charts{display:flex;flex-wrap:wrap;gap:12px}
.chart{overflow-x:auto;max-width:100%;min-width:0;box-sizing:border-box;border:1px solid var(--line)}
.chart{width:fit-content}.chart svg{display:block;max-width:100%;height:auto;background:var(--page)!important}
summary{cursor:pointer;padding:.4em 0;font-weight:bold}
input{font:inherit;padding:.2em .4em;margin:.4em 0;width:20em;max-width:90%}
#tip{position:absolute;display:none;background:var(--page);color:var(--text);border:1px solid var(--line);
padding:3px 7px;font-size:13px;max-width:20em;pointer-events:none;box-shadow:0 1px 4px #0006}
@media (max-width:600px){body{margin:.8em}h1{font-size:1.3em}.answer{font-size:1.1em}}
@media print{@page{size:A4 landscape;margin:10mm}body{margin:0;font-size:10pt}
.first{break-after:page}.first .chart svg{max-height:100mm}
h2{break-after:avoid}.handling{display:none}.chart,tr{break-inside:avoid}
.chart svg{max-width:100%;max-height:175mm;height:auto}
.single .chart{border:0}
.wide{overflow:visible}table{font-size:5pt}
td,th{padding:1px 2px}th{position:static}}
</style>
)";
}

const char* page_script() {
    return R"(<div id="tip"></div><script>
for (const head of document.querySelectorAll('th')) head.addEventListener('click', () => {
  const body = head.closest('table').tBodies[0], column = head.cellIndex, sign = head.dataset.up ? -1 : 1;
  head.dataset.up = sign > 0 ? '1' : '';
  const value = row => {
    const text = row.cells[column].textContent, number = Number(text);
    return Number.isNaN(number) ? text : number;
  };
  const rows = [...body.rows].sort((x, y) => { const a = value(x), b = value(y);
    return sign * (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === 'number' ? -1 : 1); });
  body.append(...rows);
});
const filter = document.getElementById('filter');
if (filter) filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(' ').filter(word => word);
  // a number is a whole cell, or the value of a knob in one
  const has = (cell, word) => !/^[0-9.]+$/.test(word) ? cell.includes(word)
    : cell === word || (' ' + cell + ' ').includes('=' + word + ' ');
  for (const row of document.getElementById('rows').tBodies[0].rows) {
    const cells = [...row.cells].map(cell => cell.textContent.toLowerCase());
    row.hidden = !words.every(word => cells.some(cell => has(cell, word)));
  }
});
const tip = document.getElementById('tip');
const show = (handler, event, item, value) => {
  tip.style.display = value ? 'block' : 'none';
  if (!value) return;
  tip.textContent = value;
  const left = Math.min(event.pageX + 12, scrollX + innerWidth - tip.offsetWidth - 8);
  tip.style.left = Math.max(scrollX + 4, left) + 'px';
  tip.style.top = event.pageY + 14 + 'px';
};
const charts = JSON.parse(document.getElementById('charts').textContent);
// On a narrow screen a chart of lines is drawn narrower, with the legends below and the title in more lines.
const wrap = (lines, letters) => {
  const out = [''];
  for (const word of [lines].flat().join(' ').split(' ')) {
    const last = out[out.length - 1];
    if (last && last.length + 1 + word.length > letters) out.push(word);
    else out[out.length - 1] = last ? last + ' ' + word : word;
  }
  return out;
};
const fit = spec => {
  const room = document.documentElement.clientWidth - 120;
  if (!spec.legends) return spec;
  const names = spec.scales.find(scale => scale.name === 'colour').domain;
  const legend = 60 + 7 * Math.max(0, ...names.map(name => name.length));
  if (spec.width + legend <= room) return spec;
  spec.width = Math.min(spec.width, Math.max(200, room));
  for (const legend of spec.legends)
    Object.assign(legend, {orient: 'bottom', direction: 'vertical', columns: 1});
  spec.title.text = wrap(spec.title.text, (spec.width + 60) / 8);
  spec.title.subtitle = wrap(spec.title.subtitle, (spec.width + 60) / 5.4);
  return spec;
};
for (const container of document.querySelectorAll('.chart'))
  new vega.View(vega.parse(fit(charts[container.dataset.chart])), {renderer: 'svg', container})
    .tooltip(show).runAsync();
</script>
)";
}

}  // namespace karat::sweep
