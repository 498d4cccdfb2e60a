// Gives an agent its answer. What is allowed from now on is on record before; questions that are answered with it are closed after.
import { type AnyThing, ofKind } from '../../domain/any-thing.ts';
import { type Instant, runId } from '../../domain/ids.ts';
import type { Ending } from '../../domain/run/ending.ts';
import { usageBefore } from '../../domain/run/usage.ts';
import type { Ask } from '../../domain/session/ask.ts';
import type { Driven } from '../../domain/session/driven.ts';
import { messageId, type SessionId, sessionId } from '../../domain/session/ids.ts';
import { isAskedIn } from '../../domain/session/permission-question.ts';
import { mayHaveHeir } from '../../domain/session/resume.ts';
import type { Heir, Session } from '../../domain/session/session.ts';
import type { EffectFunction, EffectPorts } from '../../ports/effect.ts';
import {
  agentOfSession,
  type LiveAgent,
  liveRunAgent,
  liveSessionAgent,
  repositoryOf,
} from '../../ports/live-agent.ts';
import { takeState } from '../run/own-state.ts';
import { lookAtFolder, readBefore, writeReceipt } from '../run/receipt.ts';

export const answerAgent: EffectFunction<'answer-agent'> = async (ports, input, { thing, now }) => {
  const found = await agentOf(ports, thing);
  const { remember, asked } = input;
  const repository = remember === null ? null : whereItHolds(thing, remember.scope);
  if (remember !== null && repository !== null)
    await ports.store.transact((tx) => tx.allow({ repository, pattern: remember.pattern, by: input.by, at: now }));
  const how =
    found === null
      ? 'gone'
      : await found.agent.answer(ports.keeper, found.live, asked, input.choice, input.note ?? null);
  await closeAnswered(ports, thing, asked, now);
  return { kind: 'done', output: { how } };
};

async function agentOf(ports: EffectPorts, thing: AnyThing): Promise<LiveAgent | null> {
  if (thing.kind === 'session') return liveSessionAgent(ports, thing);
  const run = ofKind(thing, 'run');
  const { purpose } = run.spec;
  if (purpose.kind !== 'agent') return liveRunAgent(ports, run, usageBefore([], '', null));
  const runs = await ports.store.read((reads) => reads.things({ kind: 'run', task: run.task }));
  return liveRunAgent(ports, run, usageBefore(runs, purpose.agent, purpose.resume));
}

/** A session keeps its own; a task's later runs find theirs under the task. */
const whereItHolds = (thing: AnyThing, scope: 'session' | 'always'): string | null =>
  scope === 'session' ? (thing.kind === 'session' ? null : `task:${thing.task}`) : repositoryOf(thing);

/** A question all of whose asks are out of the way wants no answer any more. */
async function closeAnswered({ store }: EffectPorts, { id }: AnyThing, asked: string, now: Instant): Promise<void> {
  await store.transact(async (tx) => {
    const view = await tx.view(id);
    if (view === null) return;
    const left = asksOf(view.thing).filter((ask) => ask.asked.id !== asked);
    for (const question of view.questions)
      if (
        question.state.kind === 'open' &&
        question.kind === 'permission' &&
        !left.some((ask) => isAskedIn(question, ask))
      )
        await tx.closeQuestion(question.id, 'it was answered already', now);
  });
}

function asksOf(thing: AnyThing): readonly Ask[] {
  if (thing.kind === 'session') return (thing.state as { readonly driven?: Driven }).driven?.asks ?? [];
  const { state } = ofKind(thing, 'run');
  return state.kind === 'running' ? (state.asks?.asks ?? []) : [];
}

// Ends the turn under way; the agent stays where it can.

export const interruptAgent: EffectFunction<'interrupt-agent'> = async (ports, _input, { thing }) => {
  const found = await agentOf(ports, thing);
  if (found !== null) await found.agent.interrupt(ports.keeper, found.live);
  return { kind: 'done', output: {} };
};

// Asks an agent to leave in its own way, or has the keeper end it; the ending comes as a notice.

