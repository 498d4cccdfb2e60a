// What a turn of a task's agent did, as Drover saw it: its copy before and after, the commands with their exits, the outcome and what it used.
import type { Ending } from '../domain/run/ending.ts';
import type { Purpose, Run } from '../domain/run/run.ts';
import type { Happening, Turn } from '../domain/run/turn.ts';
import type { Base } from '../domain/task/base.ts';
import type { Thing } from '../domain/thing.ts';
import type { EffectPorts } from '../ports/effect.ts';

type Of = Extract<Purpose, { kind: 'agent' }>;
type Look = { readonly head: string | null; readonly tree: string };
type Change = { readonly paths: readonly string[]; readonly added: number; readonly removed: number };
type Act = { readonly tool: string; readonly what: string; readonly exit: number | null; readonly ok: boolean | null };

/** Further ones are counted, not listed. */
const mostActs = 1_000;
const diffLimit = 8 * 1024 * 1024;
const beforeFile = (run: Run): string => `runs/${run.id}/before.json`;

/** Before the agent starts; a second time it is left as it is. */
export async function lookBeforeTurn(ports: EffectPorts, run: Run, purpose: Of): Promise<void> {
  if (await ports.files.exists(beforeFile(run))) return;
  await ports.files.write(beforeFile(run), JSON.stringify(await look(ports, run, purpose, 'start')));
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
  const bytes = await ports.files.read(beforeFile(run));
  const before = bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as Look | null);
  const after = await look(ports, run, purpose, 'end');
  const change = before === null || after === null ? null : await compare(ports, purpose, before, after);
  const acts = actsOf(happenings);
  const receipt = {
    ...{ schema_version: 1, run: run.id, task: run.task, agent: purpose.agent, role: purpose.role },
    git: { start: before, end: after },
    changed: change?.paths ?? null,
    lines: change === null ? null : { added: change.added, removed: change.removed },
    ...{ ending, outcome: turn.outcome.kind, usage: turn.usage, conversation: turn.conversation },
    ...{ commands: acts.slice(0, mostActs), tools: acts.length },
  };
  await ports.files.write(`receipts/${run.id}.json`, `${JSON.stringify(receipt, null, 2)}\n`);
  return change?.paths ?? null;
}

/** `tree`: all that stands in the copy, committed or not. Null: it cannot be read. */
async function look(
  { git, store }: EffectPorts,
  run: Run,
  { hub, copy }: Of,
  when: 'start' | 'end',
): Promise<Look | null> {
  const base = baseOf(await store.read((reads) => reads.thing(run.task)));
  if (base === null) return null;
  const taken = await git.snapshot(hub, copy, base, `${run.task}/receipt-${run.id}-${when}`);
  return taken.ok ? { head: taken.value.head, tree: taken.value.tree } : null;
}

/** Of the task, or the chain, that it works for. */
const baseOf = (owner: Thing | null): string | null =>
  (owner?.state as { readonly known?: { readonly base?: Base | null } } | undefined)?.known?.base?.tree ?? null;

async function compare({ git }: EffectPorts, { hub }: Of, before: Look, after: Look): Promise<Change | null> {
  const changes = await git.changes(hub, before.tree, after.tree);
  const diff = await git.diff(hub, before.tree, after.tree, diffLimit);
  if (!changes.ok || !diff.ok) return null;
  const paths = changes.value.flatMap(({ path, from }) => (from === null ? [path] : [from, path]));
  return { paths: [...new Set(paths)].sort(), ...countLines(diff.value) };
}

/** Of a unified diff; the two lines that name a file count for nothing. */
function countLines(diff: string): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  let inside = false;
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff ')) inside = false;
    else if (line.startsWith('@@')) inside = true;
    else if (inside && line.startsWith('+')) added += 1;
    else if (inside && line.startsWith('-')) removed += 1;
  }
  return { added, removed };
}

function actsOf(happenings: readonly Happening[]): readonly Act[] {
  const acts = new Map<string, Act>();
  for (const each of happenings) {
    if (each.kind === 'tool_started') acts.set(each.id, { tool: each.tool, what: each.what, exit: null, ok: null });
    const act = each.kind === 'tool_ended' ? acts.get(each.id) : undefined;
    if (each.kind === 'tool_ended' && act !== undefined) acts.set(each.id, { ...act, exit: each.exit, ok: each.ok });
  }
  return [...acts.values()];
}
