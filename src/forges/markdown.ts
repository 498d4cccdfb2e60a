// The little of Markdown that a pull request's body uses, as HTML: headings, lists, tables, code, quotes, emphasis, links. All else is text.
import { clean, escapeHtml } from './clean.ts';

type Block = { readonly html: string; readonly next: number };
type Reader = (lines: readonly string[], at: number) => Block | null;

export function renderMarkdown(text: string): string {
  const lines = clean(text).split('\n');
  const html: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const block = readers.map((read) => read(lines, at)).find((one) => one !== null);
    html.push(block?.html ?? '');
    at = block?.next ?? at + 1;
  }
  return html.filter((one) => one !== '').join('\n');
}

/** Longer lines are plain text: no expression of this file takes long on a line of this length. */
const longest = 2000;

function takeWhile(lines: readonly string[], at: number, matches: (line: string) => boolean): readonly string[] {
  let end = at;
  while (end < lines.length && matches(lines[end] ?? '')) end += 1;
  return lines.slice(at, end);
}

const long: Reader = (lines, at) =>
  (lines[at] ?? '').length > longest ? { html: `<p>${escapeHtml(lines[at] ?? '')}</p>`, next: at + 1 } : null;

const blank: Reader = (lines, at) => (lines[at]?.trim() === '' ? { html: '', next: at + 1 } : null);

const fence: Reader = (lines, at) => {
  const mark = /^(`{3,}|~{3,})/.exec(lines[at] ?? '')?.[1];
  if (mark === undefined) return null;
  const body = takeWhile(lines, at + 1, (line) => !line.startsWith(mark));
  return { html: `<pre><code>${escapeHtml(body.join('\n'))}</code></pre>`, next: at + body.length + 2 };
};

/** One level down, for the page has its own title. */
const heading: Reader = (lines, at) => {
  const found = /^(#{1,6}) +(.*?)(?: +#*)?$/.exec(lines[at] ?? '');
  if (found === null) return null;
  const level = Math.min((found[1] ?? '').length + 1, 6);
  return { html: `<h${level}>${inline(found[2] ?? '')}</h${level}>`, next: at + 1 };
};

const rule: Reader = (lines, at) =>
  /^ {0,3}([-*_])( *\1){2,} *$/.test(lines[at] ?? '') ? { html: '<hr>', next: at + 1 } : null;

const quote: Reader = (lines, at) => {
  const body = takeWhile(lines, at, (line) => line.startsWith('>'));
  if (body.length === 0) return null;
  return {
    html: `<blockquote>${body.map((line) => inline(line.replace(/^> ?/, ''))).join('<br>')}</blockquote>`,
    next: at + body.length,
  };
};

const table: Reader = (lines, at) => {
  if (!/^\|.*\|\s*$/.test(lines[at] ?? '') || !/^\|[\s:|-]+\|\s*$/.test(lines[at + 1] ?? '')) return null;
  const rows = takeWhile(lines, at + 2, (line) => line.startsWith('|'));
  const cells = (line: string, tag: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => `<${tag}>${inline(cell.trim().replaceAll('\\|', '|'))}</${tag}>`)
      .join('');
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
  return {
    html: `<table><thead><tr>${cells(lines[at] ?? '', 'th')}</tr></thead><tbody>${body}</tbody></table>`,
    next: at + 2 + rows.length,
  };
};

const item = /^\s*(?:[-*+]|\d+[.)]) +/;

const list: Reader = (lines, at) => {
  if (!item.test(lines[at] ?? '')) return null;
  const tag = /^\s*\d/.test(lines[at] ?? '') ? 'ol' : 'ul';
  const body = takeWhile(lines, at, (line) => item.test(line) || /^\s+\S/.test(line));
  const items = joinItems(body);
  return {
    html: `<${tag}>${items.map((text) => `<li>${checkbox(text)}</li>`).join('')}</${tag}>`,
    next: at + body.length,
  };
};

/** An indented line belongs to the item above it. */
function joinItems(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (item.test(line)) items.push(line.replace(item, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items;
}

const checkbox = (text: string): string => {
  const found = /^\[([ xX])\] (.*)$/s.exec(text);
  return found === null ? inline(text) : `${found[1] === ' ' ? '☐' : '☑'} ${inline(found[2] ?? '')}`;
};

const startsBlock = (line: string): boolean =>
  line.trim() === '' || /^(`{3,}|~{3,}|#{1,6} |>|\|)/.test(line) || item.test(line);

const paragraph: Reader = (lines, at) => {
  const body = [lines[at] ?? '', ...takeWhile(lines, at + 1, (line) => !startsBlock(line))];
  return { html: `<p>${body.map(inline).join('<br>')}</p>`, next: at + body.length };
};

const readers: readonly Reader[] = [blank, long, fence, heading, rule, quote, table, list, paragraph];

/** Code first, for nothing in it is markup; the rest is escaped before any tag is put in. */
function inline(text: string): string {
  if (text.length > longest) return escapeHtml(text);
  return text
    .split(/(`{1,8}[^`]+`{1,8})/)
    .map((part, at) =>
      at % 2 === 1 ? `<code>${escapeHtml(part.replace(/^`+|`+$/g, ''))}</code>` : emphasis(escapeHtml(part)),
    )
    .join('');
}

const emphasis = (html: string): string =>
  html
    .replace(/\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)/g, '<a href="$2" rel="noreferrer noopener">$1</a>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, '<em>$1</em>');
