// What the credential of a session shows: each command is asked by an agent for what is another's, and then for its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench, person } from '../../test/fakes/commands/open-bench.ts';
import { aSessionSpec } from '../../test/fakes/sessions/open-sessions.ts';
import { type CommandName, schemas } from '../contract/commands.ts';
import type { Reply } from '../contract/protocol.ts';
import type { ErrorCode } from '../domain/error.ts';
import { type HostId, runId, type TaskId } from '../domain/ids.ts';
import type { QuestionDraft } from '../domain/question/question.ts';
import { messageId, sessionId } from '../domain/session/ids.ts';
import { newMessage } from '../domain/session/new-message.ts';
import { newSession } from '../domain/session/new-session.ts';
import type { Session, SessionSpec } from '../domain/session/session.ts';
import type { Reads, Store } from '../ports/store.ts';
import type { Asker, CommandPorts } from './ports.ts';
import { inSight } from './shared/sight.ts';

let bench: Bench;
let child: Session;
/** Of the other: a run and a chain; of the child: what it made. */
const made = { run: '', chain: '', ownRun: '', ownTask: '', question: '', ownQuestion: '' };

const here = () => ({ cwd: bench.checkout });
const asker = (session: Session): Asker => ({
  kind: 'agent',
  why: `it is the agent of ${session.spec.name}`,
  run: session.spec.run,
  session,
});

/** The reply, and all that was told before it. */
async function ask(command: CommandName, input: object, who: Asker = asker(child)) {
  const peer = { person: who, pid: null, cwd: bench.checkout, env: null, channel: 'mcp' } as const;
  const answer = bench.dispatch({ command, input }, peer);
  if (answer instanceof Promise) return { reply: await answer, told: [] as unknown[] };
  const told: unknown[] = [];
  for (let next = await answer.next(); ; next = await answer.next()) {
    if (next.done === true) return { reply: next.value as Reply, told };
    told.push(next.value);
  }
}

async function must(command: CommandName, input: object, who?: Asker): Promise<Record<string, unknown>> {
  const { reply } = await ask(command, input, who);
  if (!reply.ok) throw new Error(`${command}: ${reply.error_code} ${reply.error}`);
  return reply.data as Record<string, unknown>;
}

async function aSession(number: number, given: Partial<SessionSpec>): Promise<Session> {
  const name = given.name ?? '';
  const spec = aSessionSpec(runId(900 + number), { key: name, repository: bench.checkout, ...given });
  const session = newSession(sessionId(900 + number), spec, 'here' as HostId, bench.clock.now());
  await bench.store.transact(async (tx) => {
    await tx.insert(session);
    await tx.say(session.id, session.task, bench.clock.now(), [
      { kind: 'session_requested', data: { name, agent: 'talker', by: spec.startedBy, repository: bench.checkout } },
    ]);
  });
  return session;
}

const draft = (text: string): QuestionDraft => ({
  ...{ key: 'plan-1', kind: 'plan', text, binding: 'plan', shown: {} },
  choices: [{ id: 'go', label: 'go on', words: 'none' }],
});

const asked = (task: string, text: string) =>
  bench.store.transact((tx) => tx.ask(task as TaskId, task as TaskId, draft(text), bench.clock.now()));

beforeAll(async () => {
  bench = await openBench({ agents: { talker: true }, config: '' });
  await must('workspace.add', { name: 'shop', path: bench.checkout, ...here() }, person);
  mkdirSync(join(bench.folder, 'plans'));
  const plan = join(bench.folder, 'plans/KEPT.md');
  writeFileSync(plan, '# KEPT\n');
  const kept = await aSession(1, { name: 'kept-session', description: 'KEPT', startedBy: 'person:Ada' });
  await bench.store.transact(async (tx) => {
    const spec = { text: 'KEPT', submit: true, force: false, steer: false, keys: false, relayed: false };
    const by = { by: 'person:Ada', expiresAt: Number.MAX_SAFE_INTEGER };
    await tx.insert(
      newMessage(messageId(900), kept.id as never, { ...spec, ...by }, 'here' as HostId, bench.clock.now()),
    );
  });
  await must('task.create', { ...here(), text: 'KEPT: the total is wrong', agents: undefined }, person);
  made.question = (await asked('shop-1', 'KEPT?')).id;
  made.run = String(
    (await must('run.create', { ...here(), prompt: 'KEPT', name: 'KEPT', agent: 'talker' }, person)).run,
  );
  const chains = await must(
    'chain.create',
    { ...here(), name: 'KEPT', plans: [{ path: plan, text: '# KEPT\n\nDo it.\n' }] },
    person,
  );
  [made.chain = ''] = chains.chains as string[];

  child = await aSession(2, { name: 'child', startedBy: 'person:Ada' });
  await aSession(3, { name: 'grandchild', startedBy: `session:${child.id}` });
  made.ownTask = String((await must('task.create', { ...here(), text: 'OWN: a task' })).task);
  made.ownQuestion = (await asked(made.ownTask, 'OWN?')).id;
  made.ownRun = String((await must('run.create', { ...here(), prompt: 'OWN', agent: 'talker' })).run);
});
afterAll(() => bench.close());

