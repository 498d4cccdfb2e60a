// Rights of several people through real doors: a browser with its cookie over HTTP, and a chat; allowed, refused, and taken away before the tap.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tellAll } from '../../src/channels/keep-told.ts';
import { createDispatch } from '../../src/commands/dispatch.ts';
import type { Asker, Peer } from '../../src/commands/ports.ts';
import type { Reply } from '../../src/contract/protocol.ts';
import { type OpenChannels, openChannels } from '../../src/daemon/channels.ts';
import { createHttpDoor, type HttpDoor } from '../../src/daemon/door/http.ts';
import type { PairedUser } from '../../src/domain/channel/pairing.ts';
import type { Question, QuestionKind } from '../../src/domain/question/question.ts';
import { readQuiet } from '../../src/domain/question/remind.ts';
import type { Task } from '../../src/domain/task/task.ts';
import type { HttpDispatch } from '../../src/surfaces/http/guard.ts';
import { type Bench, nobody, openBench } from '../fakes/commands/open-bench.ts';
import { BotApi, token } from '../fakes/telegram/bot-api.ts';
import { Person } from '../fakes/telegram/person.ts';

let bench: Bench;
let api: BotApi;
let door: HttpDoor;
let channels: OpenChannels;
let dispatch: ReturnType<typeof createDispatch>;
let tasks: { readonly shop: Task['task']; readonly bank: Task['task'] };

const ada: Asker = { kind: 'person', name: 'al' };
const someRights = 'may: { answer: [plan, proceed], workspaces: [shop] }';

/** As the file says from now on. */
const configure = (bob: string | null) =>
  writeFileSync(
    bench.file,
    `workspaces: { shop: ${bench.checkout}, bank: ${bench.checkout} }
surfaces: { telegram: { token_env: BOT, api_root: "${api.url}" } }
people:
  ada: { terminal: al, telegram: 4711 }
${bob === null ? '' : `  bob: { telegram: 4712, ${bob} }\n`}  eve: { telegram: 4713, may: look }
`,
  );

const as =
  (person: Asker): HttpDispatch =>
  (request, { left }) => {
    const peer: Peer = { person, pid: null, cwd: '/', env: null, channel: request.caller.channel };
    return dispatch(request, peer, left) as ReturnType<HttpDispatch>;
  };

beforeEach(async () => {
  bench = await openBench();
  api = await BotApi.open();
  api.pollMs = 200;
  Object.assign(bench.env, { BOT: token });
  configure(someRights);
  const page = join(bench.folder, 'page');
  door = createHttpDoor(bench.ports, {
    ...{ dispatch: as(nobody), dispatchAs: as, isSession: async () => false, page, description: page },
    hook: async () => ({ ok: true, data: {} }),
    channels: { heed: async () => undefined },
  });
  channels = openChannels(
    bench.ports,
    (command, input, peer) => dispatch({ command, input }, peer) as Promise<Reply>,
    () => door.address(),
  );
  dispatch = createDispatch({ ...bench.ports, web: door, channels });
  await channels.refresh();
  const state = async (workspace: string) =>
    (await bench.must('task.create', { text: 'x', cwd: '/', workspace }, ada)).task as Task['task'];
  tasks = { shop: await state('shop'), bank: await state('bank') };
});
afterEach(async () => {
  await channels.close();
  await door.close();
  await api.close();
  await bench.close();
});

const asks = (task: Task['task'], kind: QuestionKind, words: string): Promise<Question> =>
  bench.store.transact((tx) =>
    tx.ask(
      task,
      task,
      {
        ...{ key: `${kind}-${words}`, kind, text: words, binding: 'b', shown: {} },
        choices: [
          { id: 'go', label: 'do it so', words: 'none' },
          { id: 'cancel', label: 'cancel', words: 'none' },
        ],
      },
      bench.clock.now(),
    ),
  );
const stateOf = async ({ id }: Question) => (await bench.store.read((reads) => reads.question(id)))?.state;

/** A browser that has signed in with a link for them. */
async function browserOf(name: string) {
  const peer: Peer = { person: ada, pid: null, cwd: '/', env: null, channel: 'terminal' };
  const link = (await dispatch({ command: 'web.link', input: { for: name } }, peer)) as Reply<{ url: string }>;
  if (!link.ok) throw new Error(link.error);
  const [at = '', secret = ''] = link.data.url.split('/sign-in#');
  const signedIn = await fetch(`${at}/v1/web/session`, {
    method: 'POST',
    headers: { origin: at },
    body: JSON.stringify({ link: secret }),
  });
  const { data } = (await signedIn.json()) as { data: { key: string } };
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
  const headers = { origin: at, cookie, 'x-drover-page': data.key };
  return {
    async ask(command: string, input: object): Promise<readonly [status: number, code: string]> {
      const got = await fetch(`${at}/v1/${command}`, { method: 'POST', headers, body: JSON.stringify(input) });
      const reply = (await got.json()) as Reply;
      return [got.status, reply.ok ? 'ok' : reply.error_code];
    },
    listen: () => fetch(`${at}/v1/events`, { headers }),
    async bring(): Promise<number> {
      return (await fetch(`${at}/v1/uploads?name=x.log`, { method: 'POST', headers, body: 'a log' })).status;
    },
  };
}

