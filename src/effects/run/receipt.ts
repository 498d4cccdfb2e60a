// What a turn of a task's agent did, as Drover saw it: its copy before and after, the commands with their exits, the outcome and what it used.

import { pathBelow } from '../../domain/place/within.ts';
import type { Ending } from '../../domain/run/ending.ts';
import { configFile, type Once, type Wrote } from '../../domain/run/once.ts';
import type { AgentPurpose, Run } from '../../domain/run/run.ts';
import { type AgentEvent, isIdle, type Turn } from '../../domain/run/turn.ts';
import type { Session } from '../../domain/session/session.ts';

import { beforeAt, type CopyLook } from '../../ports/edits.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { Files } from '../../ports/files.ts';
import type { Hub } from '../../ports/git.ts';
import { liveSessionAgent } from '../../ports/live-agent.ts';
import { leftOut } from '../provision.ts';
import { compareTrees, type TreeChange } from '../tree.ts';

/** A look before the agent starts; a second time it is left as it is. */
async function keepLook(files: Files, file: string, look: () => Promise<unknown>): Promise<void> {
  if (!(await files.exists(file))) await files.write(file, JSON.stringify(await look()));
}

/** Null: nobody looked, or there was nothing to see. */
async function readLook<Seen>(files: Pick<Files, 'read'>, file: string): Promise<Seen | null> {
  const bytes = await files.read(file);
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as Seen | null);
}

export const lookBeforeTurn = (ports: EffectPorts, run: Run, purpose: AgentPurpose): Promise<void> =>
  keepLook(ports.files, beforeAt(run.id), () => lookAtTurn(ports, run, purpose, 'start'));

/** `receipts/RUN.json`. Returns the paths that differ; null where that is not known. */
export async function writeTurnReceipt(
  ports: EffectPorts,
  run: Run,
  purpose: AgentPurpose,
  turn: Turn,
  events: readonly AgentEvent[],
  ending: Ending,
): Promise<readonly string[] | null> {
  const before = await readLook<CopyLook>(ports.files, beforeAt(run.id));
  const after = await lookAtTurn(ports, run, purpose, 'end');
  const change =
    before === null || after === null ? null : await compareTrees(ports, purpose.hub, before.tree, after.tree);
  const acts = new ActList();
  for (const each of events) acts.take(each);
  const told = acts.told();
  const receipt = {
    schema_version: 1,
    run: run.id,
    task: run.task,
    agent: purpose.agent,
    role: purpose.role,
    git: { start: before, end: after },
    changed: change?.paths ?? null,
    lines: change === null ? null : { added: change.added, removed: change.removed },
    ending,
    outcome: turn.outcome.kind,
    idle: isIdle(turn.outcome, told.tools, change?.paths ?? null),
    usage: turn.usage,
    conversation: turn.conversation,
    ...told,
  };
  await ports.files.write(`receipts/${run.id}.json`, `${JSON.stringify(receipt, null, 2)}\n`);
  return change?.paths ?? null;
}

/** Null: it cannot be read. */
async function lookAtTurn(
  ports: EffectPorts,
  run: Run,
  { hub, copy }: AgentPurpose,
  when: 'start' | 'end',
): Promise<CopyLook | null> {
  const { git, store } = ports;
  const root = await store.read((reads) => reads.root(run.task));
  const base = root?.state.known.place.base?.tree;
  if (base === undefined) return null;
  const label = `${run.task}/receipt-${run.id}-${when}`;
  const taken = await git.snapshot(hub, copy, base, label, await leftOut(ports, run.task));
  return taken.ok ? { head: taken.value.head, tree: taken.value.tree } : null;
}

// What a run by itself did, as Drover saw it: its repository before and after, the commands with their exits, the outcome and what it used.

const onceLookFile = (run: Run): string => `runs/${run.id}/look.json`;

export const lookBeforeOnce = (ports: EffectPorts, run: Run, once: Once): Promise<void> =>
  keepLook(ports.files, onceLookFile(run), () => lookAtOnce(ports, run, once, 'start'));

