// Rules for the text of lines that a change adds: nothing but ASCII, no output for debugging, no code that is commented out.
import type { TextRule } from '../domain/evidence/gate-plan.ts';
import type { Finding } from '../domain/evidence/verdict.ts';
import { sayFew } from '../domain/text/counted.ts';
import { tidy } from '../domain/text/safe/strip-control.ts';
import { isTest } from './is-test.ts';
import { isCode, isDocument } from './production.ts';
import { decode } from './sources.ts';
import { type Block, blocksIn, codeText, type Language, languageOf } from './tamper/code-text.ts';
import type { Held, ToHold } from './to-hold.ts';

/** A larger file is not looked at. */
const lookedAt = 1024 * 1024;

export async function holdText(
  { rules }: { readonly rules: readonly TextRule[] },
  { plan, base, tree, changes }: ToHold,
): Promise<Held> {
  const code = changes.filter(({ path, kind }) => kind !== 'deleted' && isCode(path) && !isDocument(path));
  const read = code.filter(({ binary, bytes }) => !binary && bytes <= lookedAt);
  const findings: Finding[] = [];
  let held = 0;
  for (const { path, from, kind } of read) {
    const wanted = rules.filter((rule) => isFor(rule, plan, path));
    if (wanted.length === 0) continue;
    held += 1;
    const was = kind === 'added' ? '' : (decode(await base.read(from ?? path)) ?? '');
    findings.push(...breaks(wanted, path, decode(await tree.read(path)) ?? '', was));
  }
  const left = code.length - read.length;
  const rest = `${sayUnknown(rules, read)}${left === 0 ? '' : `; ${left} not looked at: binary, or larger than is read`}`;
  return {
    findings,
    otherwise:
      held > 0
        ? {
            verdict: 'passed',
            why: `${rules.join(', ')} in what is added to ${held} ${held === 1 ? 'file' : 'files'}${rest}`,
          }
        : { verdict: 'skipped', why: `${read.length === 0 ? addsNone : noneLookedAt}${rest}` },
  };
}

const addsNone = 'the change adds to no code';
const noneLookedAt = 'the change adds to no code that is looked at';

/** Tests may print. */
const isFor = (rule: TextRule, plan: ToHold['plan'], path: string): boolean =>
  isKnown(rule, path) && !(rule === 'debug' && isTest(plan, path));

/** Of other languages nobody knows how they print, nor how their code looks. */
const isKnown = (rule: TextRule, path: string): boolean => rule === 'ascii' || languageOf(path) !== 'other';

function sayUnknown(rules: readonly TextRule[], read: readonly { readonly path: string }[]): string {
  const paths = read.map(({ path }) => path);
  const unknown = rules.filter((rule) => !paths.every((path) => isKnown(rule, path)));
  if (unknown.length === 0) return '';
  const there = paths.filter((path) => languageOf(path) === 'other');
  return `; ${unknown.join(', ')} not looked for in ${sayFew(there, 3)}`;
}

/** What stood somewhere in the file before is not added, wherever it was moved. */
function breaks(rules: readonly TextRule[], path: string, now: string, was: string): readonly Finding[] {
  const language = languageOf(path);
  const before = new Map<string, number>();
  for (const line of was.split('\n')) before.set(line.trim(), (before.get(line.trim()) ?? 0) + 1);
  const code = codeText(now, language).split('\n');
  const blocks = saidInBlocks(now, language);
  return now.split('\n').flatMap((line, at) => {
    const left = before.get(line.trim()) ?? 0;
    before.set(line.trim(), left - 1);
    if (left > 0 || line.trim() === '') return [];
    const seen = { language, line, code: code[at] ?? '', block: blocks.get(at) };
    return rules.flatMap((rule): Finding[] => {
      const what = signs[rule](seen);
      return what === null ? [] : [{ gate: 'text', what, file: path, line: at + 1, weight: 'fail' }];
    });
  });
}

/** By their lines, from 0. What may as well tell of code is some where most of it looks like it. */
function saidInBlocks(text: string, language: Language): ReadonlyMap<number, string> {
  const isMeant = ({ lines, tells }: Block): boolean => {
    const said = lines.filter((line) => line.trim() !== '');
    return !tells || 2 * said.filter((line) => looksLikeCode(line, language)).length > said.length;
  };
  const meant = blocksIn(text, language).filter(isMeant);
  return new Map(meant.flatMap(({ at, lines }) => lines.map((line, below) => [at + below, line] as const)));
}

/** `code`: without comments and the insides of texts. */
type Seen = {
  readonly language: Language;
  readonly line: string;
  readonly code: string;
  /** What it says inside of a comment between signs. */
  readonly block: string | undefined;
};

const shown = (line: string): string => tidy(line.trim()).slice(0, 100);

