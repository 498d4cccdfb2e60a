// A test that replaces what it claims something of: its claim holds whatever ships.
import type { Language } from './tamper/code-text.ts';

const declaring =
  /(?<![\w$])(?:function\*?|const|let|var|def|class|fn|func)[ \t]+(?:self\.)?([A-Za-z_$][\w$]*)|\bexports\.([\w$]+)[ \t]*=|^[ \t]+(?:[\w<>[\],]+[ \t]+){0,6}([A-Za-z_$][\w$]*)[ \t]*\([^()\n]*\)[^;{}\n]*\{|^[ \t]+([A-Za-z_$][\w$]*)[ \t]*:[ \t]*(?:async\b|function\b|\()/gm;
const noNames = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'constructor', 'test', 'it', 'describe']);

/** Names that code gives to what it brings. */
export const namesDeclared = (code: string): readonly string[] =>
  [...code.matchAll(declaring)].map(groupOf).filter((name) => !noNames.has(name));

const groupOf = (found: RegExpMatchArray): string => found.slice(1).find((each) => each !== undefined) ?? '';

/** What stands in the place of something by its name; `opens`: of a module, the names follow as keys of what is given. */
type Way = { readonly by: RegExp; readonly opens?: true; readonly onlyWith?: RegExp };

const ways: { readonly [Name in Language]?: readonly Way[] } = {
  script: [
    {
      by: /\bspyOn\(\s*[\w$.]+\s*,\s*["'`](\w+)["'`]/g,
      onlyWith: /\.mock(?:Return|Resolved|Rejected|Implementation)\w*\(/,
    },
    { by: /\bmock\.method\(\s*[\w$.]+\s*,\s*["'`](\w+)["'`]\s*,/g },
    { by: /\b(?:stub|replace|replaceProperty|defineProperty)\(\s*[\w$.]+\s*,\s*["'`](\w+)["'`]/g },
    { by: /([\w$]+)\s*\)?\s*\.mock(?:Return|Resolved|Rejected|Implementation)\w*\(/g },
    { by: /\bObject\.assign\(\s*[\w$.]+\s*,\s*\{/g, opens: true },
    {
      by: /^[ \t]+[\w$.]*[\w$](?:\.(\w+)|\[["'`](\w+)["'`]\])\s*=\s*(?:\(|async\b|function\b|\w+\s*=>|(?:vi|jest|mock|sinon)\.)/gm,
    },
    { by: /\b(?:vi|jest|mock)\.(?:mock|doMock|module|unstable_mockModule)\(\s*["'`]\./g, opens: true },
  ],
  python: [
    { by: /\b(?:patch|setattr)\(\s*["'][\w.]{0,200}?(\w{1,100})["']/g },
    { by: /\b(?:setattr|object)\(\s*[\w.]+\s*,\s*["'](\w+)["']/g },
    { by: /\bpatch\.(?:multiple|dict)\(/g, opens: true },
    { by: /(?:__dict__|vars\([\w.]*\))\[["'](\w+)["']\]\s*=/g },
    { by: /^[ \t]+[\w.]*?(\w+)\.(?:return_value|side_effect)\s*=/gm },
    { by: /^[ \t]+[\w.]*\w\.(\w+)\s*=\s*(?:lambda\b|(?:\w+\.){0,4}(?:Magic|Async)?Mock\()/gm },
  ],
  ruby: [{ by: /\breceive\(\s*:(\w+[?!]?)\s*\)(?=\s*(?:\.and_return|\{|do\b))/g }],
  php: [{ by: /->method\(\s*["'](\w+)["']\s*\)/g }],
  java: [{ by: /\bwhen\(\s*[\w.]+\.(\w+)\(/g }, { by: /\.when\([^()\n]*\)\s*\.(\w+)\(/g }],
};

const called = /(?:await[ \t]+)?(?:[\w$]+(?:\.|::|->))*([A-Za-z_$][\w$]*[?!]?)/.source;
/** What is claimed of: what is called first of all, or a name that stands alone; of two, which are to be the same, each may be it. */
const opening =
  /\b(?:expect|assert\w*|should\w*|is|same|equals?|ok|strictEqual|deepEqual|deepStrictEqual)[ \t]*\([ \t]*/.source;
const claiming = [
  new RegExp(`(?:${opening}|^[ \\t]*assert[ \\t]+)${called}([ \\t]*\\()?`, 'gm'),
  new RegExp(`${opening}[^(),\\n]+,[ \\t]*${called}([ \\t]*\\()?`, 'g'),
];
const naming = new RegExp(
  `(?:^|[;{]|\\b(?:const|let|var|final|int|double|long|String)[ \\t])[ \\t]*(\\$?\\w+)[ \\t]*=[ \\t]*${called}[ \\t]*\\(`,
  'gm',
);
/** Where a test, or something beside tests, begins. */
const begins =
  /^[ \t]*(?:(?:test|it|specify|scenario)\b|@\w|(?:async[ \t]+)?def[ \t]|(?:public[ \t]+)?(?:void|function)[ \t])/;
const ofTest = /\b(?:test|it|specify|scenario)\b|\bdef[ \t]+test|@Test\b|\b(?:function|void)[ \t]+test/i;

/** Lines of a test file, from 0, that replace what it claims something of. `names`: of what a change brings. */
export function replacedSubjects(text: string, language: Language, names: ReadonlySet<string>): readonly number[] {
  const own = (ways[language] ?? []).filter(({ onlyWith }) => onlyWith?.test(text) ?? true);
  if (own.length === 0 || names.size === 0) return [];
  const parts = partsOf(text.split('\n'));
  const claimed = parts.map((part) => claimedIn(part.text));
  const everywhere = new Set(claimed.flatMap((each) => [...each]));
  return parts.flatMap((part, at) => {
    // What is replaced outside of tests is so for all of them.
    const inPart = part.isTest ? (claimed[at] ?? everywhere) : everywhere;
    const isClaimed = (name: string, others: readonly string[]): boolean =>
      names.has(name) && [name, ...others].some((each) => inPart.has(each));
    return own.flatMap((way) => linesOf(part, way, isClaimed));
  });
}

type IsClaimed = (name: string, others: readonly string[]) => boolean;

function linesOf({ line, text }: Part, { by, opens }: Way, isClaimed: IsClaimed): readonly number[] {
  let [at, from] = [line, 0];
  return [...text.matchAll(by)].flatMap((found) => {
    at += text.slice(from, found.index).split('\n').length - 1;
    from = found.index;
    const keys = opens ? keysIn(blockAt(text, from)) : [groupOf(found)];
    const others = namesOfOther(text, from);
    return keys.some((key) => isClaimed(key, others)) ? [at] : [];
  });
}

/** How the test calls what stands there instead. */
function namesOfOther(text: string, at: number): readonly string[] {
  const given = /([\w$]+)[ \t]*=\s*(?:await[ \t]+)?(?:[\w$]+(?:\s*\.\s*[\w$]*)*)?$/.exec(
    text.slice(Math.max(0, at - 300), at),
  );
  const as = /^[^\n]{0,300}?\bas[ \t]+(\w+)/.exec(text.slice(at, at + 300));
  const decorates = text
    .slice(text.lastIndexOf('\n', at) + 1, at)
    .trim()
    .startsWith('@');
  const taken = decorates ? (/\bdef[ \t]+\w+\(([^()]*)\)/.exec(text.slice(at))?.[1] ?? '') : '';
  return [given?.[1] ?? [], as?.[1] ?? [], taken.match(/\w+/g) ?? []].flat();
}

type Part = { readonly line: number; readonly text: string; readonly isTest: boolean };

function partsOf(lines: readonly string[]): readonly Part[] {
  const heads = lines.flatMap((line, at) => (begins.test(line) && !/^[ \t]*@/.test(lines[at - 1] ?? '') ? [at] : []));
  return [0, ...heads.filter((at) => at > 0)].map((line, at, all) => {
    const own = lines.slice(line, all[at + 1]);
    return { line, text: own.join('\n'), isTest: begins.test(own[0] ?? '') && ofTest.test(own.slice(0, 4).join('\n')) };
  });
}

const keysIn = (block: string): readonly string[] =>
  [...block.matchAll(/(?<!\w)(\w+)["']?[ \t]*(?:[:(]|=(?![=>]))/g)].map(groupOf);

function claimedIn(text: string): ReadonlySet<string> {
  const from = new Map([...text.matchAll(naming)].map(([, name = '', by = '']) => [name, by]));
  const claims = claiming.flatMap((pattern) => [...text.matchAll(pattern)]);
  return new Set(claims.map(([, name = '', call]) => (call === undefined ? (from.get(name) ?? '') : name)));
}

const mostOfBlock = 2000;

/** Of a call, up to its end, or as much of it as says enough. */
function blockAt(text: string, at: number): string {
  const own = text.slice(at, at + mostOfBlock);
  let depth = 0;
  for (const [here, mark] of [...own].entries()) {
    if ('([{'.includes(mark)) depth += 1;
    if (')]}'.includes(mark) && --depth === 0) return own.slice(0, here);
  }
  return own;
}
