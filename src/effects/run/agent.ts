// A turn of a task's agent in its copy: started as it was chosen, and read with all that it did.

import { pathInCopy } from '../../domain/edit/path-in-copy.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Instant, RunId } from '../../domain/ids.ts';
import { noticesOf } from '../../domain/notice.ts';
import { submodulesNote } from '../../domain/place/checkout.ts';
import type { Root } from '../../domain/root.ts';
import { foldTurn } from '../../domain/run/fold-turn.ts';
import type { AgentPurpose, Run, RunResult } from '../../domain/run/run.ts';
import type { AgentEvent } from '../../domain/run/turn.ts';
import { type SeenEdit, untestedEdits } from '../../domain/run/untested-edits.ts';
import { usageBefore } from '../../domain/run/usage.ts';
import { placeServers } from '../../domain/task/settings/mcp.ts';
import type { AgentSettings, RoleSettings } from '../../domain/task/settings/settings.ts';
import type { AgentSpec, Capabilities } from '../../ports/agent.ts';
import { askedAt, type EditFolder, toldAt, waitsFor } from '../../ports/edits.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import { inPieces } from '../../ports/in-pieces.ts';
import { liveRunAgent } from '../../ports/live-agent.ts';
import { mustHaveCopy } from '../copy.ts';
import { chooseAgent, keepLaunch } from './choose-agent.ts';
import { endEdits } from './edit.ts';
import { readGuides } from './guides.ts';
import type { EndedRun, RunKind } from './kind.ts';
import { launchTurn, makePlaces } from './launch-agent.ts';
import { environmentOf } from './program.ts';
import { readInstructions, writePrompt } from './prompt.ts';
import { lookBeforeTurn, writeTurnReceipt } from './receipt.ts';
import { keepWords, wordsId } from './say.ts';

export const agentRun: RunKind<AgentPurpose> = {
  start: async (ports, run, purpose, now) => {
    const there = await mustHaveCopy(ports, purpose, run.task);
    if (!there.ok) return there;
    const root = await ports.store.read((reads) => reads.root(run.task));
    const settings: AgentSettings | undefined = root?.spec.settings.agent[purpose.agent];
    const role = root?.spec.settings.role?.[purpose.role];
    const servers = placeServers(root?.spec.settings.mcp ?? [], (path) => ports.config.expand(path));
    const chosen = chooseAgent(ports.agents, purpose, settings, role, servers);
    if (chosen === null)
      return fail(
        'ENGINE_ERROR',
        `there is no agent named ${purpose.agent}; known: ${ports.agents.names().join(', ')}`,
      );
    if (!chosen.heeds)
      return fail(
        'UNSUPPORTED',
        `${purpose.agent} asks nobody, so what agents.${purpose.agent}.deny names cannot be kept from it`,
      );
    const { agent, hired } = chosen;
    const { resume, fork } = conversationFor(purpose, agent.capabilities);
    const sandbox = await ports.sandboxes.choose(run.spec.sandbox);
    if (!sandbox.ok) return sandbox;
    await keepLaunch(ports.files, run.id, hired);
    await lookBeforeTurn(ports, run, purpose);
    const runs = await ports.store.read((reads) => reads.things({ kind: 'run', task: run.task }));
    // A conversation is told this once, at its beginning.
    const standing =
      resume === null
        ? [
            ...(await readInstructions(ports, root, agent)),
            ...(purpose.techStack === undefined ? [] : await readGuides(ports, root, purpose.techStack)),
            ...submodulesRule(root),
            ...(role?.prompt === undefined ? [] : [role.prompt]),
          ]
        : [];
    const prompt = await writePrompt(ports, run, purpose, standing, resume === null);
    if (!prompt.ok) return prompt;
    const { copy, hub, mode } = purpose;
    const launched = await launchTurn(ports, run, agent, {
      cwd: copy,
      mode,
      resume,
      fork,
      permissions: hired.permissions,
      sandbox: sandbox.value,
      owner: run.task,
      model: hired.model ?? null,
      effort: hired.effort ?? null,
      mcp: hired.mcp ?? [],
      turns: settings?.turns ?? 200,
      stallMs: settings?.stallMs ?? null,
      env: await environmentOf(ports, run.task),
      passEnv: settings?.passEnv ?? [],
      places: await makePlaces(ports, run, run.task, prompt.value),
      edits: await makeEditFolder(ports, run, purpose, agent.capabilities),
      usageBefore: usageBefore(runs, purpose.agent, resume),
      writable: [copy],
      readable: [...(await ports.git.lentTo(hub, copy)), ...attachmentsOf(root)],
      ...networkOf(settings, role),
    });
    return launched.ok ? ok({ startedAt: now, hired }) : launched;
  },
  read: readTurn,
  writes: ({ copy }) => copy,
};

