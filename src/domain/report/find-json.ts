// Finds JSON objects in an agent's message: in ```json fences, or bare; not inside quoted text, nor in fences of another language.

type Block = { readonly text: string; readonly label: string | null };

/** Objects that parse, the last one first: an agent that corrects itself does so at the end. Fenced ones go before bare ones. */
export function findJson(message: string): readonly Readonly<Record<string, unknown>>[] {
  const blocks = split(message);
  const fenced = blocks.filter(({ label }) => label === 'json' || label === '');
  const bare = blocks.filter(({ label }) => label === null);
  return [...fenced, ...bare.flatMap(({ text }) => bareObjects(text))]
    .map((block) => (typeof block === 'string' ? block : block.text))
    .flatMap(parse)
    .toReversed();
}

/** Lines into prose (label null) and fences; lines quoted with `>` are left out. An unclosed fence goes to the end. */
function split(message: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { readonly marks: string; readonly label: string } | null = null;
  let lines: string[] = [];
  const close = (label: string | null) => {
    blocks.push({ text: lines.join('\n'), label });
    lines = [];
  };
  for (const line of message.split('\n')) {
    const fence: RegExpExecArray | null = /^\s{0,3}(`{3,}|~{3,})\s*([\w-]*)\s*$/.exec(line);
    const [, marks = '', label = ''] = fence ?? [];
    if (open === null && fence) {
      close(null);
      open = { marks, label: label.toLowerCase() };
    } else if (open !== null && fence && label === '' && marks.startsWith(open.marks)) {
      close(open.label);
      open = null;
    } else if (open !== null || !/^\s*>/.test(line)) lines.push(line);
  }
  close(open?.label ?? null);
  return blocks;
}

/** Balanced braces at the start of a line. */
function bareObjects(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = /^[ \t]*\{/m.exec(text.slice(at));
    if (!start) break;
    const from = at + start.index + start[0].length - 1;
    const length = objectLength(text.slice(from));
    if (length > 0) found.push(text.slice(from, from + length));
    at = from + Math.max(1, length);
  }
  return found;
}

/** 0 where the braces never close. Braces inside strings do not count. */
function objectLength(text: string): number {
  let depth = 0;
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token[0] === '{') depth += 1;
    if (token[0] === '}') depth -= 1;
    if (depth === 0) return token.index + 1;
  }
  return 0;
}

function parse(text: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? [{ ...value }] : [];
  } catch {
    return [];
  }
}
