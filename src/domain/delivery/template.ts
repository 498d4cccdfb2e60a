// A repository's template of pull requests, filled: each part of ours goes under the heading that asks for it, the rest stands after.

export type Part = { readonly name: PartName; readonly heading: string; readonly text: string };
export type PartName = 'what' | 'criteria' | 'proof' | 'gates' | 'review' | 'changes' | 'verify';

type Block = { readonly heading: string; readonly body: string };

const asks: Readonly<Record<PartName, RegExp>> = {
  what: /\b(what|why|summary|descri\w+|overview|motivation|context|purpose|background|proposed)\b|描述|概要|说明/i,
  criteria: /\b(criteri\w+|acceptance|requirements?)\b/i,
  proof: /\b(proof|evidence)\b/i,
  gates: /\b(gates|ci)\b/i,
  review: /\breview\b.*\b(findings?|result)/i,
  changes: /\bchange(s|d|log)\b|变更|改动/i,
  verify: /\b(test\w*|verif\w+|qa)\b|测试|验证/i,
};

/** Its own words stay; what is only for the author's eyes (`<!-- -->`) goes. */
export function fillTemplate(template: string, parts: readonly Part[]): string {
  const [head, ...blocks] = split(withoutComments(template));
  const taken = new Map<Block, Part[]>();
  const left: Part[] = [];
  for (const part of parts) {
    const free = blocks.find((block) => !taken.has(block) && asks[part.name].test(block.heading));
    if (free === undefined) left.push(part);
    else taken.set(free, [part]);
  }
  const filled = blocks.map((block) => [
    block.heading,
    ...(taken.get(block) ?? []).map(({ text }) => text),
    block.body,
  ]);
  const rest = left.map(({ heading, text }) => [heading, text]);
  return [[head?.body ?? ''], ...filled, ...rest]
    .map((lines) => lines.filter((line) => line.trim() !== '').join('\n\n'))
    .filter((text) => text !== '')
    .join('\n\n')
    .concat('\n');
}

function withoutComments(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<!--', at);
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4);
    if (end === -1) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + 3;
  }
  return kept;
}

/** The first block is what stands before any heading. A line in a fenced block is no heading. */
function split(text: string): readonly Block[] {
  const blocks: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
  let fenced = false;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    if (/^\s{0,3}(```|~~~)/.test(line)) fenced = !fenced;
    if (!fenced && /^#{1,6}\s/.test(line)) blocks.push({ heading: line.trim(), lines: [] });
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks.map(({ heading, lines }) => ({
    heading,
    body: lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  }));
}
