// A long text as messages: within the service's limit in UTF-16 units, never through a letter, never through a block of code; long blocks become files.
/** As the service counts them. */
export const messageLimit = 4096;
const codeLimit = 1500;
/** Of code that is sent as a file. */
const shownOfFile = 600;

type Entity = {
  readonly type: 'pre';
  readonly offset: number;
  readonly length: number;
  readonly language?: string;
};
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly entities: readonly Entity[] }
  | { readonly kind: 'file'; readonly name: string; readonly content: string };

type Block =
  | { readonly code: false; readonly text: string }
  | { readonly code: true; readonly text: string; readonly language: string };

/** At least one part; the last one is text. Of code that becomes a file, the beginning is shown as well. `tail`: plain text that stands at the end of the last part. */
export function splitText(text: string, limit = messageLimit, tail = ''): readonly Part[] {
  const parts: Part[] = [];
  let open: { text: string; entities: Entity[] } = { text: '', entities: [] };
  const flush = () => {
    if (open.text.trim() !== '') parts.push({ kind: 'text', text: open.text, entities: open.entities });
    open = { text: '', entities: [] };
  };
  let files = 0;
  for (const block of blocksOf(text)) {
    if (block.code && block.text.length > Math.min(codeLimit, limit)) {
      files += 1;
      const name = `code-${files}.${endingOf(block.language)}`;
      code({ ...block, text: shorten(block.text, Math.min(shownOfFile, limit - 1)) });
      open.text += '\n';
      flush();
      parts.push({ kind: 'file', name, content: block.text });
    } else if (block.code) code(block);
    else
      for (const piece of piecesOf(block.text, limit, limit - open.text.length)) {
        if (open.text.length + piece.length > limit) flush();
        open.text += piece;
      }
  }
  for (const piece of tail === '' ? [] : piecesOf(tail, limit, limit - open.text.length)) {
    if (open.text.length + piece.length > limit) flush();
    open.text += piece;
  }
  flush();
  if (parts.at(-1)?.kind !== 'text') parts.push({ kind: 'text', text: '…', entities: [] });
  return parts;

  function code(block: Extract<Block, { code: true }>): void {
    if (open.text.length + block.text.length + 2 > limit) flush();
    const before = open.text === '' || open.text.endsWith('\n') ? '' : '\n';
    const offset = open.text.length + before.length;
    const language = block.language === '' ? {} : { language: block.language };
    open.text += before + block.text;
    open.entities.push({ type: 'pre', offset, length: block.text.length, ...language });
  }
}

/** One that nobody closed is text: what follows it is not in it. */
const fence = /^(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*\n([\s\S]*?)\n\1[`~]*[ \t]*(?=\n|$)/m;

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let rest = text;
  for (;;) {
    const found = fence.exec(rest);
    if (found === null) break;
    if (found.index > 0) blocks.push({ code: false, text: rest.slice(0, found.index) });
    if ((found[3] ?? '').trim() !== '') blocks.push({ code: true, text: found[3] ?? '', language: found[2] ?? '' });
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest !== '') blocks.push({ code: false, text: rest });
  return blocks;
}

/** At ends of paragraphs, else lines, else words, else letters; the first fits into what is left. */
function piecesOf(text: string, limit: number, left: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  let room = left < limit / 4 ? limit : left;
  while (rest.length > room) {
    const at = cutAt(rest, room);
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
    room = limit;
  }
  return [...pieces, rest];
}

function cutAt(text: string, limit: number): number {
  const head = text.slice(0, limit);
  for (const sign of ['\n\n', '\n', ' ']) {
    const at = head.lastIndexOf(sign);
    if (at > limit / 2) return at + sign.length;
  }
  return letterAt(text, limit);
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** No letter is longer that a person reads as one. */
const longestLetter = 64;

/** The last place up to this one that is between two letters, as people see them. */
function letterAt(text: string, place: number): number {
  const from = Math.max(0, place - longestLetter);
  const around = text.slice(from, place + longestLetter);
  const found = letters.segment(around).containing(place - from)?.index ?? place - from;
  if (found > 0) return from + found;
  const last = text.charCodeAt(place - 1);
  return last >= 0xd800 && last <= 0xdbff ? place - 1 : place;
}

/** Cut within the limit, with a sign that it was. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, cutAt(text, limit - 1)).trimEnd()}…`;
}

const endings: Readonly<Record<string, string>> = {
  typescript: 'ts',
  javascript: 'js',
  python: 'py',
  shell: 'sh',
  bash: 'sh',
  markdown: 'md',
  yaml: 'yaml',
  rust: 'rs',
};

const endingOf = (language: string): string => {
  const word = language.toLowerCase();
  return endings[word] ?? (/^[a-z0-9]{1,6}$/.test(word) ? word : 'txt');
};
