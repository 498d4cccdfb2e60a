// The look of the page: one column, the system's type, light and dark by the reader's setting, no image and no script.

export const style = `
:root{color-scheme:light dark;--ink:#1c2024;--quiet:#68707a;--paper:#fdfdfc;--card:#fff;--line:#e3e5e8;--accent:#2f5bd7;--good:#18794e;--bad:#c5303a;--warn:#946800;--add:#e9f7ee;--del:#fdeeee;--hunk:#eef2fb}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8ea;--quiet:#99a1ab;--paper:#131517;--card:#1a1d20;--line:#2d3237;--accent:#8fabff;--good:#5bc98f;--bad:#ff8d8f;--warn:#e0b14a;--add:#12291d;--del:#331a1c;--hunk:#1b2233}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:62rem;margin:0 auto;padding:3rem 1.25rem 5rem}
header{border-bottom:1px solid var(--line);padding-bottom:1.5rem;margin-bottom:2rem}
h1{font-size:1.9rem;line-height:1.25;letter-spacing:-.015em;margin:.35rem 0 .75rem;text-wrap:balance}
h2{font-size:1.2rem;margin:2.5rem 0 .75rem}h3,h4,h5,h6{font-size:1rem;margin:1.5rem 0 .5rem}
p,ul,ol{margin:.6rem 0}li{margin:.2rem 0}a{color:var(--accent)}
code,pre,.diff{font:13px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--hunk);border-radius:4px;padding:.1em .35em;overflow-wrap:anywhere}
pre{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem;overflow:auto}pre code{background:none;padding:0;overflow-wrap:normal}
blockquote{margin:.75rem 0;padding:.1rem 1rem;border-left:3px solid var(--line);color:var(--quiet)}
table{border-collapse:collapse;width:100%;font-size:.93rem}th{text-align:left;font-weight:600;color:var(--quiet)}
th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
.quiet{color:var(--quiet)}.eyebrow{color:var(--quiet);font-size:.85rem;letter-spacing:.04em;margin:0}
.way{color:var(--quiet);margin:0}
.verdict{font-weight:600;white-space:nowrap}.passed,.added{color:var(--good)}.failed,.timeout,.removed{color:var(--bad)}.skipped,.not_configured{color:var(--warn)}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:.75rem 0;overflow:hidden}
summary{cursor:pointer;padding:.6rem .9rem}summary:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
summary code{background:none;padding:0}details pre{border:0;border-top:1px solid var(--line);border-radius:0;margin:0}details p{padding:0 .9rem}
.file{overflow-x:auto}.diff{border-top:1px solid var(--line);tab-size:4}
.diff td{border:0;padding:0 .75rem;white-space:pre-wrap;overflow-wrap:anywhere}
.diff td[data-n]{width:1%;padding:0 .5rem;text-align:right;color:var(--quiet);user-select:none;white-space:nowrap}.diff td[data-n]::before{content:attr(data-n)}
.add{background:var(--add)}.del{background:var(--del)}.hunk{background:var(--hunk);color:var(--quiet)}.note{color:var(--quiet)}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--quiet);font-size:.85rem}
@media print{details{break-inside:avoid}main{max-width:none;padding:0}}
`.trim();
