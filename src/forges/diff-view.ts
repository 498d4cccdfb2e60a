// A unified diff as HTML: one fold for each file, line numbers beside the text and not in it.
import { clean, escapeHtml } from './clean.ts';

type File = { readonly name: string; readonly lines: readonly string[] };

/** Files with more lines than this start folded. */
const foldAbove = 400;

export function renderDiff(diff: string): string {
  const files = splitFiles(clean(diff).replace(/\n$/, '').split('\n'));
  return files.length === 0 ? '<p class="quiet">Nothing changed.</p>' : files.map(renderFile).join('\n');
}

export function countFiles(diff: string): { readonly files: number; readonly added: number; readonly removed: number } {
  const files = splitFiles(diff.split('\n'));
  const counts = files.map(({ lines }) => countLines(lines));
  const sum = (pick: (one: { added: number; removed: number }) => number) =>
    counts.reduce((total, one) => total + pick(one), 0);
  return { files: files.length, added: sum(({ added }) => added), removed: sum(({ removed }) => removed) };
}

function splitFiles(lines: readonly string[]): readonly File[] {
  const starts = lines.flatMap((line, at) => (line.startsWith('diff --git ') ? [at] : []));
  return starts.map((start, number) => {
    const own = lines.slice(start + 1, starts[number + 1] ?? lines.length);
    return { name: nameOf(lines[start] ?? '', own), lines: own };
  });
}

/** The new name; for a deleted file the old one. */
function nameOf(head: string, lines: readonly string[]): string {
  const named = (prefix: string) => lines.find((line) => line.startsWith(prefix))?.slice(prefix.length);
  const renamed = named('rename to ');
  const old = named('rename from ');
  if (renamed !== undefined) return `${old} → ${renamed}`;
  return named('+++ b/') ?? named('--- a/') ?? / b\/(.*)$/.exec(head)?.[1] ?? head;
}

function countLines(lines: readonly string[]): { readonly added: number; readonly removed: number } {
  const body = bodyOf(lines);
  return {
    added: body.filter((line) => line.startsWith('+')).length,
    removed: body.filter((line) => line.startsWith('-')).length,
  };
}

const bodyOf = (lines: readonly string[]): readonly string[] => {
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return first === -1 ? [] : lines.slice(first);
};

function renderFile({ name, lines }: File): string {
  const { added, removed } = countLines(lines);
  const body = bodyOf(lines);
  const counts = `<span class="added">+${added}</span> <span class="removed">−${removed}</span>`;
  const shown =
    body.length > 0
      ? `<table class="diff">${renderLines(body)}</table>`
      : `<p class="quiet">${escapeHtml(about(lines))}</p>`;
  return `<details class="file"${body.length > foldAbove ? '' : ' open'}><summary><code>${escapeHtml(name)}</code> ${counts}</summary>${shown}</details>`;
}

const about = (lines: readonly string[]): string =>
  lines.filter((line) => /^(new file|deleted file|old mode|new mode|rename|similarity|Binary)/.test(line)).join(', ') ||
  'No change of text.';

function renderLines(lines: readonly string[]): string {
  let [old, now] = [0, 0];
  const row = (kind: string, left: number | '', right: number | '', text: string) =>
    `<tr class="${kind}"><td data-n="${left}"></td><td data-n="${right}"></td><td>${escapeHtml(text) || '&nbsp;'}</td></tr>`;
  return lines
    .map((line) => {
      const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
      if (hunk !== null) {
        [old, now] = [Number(hunk[1]), Number(hunk[2])];
        return row('hunk', '', '', line);
      }
      if (line.startsWith('+')) return row('add', '', now++, line);
      if (line.startsWith('-')) return row('del', old++, '', line);
      return line.startsWith(' ') ? row('same', old++, now++, line) : row('note', '', '', line);
    })
    .join('');
}
