// Secrets and large files in what a change adds. A finding names file and line; the secret itself goes nowhere. What is certain fails; a name or a key block alone is a person's to let through.
import type { Finding } from '../domain/evidence/verdict.ts';
import { secretByName } from '../domain/text/safe/secret-names.ts';
import type { Change } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';
import { decode } from './sources.ts';

const MEBIBYTE = 1024 * 1024;
const NOTED = 5 * MEBIBYTE;
const REFUSED = 50;

type Secret = { readonly value: string; readonly line: number; readonly rule: string };
/** null: the rules could not look at it. */
type Scan = (path: string, text: string) => Promise<readonly Secret[] | null>;

/** What the same file already held on `base` is left out. Files beyond 5 MiB are told by size and not read. */
export async function secrets(
  tree: Tree,
  changes: readonly Change[],
  base: Tree | null,
  largest: number = REFUSED,
): Promise<readonly Finding[]> {
  const there = changes.filter(({ kind }) => kind !== 'deleted');
  const isRead = ({ binary, bytes }: Change): boolean => !binary && bytes <= NOTED;
  const scan = there.some(isRead) ? await openScan() : null;
  const found: Finding[] = there.flatMap((change) => large(change, largest));
  for (const change of there) {
    const text = isRead(change) ? decode(await tree.read(change.path)) : null;
    const certain = scan === null || text === null ? [] : await inFile(scan, text, base, change);
    found.push(...(certain.length > 0 ? certain : await doubtful(text, base, change)));
  }
  return found;
}

function large({ path, bytes }: Change, largest: number): Finding[] {
  const refused = bytes > largest * MEBIBYTE;
  if (bytes <= NOTED && !refused) return [];
  const size = `${Math.round(bytes / MEBIBYTE)} MiB`;
  return [
    finding(
      path,
      null,
      refused ? `too large: ${size}, at most ${largest} MiB` : `large file: ${size}`,
      refused ? 'fail' : 'note',
    ),
  ];
}

/** Where nothing is certain: what only a person lets through. */
async function doubtful(text: string | null, base: Tree | null, change: Change): Promise<readonly Finding[]> {
  const named = secretByName(change.path, text);
  if (named !== null) return [ofAPerson(change.path, null, `${named} by its name`)];
  return text === null ? [] : keysIn(text, base, change);
}

/** However short, and whatever stands inside. */
const keyBlock = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-----END [A-Z0-9 ]*-----)?/g;

async function keysIn(text: string, base: Tree | null, { path, from, kind }: Change): Promise<readonly Finding[]> {
  const before = base === null || kind === 'added' ? '' : (decode(await base.read(from ?? path)) ?? '');
  const left = [...before.matchAll(keyBlock)].map(([block]) => block);
  return [...text.matchAll(keyBlock)]
    .filter(([block]) => !take(left, block))
    .map(({ index }) => ofAPerson(path, text.slice(0, index).split('\n').length, 'a private key'));
}

async function inFile(scan: Scan, text: string, base: Tree | null, { path, from, kind }: Change): Promise<Finding[]> {
  if (text === '') return [];
  const now = await scan(path, text);
  if (now === null) return [finding(path, null, 'could not be looked at for secrets', 'fail')];
  if (now.length === 0) return [];
  const before = base === null || kind === 'added' ? null : decode(await base.read(from ?? path));
  const left = ((before === null ? null : await scan(from ?? path, before)) ?? []).map(({ value }) => value);
  return now
    .filter(({ value }) => !take(left, value))
    .map(({ line, rule }) => finding(path, line, `looks like a secret (${rule})`, 'fail'));
}

/** Each occurrence on the base excuses one: a further copy of a known secret counts as added. */
function take(left: string[], value: string): boolean {
  const at = left.indexOf(value);
  if (at >= 0) left.splice(at, 1);
  return at >= 0;
}

/**
 * The rules are heavy to load, so they are loaded when there is something to look at.
 * A comment in the text can switch them off; who writes the text must not, so such comments are made unreadable (same length, places stay).
 */
async function openScan(): Promise<Scan> {
  const [{ lintSource }, { creator }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // Or the process keeps a mark for each rule and file for as long as it lives.
  secretLintProfiler.setEnabled(false);
  const config = {
    rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }],
  };
  return async (path, text) => {
    const content = text.replace(/secretlint-(?=disable|enable)/g, 'secretlint_');
    const source = { filePath: path, content, contentType: 'text' as const, ext: path.slice(path.lastIndexOf('.')) };
    try {
      const { messages } = await lintSource({ source, options: { config, maskSecrets: true, noPhysicFilePath: true } });
      return messages.map(({ range, loc, ruleId }) => ({
        value: text.slice(range[0], range[1]),
        line: loc.start.line,
        rule: ruleId.replace(/^.*secretlint-rule-/, ''),
      }));
    } catch {
      return null;
    }
  };
}

const ofAPerson = (file: string, line: number | null, what: string): Finding => ({
  ...finding(file, line, what, 'note'),
  needs: 'yes',
});

const finding = (file: string, line: number | null, what: string, weight: Finding['weight']): Finding => ({
  gate: 'secrets',
  what,
  file,
  line,
  weight,
});
