// What a session did, as Drover saw it and not as the agent tells: the repository before and after, the commands with their exits, turns and usage.
import type { RunId } from '../domain/ids.ts';
import type { Ending } from '../domain/run/ending.ts';
import type { Session } from '../domain/session/session.ts';
import type { EffectPorts } from '../ports/effect.ts';
import { liveSessionAgent } from '../ports/live-agent.ts';
import { compareTrees, type TreeChange } from './compare-trees.ts';
import { ActList } from './list-acts.ts';
import { type FolderLook, lookAtFolder } from './look-at-folder.ts';

const sessionLookFile = (run: RunId): string => `runs/${run}/before.json`;

/** Before the agent starts; a second time it is left as it is. */
export async function lookBefore(ports: EffectPorts, { id, spec }: Session): Promise<void> {
  if (await ports.files.exists(sessionLookFile(spec.run))) return;
  const look = await lookAtFolder(ports, spec.repository, `session/${id}-start`);
  await ports.files.write(sessionLookFile(spec.run), JSON.stringify(look));
}

/** How its repository was at its start; null: it had none, or nobody looked. */
export async function readBefore({ files }: Pick<EffectPorts, 'files'>, { spec }: Session): Promise<FolderLook | null> {
  const bytes = await files.read(sessionLookFile(spec.run));
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as FolderLook | null);
}

/** After its end: `receipts/ROW.json`. Returns the paths that differ; null where that is not known. */
export async function writeReceipt(
  ports: EffectPorts,
  session: Session,
  ending: Ending,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const { spec, state, id } = session;
  const before = await readBefore(ports, session);
  const after = await lookAtFolder(ports, spec.repository, `session/${id}-end`);
  const acts = await listActs(ports, session, signal);
  const change = await changeOf(ports, before, after);
  const changed = change?.paths ?? compareNames(before, after, acts?.paths ?? [], spec.repository);
  const receipt = {
    ...{ schema_version: 1, session: id, name: spec.name, agent: spec.agent, repository: spec.repository },
    git: { start: gitOfSession(before), end: gitOfSession(after) },
    ...{ changed, lines: change === null ? null : { added: change.added, removed: change.removed }, ending },
    ...(state.kind === 'live' ? { turns: state.turns, usage: state.usage, last: state.last } : {}),
    ...(acts === null ? { commands: null, tools: null } : acts.told()),
  };
  await ports.files.write(`receipts/${id}.json`, `${JSON.stringify(receipt, null, 2)}\n`);
  return changed;
}

const gitOfSession = (look: FolderLook | null) => (look === null ? null : { head: look.head, tree: look.tree ?? null });

const changeOf = async (
  ports: EffectPorts,
  before: FolderLook | null,
  after: FolderLook | null,
): Promise<TreeChange | null> =>
  after?.hub && after.tree && before?.tree ? compareTrees(ports, after.hub, before.tree, after.tree) : null;

/** Where no tree was taken: what was changed before may have been changed again, and only the agent can have told of that. */
function compareNames(
  before: FolderLook | null,
  after: FolderLook | null,
  told: readonly string[],
  root: string,
): readonly string[] | null {
  if (before === null || after === null) return null;
  const own = told.map((path) => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path));
  const moved = [...after.dirty.filter((path) => !before.dirty.includes(path)), ...own];
  return [...new Set([...moved, ...before.dirty.filter((path) => !after.dirty.includes(path))])].sort();
}

/** From the journals of a protocol; null where the agent has none. */
async function listActs(ports: EffectPorts, session: Session, signal: AbortSignal): Promise<ActList | null> {
  const { agent, live } = liveSessionAgent(ports, session);
  if (agent.driver === 'pty') return null;
  const acts = new ActList();
  for await (const happening of agent.events(ports.keeper, live, signal)) acts.take(happening);
  return acts;
}