const submodulesRule = (root: Root | null): readonly string[] =>
  root?.kind === 'task' && root.state.known.place.notes.includes(submodulesNote)
    ? ['What you write into the folder of a submodule is no part of the change: it stays at its commit.']
    : [];

/** null: its edits are not told by it. */
async function makeEditFolder(
  { files }: EffectPorts,
  { id }: Run,
  { edits, mode }: AgentPurpose,
  can: Pick<Capabilities, 'edits'>,
): Promise<EditFolder | null> {
  if (edits === undefined || mode !== 'write' || can.edits !== true) return null;
  for (const path of [askedAt(id), toldAt(id)]) await files.makeFolder(path);
  return { folder: files.path('runs', id, 'edits'), ...waitsFor(edits.deadlineMs) };
}

/** A conversation that went on elsewhere is never gone on with in itself. */
export const conversationFor = (
  { resume, fork }: Pick<AgentPurpose, 'resume' | 'fork'>,
  can: Pick<Capabilities, 'fork'>,
): Pick<AgentSpec, 'resume' | 'fork'> =>
  fork === undefined || can.fork ? { resume, fork: fork === true && resume !== null } : { resume: null, fork: false };

/** What came with the task may be read. */
const attachmentsOf = (root: Root | null): readonly string[] =>
  ((root?.kind === 'task' ? root.spec.attachments : undefined) ?? []).map(({ path }) => path);

/** As frozen with the task; a role's word counts before the agent's. */
function networkOf(settings: AgentSettings | undefined, role: RoleSettings | undefined) {
  const network = role?.network ?? settings?.network;
  return { ...(network && { network }), ...(settings?.hosts && { hosts: settings.hosts }) };
}

async function readTurn(
  ports: EffectPorts,
  run: Run,
  purpose: AgentPurpose,
  { ending, now, signal }: EndedRun,
): Promise<Result<RunResult>> {
  const { tested, red } = await editsOf(ports, run, purpose, { now, signal });
  const runs = await ports.store.read((reads) => reads.things({ kind: 'run', task: run.task }));
  const before = usageBefore(runs, purpose.agent, purpose.resume);
  const found = liveRunAgent(ports, run, before);
  if (found === null) {
    const { failure } = fail('ENGINE_ERROR', `there is no agent named ${purpose.agent}`);
    return ok({ kind: 'refused', failure });
  }
  const { events, seen } = await readEvents(ports, run, found, signal);
  await keepUntaken(ports, run, events, now);
  const folded = foldTurn(events);
  const { conversation, usage } = folded;
  if (conversation !== null) {
    const sum = (name: 'inputTokens' | 'cachedTokens' | 'outputTokens') => before[name] + usage[name];
    await ports.store.transact((tx) =>
      tx.putConversation({
        task: run.task,
        agent: purpose.agent,
        id: conversation,
        inputTokens: sum('inputTokens'),
        cachedTokens: sum('cachedTokens'),
        outputTokens: sum('outputTokens'),
        usedAt: now,
      }),
    );
  }
  const changed = await writeTurnReceipt(ports, run, purpose, folded, events, ending);
  const last = { after: events.length, paths: await unseen(ports, purpose, changed ?? [], { tested, seen }) };
  const untested = lookAtEdits(ports, purpose, events, { tested, seen: [...seen, last] });
  const turn = { ...folded, ...untested, ...(red.length > 0 && { red }) };
  return ok({ kind: 'turn', turn, ...(changed !== null && { changed }) });
}