type Told = {
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
  const before = await readLook<FolderLook>(ports.files, onceLookFile(run));
  const change = await changeOf(ports, before, after);
  const told = change?.paths ?? (once.mode === 'analysis' && before !== null ? (wrote?.paths ?? []) : null);
  const root = (await findRepository(ports.files, once.cwd)) ?? once.cwd;
  const changed = await withGit(ports, root, told, [before, after]);
  const { tools } = acts.told();
  const receipt = {
    schema_version: 1,
    run: run.id,
    name: once.name,
    agent: once.agent,
    mode: once.mode,
    folder: once.cwd,
    git: { start: gitOf(before), end: gitOf(after) },
    changed,
    lines: change === null ? null : { added: change.added, removed: change.removed },
    ending,
    outcome: turn.outcome.kind,
    idle: isIdle(turn.outcome, tools, changed),
    usage: turn.usage,
    conversation: turn.conversation,
    ...acts.told(),
  };
  await ports.files.write(`receipts/${run.id}.json`, `${JSON.stringify(receipt, null, 2)}\n`);
  return changed;
}

/** In passing: its answer is waited for. One that only reads changes no tree. */
async function lookAtOnce(ports: EffectPorts, run: Run, { cwd, mode }: Once, when: 'start' | 'end') {
  const root = await findRepository(ports.files, cwd);
  if (root === null) return null;
  const head = await readHead(ports.files, root);
  if (mode === 'analysis') return { head, dirty: [], hub: null, tree: null, config: null };
  const label = `once/${run.id}-${when}`;
  return head === null ? lookAtFolder(ports, root, label) : lookAtTree(ports, root, label, head);
}

// What a session did, as Drover saw it and not as the agent tells: the repository before and after, the commands with their exits, turns and usage.

export const lookBefore = (ports: EffectPorts, { id, spec }: Session): Promise<void> =>
  keepLook(ports.files, beforeAt(spec.run), () => lookAtFolder(ports, spec.repository, `session/${id}-start`));

/** How its repository was at its start; null: it had none, or nobody looked. */
export const readBefore = ({ files }: Pick<EffectPorts, 'files'>, { spec }: Session): Promise<FolderLook | null> =>
  readLook(files, beforeAt(spec.run));

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
  const paths = change?.paths ?? compareNames(before, after, acts?.paths ?? [], spec.repository);
  const changed = await withGit(ports, spec.repository, paths, [before, after]);
  const receipt = {
    schema_version: 1,
    session: id,
    name: spec.name,
    agent: spec.agent,
    repository: spec.repository,
    git: { start: gitOf(before), end: gitOf(after) },
    changed,
    lines: change === null ? null : { added: change.added, removed: change.removed },
    ending,
    ...(state.kind === 'live' ? { turns: state.turns, usage: state.usage, last: state.last } : {}),
    ...(acts === null ? { commands: null, tools: null } : acts.told()),
  };
  await ports.files.write(`receipts/${id}.json`, `${JSON.stringify(receipt, null, 2)}\n`);
  return changed;
}

const gitOf = (look: FolderLook | null) => (look === null ? null : { head: look.head, tree: look.tree ?? null });

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
  const own = told.map((path) => pathBelow(path, root) || path);
  const moved = [...after.dirty.filter((path) => !before.dirty.includes(path)), ...own];
  return [...new Set([...moved, ...before.dirty.filter((path) => !after.dirty.includes(path))])].sort();
}

/** From the journals of a protocol; null where the agent has none. */
async function listActs(ports: EffectPorts, session: Session, signal: AbortSignal): Promise<ActList | null> {
  const { agent, live } = liveSessionAgent(ports, session);
  if (agent.driver === 'pty') return null;
  const acts = new ActList();
  for await (const event of agent.events(ports.keeper, live, signal)) acts.take(event);
  return acts;
}

// What an agent did with its tools, as a receipt lists it.

type Act = {
  readonly tool: string;
  readonly what: string;
  readonly exit: number | null;
  readonly ok: boolean | null;
};

/** Further ones are counted, not listed. */
const mostActs = 1_000;

/** Taken in one by one: the events themselves need not be kept. */
export class ActList {
  readonly #acts = new Map<string, Act>();
  readonly #paths: string[] = [];

  take(event: AgentEvent): void {
    if (event.kind === 'tool_started')
      this.#acts.set(event.id, { tool: event.tool, what: event.what, exit: null, ok: null });
    if (event.kind !== 'tool_ended') return;
    const act = this.#acts.get(event.id);
    if (act !== undefined) this.#acts.set(event.id, { ...act, exit: event.exit, ok: event.ok });
    if (event.ok) this.#paths.push(...event.paths);
  }

