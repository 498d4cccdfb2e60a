// The tamper guard: goalposts that a change moves fail, what a person should see is a note.
import type { Finding } from '../../domain/evidence/verdict.ts';
import { showPath } from '../../domain/text/safe/show-path.ts';
import type { Change, GatePlan, GateSettings } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import { isGuarded } from '../guarded-files.ts';
import { isTest } from '../is-test.ts';
import { decode } from '../sources.ts';
import { type Edit, guardedEdit } from './guarded-edits.ts';
import { leadingOut } from './leading-out.ts';
import { protectedBecause } from './protected-files.ts';
import { testDeleted, testEdits } from './test-edits.ts';

/** `agentFiles`: globs of files that decide how agents work. */
type Guards = Pick<GateSettings, 'protect'> & { readonly agentFiles: readonly string[] };

export async function tamper(
  plan: GatePlan,
  guards: Guards,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<readonly Finding[]> {
  const changed = changes.flatMap(pathsOf);
  const found: Finding[] = [];
  for (const change of changes) {
    const edit = await open(base, tree, change);
    found.push(
      ...aboutTests(plan, change, edit),
      ...aboutGuarded(plan, change, edit),
      ...aboutProtected(plan, guards, change, changed),
      ...(await aboutLink(tree, change)),
      ...aboutConflict(change, edit),
    );
  }
  return found.filter(unsaid);
}

const pathsOf = ({ path, from }: Change): string[] => (from === null ? [path] : [path, from]);

async function open(base: Tree, tree: Tree, { path, from, kind }: Change): Promise<Edit> {
  const [before, after] = await Promise.all([
    kind === 'added' ? null : base.read(from ?? path),
    kind === 'deleted' ? null : tree.read(path),
  ]);
  return { path, before: decode(before), after: decode(after) };
}

function aboutTests(plan: GatePlan, { path, from, binary }: Change, { before, after }: Edit): readonly Finding[] {
  const [was, is] = [isTest(plan, from ?? path), isTest(plan, path)];
  if (was && before !== null && (after === null || !is)) return [testDeleted(from ?? path, before)];
  if (!is || after === null || binary) return [];
  if (path.endsWith('.snap')) return [note(path, 'recorded results that tests compare with were changed')];
  return testEdits(path, before, after);
}

function aboutGuarded(plan: GatePlan, { path, from }: Change, edit: Edit): readonly Finding[] {
  const away =
    from !== null && from !== path && isGuarded(from)
      ? guardedEdit(plan, { path: from, before: edit.before, after: null })
      : [];
  if (isGuarded(path))
    return [...away, ...guardedEdit(plan, from === null || from === path ? edit : { ...edit, before: null })];
  const runs = plan.gates.find(({ argv }) => edit.before !== null && !isTest(plan, path) && names(argv, from ?? path));
  return runs === undefined
    ? away
    : [...away, { ...note(path, `a file that the command of gate ${runs.gate} runs was changed`), weight: 'fail' }];
}

/** The command starts this very file: `./scripts/test.sh`, `python3 tools/check.py`. */
const names = (argv: readonly string[], path: string): boolean =>
  argv.some((word) => word.split(/[\s;&|()]+/).some((part) => part.replace(/^\.\//, '') === path));

function aboutProtected(
  plan: GatePlan,
  { protect, agentFiles }: Guards,
  change: Change,
  changed: readonly string[],
): Finding[] {
  return pathsOf(change).flatMap((path) => {
    const why =
      protectedBecause(path, protect, changed, agentFiles) ??
      (plan.guarded.includes(path) && change.from === path ? 'a file that gates read was moved' : null);
    return why === null ? [] : [{ ...note(path, why), needs: 'yes' as const }];
  });
}

/** Whoever follows it, a build or a person's editor, gets a file that is not the repository's. */
async function aboutLink(tree: Tree, { kind, path }: Change): Promise<readonly Finding[]> {
  const target = kind === 'deleted' ? null : await leadingOut(tree, path);
  if (target === null) return [];
  return [{ ...note(path, `a link that leads out of the repository, to ${showPath(target)}`), needs: 'yes' }];
}

/** Both sides of a merge between their markers: nobody has chosen. */
function aboutConflict({ path }: Change, { before, after }: Edit): readonly Finding[] {
  const both = (text: string | null) =>
    text !== null && /^<{7} /m.test(text) && /^={7}$/m.test(text) && /^>{7} /m.test(text);
  if (!both(after) || both(before)) return [];
  const line = (after ?? '').split('\n').findIndex((each) => /^<{7} /.test(each)) + 1;
  return [{ ...note(path, 'a conflict was left between its markers'), line, weight: 'fail' }];
}

const note = (file: string, what: string): Finding => ({ gate: 'tamper', what, file, line: null, weight: 'note' });

/** The same words about the same place once. */
const unsaid = (finding: Finding, at: number, all: readonly Finding[]): boolean =>
  all.findIndex(({ file, what, line }) => file === finding.file && what === finding.what && line === finding.line) ===
  at;
