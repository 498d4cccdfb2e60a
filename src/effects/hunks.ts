// A change in hunks that can be put back alone: which are tried first, and which test files are known to run them.
import { defined } from '../domain/defined.ts';
import { boundList } from '../domain/evidence/bound-list.ts';
import type { Hunk, HunkToTry } from '../domain/evidence/hunk.ts';
import { inOrder, mostHunks } from '../domain/evidence/judge-hunks.ts';
import { filesThatReach } from '../domain/evidence/lines.ts';
import type { Reached } from '../domain/evidence/reached.ts';
import { fileOf, filesWithTests } from '../domain/evidence/test-id.ts';
import type { Evidence, TestIds } from '../domain/evidence/verdict.ts';
import type { Hub } from '../domain/place/hub.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import type { Change } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';
import { chainOf } from './chain-of.ts';
import { namesOn } from './changed-tests.ts';

/** Of those that are tried, and of those that are only told. */
const mostBytes = 32 * 1024;

export const cutHunks: EffectFunction<'cut-hunks'> = async (ports, input, { thing }) => {
  const { git, gates } = ports;
  const { hub, base, tree, plan, agreed, demanded, taken } = input;
  const changes = await git.changes(hub, base, tree);
  if (!changes.ok) return { kind: 'failed', failure: changes.failure };
  const cut = await gates.cutChange(plan, git.tree(hub, base), git.tree(hub, tree), changes.value);
  const isKnown = ({ key }: Hunk): boolean => agreed.includes(key) || demanded.includes(key);
  const open = inOrder(cut.hunks.filter((hunk) => !isKnown(hunk)));
  const count = (keys: readonly string[]): number => cut.hunks.filter(({ key }) => keys.includes(key)).length;
  const names = await namesOn(ports, thing.task, tree);
  const known = names === null ? null : filesWithTests(names);
  const red = await chainOf(ports, { task: thing.task, taken }, { gate: 'red-first' });
  const values = await asking(ports.gates, {
    red: redIn(red),
    base: git.tree(hub, base),
    tree: git.tree(hub, tree),
    changes: changes.value,
    names,
    agreed,
  });
  const reached = await reachedOn(git, red, hub, tree);
  const all = open.map(({ text: _text, ...hunk }) => ({ ...hunk, tests: testsOf(hunk, reached, known) }));
  const hunks = boundList<HunkToTry>(all.slice(0, mostHunks), mostBytes);
  const left = boundList<HunkToTry>(all.slice(hunks.length, hunks.length + mostTold), mostBytes);
  return {
    kind: 'done',
    output: {
      hunks,
      values,
      left,
      leftMore: all.length - hunks.length - left.length + cut.more,
      agreed: count(agreed),
      demanded: count(demanded),
      none: { data: cut.data, unread: cut.unread, ...defined({ named: cut.named }) },
      ...defined({ all: cut.all }),
      files: known?.size ?? null,
    },
  };
};

/** Ids of the red tests that the change is proven by, of all criteria. */
const redIn = (chain: readonly Evidence[]): ReadonlySet<string> =>
  new Set(chain.flatMap(({ result: { verdict, ids } }) => (verdict === 'passed' ? (ids?.failed ?? []) : [])));

/** Files of tests that are run with other expected values. */
const mostAsking = 8;

type Looked = {
  readonly red: ReadonlySet<string>;
  readonly base: Tree;
  readonly tree: Tree;
  readonly changes: readonly Change[];
  readonly names: TestIds | null;
  readonly agreed: readonly string[];
};

async function asking(
  gates: EffectPorts['gates'],
  { red, base, tree, changes, names, agreed }: Looked,
): Promise<readonly HunkToTry[]> {
  const passed = (names?.passed ?? []).filter((id) => fileOf(id) !== id);
  // Where a file could not be loaded without the change, those are red that came with it.
  const unloaded = passed.filter((id) => red.has(fileOf(id)) && !red.has(id));
  const own = new Set(await gates.editedTests(base, tree, changes, unloaded));
  const files = Map.groupBy(
    passed.filter((id) => red.has(id) || own.has(id)),
    fileOf,
  );
  const found: HunkToTry[] = [];
  for (const [path, ids] of [...files].slice(0, mostAsking)) {
    const asks = (await gates.otherValues(tree, path, ids))?.asks.filter(({ key }) => !agreed.includes(key)) ?? [];
    const [first] = asks;
    if (first === undefined) continue;
    const lines = [first.line, first.line] as const;
    found.push({ path, lines, size: 0, shown: [], key: `values ${path}`, tests: [path], asks });
  }
  return boundList(found, 2 * mostBytes);
}

const mostTold = 3;
const mostFiles = 50;

function testsOf(
  { path, lines }: Hunk,
  reached: ReadonlyMap<string, readonly Reached[]>,
  known: ReadonlySet<string> | null,
): readonly string[] {
  const files = filesThatReach(reached.get(path) ?? [], path, lines).filter((file) => known?.has(file));
  return files.length > mostFiles ? [] : files;
}

/** By path, as far as the lines of that file are still those that were looked at. */
async function reachedOn(
  git: EffectPorts['git'],
  chain: readonly Evidence[],
  hub: Hub,
  tree: string,
): Promise<ReadonlyMap<string, readonly Reached[]>> {
  const found = new Map<string, Reached[]>();
  const now = git.tree(hub, tree);
  for (const link of chain) {
    const { lines } = link.result;
    if (lines?.kind !== 'measured') continue;
    const then = git.tree(hub, link.tree);
    for (const path of new Set(lines.reached.map(({ file }) => file))) {
      const isSame = link.tree === tree || isEqual(await then.read(path), await now.read(path));
      if (isSame) found.set(path, [...(found.get(path) ?? []), ...lines.reached.filter(({ file }) => file === path)]);
    }
  }
  return found;
}

const isEqual = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one !== null && other !== null && Buffer.compare(one, other) === 0;