  /** Those it says it changed. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  told(): { readonly commands: readonly Act[]; readonly tools: number } {
    return { commands: [...this.#acts.values()].slice(0, mostActs), tools: this.#acts.size };
  }
}

// A person's repository as it stands, put on record beside it: its commit, and all of its work tree as far as git knows it.

/** `hub` and `tree` null: it has no commit yet, or there is too much in it to be looked at in passing. */
type FolderLook = {
  readonly head: string | null;
  readonly dirty: readonly string[];
  readonly hub: Hub | null;
  readonly tree: string | null;
  /** Hash of the repository's own configuration: our git and the person's go by it. Null: not told. */
  readonly config: string | null;
  /** In its repository, out of it; absent: not told. */
  readonly links?: readonly string[];
};

type Ports = Pick<EffectPorts, 'git' | 'clock' | 'sha256' | 'files'>;

const patienceMs = 5_000;
const mostDirty = 500;

/** The paths that differ, with what git goes by or writes through and is not what it was; new links are taken away. */
async function withGit(
  { git }: Pick<EffectPorts, 'git'>,
  root: string,
  paths: readonly string[] | null,
  [before, after]: readonly [FolderLook | null, FolderLook | null],
): Promise<readonly string[] | null> {
  if (before === null || after === null) return paths;
  const links = before.links === undefined ? [] : (after.links ?? []).filter((one) => !before.links?.includes(one));
  if (links.length > 0) await git.dropLinks(root, links);
  const config = before.config != null && before.config !== after.config ? [configFile] : [];
  const more = [...config, ...links.map((name) => `.git/${name}`)];
  return more.length === 0 ? paths : [...(paths ?? []), ...more].sort();
}

/** Null: no repository, or one that cannot be read. */
export async function lookAtFolder(ports: Ports, root: string, label: string): Promise<FolderLook | null> {
  const state = await ports.git.inspect(root);
  if (!state.ok) return null;
  const { head, dirty } = state.value;
  return { ...(await lookAtTree(ports, root, label, dirty.length > mostDirty ? null : head)), head, dirty };
}

/** The same without a word about what is uncommitted: a few programs less, where somebody waits. */
async function lookAtTree(ports: Ports, root: string, label: string, head: string | null): Promise<FolderLook> {
  const [taken, config, links] = await Promise.all([
    head === null ? null : inTime(ports, takeTree(ports, root, label)),
    ports.files.hash(`${root}/${configFile}`),
    ports.git.linksOut(root),
  ]);
  return { head, dirty: [], hub: taken?.hub ?? null, tree: taken?.tree ?? null, config, links };
}

async function takeTree({ git, sha256 }: Ports, root: string, label: string) {
  const taken = await git.recordCheckout(`once-${sha256(root).slice(0, 16)}`, root, label);
  return taken.ok ? { hub: taken.value.hub, tree: taken.value.tree } : null;
}

async function inTime<Taken>({ clock }: Ports, taking: Promise<Taken>): Promise<Taken | null> {
  const enough = new AbortController();
  const late = clock.wait(patienceMs, enough.signal).then(
    () => null,
    () => null,
  );
  try {
    return await Promise.race([taking.catch(() => null), late]);
  } finally {
    enough.abort();
  }
}

// The repository a folder belongs to, seen from its files alone: no program is started for it.

/** The top folder of its work tree. */
export async function findRepository(files: Pick<Files, 'there' | 'tail'>, folder: string): Promise<string | null> {
  for (let at = folder; at.length > 1; at = at.slice(0, Math.max(1, at.lastIndexOf('/')))) {
    if (await files.there(`${at}/.git/HEAD`)) return at;
    const link = await files.tail(`${at}/.git`, 4096).catch(() => null);
    if (/^gitdir: \/.+$/m.test(link ?? '')) return at;
  }
  return null;
}

// The commit a repository stands at, from its files alone: no program is started for it.

/** Null: none yet, or it cannot be told this way (a linked work tree). */
async function readHead(files: Pick<Files, 'tail'>, root: string): Promise<string | null> {
  const look = (path: string) => files.tail(`${root}/.git/${path}`, 1024 * 1024).catch(() => null);
  const said = (await look('HEAD'))?.trim() ?? '';
  if (!said.startsWith('ref: ')) return hash(said);
  const name = said.slice('ref: '.length);
  const loose = hash((await look(name))?.trim() ?? '');
  if (loose !== null) return loose;
  const packed = (await look('packed-refs'))?.split('\n').find((line) => line.endsWith(` ${name}`));
  return hash(packed?.split(' ')[0] ?? '');
}

const hash = (text: string): string | null => (/^[0-9a-f]{40,64}$/.test(text) ? text : null);