/** `ok`: it is answered, and nothing of the other's is in the answer. */
type Row = readonly [input: () => object, ends: 'ok' | ErrorCode];
const task = () => ({ ...here(), task: 'shop-1' });
const chain = () => ({ chain: made.chain });
const run = () => ({ run: made.run });
const session = () => ({ ...here(), session: 'kept-session' });
const thing = () => ({ ...here(), id: 'shop-1' });

/** Of another: a command that is missing here does not compile. */
const ofAnother: { readonly [Name in CommandName]: Row | readonly Row[] } = {
  'agents.list': [() => ({}), 'ok'],
  'chain.cancel': [chain, 'UNAUTHORIZED'],
  'chain.create': [() => ({ ...here(), plans: [] }), 'USAGE'],
  'chain.list': [() => ({ all: true }), 'ok'],
  'chain.resume': [chain, 'CHAIN_NOT_FOUND'],
  'chain.show': [
    [chain, 'CHAIN_NOT_FOUND'],
    [() => ({ chain: 'KEPT' }), 'CHAIN_NOT_FOUND'],
  ],
  'chain.watch': [chain, 'CHAIN_NOT_FOUND'],
  'config.get': [() => ({ key: 'sandbox' }), 'ok'],
  'config.list': [() => ({}), 'ok'],
  'config.path': [() => ({}), 'ok'],
  'config.pin': [() => ({ pin: '2468' }), 'UNAUTHORIZED'],
  'config.replace': [() => ({ text: '', before: '' }), 'UNAUTHORIZED'],
  'config.set': [() => ({ key: 'sandbox', value: 'off' }), 'UNAUTHORIZED'],
  'config.text': [() => ({}), 'UNAUTHORIZED'],
  'config.unset': [() => ({ key: 'sandbox' }), 'UNAUTHORIZED'],
  'env.add': [() => ({ name: 'x', connect: '/x', ...here() }), 'UNAUTHORIZED'],
  'env.list': [() => ({}), 'ok'],
  'env.probe': [() => ({ env: 'nothing' }), 'ENVIRONMENT_NOT_FOUND'],
  'env.remove': [() => ({ env: 'nothing' }), 'UNAUTHORIZED'],
  'env.set': [() => ({ env: 'nothing', key: 'log', value: 'x' }), 'UNAUTHORIZED'],
  'env.show': [() => ({ env: 'nothing' }), 'ENVIRONMENT_NOT_FOUND'],
  'env.verify': [() => ({ env: 'nothing' }), 'ENVIRONMENT_NOT_FOUND'],
  'feature.done': [() => ({ ...task(), feature: 'F-1' }), 'UNAUTHORIZED'],
  'feature.list': [task, 'TASK_NOT_FOUND'],
  'feature.next': [task, 'UNAUTHORIZED'],
  'feature.plan': [() => ({ ...task(), features: 'F-1: One' }), 'UNAUTHORIZED'],
  'feature.update': [() => ({ ...task(), feature: 'F-1', title: 'Two' }), 'UNAUTHORIZED'],
  'flow.list': [() => ({ all: true }), 'ok'],
  'flow.status': [() => ({ flow: 'shop-1' }), 'TASK_NOT_FOUND'],
  'inbox.clear': [session, 'UNAUTHORIZED'],
  'inbox.drop': [() => ({ ...here(), message: 'm900' }), 'UNAUTHORIZED'],
  'inbox.list': [session, 'SESSION_NOT_FOUND'],
  'question.answer': [
    [() => ({ question: made.question, choice: 'go' }), 'UNAUTHORIZED'],
    // Not its own either.
    [() => ({ question: made.ownQuestion, choice: 'go' }), 'UNAUTHORIZED'],
  ],
  'question.list': [() => ({ all: true }), 'ok'],
  'question.propose': [() => ({ question: made.question, text: 'go' }), 'UNAUTHORIZED'],
  'question.watch': [() => ({ question: made.question }), 'QUESTION_NOT_FOUND'],
  'run.cancel': [run, 'RUN_NOT_FOUND'],
  'run.create': [() => ({ ...here(), prompt: 'go on', resume: made.run, agent: 'talker' }), 'RESUME_NOT_FOUND'],
  'run.watch': [run, 'RUN_NOT_FOUND'],
  'service.audit': [() => ({}), 'ok'],
  'service.backup': [() => ({}), 'UNAUTHORIZED'],
  'service.board': [() => ({}), 'ok'],
  'service.doctor': [() => ({}), 'ok'],
  'service.down': [() => ({}), 'UNAUTHORIZED'],
  'service.events': [
    [() => ({ ...here(), follow: false }), 'ok'],
    [() => ({ ...here(), follow: false, from: 1 }), 'ok'],
    [() => ({ ...thing(), follow: false }), 'SESSION_NOT_FOUND'],
    [() => ({ ...here(), id: 'kept-session', follow: false }), 'SESSION_NOT_FOUND'],
    [() => ({ ...here(), id: 'm900', follow: false }), 'MESSAGE_NOT_FOUND'],
  ],
  'service.history': [() => ({ ...here(), all: true }), 'ok'],
  'service.logs': [
    [thing, 'SESSION_NOT_FOUND'],
    [() => ({ ...here(), id: made.run }), 'RUN_NOT_FOUND'],
    [() => ({ ...here(), id: 'kept-session' }), 'SESSION_NOT_FOUND'],
  ],
  'service.names': [
    ...(['task', 'session', 'run', 'chain', 'question', 'thing'] as const).map((kind): Row => [() => ({ kind }), 'ok']),
  ],
  'service.ping': [() => ({}), 'ok'],
  'service.ps': [
    [() => ({ all: true }), 'ok'],
    [() => ({ all: true, brief: true }), 'ok'],
    [() => ({ cwd: '/' }), 'ok'],
    [() => ({ ...here(), id: 'kept-session' }), 'SESSION_NOT_FOUND'],
    [() => ({ ...here(), id: 's901' }), 'SESSION_NOT_FOUND'],
  ],
  'service.search': [() => ({ words: 'KEPT' }), 'ok'],
  'service.spend': [() => ({ by: 'task' }), 'ok'],
  'service.wait': [() => ({ ...thing(), timeout: 10 }), 'SESSION_NOT_FOUND'],
  'session.attach': [() => ({ ...session(), look: true }), 'SESSION_NOT_FOUND'],
  'session.pane': [session, 'SESSION_NOT_FOUND'],
  // It may talk to all: `find` tells that one is there, and no more of it.
  'session.send': [() => ({ ...here(), session: 'nobody', text: 'hello' }), 'SESSION_NOT_FOUND'],
  'session.start': [() => ({ ...here(), agent: 'nobody-knows-it' }), 'UNAUTHORIZED'],
  'session.stop': [session, 'UNAUTHORIZED'],
  'step.analyze': [task, 'UNAUTHORIZED'],
  'step.develop': [task, 'UNAUTHORIZED'],
  'step.release': [task, 'UNAUTHORIZED'],
  'step.renew': [task, 'UNAUTHORIZED'],
  'step.status': [task, 'TASK_NOT_FOUND'],
  'step.submit': [task, 'UNAUTHORIZED'],
  'step.take': [() => ({ ...here(), text: ' ' }), 'TEXT_EMPTY'],
  'step.test': [task, 'UNAUTHORIZED'],
  'step.verify': [task, 'UNAUTHORIZED'],
  'step.watch': [task, 'TASK_NOT_FOUND'],
  'task.attempts': [task, 'TASK_NOT_FOUND'],
  'task.cancel': [() => ({ task: 'shop-1' }), 'UNAUTHORIZED'],
  'task.checkout': [task, 'UNAUTHORIZED'],
  'task.conflicts': [task, 'TASK_NOT_FOUND'],
  'task.continuation': [task, 'TASK_NOT_FOUND'],
  'task.create': [() => ({ ...here(), text: ' ' }), 'TEXT_EMPTY'],
  'task.diff': [task, 'TASK_NOT_FOUND'],
  'task.evidence': [task, 'TASK_NOT_FOUND'],
  'task.finish': [() => ({ task: 'shop-1' }), 'UNAUTHORIZED'],
  'task.give': [task, 'UNAUTHORIZED'],
  'task.list': [() => ({ all: true }), 'ok'],
  'task.log': [task, 'TASK_NOT_FOUND'],
  'task.open': [task, 'TASK_NOT_FOUND'],
  'task.path': [task, 'TASK_NOT_FOUND'],
  'task.pause': [() => ({ task: 'shop-1' }), 'TASK_NOT_FOUND'],
  'task.proof': [() => ({ ...task(), unsigned: true }), 'TASK_NOT_FOUND'],
  'task.reopen': [() => ({ task: 'shop-1', text: 'again' }), 'UNAUTHORIZED'],
  'task.resume': [() => ({ task: 'shop-1' }), 'TASK_NOT_FOUND'],
  'task.retry': [() => ({ task: 'shop-1' }), 'TASK_NOT_FOUND'],
  'task.rewind': [() => ({ task: 'shop-1', attempt: 'SC-1/1' }), 'UNAUTHORIZED'],
  'task.run': [task, 'UNAUTHORIZED'],
  'task.say': [() => ({ task: 'shop-1', text: 'hello' }), 'TASK_NOT_FOUND'],
  'task.screenshot': [task, 'UNAUTHORIZED'],
  'task.shell': [task, 'UNAUTHORIZED'],
  'task.show': [
    [task, 'TASK_NOT_FOUND'],
    // A beginning of its name is enough for others.
    [() => ({ ...here(), task: 'shop' }), 'ok'],
  ],
  'task.take': [task, 'UNAUTHORIZED'],
  'task.watch': [task, 'TASK_NOT_FOUND'],
  'telegram.list': [() => ({}), 'ok'],
  'telegram.pair': [() => ({}), 'UNAUTHORIZED'],
  'telegram.unpair': [() => ({ user: 'ada' }), 'UNAUTHORIZED'],
  'web.link': [() => ({}), 'UNAUTHORIZED'],
  'web.list': [() => ({}), 'ok'],
  'web.revoke': [() => ({ session: 'w1' }), 'UNAUTHORIZED'],
  'workspace.add': [() => ({ name: 'y', path: '/y', ...here() }), 'UNAUTHORIZED'],
  'workspace.check': [here, 'ok'],
  'workspace.init': [here, 'UNAUTHORIZED'],
  'workspace.list': [() => ({}), 'ok'],
  'workspace.remove': [() => ({ workspace: 'shop' }), 'UNAUTHORIZED'],
  'workspace.set': [() => ({ workspace: 'shop', key: 'slots', value: '2' }), 'UNAUTHORIZED'],
  'workspace.show': [here, 'ok'],
};

