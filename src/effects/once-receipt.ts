// What a run by itself did, as Drover saw it: its repository before and after, the commands with their exits, the outcome and what it used.
import type { Ending } from '../domain/run/ending.ts';
import type { Once, Wrote } from '../domain/run/once.ts';
import type { Run } from '../domain/run/run.ts';
import { isIdle, type Turn } from '../domain/run/turn.ts';
import type { EffectPorts } from '../ports/effect.ts';
import { compareTrees } from './compare-trees.ts';
import { findRepository } from './find-repository.ts';
import type { ActList } from './list-acts.ts';
import { type FolderLook, lookAtFolder, lookAtTree } from './look-at-folder.ts';
import { readHead } from './read-head.ts';

const onceLookFile = (run: Run): string => `runs/${run.id}/look.json`;

/** Before the agent starts; a second time it is left as it is. */
export async function lookBeforeOnce(ports: EffectPorts, run: Run, once: Once): Promise<void> {
  if (await ports.files.exists(onceLookFile(run))) return;
  await ports.files.write(onceLookFile(run), JSON.stringify(await lookAtOnce(ports, run, once, 'start')));
}

export type Told = {
  readonly turn: Turn;
  readonly acts: ActList;
  readonly ending: Ending;
  readonly wrote: Wrote | null;
};

/** To be taken once its program has ended. */
export const lookAfterOnce = (ports: EffectPorts, run: Run, once: Once): Promise<FolderLook | null> =>
  lookAtOnce(ports, run, once, 'end');

/** `receipts/RUN.json`. Returns the paths that differ; null where that is not known. */
export async function writeOnceReceipt(
  ports: EffectPorts,
  run: Run,
  once: Once,
  after: FolderLook | null,
  { turn, acts, ending, wrote }: Told,
): Promise<readonly string[] | null> {
  const bytes = await ports.files.read(onceLookFile(run));
  const before = bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as FolderLook | null);
  const change =
    after?.hub && after.tree && before?.tree ? await compareTrees(ports, after.hub, before.tree, after.tree) : null;
  const changed = change?.paths ?? (once.mode === 'analysis' && before !== null ? (wrote?.paths ?? []) : null);
  const { tools } = acts.told();
  const receipt = {
    ...{ schema_version: 1, run: run.id, name: once.name, agent: once.agent, mode: once.mode, folder: once.cwd },
    git: { start: gitOfOnce(before), end: gitOfOnce(after) },
    ...{ changed, lines: change === null ? null : { added: change.added, removed: change.removed } },
    ...{ ending, outcome: turn.outcome.kind, idle: isIdle(turn.outcome, tools, changed) },
    ...{ usage: turn.usage, conversation: turn.conversation, ...acts.told() },
  };
  await ports.files.write(`receipts/${run.id}.json`, `${JSON.stringify(receipt, null, 2)}\n`);
  return changed;
}

const gitOfOnce = (at: FolderLook | null) => (at === null ? null : { head: at.head, tree: at.tree });

/** In passing: its answer is waited for. One that only reads changes no tree. */
async function lookAtOnce(ports: EffectPorts, run: Run, { cwd, mode }: Once, when: 'start' | 'end') {
  const repository = await findRepository(ports.files, cwd);
  if (repository === null) return null;
  const { root } = repository;
  const head = await readHead(ports.files, root);
  if (mode === 'analysis') return { head, dirty: [], hub: null, tree: null };
  const label = `once/${run.id}-${when}`;
  return head === null ? lookAtFolder(ports, root, label) : lookAtTree(ports, root, label, head);
}
