// SPDX-License-Identifier: Apache-2.0
// The look of all pages: light and dark, on a telephone and on paper. Nothing is loaded from elsewhere.
#include "karat_probe/suites/report.hpp"

namespace karat::probe {

const char* page_style() {
    return R"(<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light;--text:#222;--dim:#6b6b6b;--page:#fff;--head:#eee;--line:#ccc;--faint:#f6f6f6;
--bad:#fdeee4;--fail:#a8200d;--pass:#176b35}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--text:#ddd;--dim:#9a9a9a;
--page:#181818;--head:#2b2b2b;--line:#484848;--faint:#212121;--bad:#44291a;--fail:#ff8a75;--pass:#74d394}}
body{font-family:sans-serif;line-height:1.4;margin:2em;color:var(--text);background:var(--page);
max-width:90em}
h1,h2,h3,td,p,li{overflow-wrap:anywhere}
.wide,.tree,pre{overflow-x:auto}
table{border-collapse:collapse;font-size:13px}
th{background:var(--head);text-align:left}
td,th{border:1px solid var(--line);padding:4px 8px;vertical-align:top}
.wide td,.wide th{overflow-wrap:normal}
.number{text-align:right}
.result{font-weight:bold;max-width:16em}
.open td{color:var(--dim);background:var(--faint)}
.warning{background:var(--bad);padding:4px 8px;overflow-wrap:anywhere}
.excludes{color:var(--dim);margin:4px 0 0}
.asked td{border:0;border-bottom:1px solid var(--line);padding:1px 10px 1px 0;font-family:monospace;
font-size:12px}
.disagree td,td.disagree{background:var(--bad)}
.outside td,td.outside{color:var(--dim)}
.tree svg{border:1px solid var(--line);background:#fff}
pre{font-size:12px;line-height:1.3;background:var(--faint);border:1px solid var(--line);padding:8px}
.sentences{white-space:pre-wrap}
.fail{color:var(--fail)}
.pass{color:var(--pass)}
.finding{border-left:4px solid var(--fail);padding-left:12px;margin:1.5em 0}
@media (max-width:600px){body{margin:.8em}h1{font-size:1.4em}h2{font-size:1.2em}}
@media print{body{margin:0;max-width:none}.wide,.tree,pre{overflow:visible}
pre{font-size:6.5pt;white-space:pre-wrap;overflow-wrap:anywhere}
h1,h2,h3{break-after:avoid}tr,.finding table{break-inside:avoid}}
</style>)";
}

}  // namespace karat::probe