const attacks = (Object.keys(schemas) as CommandName[]).flatMap((command) => {
  const rows = ofAnother[command];
  return (typeof rows[0] === 'function' ? [rows as Row] : (rows as readonly Row[])).map((row) => ({ command, row }));
});

describe('what is another\u2019s', () => {
  it.each(attacks)('$command', async ({ command, row: [input, ends] }) => {
    const { reply, told } = await ask(command, input());
    expect(reply.ok ? 'ok' : reply.error_code, JSON.stringify(reply)).toBe(ends);
    // What was said by who asked is no word of the other's.
    const heard = JSON.stringify([told, reply.ok ? reply.data : []]);
    expect(heard).not.toMatch(/KEPT|kept-session|shop-1\b/);
    for (const id of [made.run, made.chain, made.question, 's901', 'm900'])
      expect(heard).not.toMatch(new RegExp(`"${id}"`));
  });

  it('is there for a program that is no session', async () => {
    const who: Asker = { kind: 'unknown', why: 'HTTP' };
    for (const [command, input] of [
      ['task.list', {}],
      ['question.list', {}],
      ['service.search', { words: 'KEPT' }],
      ['service.events', { ...here(), follow: false }],
      ['service.ps', { all: true }],
      ['chain.list', {}],
    ] as const) {
      const { reply, told } = await ask(command, input, who);
      expect(JSON.stringify([reply, told]), command).toMatch(/KEPT|kept-session|shop-1\b/);
    }
  });
});

