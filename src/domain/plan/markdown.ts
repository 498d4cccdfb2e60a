// A Markdown text as blocks, without what stands in code, quotations or HTML. The words in them stay as they were written: no emphasis or link is taken apart (docs/adr/0030).
import MarkdownIt from 'markdown-it';

export type MarkdownLine = {
  /** Without the marks of headings and lists before it. */
  readonly text: string;
  /** From 1. */
  readonly number: number;
};

export type MarkdownRow = { readonly cells: readonly string[]; readonly number: number };

export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly depth: number; readonly lines: readonly MarkdownLine[] }
  | { readonly kind: 'text'; readonly lines: readonly MarkdownLine[] }
  | { readonly kind: 'table'; readonly header: readonly string[]; readonly rows: readonly MarkdownRow[] };

const parser = new MarkdownIt({ html: true });
parser.core.ruler.enableOnly(['normalize', 'block']);

type Tokens = ReturnType<typeof parser.parse>;

export function readMarkdown(text: string): readonly MarkdownBlock[] {
  const tokens = unquoted(parser.parse(text, {}));
  return tokens.flatMap((token, at): readonly MarkdownBlock[] => {
    if (token.type === 'table_open') return [tableFrom(tokens.slice(at, endOf(tokens, at, 'table_close')))];
    const before = tokens[at - 1];
    if (token.type !== 'inline' || token.map === null || before === undefined) return [];
    const lines = linesOf(token.content, token.map[0]);
    if (before.type !== 'heading_open') return [{ kind: 'text', lines }];
    return [{ kind: 'heading', depth: Number(before.tag.slice(1)), lines }];
  });
}

function unquoted(tokens: Tokens): Tokens {
  let quotations = 0;
  return tokens.filter(({ type }) => {
    if (type === 'blockquote_open') quotations += 1;
    if (type === 'blockquote_close') quotations -= 1;
    return quotations === 0;
  });
}

/** Where it ends; of the rest nothing is looked at. */
function endOf(tokens: Tokens, from: number, type: string): number {
  let at = from + 1;
  while (at < tokens.length && tokens[at]?.type !== type) at += 1;
  return at;
}

const linesOf = (content: string, first: number): readonly MarkdownLine[] =>
  content.split('\n').map((text, at) => ({ text: text.trim(), number: first + at + 1 }));

function tableFrom(tokens: Tokens): MarkdownBlock {
  const rows: { readonly cells: string[]; readonly number: number }[] = [];
  for (const { type, map, content } of tokens) {
    if (type === 'tr_open') rows.push({ cells: [], number: (map?.[0] ?? 0) + 1 });
    else if (type === 'inline') rows.at(-1)?.cells.push(content.trim());
  }
  const [header, ...rest] = rows;
  return { kind: 'table', header: header?.cells ?? [], rows: rest };
}