export const endSession: EffectFunction<'end-session'> = async (ports, { now }, { thing }) => {
  const { agent, live } = liveSessionAgent(ports, ofKind(thing, 'session'));
  if (now) await ports.keeper.end(live.runId, 'cancelled');
  else await agent.end(ports.keeper, live);
  return { kind: 'done', output: {} };
};

// How a session ended, and what it did: its receipt is written; null while it goes on.

export const readSession: EffectFunction<'read-session'> = async (ports, _input, { thing, signal }) => {
  const session = ofKind(thing, 'session');
  const kept = await ports.keeper.find(session.spec.run);
  if (kept !== null && kept.ending === null) return { kind: 'done', output: null };
  const ending: Ending = kept?.ending ?? { kind: 'lost' };
  const changed = await writeReceipt(ports, session, ending, signal);
  if (session.spec.sandbox) await ports.doors.shut(session.id as SessionId);
  const { state } = session;
  const own = await takeState(ports, session.spec.run, state.kind === 'requested' ? null : state.conversation);
  const isLost = ending.kind === 'lost' || ending.kind === 'cancelled';
  const heir = isLost && mayHaveHeir(session) ? await prepareHeir(ports, session) : null;
  return { kind: 'done', output: { ending, changed, ...(own && { own }), ...(heir && { heir }) } };
};

/** Numbers that nobody else has, and a secret that only its folder knows. null: its agent cannot go on with a conversation. */
async function prepareHeir(ports: EffectPorts, session: Session): Promise<Heir | null> {
  if (!agentOfSession(ports, session).capabilities.resume) return null;
  const { store, files, ids, sha256 } = ports;
  const [number, run, message] = await store.transact(
    async (tx) => [await tx.next('session'), await tx.next('run'), await tx.next('message')] as const,
  );
  const secret = ids.secret();
  await files.write(`runs/${runId(run)}/credential`, secret);
  return { session: sessionId(number), run: runId(run), message: messageId(message), credential: sha256(secret) };
}

// A completion as a file that others may wait for, whole or not at all: `done/NAME-TURN.json` under the session's row.

export const markDone: EffectFunction<'mark-done'> = async ({ files }, { completion }, { thing }) => {
  const { spec } = ofKind(thing, 'session');
  const { turn, message, at, outcome, tools } = completion;
  const told = { schema_version: 1, session: thing.id, name: spec.name, turn, message, at, outcome, tools };
  await files.write(`done/${thing.id}-${turn ?? 'end'}.json`, `${JSON.stringify(told)}\n`);
  return { kind: 'done', output: {} };
};

// A turn without a tool: did it change anything all the same? Seen from the repository's tree, against the last look at it.

/** After which turn the tree was this one; `idle`: what came of that look. */
type Seen = { readonly turn: number; readonly tree: string | null; readonly idle: boolean | null };

export const judgeTurn: EffectFunction<'judge-turn'> = async (ports, { turn }, { thing }) => {
  const session = ofKind(thing, 'session');
  const before = await lastLook(ports, session);
  if (before?.turn === turn) return { kind: 'done', output: { idle: before.idle } };
  const look = await lookAtFolder(ports, session.spec.repository, `session/${session.id}-${turn}`);
  // Without a repository its tools are all that can tell.
  const idle = look === null ? true : judge(before, look.tree, turn);
  await ports.files.write(fileOf(session), JSON.stringify({ turn, tree: look?.tree ?? null, idle } satisfies Seen));
  return { kind: 'done', output: { idle } };
};

/** What differs may be of an earlier turn that was not looked at. */
function judge(before: Seen | null, tree: string | null, turn: number): boolean | null {
  if (before === null || before.tree === null || tree === null) return null;
  if (before.tree === tree) return true;
  return before.turn === turn - 1 ? false : null;
}

const fileOf = ({ spec }: Session): string => `runs/${spec.run}/seen.json`;

async function lastLook(ports: EffectPorts, session: Session): Promise<Seen | null> {
  const bytes = await ports.files.read(fileOf(session));
  if (bytes !== null) return JSON.parse(new TextDecoder().decode(bytes)) as Seen;
  const start = await readBefore(ports, session);
  return start === null ? null : { turn: 0, tree: start.tree ?? null, idle: null };
}