/** Reads that a command comes to after it has looked for what they are of: they see no more by themselves. `given`: the rows there are. */
const readsOfBoth: readonly (readonly [
  name: string,
  given: Partial<Reads>,
  read: (reads: Reads, task: TaskId) => Promise<unknown>,
  nothing: unknown,
])[] = [
  ['evidence', { evidence: async () => [{}] as never }, (reads, task) => reads.evidence(task), []],
  ['lease', { lease: async () => ({}) as never }, (reads, task) => reads.lease(task), null],
  ['leases', { leases: async () => ofBoth() }, (reads, task) => only(reads.leases('shop' as never), task), []],
  ['copy', { copy: async () => ({}) as never }, (reads, task) => reads.copy(task), null],
  ['copies', { copies: async () => ofBoth() }, (reads, task) => only(reads.copies({ removed: false }), task), []],
  ['root', {}, (reads, task) => reads.root(task), null],
  ['view', {}, (reads, task) => reads.view(task as never), null],
  ['intents', { intents: async () => [{}] as never }, (reads, task) => reads.intents(task as never), []],
];
const ofBoth = () => ['shop-1', made.ownTask].map((task) => ({ task, path: '/elsewhere' })) as never;
const only = async (rows: Promise<readonly { readonly task: TaskId }[]>, of: TaskId) =>
  (await rows).filter(({ task }) => task === of);

