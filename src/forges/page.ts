// The page of a pull request for a remote without a forge: one file, no script, nothing loaded from anywhere.
import { createHash } from 'node:crypto';
import type { PullRequestDraft } from '../ports/forge.ts';
import { clean, escapeHtml } from './clean.ts';
import { countFiles, renderDiff } from './diff-view.ts';
import { type GateRow, gateRows } from './gate-rows.ts';
import { renderMarkdown } from './markdown.ts';
import { style } from './style.ts';

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
