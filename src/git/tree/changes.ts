// What differs between two trees, with renames, line counts and sizes. Contents decide what is binary, not the tree's attributes.
import { fail, ok, type Result } from '../../domain/error.ts';
import { cutDiff } from '../../domain/text/cut-diff.ts';
import type { Change, Hub } from '../../ports/git.ts';
import { inHub, isId, runInHub } from '../process/git.ts';
import { decodeName, splitZero } from '../process/path-names.ts';
import { explain } from '../process/run-git.ts';

type Raw = {
  readonly kind: Change['kind'];
  readonly id: string;
  readonly mode: string;
  readonly path: string;
  readonly from: string | null;
};
type Lines = { readonly added: number; readonly removed: number; readonly binary: boolean };

const plainDiff = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '-r',
  '-M',
  '-l2000',
  '--full-index',
  '--ignore-submodules=none',
];

/** Comparisons that are remembered, and the files in each beyond which it is not. */
const most = { comparisons: 8, files: 1000 };

/** As `changes`, and once for the same two: no tree ever changes. */
export function rememberChanges(): typeof changes {
  const known = new Map<string, ReturnType<typeof changes>>();
  return async (hub, from, to) => {
    const key = `${from} ${to} ${hub.path}`;
    const found = known.get(key) ?? changes(hub, from, to);
    known.delete(key);
    known.set(key, found);
    const [oldest = key] = known.keys();
    if (known.size > most.comparisons) known.delete(oldest);
    const result = await found;
    const isKept = result.ok && result.value.length <= most.files && isId(from) && isId(to);
    if (!isKept) known.delete(key);
    return result;
  };
}

export async function changes(hub: Hub, from: string, to: string): Promise<Result<readonly Change[]>> {
  if (from === to && isId(from)) return ok([]);
  const compared = await inHub(hub, 'compare trees', [
    'diff-tree',
    ...plainDiff,
    '-z',
    '--raw',
    '--numstat',
    '--end-of-options',
    from,
    to,
  ]);
  if (!compared.ok) return compared;
  const { raw, lines } = readFields(splitZero(compared.value));
  const sizes = await sizesOf(hub, raw);
  if (!sizes.ok) return sizes;
  const found = raw.map(({ kind, path, from: old }, at) => {
    const { added, removed, binary } = lines[at] ?? { added: 0, removed: 0, binary: false };
    return { path, kind, from: old, added, removed, binary, bytes: sizes.value[at] ?? 0 };
  });
  if (lines.length !== raw.length) return fail('GIT_FAILED', 'Git gave a comparison that could not be read.');
  return ok(found);
}

/** First the raw entries (`:modes ids letter` and one or two paths), then the counts in the same order. */
function readFields(fields: readonly Buffer[]): { raw: Raw[]; lines: Lines[] } {
  const raw: Raw[] = [];
  const lines: Lines[] = [];
  for (let at = 0; at < fields.length; ) {
    const text = fields[at]?.toString('latin1') ?? '';
    const path = (offset: number) => decodeName(fields[at + offset] ?? Buffer.alloc(0));
    if (text.startsWith(':')) {
      const [, mode = '', , id = '', letter = ''] = text.split(' ');
      const moved = /^[RC]/.test(letter);
      raw.push({
        kind: kindOf(letter),
        id,
        mode,
        path: path(moved ? 2 : 1),
        from: letter.startsWith('R') ? path(1) : null,
      });
      at += moved ? 3 : 2;
    } else {
      const [added = '', removed = '', name = ''] = text.split('\t');
      lines.push({ added: Number(added) || 0, removed: Number(removed) || 0, binary: added === '-' });
      at += name === '' ? 3 : 1;
    }
  }
  return { raw, lines };
}

function kindOf(letter: string): Change['kind'] {
  if (letter.startsWith('R')) return 'renamed';
  if (letter === 'D') return 'deleted';
  return letter === 'A' || letter.startsWith('C') ? 'added' : 'modified';
}

/** Bytes of each new blob; 0 where there is none (deleted, a submodule). */
async function sizesOf(hub: Hub, raw: readonly Raw[]): Promise<Result<readonly number[]>> {
  if (raw.length === 0) return ok([]);
  const input = Buffer.from(raw.map(({ id }) => `${id}\n`).join(''));
  const asked = await inHub(hub, 'read sizes', ['cat-file', '--batch-check=%(objectsize)', '--buffer'], { input });
  if (!asked.ok) return asked;
  const answers = asked.value.toString('latin1').split('\n');
  return ok(raw.map(({ mode }, at) => (mode.startsWith('1') && mode !== '160000' ? Number(answers[at]) || 0 : 0)));
}

// The unified diff between two trees, cut at a limit.

/** Diffs that are remembered, and the letters of each beyond which it is not. */
const mostDiffs = { diffs: 4, letters: 1 << 20 };

/** As `diff`, and once for the same two: the halves of one proof ask for it. */
export function rememberDiffs(): typeof diff {
  const known = new Map<string, ReturnType<typeof diff>>();
  return async (hub, from, to, limit, path) => {
    const key = JSON.stringify([hub.path, from, to, limit, path]);
    const found = known.get(key) ?? diff(hub, from, to, limit, path);
    known.delete(key);
    known.set(key, found);
    const [oldest = key] = known.keys();
    if (known.size > mostDiffs.diffs) known.delete(oldest);
    const result = await found;
    if (!(result.ok && result.value.length <= mostDiffs.letters && isId(from) && isId(to))) known.delete(key);
    return result;
  };
}

/** At most `limit` bytes of diff, whole lines; then one line that says it was cut (`isCutDiff`). */
export async function diff(hub: Hub, from: string, to: string, limit: number, path?: string): Promise<Result<string>> {
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/'];
  const only = path === undefined ? [] : ['--', `:(top,literal)${path}`];
  const asked = ['diff-tree', '-p', ...plainDiff, ...prefixes, '--end-of-options', from, to, ...only];
  const run = await runInHub(hub, asked, { limit });
  if (run.timedOut || (run.code !== 0 && !run.cut)) return explain(run, 'compare trees');
  if (!run.cut) return ok(run.stdout.toString('utf8'));
  const whole = run.stdout.subarray(0, run.stdout.lastIndexOf(10) + 1).toString('utf8');
  return ok(cutDiff(whole, limit));
}
