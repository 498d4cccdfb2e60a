// Markdown as a terminal shows it. Loaded where there is one, and something to render. Whatever stands in the text is seen: nothing is hidden by a mark.
import MarkdownIt from 'markdown-it';
import { indent, widthOf, wrap } from './cells.ts';
import { clean } from './clean.ts';
import { columns } from './columns.ts';
import { diffLines } from './diff.ts';
import { inside, type Look, paint } from './look.ts';

type Token = ReturnType<(typeof reader)['parse']>[number];

/** Definitions of links, and entities, would be seen by nobody, or as something else than they are. */
const reader = new MarkdownIt('default', { html: false, linkify: false }).disable(['reference', 'entity']);

/** Where a reader would miss a letter of it (a cell beyond the last column, an address written otherwise) it stays as it is. */
export function renderMarkdown(text: string, look: Look): string {
  const shown = blocks(reader.parse(text, {}), { look: inside(look, 0), list: null }).join('\n');
  return lettersOf(shown) === lettersOf(clean(text)) ? shown : wrap(clean(text), look.width);
}

/** All letters and digits but the numbers of lists, in an order that does not tell where they stood. */
const lettersOf = (text: string): string =>
  (
    text
      .replace(/\u001b\[\d+m/g, '')
      .replace(/^[\s>│]*\d+[.)] /gm, '')
      .match(/[\p{L}\p{N}]/gu) ?? []
  )
    .sort()
    .join('');

type Place = { readonly look: Look; readonly list: { readonly from: number | null } | null };

/** Blank lines between blocks, none between the items of a list. */
function blocks(tokens: readonly Token[], place: Place): string[] {
  const parts: string[] = [];
  let number = place.list?.from ?? null;
  for (let at = 0; at < tokens.length; ) {
    const end = endOf(tokens, at);
    const token = tokens[at] as Token;
    const mark = number === null ? '•' : `${number}.`;
    parts.push(block(token, tokens.slice(at + 1, end), place, mark));
    if (token.type === 'list_item_open' && number !== null) number += 1;
    at = end + 1;
  }
  return parts.flatMap((part, index) => (index === 0 || place.list !== null ? [part] : ['', part]));
}

/** Of what is opened at `from`; of a token by itself that. */
function endOf(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    depth += tokens[at]?.nesting ?? 0;
    if (depth <= 0) return at;
  }
  return tokens.length - 1;
}

function block(token: Token, within: readonly Token[], { look }: Place, mark: string): string {
  switch (token.type) {
    case 'heading_open':
      return wrap(paint(look, 'bold', clean(plainOf(within))), look.width);
    case 'paragraph_open':
      return wrap(inline(within[0]?.children ?? [], look), look.width);
    case 'bullet_list_open':
      return blocks(within, { look, list: { from: null } }).join('\n');
    case 'ordered_list_open':
      return blocks(within, { look, list: { from: Number(token.attrGet('start') ?? 1) } }).join('\n');
    case 'list_item_open':
      return item(within, look, mark);
    case 'blockquote_open':
      return prefixed(blocks(within, { look: inside(look), list: null }).join('\n'), paint(look, 'dim', '│ '));
    case 'fence':
    case 'code_block':
      return code(token, look);
    case 'hr':
      return paint(look, 'dim', '─'.repeat(Math.min(look.width, 40)));
    case 'table_open':
      return table(within, look);
    default:
      return wrap(clean(token.content), look.width);
  }
}

function item(within: readonly Token[], look: Look, mark: string): string {
  const by = widthOf(mark) + 1;
  const lines = blocks(within, { look: inside(look, by), list: { from: null } }).join('\n');
  return paint(look, 'cyan', mark) + indent(lines, by).slice(by - 1);
}

const prefixed = (text: string, before: string): string =>
  text
    .split('\n')
    .map((line) => before + line)
    .join('\n');

/** As it is, but for lines that do not fit. */
function code({ info, content }: Token, look: Look): string {
  const lines = clean(content).replaceAll('\t', '    ').trimEnd().split('\n');
  const label = clean(info).trim();
  const shown = label === 'diff' ? diffLines(look, lines) : lines;
  const told = [...(label === '' ? [] : [paint(look, 'dim', label)]), ...shown];
  return indent(wrap(told.join('\n'), look.width - 2, { hard: true }));
}

function table(tokens: readonly Token[], look: Look): string {
  const rows: string[][] = [];
  for (const { type, children } of tokens) {
    if (type === 'tr_open') rows.push([]);
    if (type === 'inline')
      rows.at(-1)?.push(inline(children ?? [], rows.length === 1 ? { ...look, color: false } : look));
  }
  const [head = [], ...body] = rows;
  return columns(look, [head.map((cell) => paint(look, 'bold', cell)), ...body], { wrapped: true });
}

const plainOf = (tokens: readonly Token[]): string =>
  inline(tokens[0]?.children ?? [], { color: false, width: 0, now: 0 });

const styles: Readonly<Record<string, 'bold' | 'underline'>> = { strong_open: 'bold', em_open: 'underline' };

/** One style at a time: the innermost. */
function inline(tokens: readonly Token[], look: Look): string {
  const open: ('bold' | 'underline' | null)[] = [];
  const links: string[] = [];
  const told = tokens.map((token) => {
    const style = open.at(-1) ?? null;
    const say = (text: string) => (style === null ? clean(text) : paint(look, style, clean(text)));
    if (token.nesting === 1) {
      open.push(styles[token.type] ?? style);
      if (token.type === 'link_open') links.push(target(token, 'href'));
    }
    if (token.nesting === -1) open.pop();
    switch (token.type) {
      case 'link_close':
        return linkEnd(links.pop() ?? '', tokens);
      case 'softbreak':
      case 'hardbreak':
        return '\n';
      case 'code_inline':
        return look.color ? paint(look, 'cyan', clean(token.content)) : `\`${clean(token.content)}\``;
      case 'image':
        return say(`${token.content} (${target(token, 'src')})`);
      default:
        return say(token.content);
    }
  });
  return told.join('');
}

const target = (token: Token, name: string): string =>
  [token.attrGet(name), token.attrGet('title')].filter((part) => part !== null && part !== '').join(' ');

/** Where it leads is always said; not twice. */
const linkEnd = (where: string, tokens: readonly Token[]): string =>
  tokens.some(({ type, content }) => type === 'text' && content === where) ? '' : ` (${clean(where)})`;
