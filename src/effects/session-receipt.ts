// What a session did, as Drover saw it and not as the agent tells: the repository before and after, the commands with their exits, turns and usage.
import type { RunId } from '../domain/ids.ts';
import type { Ending } from '../domain/run/ending.ts';
import type { Session } from '../domain/session/session.ts';
import type { EffectPorts } from '../ports/effect.ts';
import { liveSessionAgent } from '../ports/live-agent.ts';

type Look = { readonly head: string | null; readonly dirty: readonly string[] };
type Act = { readonly tool: string; readonly what: string; readonly exit: number | null; readonly ok: boolean | null };

const beforeFile = (run: RunId): string => `runs/${run}/before.json`;
/** Further ones are counted, not listed. */
const mostActs = 1_000;

/** Before the agent starts; a second time it is left as it is. */
export async function lookBefore(ports: EffectPorts, { spec }: Session): Promise<void> {
  if (await ports.files.exists(beforeFile(spec.run))) return;
  await ports.files.write(beforeFile(spec.run), JSON.stringify(await look(ports, spec.repository)));
}

/** After its end: `receipts/ROW.json`. Returns the paths that differ; null where that is not known. */
export async function writeReceipt(
  ports: EffectPorts,
  session: Session,
  ending: Ending,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const { spec, state } = session;
  const bytes = await ports.files.read(beforeFile(spec.run));
  const before = bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as Look | null);
  const after = await look(ports, spec.repository);
  const told = await listActs(ports, session, signal);
  const changed = compare(before, after, told?.paths ?? [], spec.repository);
  const receipt = {
    ...{ schema_version: 1, session: session.id, name: spec.name, agent: spec.agent, repository: spec.repository },
    ...{ git: { start: before?.head ?? null, end: after?.head ?? null }, changed, ending },
    ...(state.kind === 'live' ? { turns: state.turns, usage: state.usage, last: state.last } : {}),
    commands: told?.acts.slice(0, mostActs) ?? null,
    tools: told?.acts.length ?? null,
  };
  await ports.files.write(`receipts/${session.id}.json`, `${JSON.stringify(receipt, null, 2)}\n`);
  return changed;
}

/** Null: no repository, or one that cannot be read. */
async function look({ git }: EffectPorts, folder: string): Promise<Look | null> {
  const state = await git.inspect(folder);
  return state.ok ? { head: state.value.head, dirty: state.value.dirty } : null;
}

/** What was changed before may have been changed again: only the agent can have told of that. */
function compare(
  before: Look | null,
  after: Look | null,
  told: readonly string[],
  root: string,
): readonly string[] | null {
  if (before === null || after === null) return null;
  const own = told.map((path) => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path));
  const moved = [...after.dirty.filter((path) => !before.dirty.includes(path)), ...own];
  return [...new Set([...moved, ...before.dirty.filter((path) => !after.dirty.includes(path))])].sort();
}

/** From the journals of a protocol; null where the agent has none. */
async function listActs(ports: EffectPorts, session: Session, signal: AbortSignal) {
  const { agent, live } = liveSessionAgent(ports, session);
  if (agent.driver === 'pty') return null;
  const acts = new Map<string, Act>();
  const paths: string[] = [];
  for await (const happening of agent.events(ports.keeper, live, signal)) {
    if (happening.kind === 'tool_started')
      acts.set(happening.id, { tool: happening.tool, what: happening.what, exit: null, ok: null });
    if (happening.kind !== 'tool_ended') continue;
    const act = acts.get(happening.id);
    if (act !== undefined) acts.set(happening.id, { ...act, exit: happening.exit, ok: happening.ok });
    if (happening.ok) paths.push(...happening.paths);
  }
  return { acts: [...acts.values()], paths };
}
