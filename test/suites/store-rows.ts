// Rows for the tests of stores and queues.
import type { Evidence } from '../../src/domain/evidence/verdict.ts';
import {
  effectId,
  type HostId,
  type Instant,
  instant,
  runId,
  type TaskId,
  type ThingId,
  taskId,
} from '../../src/domain/ids.ts';
import type { Lease } from '../../src/domain/lease/lease.ts';
import { newRow } from '../../src/domain/new-row.ts';
import type { Answer, QuestionDraft } from '../../src/domain/question/question.ts';
import { messageId, sessionId } from '../../src/domain/session/ids.ts';
import type { Message } from '../../src/domain/session/message.ts';
import { newMessage } from '../../src/domain/session/new-message.ts';
import { newSession } from '../../src/domain/session/new-session.ts';
import type { Session, SessionSpec } from '../../src/domain/session/session.ts';
import type { Intent, Thing } from '../../src/domain/thing.ts';
import type { Log } from '../../src/ports/system.ts';

export const host = 'host-a' as HostId;
export const at: Instant = instant(1_800_000_000_000);
export const later = (ms: number): Instant => instant(at + ms);

export const silent: Log = { info: () => {}, warn: () => {}, bug: () => 'bug' };

export function aTask(number: number, given: Partial<Thing> = {}, workspace = 'shop'): Thing {
  const id = taskId(workspace, number);
  const spec = { priority: 0, settings: { workspace: { name: workspace } } };
  const fixed = {
    ...newRow(host, later(number)),
    id,
    kind: 'task',
    task: id,
  } as const;
  return { ...fixed, spec, state: { kind: 'new' }, ...given };
}

export const aRun = (number: number, parent: Thing, given: Partial<Thing> = {}): Thing => ({
  ...aTask(number),
  ...{ id: runId(number), kind: 'run', task: parent.task, parent: parent.id, key: `run-${number}` },
  ...given,
});

export const aCriterion = (label: string, parent: Thing): Thing => ({
  ...aTask(1),
  ...{ id: `${parent.id}/${label}` as ThingId, kind: 'criterion', task: parent.task, parent: parent.id, key: label },
});

export const anIntent = (thing: ThingId, number: number): Omit<Intent, 'result'> => ({
  ...{ id: effectId(thing, number), thing, number, name: 'make-copy', input: { number }, decidedAt: at },
  ...{ tries: 0, fence: 1 },
});

export const aDraft = (key: string): QuestionDraft => ({
  ...{ key, kind: 'proceed', text: 'Go on?', binding: 'b', shown: { a: 1 } },
  choices: [{ id: 'yes', label: 'yes', words: 'none' }],
});

export const anAnswer = (by: string): Answer => ({ choice: 'yes', words: null, by, channel: 'terminal', at: later(5) });

export const aLease = (task: TaskId, workspace = 'shop'): Omit<Lease, 'fence'> => ({
  ...{
    task,
    workspace,
    owner: { name: 'me', host, pid: 1, startedAt: 1 },
    tokenHash: 'aa',
    phase: 'develop',
    history: [],
  },
  ...{ branch: null, pushedToRemote: false, artifacts: {}, takenAt: at, expiresAt: later(7_200_000), releasedAt: null },
});

export const anEvidence = (number: number, hash: string): Evidence => ({
  ...{
    number,
    at,
    base: 'b',
    tree: 't',
    definitions: 'd',
    environment: 'e',
    criterion: null,
    attempt: null,
    previous: '',
    hash,
  },
  result: {
    ...{
      gate: 'test',
      verdict: 'passed',
      why: 'all pass',
      argv: ['npm', 'test'],
      source: 'base',
      exit: 0,
      signal: null,
    },
    ...{ durationMs: 1, counts: null, ids: null, findings: [], tail: '', outputHash: null },
  },
});

export function aSession(number: number, given: Partial<SessionSpec> = {}): Session {
  const spec: SessionSpec = {
    ...{ name: 'red-fox', key: 'red-fox', repository: '/repo', cwd: '/repo', agent: 'claude', driver: 'native' },
    ...{ description: '', context: null, permissions: 'ask', allow: [], deny: [], model: null, effort: null, args: [] },
    ...{ resume: null, fork: false, sandbox: false, maxRuntimeMs: null, inboxTtlMs: 1000, watchFile: null },
    ...{ onDone: null, meta: null, budget: null, columns: 80, rows: 24, run: runId(100 + number) },
    ...{ credential: `hash-${number}`, startedBy: 'person:Ada', spawnerPane: null },
    ...given,
  };
  return newSession(sessionId(number), spec, host, later(number));
}

export const aMessage = (number: number, session: Session): Message => {
  const spec = { text: `text ${number}`, submit: true, force: false, steer: false, keys: false, relayed: false };
  const id = messageId(number);
  return newMessage(
    id,
    session.id as Parameters<typeof newMessage>[1],
    { ...spec, by: 'person:Ada', expiresAt: later(1000) },
    host,
    later(number),
  );
};
