// What a turn of a task's agent did, as Drover saw it: its copy before and after, the commands with their exits, the outcome and what it used.
import type { Ending } from '../domain/run/ending.ts';
import type { Purpose, Run } from '../domain/run/run.ts';
import { type Happening, isIdle, type Turn } from '../domain/run/turn.ts';
import type { Base } from '../domain/task/base.ts';
import type { Thing } from '../domain/thing.ts';
import type { EffectPorts } from '../ports/effect.ts';
import { compareTrees } from './compare-trees.ts';
import { copiedFiles } from './copied-files.ts';
import { ActList } from './list-acts.ts';

type Of = Extract<Purpose, { kind: 'agent' }>;
type Look = { readonly head: string | null; readonly tree: string };

const turnLookFile = (run: Run): string => `runs/${run.id}/before.json`;

/** Before the agent starts; a second time it is left as it is. */
export async function lookBeforeTurn(ports: EffectPorts, run: Run, purpose: Of): Promise<void> {
  if (await ports.files.exists(turnLookFile(run))) return;
  await ports.files.write(turnLookFile(run), JSON.stringify(await lookAtTurn(ports, run, purpose, 'start')));
}

/** `receipts/RUN.json`. Returns the paths that differ; null where that is not known. */
export async function writeTurnReceipt(
  ports: EffectPorts,
  run: Run,
  purpose: Of,
  turn: Turn,
  happenings: readonly Happening[],
  ending: Ending,
): Promise<readonly string[] | null> {
  const bytes = await ports.files.read(turnLookFile(run));
  const before = bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as Look | null);
  const after = await lookAtTurn(ports, run, purpose, 'end');
  const change =
    before === null || after === null ? null : await compareTrees(ports, purpose.hub, before.tree, after.tree);
  const acts = new ActList();
  for (const each of happenings) acts.take(each);
  const told = acts.told();
  const receipt = {
    ...{ schema_version: 1, run: run.id, task: run.task, agent: purpose.agent, role: purpose.role },
    git: { start: before, end: after },
    changed: change?.paths ?? null,
    lines: change === null ? null : { added: change.added, removed: change.removed },
    ...{ ending, outcome: turn.outcome.kind, idle: isIdle(turn.outcome, told.tools, change?.paths ?? null) },
    ...{ usage: turn.usage, conversation: turn.conversation, ...told },
  };
  await ports.files.write(`receipts/${run.id}.json`, `${JSON.stringify(receipt, null, 2)}\n`);
  return change?.paths ?? null;
}

/** `tree`: all that stands in the copy, committed or not. Null: it cannot be read. */
async function lookAtTurn(
  ports: EffectPorts,
  run: Run,
  { hub, copy }: Of,
  when: 'start' | 'end',
): Promise<Look | null> {
  const { git, store } = ports;
  const base = baseOf(await store.read((reads) => reads.thing(run.task)));
  if (base === null) return null;
  const label = `${run.task}/receipt-${run.id}-${when}`;
  const taken = await git.snapshot(hub, copy, base, label, await copiedFiles(ports, run.task));
  return taken.ok ? { head: taken.value.head, tree: taken.value.tree } : null;
}

/** Of the task, or the chain, that it works for. */
const baseOf = (owner: Thing | null): string | null =>
  (owner?.state as { readonly known?: { readonly base?: Base | null } } | undefined)?.known?.base?.tree ?? null;
