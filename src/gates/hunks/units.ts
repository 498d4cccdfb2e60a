// What a file is made of: functions, classes and their members, statements. By brackets and indentation, so that no grammar is needed.
import { codeText, languageOf } from '../tamper/code-text.ts';

/** Lines from 0, both in it; with the comments and decorators that stand before it. */
export type Unit = {
  readonly first: number;
  readonly last: number;
  readonly kind: 'import' | 'type' | 'code';
  /** Empty: it defines none. */
  readonly name: string;
  readonly members: readonly Unit[];
};

type Line = {
  readonly code: string;
  readonly indent: number;
  /** Open brackets before it. */
  readonly depth: number;
  readonly kind: 'blank' | 'lead' | 'code';
};

export function unitsOf(path: string, text: string): readonly Unit[] {
  const lines = linesOf(path, text);
  return unitsIn(lines, 0, lines.length, /\.[cm]?tsx?$/.test(path));
}

function linesOf(path: string, text: string): readonly Line[] {
  const plain = text.split('\n');
  let depth = 0;
  return codeText(text, languageOf(path))
    .split('\n')
    .map((code, at) => {
      const own = plain[at] ?? '';
      const line = { code, indent: own.search(/\S|$/), depth, kind: kindOf(own, code) };
      depth += (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0);
      return line;
    });
}

function kindOf(text: string, code: string): Line['kind'] {
  if (text.trim() === '') return 'blank';
  const isComment = code.trim() === '' && /^\s*(?:\/\/|\/\*|\*|#)/.test(text);
  return isComment || /^\s*(?:@[\w.]+|#!)|^\s*#\[/.test(text) ? 'lead' : 'code';
}

/** What ends or goes on with the statement before it. */
const goesOn = /^\s*(?:[)\]}{.?:]|(?:else|elif|elsif|except|finally|catch|rescue|ensure|end)\b|&&|\|\|)/;

function unitsIn(lines: readonly Line[], from: number, to: number, typed: boolean): readonly Unit[] {
  const begin = lines.findIndex(({ kind }, at) => at >= from && at < to && kind === 'code');
  const [level, depth] = [lines[begin]?.indent ?? 0, lines[begin]?.depth ?? 0];
  const spans: { first: number; head: number; last: number }[] = [];
  let lead: number | null = null;
  for (let at = from; at < to; at += 1) {
    const line = lines[at];
    const open = spans.at(-1);
    if (line === undefined || line.kind === 'blank') lead = null;
    else if (line.kind === 'lead') lead ??= at;
    else if (open === undefined || (line.depth <= depth && line.indent <= level && !goesOn.test(line.code)))
      spans.push({ first: lead ?? at, head: at, last: at });
    else open.last = at;
    if (line?.kind === 'code') lead = null;
  }
  return spans.map(({ first, head, last }) => {
    const code = lines[head]?.code ?? '';
    return { first, last, ...readHead(code, typed), members: membersOf(lines, { head, last }, code, typed) };
  });
}

const holdsMembers = /^\s*(?:[\w@]+\s+)*(?:class|struct|interface|impl|trait|module|namespace|object|enum)\b/;

function membersOf(
  lines: readonly Line[],
  { head, last }: { readonly head: number; readonly last: number },
  code: string,
  typed: boolean,
): readonly Unit[] {
  if (!holdsMembers.test(code)) return [];
  const closes = /^\s*(?:[)\]}]|end\b)/.test(lines[last]?.code ?? '');
  return unitsIn(lines, head + 1, closes ? last : last + 1, typed);
}

const imports =
  /^\s*(?:import\b|from\s+\S+\s+import\b|export\s+(?:\*|\{).*\bfrom\b|(?:const|let|var)\s.*=\s*require\(|use\s+[\w:\\]|using\s|require(?:_once|_relative)?\b|package\s)/;
const types = /^\s*(?:export\s+)?(?:declare\s+)?(?:interface|type)\s+\w|^\s*(?:import|export)\s+type\b/;
const defines =
  /\b(?:function\s*\*\s*|(?:function|class|def|func|fn|fun|struct|interface|type|enum|trait|impl|module|const|let|var|val)\s+)(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]*)|^\s*(?:(?:public|private|protected|static|async|get|set|final|override)\s+)*([A-Za-z_$][\w$]*)\s*[(=:]/;

function readHead(code: string, typed: boolean): Pick<Unit, 'kind' | 'name'> {
  const found = defines.exec(code);
  const kind = typed && types.test(code) ? 'type' : imports.test(code) ? 'import' : 'code';
  return { kind, name: found?.[1] ?? found?.[2] ?? '' };
}
