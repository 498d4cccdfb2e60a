// A program and its words as a person writes them: quotes and backslashes group, and nothing is expanded.

/** null where a quote is not closed. */
export function splitWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (sign === '\\') {
      at += 1;
      word = (word ?? '') + line.charAt(at);
    } else if (sign === "'" || sign === '"') {
      const read = quoted(line, at);
      if (read === null) return null;
      word = (word ?? '') + read.text;
      at = read.end;
    } else word = (word ?? '') + sign;
  }
  return word === null ? words : [...words, word];
}

function quoted(line: string, from: number): { readonly text: string; readonly end: number } | null {
  const quote = line.charAt(from);
  let text = '';
  for (let at = from + 1; at < line.length; at += 1) {
    if (line.charAt(at) === quote) return { text, end: at };
    if (line.charAt(at) === '\\' && quote === '"') at += 1;
    text += line.charAt(at);
  }
  return null;
}
