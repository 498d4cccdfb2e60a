// What a source says in quotes, with the calls that it stands in: enough of the language for that, and no more.

/** `text`: with `{}` where something is put in, or `{by}` where a function of that name says it. `calls`: names of the functions that it is handed to, outermost first. */
export type Literal = { readonly text: string; readonly calls: readonly string[] };

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

export function readLiterals(source: string): readonly Literal[] {
  const found: Literal[] = [];
  const calls: string[] = [];
  let at = 0;

  readCode(null);
  return found;

  /** Until the brace that closes a hole, or the end. */
  function readCode(end: '}' | null): void {
    let depth = 0;
    let word = '';
    while (at < source.length) {
      const sign = source[at] ?? '';
      if (source.startsWith('//', at)) at = endOf('\n');
      else if (source.startsWith('/*', at)) at = endOf('*/');
      else if (sign === '/' && /[(,=:!&|?[]\s*$/.test(source.slice(Math.max(0, at - 8), at))) skipPattern();
      else if (sign === "'" || sign === '"') readQuoted(sign);
      else if (sign === '`') readTemplate();
      else {
        if (sign === '(') calls.push(word);
        if (sign === ')') calls.pop();
        if (sign === '{') depth += 1;
        if (sign === '}') depth -= 1;
        at += 1;
        if (depth < 0 && end !== null) return;
        word = /\w/.test(sign) ? word + sign : '';
        continue;
      }
      word = '';
    }
  }

  function endOf(what: string): number {
    const next = source.indexOf(what, at);
    return next < 0 ? source.length : next + what.length;
  }

  function skipPattern(): void {
    let inSet = false;
    for (at += 1; at < source.length && (inSet || source[at] !== '/') && source[at] !== '\n'; at += 1) {
      if (source[at] === '\\') at += 1;
      else if (source[at] === '[') inSet = true;
      else if (source[at] === ']') inSet = false;
    }
    at += 1;
  }

  function readQuoted(quote: string): void {
    let text = '';
    for (at += 1; at < source.length && source[at] !== quote; at += 1) text += oneSign();
    at += 1;
    found.push({ text, calls: [...calls] });
  }

  function readTemplate(): void {
    const place = found.length;
    let text = '';
    at += 1;
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        const [, name = ''] = /^(by|about)\(/.exec(source.slice(at + 2, at + 8)) ?? [];
        at += 2;
        readCode('}');
        text += `{${name}}`;
        continue;
      }
      text += oneSign();
      at += 1;
    }
    at += 1;
    found.splice(place, 0, { text, calls: [...calls] });
  }

  function oneSign(): string {
    if (source[at] !== '\\') return source[at] ?? '';
    at += 1;
    return escapes[source[at] ?? ''] ?? source[at] ?? '';
  }
}