it.each(readsOfBoth)('of the store: %s', async (_name, given, read, nothing) => {
  const store: Store = {
    ...bench.store,
    read: (work) => bench.store.read((reads) => work({ ...reads, ...given })),
  };
  const peer = { person: asker(child), pid: null, cwd: bench.checkout, env: null, channel: 'mcp' } as const;
  const seen = inSight({ store } as CommandPorts, 'task.show', peer).store;
  expect(await seen.read((reads) => read(reads, 'shop-1' as TaskId))).toEqual(nothing);
  expect(await seen.read((reads) => read(reads, made.ownTask as TaskId))).not.toEqual(nothing);
});

it('of the store: who is paired and signed in is nobody\u2019s', async () => {
  const read: Store['read'] = (work) =>
    bench.store.read((reads) => work({ ...reads, channelRows: async () => [{}] as never }));
  const peer = { person: asker(child), pid: null, cwd: bench.checkout, env: null, channel: 'mcp' } as const;
  const seen = inSight({ store: { ...bench.store, read } } as CommandPorts, 'web.list', peer).store;
  expect(await seen.read((reads) => reads.channelRows('web', 'session'))).toEqual([]);
});

describe('what is its own', () => {
  it('is seen in every list: itself, what it started and what was asked there', async () => {
    expect(await must('task.list', {})).toMatchObject({ tasks: [{ id: made.ownTask }] });
    expect(await must('question.list', {})).toMatchObject({ questions: [{ id: made.ownQuestion }] });
    const board = await must('service.board', {});
    expect(board).toMatchObject({ tasks: [{ id: made.ownTask }], questions: [{ id: made.ownQuestion }] });
    const { sessions, runs } = (await must('service.ps', { all: true })) as Record<string, { id: string }[]>;
    expect(sessions?.map(({ id }) => id).toSorted()).toEqual(['child', 'grandchild']);
    expect(runs?.map(({ id }) => id)).toEqual([made.ownRun]);
    expect(await must('service.search', { words: 'OWN' })).toMatchObject({ hits: [{}, {}, {}] });
  });

  it('is told as it happens, in the same journal', async () => {
    const { told } = await ask('service.events', { ...here(), follow: false });
    const of = new Set(told.map((event) => (event as { task: string }).task));
    expect([...of].toSorted()).toEqual([made.ownRun, child.id, 's903', made.ownTask].toSorted());
  });

  it('is shown, paused and resumed', async () => {
    expect(await must('task.show', { ...here(), task: made.ownTask })).toMatchObject({ id: made.ownTask });
    expect(await must('task.pause', { task: made.ownTask })).toMatchObject({ task: made.ownTask });
    expect(await must('task.resume', { task: made.ownTask })).toMatchObject({ task: made.ownTask });
  });

  it('what it brings about later is seen by a stream that is open', async () => {
    const left = new AbortController();
    const peer = { person: asker(child), pid: null, cwd: bench.checkout, env: null, channel: 'mcp' } as const;
    const { position } = await must('service.board', {});
    const events = bench.dispatch(
      { command: 'service.events', input: { ...here(), from: Number(position) + 1, follow: true } },
      peer,
      left.signal,
    ) as AsyncGenerator<{ task: string }, Reply>;
    const next = events.next();
    await must('task.create', { ...here(), text: 'KEPT as well' }, person);
    const { task: later } = await must('task.create', { ...here(), text: 'OWN again' });
    expect((await next).value).toMatchObject({ task: later });
    left.abort();
    await events.return({ ok: true, data: {} } as never);
  });
});
