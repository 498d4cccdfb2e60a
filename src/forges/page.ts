// The page of a pull request for a remote without a forge: one file, no script, nothing loaded from anywhere.
import { createHash } from 'node:crypto';
import type { PullRequestDraft } from '../ports/forge.ts';
import { clean, escapeHtml } from './clean.ts';
import { countFiles, renderDiff } from './diff-view.ts';
import { renderMarkdown } from './markdown.ts';

/** `marks`: meta elements of the caller's, put in the head as they are. */
export function renderPage(draft: PullRequestDraft, marks: string): string {
  const { files, added, removed } = countFiles(draft.diff);
  const title = clean(draft.title).replace(/\s+/g, ' ').trim();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${marks}
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<p class="eyebrow">${escapeHtml(draft.task)}</p>
<h1>${escapeHtml(title)}</h1>
<p class="way"><code>${escapeHtml(draft.branch)}</code> into <code>${escapeHtml(draft.base)}</code> at <code>${escapeHtml(draft.commit.slice(0, 12))}</code></p>
</header>
<section>${renderMarkdown(draft.body)}</section>
${renderGates(gateRows(draft.evidence))}
<section>
<h2>Changes</h2>
<p class="quiet">${files} ${files === 1 ? 'file' : 'files'}, <span class="added">+${added}</span> <span class="removed">−${removed}</span> lines</p>
${renderDiff(draft.diff)}
</section>
${renderEvidence(draft.evidence)}
<footer>Written by Drover. Merge with <code>git merge ${escapeHtml(draft.branch)}</code> when you agree.</footer>
</main>
</body>
</html>
`;
}

/** Only this very style; a form, a frame, a script or a base address has no place. */
function policy(): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function renderGates(rows: readonly GateRow[]): string {
  if (rows.length === 0) return '';
  const body = rows.map((row) => {
    const what = [row.counts, row.why]
      .filter((one) => one !== '')
      .map(escapeHtml)
      .join('<br>');
    const time = row.seconds === null ? '' : `${row.seconds.toFixed(1)} s`;
    const kind = verdicts.includes(row.verdict) ? row.verdict : 'skipped';
    const command = row.command === '' ? '' : `<code>${escapeHtml(row.command)}</code>`;
    return `<tr><td>${escapeHtml(row.gate)}</td><td class="verdict ${kind}">${escapeHtml(row.verdict.replaceAll('_', ' '))}</td><td>${what}</td><td>${command}</td><td class="quiet">${time}</td></tr>`;
  });
  return `<section>
<h2>Gates</h2>
<table><thead><tr><th>Gate</th><th>Verdict</th><th>Result</th><th>Command</th><th>Time</th></tr></thead><tbody>${body.join('')}</tbody></table>
</section>`;
}

const verdicts = ['passed', 'failed', 'skipped', 'timeout', 'not_configured'];

/** Once to read, once for programs: `<script type="application/json">` is data and does not run. */
function renderEvidence(evidence: unknown): string {
  const json = JSON.stringify(evidence ?? null, null, 2);
  const data = json.replace(/[<>&\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `<section>
<h2>Evidence</h2>
<details><summary>The record, as it was when the branch was pushed</summary><pre><code>${escapeHtml(json)}</code></pre></details>
<script type="application/json" id="evidence">${data}</script>
</section>`;
}

// The gates out of whatever evidence is handed over: links of a chain, or results themselves, at the top or one step down. The last of a gate counts.

type GateRow = {
  readonly gate: string;
  readonly verdict: string;
  readonly why: string;
  readonly counts: string;
  readonly seconds: number | null;
  readonly command: string;
};

type Loose = Readonly<Record<string, unknown>>;

function gateRows(evidence: unknown): readonly GateRow[] {
  const found = resultsIn(evidence).map(toRow);
  return [...new Map(found.map((row) => [row.gate, row])).values()];
}

function resultsIn(value: unknown, depth = 0): readonly Loose[] {
  if (Array.isArray(value)) return value.flatMap((one) => resultsIn(one, depth));
  if (!isLoose(value)) return [];
  if (typeof value.gate === 'string' && typeof value.verdict === 'string') return [value];
  return depth >= 3
    ? []
    : Object.values(value).flatMap((one) => (typeof one === 'object' ? resultsIn(one, depth + 1) : []));
}

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function toRow(result: Loose): GateRow {
  const counts = isLoose(result.counts) ? result.counts : null;
  const argv = Array.isArray(result.argv) ? result.argv.filter((one) => typeof one === 'string') : [];
  const duration = result.durationMs;
  return {
    gate: textOf(result.gate),
    verdict: textOf(result.verdict),
    why: textOf(result.why),
    counts: counts === null ? '' : `${Number(counts.passed)} of ${Number(counts.total)} passed`,
    seconds: typeof duration === 'number' ? duration / 1000 : null,
    command: argv.join(' '),
  };
}

// The look of the page: one column, the system's type, light and dark by the reader's setting, no image and no script.

const style = `
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