const signs: Readonly<Record<TextRule, (seen: Seen) => string | null>> = {
  ascii: ({ line }) => {
    const other = /[^\x00-\x7f]/u.exec(line)?.[0];
    if (other === undefined) return null;
    const point = (other.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `holds a character that is no ASCII: U+${point}`;
  },
  debug: ({ language, line, code }) =>
    debugOutput[language]?.test(code) ? `prints for debugging: ${shown(line)}` : null,
  'commented-code': (seen) => (isCommentedOut(seen) ? `is code that is commented out: ${shown(seen.line)}` : null),
};

const debugOutput: Readonly<Partial<Record<Language, RegExp>>> = {
  script: /\bconsole\s*\.\s*(?:log|debug|trace|dir|table)\s*\(|^\s*debugger\b/,
  python: /(?<![\w.])(?:print|breakpoint|pprint)\s*\(|\bi?pdb\.set_trace\s*\(|^\s*import\s+i?pdb\b/,
  go: /\bfmt\.Print(?:ln|f)?\s*\(|(?<![\w.])print(?:ln)?\s*\(|\bspew\.Dump\s*\(/,
  rust: /\b(?:dbg|e?println|e?print)!\s*[([{]/,
  java: /\bSystem\.(?:out|err)\.print|\.printStackTrace\s*\(|(?<![\w.])println\s*\(/,
  csharp: /\bConsole\.(?:Error\.)?Write(?:Line)?\s*\(|\bDebug\.(?:Write|Print)|\bDebugger\.Break\s*\(/,
  ruby: /^\s*(?:puts|pp|p)(?:\s+|\()(?![=.])|\bbinding\.(?:pry|irb)\b|^\s*(?:byebug|debugger)\b/,
  php: /\b(?:var_dump|print_r|var_export|dd|dump|debug_zval_refcount)\s*\(|\bxdebug_break\s*\(/,
};

/** The comment of a line that is nothing else; documentation, and what is said to tools, are none. */
const commentOf: Readonly<Partial<Record<Language, RegExp>>> = {
  python: /^\s*#(?![!:])\s?(.*)$/,
  ruby: /^\s*#(?![!:])\s?(.*)$/,
};
const slashComment = /^\s*\/\/(?!\/|!)\s?(.*)$/;

/** Statements, as languages with semicolons and braces end them. */
const braceCode: readonly RegExp[] = [
  /^\s*(?:export|const|let|var|return|if|else|for|while|switch|case|try|catch|throw|import|use)\b.*[;{}]\s*$/,
  /^\s*(?:function|class|func|fn|public|private|protected|static|await|yield|break|continue|new)\b.*[;{}]\s*$/,
  /^\s*[\w$.[\]'"-]+\s*(?:[-+*/|&]?=|:=)\s*\S.*;\s*$/,
  /^\s*[\w$.]+\s*:=\s*\S+\s*$/,
  /^\s*[\w$.:>-]+\(.*\);\s*$/,
  /^\s*\}\s*(?:else\b.*\{|catch\b.*\{)\s*$/,
  /(?:=>|\))\s*\{\s*$/,
];
/** And as those write them that have neither. */
const indentCode: readonly RegExp[] = [
  /^\s*(?:def|class)\s+\w+\s*(?:\(.*\)\s*(?:->.*)?:?|:|<.*)?\s*$/,
  /^\s*(?:if|elif|for|while|with|except|try|else)\b.*:\s*$/,
  /^\s*(?:return|raise|yield|await|puts|require)(?:\s+(?:[\w.]+(?:\(.*\))?|['"[({-].*))?\s*$/,
  /^\s*import\s+\w[\w.]*\s*$|^\s*from\s+[\w.]+\s+import\s+\S.*$|^\s*end\s*$/,
  /^\s*[\w.[\]'"@]+\s*[-+*/|]?=\s*(?:[\w.]+(?:\(.*\))?|['"[{(].*|-?\d.*)\s*$/,
  /^\s*[\w.]+\((?:[^ ]*|[\w'"].*[,=].*)\)\s*$/,
];

/** An element of JSX that says more than its name, and nothing beside it. */
const element = /^\s*<([A-Za-z][\w.]*)(?:\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'|\{[^}]*\}))?)*\s*(?:\/>|>.*<\/\1>)\s*$/;

/** What is left of a line when a comment between signs is taken out of it: in JSX it stands in braces. */
const onlySigns = /^(?:\{?\s*\}?|"""|''')$/;

function isCommentedOut({ language, line, code, block }: Seen): boolean {
  const left = code.trim();
  if (language === 'other' || (block === undefined ? left !== '' : !onlySigns.test(left))) return false;
  const said = block ?? (commentOf[language] ?? slashComment).exec(line)?.[1];
  return said !== undefined && looksLikeCode(said, language, left !== '');
}

function looksLikeCode(said: string, language: Language, inBraces = false): boolean {
  if (!/\w/.test(said) || /https?:\/\/|@\w+\b(?!\s*[-+*/|]?=)|\b(?:TODO|FIXME|e\.g\.|i\.e\.)/.test(said)) return false;
  const signs = commentOf[language] === undefined ? braceCode : indentCode;
  return signs.some((pattern) => pattern.test(said)) || (inBraces && language === 'script' && element.test(said));
}
