// Scripts that gates run, and what those run in turn, as far as the text of commands tells.
import { asLine } from '../../domain/text/as-line.ts';
import { matchAny } from '../../domain/text/match-glob.ts';
import type { GateDefinition } from '../../ports/gates.ts';
import type { Scripts } from '../runners/packages-in.ts';
import type { Sources } from '../sources.ts';
import { isCheck, isManifest, isProse, isScript, isTool, ships } from './kinds-of-files.ts';

/** Names of what is started: a command that names such a file, or one of what ships, has it for its subject. */
const ENTRY = /(?:^|\/)(?:index|main|app|server|cli|mod)\.\w+$/;
const INTERPRETER = /^(?:node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|sh|bash|zsh|dash|source|\.)$/;
/** The word after it, or behind its `=`, is read by the program before it does anything. */
const READS = /^--?(?:c|config|r|require|import|loader|experimental-loader|env-file|setup|preset|rcfile|f|file)$/;
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.py', '.sh'];

const mostFiles = 100;
const mostText = 256 * 1024;

/** In the order in which they were met; none of them is a test. */
export async function followCommands(
  sources: Sources,
  { gates, tests }: { readonly gates: readonly Pick<GateDefinition, 'argv'>[]; readonly tests: readonly string[] },
  scripts: Scripts,
): Promise<readonly string[]> {
  const isRunnable = (path: string): boolean =>
    sources.has(path) &&
    !isManifest(path) &&
    !isProse(path) &&
    (isCheck(path) || (!ships(path) && (isScript(path) || (!matchAny(tests, path) && !ENTRY.test(path)))));
  const found = new Set<string>();
  for (const line of expand(gates.map(lineOf), scripts))
    for (const path of runIn(line)) if (isRunnable(path)) found.add(path);
  for (const path of found) {
    if (found.size > mostFiles) break;
    const text = (await sources.text(path)) ?? '';
    for (const next of namedIn(sources, path, text.slice(0, mostText))) if (isRunnable(next)) found.add(next);
  }
  return [...found];
}

const lineOf = ({ argv }: Pick<GateDefinition, 'argv'>): string =>
  argv[1] === '-c' && argv.length === 3 ? (argv[2] ?? '') : asLine(argv);

/** With the bodies of all scripts that they come to. */
function expand(first: readonly string[], scripts: Scripts): readonly string[] {
  const lines = [...first];
  const used = new Set<string>();
  for (const line of lines)
    for (const word of line.split(/[\s'"=;&|()]+/))
      for (const name of [word, `pre${word}`, `post${word}`, `make ${word}`]) {
        const body = scripts[name];
        if (body === undefined || used.has(name)) continue;
        used.add(name);
        lines.push(body);
      }
  return lines;
}

/** Names of what a line starts, or has read before it starts. */
const runIn = (line: string): readonly string[] =>
  line.split(/&&|\|\||[;|&\n()`]/).flatMap((command) => {
    const words = command.split(/[\s'"]+/).filter((word) => word !== '' && !/^[A-Z_]+=/.test(word));
    return words.flatMap((word, at) => {
      const [flag = '', value] = word.startsWith('-') ? word.split('=', 2) : ['', word];
      const path = normal(value ?? '');
      const before = words.slice(0, at).filter((each) => !each.startsWith('-'));
      const isRun =
        before.length === 0 || before.some((each) => INTERPRETER.test(each.slice(each.lastIndexOf('/') + 1)));
      const isRead = READS.test(flag) || READS.test(words[at - 1] ?? '');
      return path !== '' && (isRun || isRead || isTool(path) || isScript(path)) ? [path] : [];
    });
  });

/** What a script names: files beside it, and scripts and tools from the top. */
function namedIn({ has }: Sources, script: string, text: string): readonly string[] {
  const folder = script.slice(0, script.lastIndexOf('/') + 1);
  const words = [...new Set(text.match(/[\w@.][\w@./-]*/g) ?? [])];
  return words.flatMap((word) => {
    const beside = ENDINGS.map((ending) => normal(folder + word) + ending).find(has);
    const top = normal(word);
    const isMeant = has(top) && (isTool(top) || isCheck(top));
    const near = beside === undefined || beside === script || folder === '' ? [] : [beside];
    return isMeant && top !== script ? [...near, top] : near;
  });
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