/** Somebody with a telephone, paired before. */
async function phoneOf(id: number): Promise<Person> {
  const body: PairedUser = { name: 'somebody', right: 'act', language: 'en' };
  const key = String(id);
  await bench.store.transact((tx) =>
    tx.putChannelRow({ channel: 'telegram', kind: 'user', key, at: bench.clock.now(), body }),
  );
  return new Person(api, { id });
}
const tell = () =>
  tellAll(
    {
      ...{ store: bench.store, clock: bench.clock, log: bench.ports.log, offset: () => 0 },
      ...{ rings: { wait: async () => undefined }, channels: () => channels.list(), quiet: () => readQuiet('') },
    },
    new AbortController().signal,
  );

describe('a browser that is somebody\u2019s', () => {
  it('answers what they may, by kind and workspace, and is told who may answer the rest', async () => {
    const { ask } = await browserOf('bob');
    const [plan, submit, elsewhere] = [
      await asks(tasks.shop, 'plan', 'one'),
      await asks(tasks.shop, 'submit', 'two'),
      await asks(tasks.bank, 'plan', 'three'),
    ];
    expect(await ask('question.answer', { question: plan.id, choice: 'go' })).toEqual([200, 'ok']);
    for (const { id } of [submit, elsewhere])
      expect(await ask('question.answer', { question: id, choice: 'go' })).toEqual([403, 'NOT_ALLOWED']);
    expect(await stateOf(plan)).toMatchObject({ answer: { by: 'person:bob', channel: 'web' } });
    expect([await stateOf(submit), await stateOf(elsewhere)]).toMatchObject([{ kind: 'open' }, { kind: 'open' }]);
    expect(await ask('task.cancel', { task: tasks.bank })).toEqual([403, 'NOT_ALLOWED']);
    expect(await ask('config.set', { key: 'policy', value: 'hands-off' })).toEqual([403, 'NOT_ALLOWED']);
  });

  it('loses a right that is taken away between the question and the tap, and goes on being told', async () => {
    const { ask, listen } = await browserOf('bob');
    const stream = await listen();
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    const until = async (word: string) => {
      for (let text = ''; !text.includes(word); ) {
        const { value, done } = await reader.read();
        if (done) return 'over';
        text += Buffer.from(value).toString('utf8');
      }
      return 'told';
    };
    const plan = await asks(tasks.shop, 'plan', 'one');
    await bench.must('task.say', { task: tasks.shop, text: 'a-first-word' }, ada);
    expect(await until('a-first-word')).toBe('told');
    for (const rights of ['may: look', 'may: { answer: [submit] }', 'may: { workspaces: [bank] }', null]) {
      configure(rights);
      expect([rights, await ask('question.answer', { question: plan.id, choice: 'go' })]).toEqual([
        rights,
        [403, 'NOT_ALLOWED'],
      ]);
    }
    const other = await asks(tasks.shop, 'proceed', 'two');
    await bench.must('task.say', { task: tasks.shop, text: 'a-later-word' }, ada);
    expect(await until('a-later-word')).toBe('told');
    configure(someRights);
    expect(await ask('question.answer', { question: plan.id, choice: 'go' })).toEqual([200, 'ok']);
    const peer: Peer = { person: ada, pid: null, cwd: '/', env: null, channel: 'terminal' };
    await dispatch({ command: 'web.revoke', input: { all: true } }, peer);
    expect(await until('never said')).toBe('over');
    expect(await ask('question.answer', { question: other.id, choice: 'go' })).toEqual([401, 'UNAUTHORIZED']);
  });
});

it('a file is brought by whoever may do something, until they may not', async () => {
  const [bob, eve] = [await browserOf('bob'), await browserOf('eve')];
  expect([await bob.bring(), await eve.bring()]).toEqual([200, 403]);
  configure('may: look');
  expect(await bob.bring()).toBe(403);
});

describe('a chat of somebody', () => {
  it('answers what they may by a tap, and is refused the rest, which stays open', async () => {
    const bob = await phoneOf(4712);
    const [plan, submit] = [await asks(tasks.shop, 'plan', 'Is it one'), await asks(tasks.shop, 'submit', 'Is it two')];
    await tell();
    expect(await bob.taps(await bob.sees('Is it two'), 'do it so')).toMatch(/may not/);
    await bob.taps(await bob.sees('Is it one'), 'do it so');
    expect(await stateOf(plan)).toMatchObject({ kind: 'answered', answer: { by: 'person:bob', channel: 'telegram' } });
    expect(await stateOf(submit)).toMatchObject({ kind: 'open' });
  });

  it('loses a right that is taken away between the question and the tap', async () => {
    const bob = await phoneOf(4712);
    const plan = await asks(tasks.shop, 'plan', 'Is it one');
    await tell();
    const message = await bob.sees('Is it one');
    configure('may: { answer: [submit] }');
    expect(await bob.taps(message, 'do it so')).toMatch(/may not/);
    expect(await stateOf(plan)).toMatchObject({ kind: 'open' });
    configure(someRights);
    await bob.taps(message, 'do it so');
    expect(await stateOf(plan)).toMatchObject({ kind: 'answered', answer: { by: 'person:bob' } });
  });

  it('of who may only look is refused every tap and word', async () => {
    const eve = await phoneOf(4713);
    const plan = await asks(tasks.shop, 'plan', 'Is it one');
    await tell();
    expect(await eve.taps(await eve.sees('Is it one'), 'do it so')).toMatch(/may not/);
    eve.types(`/cancel ${tasks.shop}`);
    await eve.sees(/may not/);
    expect(await stateOf(plan)).toMatchObject({ kind: 'open' });
  });
});