/** What it did, and where between it was seen that it had edited something. */
async function readEvents(
  { store, keeper }: EffectPorts,
  { id }: Run,
  { agent, live }: NonNullable<ReturnType<typeof liveRunAgent>>,
  signal: AbortSignal,
): Promise<{ readonly events: readonly AgentEvent[]; readonly seen: readonly SeenEdit[] }> {
  const view = await store.read((reads) => reads.view(id));
  const looks = noticesOf(view?.notices ?? [], 'edited').flatMap(({ body: { seen, paths } }) =>
    seen === undefined ? [] : [{ seen, paths }],
  );
  const output = inPieces(
    keeper,
    looks.map((look) => look.seen),
  );
  const events: AgentEvent[] = [];
  const seen: SeenEdit[] = [];
  const passed = (bytes: number) => {
    for (const { paths } of looks.slice(seen.length).filter((look) => look.seen < bytes))
      seen.push({ after: events.length, paths });
  };
  for await (const event of agent.events(output.keeper, live, signal)) {
    passed(output.read());
    if (counts(event)) events.push(event);
  }
  passed(Number.POSITIVE_INFINITY);
  return { events, seen };
}

const editsOf = async (ports: EffectPorts, run: Run, { edits }: AgentPurpose, at: Pick<EndedRun, 'now' | 'signal'>) =>
  edits === undefined ? { tested: [], red: [] } : await endEdits(ports, run, at);

type Known = { readonly tested: readonly string[]; readonly seen: readonly SeenEdit[] };

/** Of what its turn changed, what no look has found; what tests of ours left there for the first time is theirs. */
async function unseen(
  { git }: EffectPorts,
  { hub, edits }: AgentPurpose,
  changed: readonly string[],
  { tested, seen }: Known,
): Promise<readonly string[]> {
  const found = new Set(seen.flatMap(({ paths }) => paths));
  const left = changed.filter((path) => !found.has(path));
  if (edits === undefined || tested.length === 0 || left.length === 0) return left;
  const known = new Set(await git.tree(hub, edits.tree).paths());
  return left.filter((path) => known.has(path));
}

function lookAtEdits(
  { gates }: EffectPorts,
  { mode, tests, copy }: AgentPurpose,
  events: readonly AgentEvent[],
  ours: Known,
) {
  if (mode !== 'write' || tests === undefined) return {};
  const within = (path: string) => pathInCopy(copy, path) ?? path;
  const untested = untestedEdits(events, (what) => gates.runsTests(what, tests), { ...ours, within });
  return untested.length === 0 ? {} : { untested };
}

/** Words that came when the turn was as good as over were given, and never taken in. */
async function keepUntaken({ store, queue }: EffectPorts, run: Run, events: readonly AgentEvent[], now: Instant) {
  const said = run.state.kind === 'running' ? (run.state.said ?? 0) : 0;
  if (said === 0) return;
  const taken = new Set(events.flatMap((each) => (each.kind === 'turn_started' ? [each.message] : [])));
  await store.transact(async (tx) => {
    const words = noticesOf((await tx.view(run.id))?.notices ?? [], 'say').filter(
      ({ seq }) => seq <= said && !taken.has(wordsId(run.id as RunId, seq)),
    );
    await keepWords(tx, queue, run, words, now);
  });
}

const counts = (event: AgentEvent): boolean =>
  event.kind !== 'text' && event.kind !== 'thought' && event.kind !== 'unknown';
