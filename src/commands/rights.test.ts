// What each of several people may do, whatever the door: every command, and every limit.
import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { everyCommand } from '../../test/fakes/commands/every-command.ts';
import { type Bench, nobody, openBench } from '../../test/fakes/commands/open-bench.ts';
import { requests } from '../contract/cli/requests.ts';
import type { CommandName } from '../contract/commands.ts';
import { needsPerson } from '../contract/person.ts';
import type { Reply } from '../contract/protocol.ts';
import type { PairedUser } from '../domain/channel/pairing.ts';
import type { Question, QuestionDraft, QuestionKind } from '../domain/question/question.ts';
import type { Task } from '../domain/task/task.ts';
import { createDispatch } from './dispatch.ts';
import type { Peer } from './ports.ts';
import { whyNot } from './shared/rights.ts';
import { enterWeb, findWebCaller } from './web/sign-in.ts';

let bench: Bench;
afterEach(() => bench.close());

const people = `people:
  ada: { terminal: al, telegram: 4711 }
  bob: { telegram: 4712, may: { answer: [plan, proceed, deployed], workspaces: [shop, store], tiers: [local, staging] } }
  eve: { telegram: 4713, may: look }
`;

/** Three workspaces; tasks in two of them, one in production with its first feature, and one that speaks of production where there is none. */
async function open(more = '') {
  bench = await openBench();
  writeFileSync(
    bench.file,
    `workspaces: { shop: ${bench.checkout}, bank: ${bench.checkout}, store: ${bench.checkout} }\nenvironments: { shop-prod: ${bench.checkout}, shop-staging: ${bench.checkout}, loose: ${bench.checkout} }\n${people}${more}`,
  );
  const state = async (workspace: string, env?: string, text = 'x') =>
    (await bench.must('task.create', { text, cwd: '/', workspace, env }, ada)).task as Task['task'];
  const prod = await state('shop', 'shop-prod');
  return {
    shop: await state('shop'),
    bank: await state('bank'),
    staging: await state('shop', 'shop-staging'),
    spoken: await state('store', undefined, 'broken in production'),
    prod,
    part: await partOf(prod),
  };
}

/** What is deployed is looked at by the whole: a part has no environment of its own. */
async function partOf(id: Task['task']): Promise<Task['task']> {
  const part = 'shop-900' as Task['task'];
  await bench.store.transact(async (tx) => {
    const whole = (await tx.thing(id)) as Task;
    const spec = { ...whole.spec, number: 900, env: null, part: { parent: whole.id, id: 'f1', number: 1, of: 1 } };
    await tx.insert({ ...whole, id: part, task: part, parent: whole.id, key: 'f1', spec });
  });
  return part;
}

const ada: Peer['person'] = { kind: 'person', name: 'al' };
const paired = (id: string): Partial<Peer> => ({
  channel: 'telegram',
  person: { kind: 'person', name: 'somebody', id },
});
const bob = paired('4712');

async function ask(command: string, input: object, from: Partial<Peer>): Promise<Reply> {
  const peer: Peer = { person: ada, pid: null, cwd: '/', env: null, channel: 'terminal', ...from };
  const told = bench.dispatch({ command, input } as never, peer);
  if ('then' in told) return told;
  for (;;) {
    const next = await told.next();
    if (next.done === true) return next.value;
  }
}
const codeOf = (reply: Reply): string => (reply.ok ? 'ok' : reply.error_code);

const asks = (task: Task['task'], kind: QuestionKind, more: Partial<QuestionDraft> = {}): Promise<Question> =>
  bench.store.transact((tx) =>
    tx.ask(
      task,
      task,
      {
        ...{ key: `${kind}-${Math.random()}`, kind, text: 'Well?', binding: 'b', shown: {} },
        choices: [
          { id: 'yes', label: 'yes', words: 'none' },
          { id: 'look_shop-prod', label: 'look there', words: 'none' },
          { id: 'workspace_bank', label: 'in bank instead', words: 'none' },
          { id: 'workspace_shop', label: 'in shop instead', words: 'none' },
          { id: 'deployed_shop-prod', label: 'deployed there', words: 'none' },
        ],
        ...more,
      },
      bench.clock.now(),
    ),
  );

const stateOf = async ({ id }: Question) => (await bench.store.read((reads) => reads.question(id)))?.state;

describe('who may only look', () => {
  it('is refused every command that changes something, and no other', async () => {
    bench = await openBench({ config: people });
    const wrong: unknown[] = [];
    for (const { command, input } of everyCommand) {
      const given = input(bench);
      const { once, identified } = requests[command];
      const acts = needsPerson(command, given) || once !== undefined || identified === true || command === 'step.take';
      const code = codeOf(await ask(command, given, paired('4713')));
      // What is no request at all is refused as such, whoever makes it.
      if (['USAGE', 'TEXT_EMPTY'].includes(code)) continue;
      // What is not there is not there for anybody.
      const refused = code === 'NOT_ALLOWED' || (acts && code.endsWith('_NOT_FOUND'));
      if (refused !== acts && !code.endsWith('_NOT_FOUND')) wrong.push([command, code]);
    }
    expect(wrong).toEqual([]);
    expect(bench.down).toEqual([]);
  });

  it('is refused as well where the right was given with the pairing alone', async () => {
    bench = await openBench();
    const body: PairedUser = { name: 'zoe', right: 'look', language: 'en' };
    await bench.store.transact((tx) =>
      tx.putChannelRow({ channel: 'telegram', kind: 'user', key: '99', at: bench.clock.now(), body }),
    );
    expect(codeOf(await ask('config.set', { key: 'sandbox', value: 'off' }, paired('99')))).toBe('NOT_ALLOWED');
    expect(codeOf(await ask('config.set', { key: 'sandbox', value: 'off' }, paired('98')))).toBe('ok');
  });
});

describe('who may do some things', () => {
  it('does those, and is told who may do the others', async () => {
    const { shop, bank, prod, part, staging, spoken } = await open();
    const answer = async (task: Task['task'], kind: QuestionKind, choice = 'yes') => [
      'question.answer',
      { question: (await asks(task, kind)).id, choice },
    ];
    const rows: readonly (readonly [unknown, string])[] = [
      [await answer(shop, 'plan'), 'ok'],
      [await answer(shop, 'submit'), 'bob may not answer submit; ada may.'],
      [await answer(bank, 'plan'), 'bob may not do this in bank; ada may.'],
      [await answer(prod, 'plan'), 'bob may not do this where prod takes part; ada may.'],
      [await answer(shop, 'proceed', 'look_shop-prod'), 'bob may not do this where prod takes part; ada may.'],
      [await answer(shop, 'proceed', 'workspace_bank'), 'bob may not do this in bank; ada may.'],
      // Out of a workspace that is not theirs, and to where the same words mean production.
      [await answer(bank, 'proceed', 'workspace_shop'), 'bob may not do this in bank; ada may.'],
      [await answer(spoken, 'proceed', 'workspace_shop'), 'bob may not do this where prod takes part; ada may.'],
      [await answer(staging, 'deployed', 'deployed_shop-prod'), 'bob may not do this where prod takes part; ada may.'],
      [await answer(staging, 'deployed'), 'ok'],
      // A part has no environment of its own, its whole has.
      [await answer(part, 'plan'), 'bob may not do this where prod takes part; ada may.'],
      [['task.say', { task: part, text: 'mind the tax' }], 'bob may not do this where prod takes part; ada may.'],
      [
        ['env.verify', { env: 'shop-staging', against: 'shop-prod' }],
        'bob may not do this where prod takes part; ada may.',
      ],
      [
        ['question.propose', { question: (await asks(shop, 'submit')).id, text: 'x' }],
        'bob may not answer submit; ada may.',
      ],
      [['task.say', { task: shop, text: 'mind the tax' }], 'ok'],
      [['task.say', { task: bank, text: 'mind the tax' }], 'bob may not do this in bank; ada may.'],
      [['task.pause', { task: prod }], 'bob may not do this where prod takes part; ada may.'],
      [['task.cancel', { task: bank }], 'bob may not do this in bank; ada may.'],
      [['task.create', { text: 'x', cwd: '/', workspace: 'bank' }], 'bob may not do this in bank; ada may.'],
      [
        ['task.create', { text: 'x', cwd: '/', workspace: 'shop', env: 'shop-prod' }],
        'bob may not do this where prod takes part; ada may.',
      ],
      [
        ['task.create', { text: 'broken in production', cwd: '/', workspace: 'shop' }],
        'bob may not do this where prod takes part; ada may.',
      ],
      [
        ['task.create', { text: 'x', cwd: '/', workspace: 'shop', yes: ['plan', 'submit'] }],
        'bob may not answer submit; ada may.',
      ],
      [['task.create', { text: 'x', cwd: '/', workspace: 'shop', budget: 5 }], 'bob may not answer budget; ada may.'],
      [['task.create', { text: 'x', cwd: '/', workspace: 'shop', yes: ['plan'] }], 'ok'],
      [['step.take', { text: 'x', cwd: '/', workspace: 'bank' }], 'bob may not do this in bank; ada may.'],
      [['step.submit', { task: shop, cwd: '/', yes: true }], 'bob may not answer submit; ada may.'],
      [['step.submit', { task: shop, cwd: '/', override: true }], 'bob may not answer tests_failed; ada may.'],
      [['env.probe', { env: 'shop-staging' }], 'ok'],
      [['env.probe', { env: 'shop-prod' }], 'bob may not do this where prod takes part; ada may.'],
      [['env.probe', { env: 'loose' }], 'bob may not do this outside of their workspaces; ada may.'],
      [
        ['config.set', { key: 'sandbox', value: 'off' }],
        'bob may not do this, which is about everything here; ada may.',
      ],
      [
        ['config.set', { key: 'people.bob.telegram', value: '1' }],
        'bob may not do this, which is about everything here; ada may.',
      ],
      [
        ['session.start', { agent: 'claude', cwd: '/' }],
        'bob may not do this, which is about everything here; ada may.',
      ],
      [['service.down', {}], 'bob may not do this, which is about everything here; ada may.'],
      [['task.list', { all: true }], 'ok'],
    ];
    for (const [request, said] of rows) {
      const [command, input] = request as [CommandName, object];
      const reply = await ask(command, input, bob);
      expect([command, input, reply.ok ? 'ok' : reply.error]).toEqual([command, input, said]);
    }
    expect(bench.down).toEqual([]);
  });

  it('brings files in a browser unless they only look, and types into a terminal only where nothing is limited', async () => {
    bench = await openBench({ config: `${people}` });
    const may = async (act: 'bring' | 'type', person: Peer['person']) =>
      (await whyNot(bench.ports, act, person))?.message ?? 'may';
    const guest = (name: string): Peer['person'] => ({ kind: 'person', name, guest: true });
    const rows = await Promise.all(
      [ada, guest('bob'), guest('eve'), nobody].map((one) => Promise.all([may('bring', one), may('type', one)])),
    );
    expect(rows).toEqual([
      ['may', 'may'],
      ['may', 'bob may not do this, which is about everything here; ada may.'],
      ['eve may not do this, only look; ada, bob may.', 'eve may not do this, only look; ada may.'],
      [expect.stringMatching(/^Only a person/), expect.stringMatching(/^Only a person/)],
    ]);
    await bench.must('config.unset', { key: 'people.bob.may' }, ada);
    expect(await may('type', guest('bob'))).toBe('may');
  });

  it('may stop everything at once, as everybody may who does not only look', async () => {
    bench = await openBench({ config: people });
    const stop = (from: Partial<Peer>) => ask('session.stop', { all: true, cwd: '/' }, from);
    expect(codeOf(await stop(paired('4713')))).toBe('NOT_ALLOWED');
    expect(codeOf(await stop(bob))).toBe('ok');
  });

  it('answers under the name that they have here, on every channel, and a refusal is on record', async () => {
    const { shop } = await open();
    const [one, other] = [await asks(shop, 'plan'), await asks(shop, 'submit')];
    await ask('question.answer', { question: one.id, choice: 'yes' }, bob);
    await ask('question.answer', { question: other.id, choice: 'yes' }, bob);
    expect(await stateOf(one)).toMatchObject({ answer: { by: 'person:bob', channel: 'telegram' } });
    const facts = await bench.store.read((reads) => reads.facts({ thing: 'audit' as never, limit: 1000 }));
    expect(facts.filter(({ kind }) => kind === 'act_refused').map(({ data }) => data)).toMatchObject([
      { command: 'question.answer', channel: 'telegram', by: 'person:bob' },
    ]);
    expect((await bench.must('service.audit', {}, ada)).acts).toMatchObject([
      { by: 'person:bob', outcome: 'done' },
      { by: 'person:bob', outcome: 'NOT_ALLOWED' },
    ]);
    const said = await ask('question.answer', { question: other.id, choice: 'yes' }, paired('4711'));
    expect(said.ok).toBe(true);
    expect(await stateOf(other)).toMatchObject({ answer: { by: 'person:ada', channel: 'telegram' } });
  });

  it('is nobody where nobody lists them, and is told how they are', async () => {
    const { shop } = await open();
    const reply = await ask('task.say', { task: shop, text: 'x' }, paired('77'));
    expect(reply).toMatchObject({
      error_code: 'NOT_ALLOWED',
      error: 'somebody may not do this, only look; ada, bob may.',
      hint: 'Nobody in `people` is this person: `telegram: 77` in an entry there says who they are.',
    });
  });

  it('is another person on another channel no more: whoever stated it cannot answer it from their telephone', async () => {
    const { shop } = await open('step_up: another\n');
    const { id } = await asks(shop, 'submit', { choices: [{ id: 'submit', label: 'submit', words: 'none' }] });
    expect(codeOf(await ask('question.answer', { question: id, choice: 'submit' }, paired('4711')))).toBe(
      'UNAUTHORIZED',
    );
  });
});

describe('a browser that was given to somebody else', () => {
  const door = {
    address: () => 'http://127.0.0.1:1',
    moved: () => null,
    open: async () => 'http://127.0.0.1:1',
    hangUp: () => undefined,
  };
  async function enter(name: string) {
    const peer: Peer = { person: ada, pid: null, cwd: '/', env: null, channel: 'terminal' };
    const reply = (await createDispatch({ ...bench.ports, web: door })(
      { command: 'web.link', input: { for: name } },
      peer,
    )) as Reply<{ url: string }>;
    if (!reply.ok) return reply.error_code;
    const { cookie, key } = await enterWeb(bench.ports, reply.data.url.split('#')[1] ?? '', 'Firefox');
    return async (): Promise<Partial<Peer>> => {
      const caller = await findWebCaller(bench.ports, cookie, key);
      return { channel: 'web', person: caller?.asker ?? nobody };
    };
  }

  it('is theirs, with their rights, and nobody’s any more when they are not listed', async () => {
    const { shop, bank } = await open();
    const visit = await enter('bob');
    if (typeof visit === 'string') throw new Error(visit);
    expect(codeOf(await ask('task.say', { task: shop, text: 'x' }, await visit()))).toBe('ok');
    expect(codeOf(await ask('task.say', { task: bank, text: 'x' }, await visit()))).toBe('NOT_ALLOWED');
    await bench.must('config.unset', { key: 'people.bob' }, ada);
    expect(codeOf(await ask('task.say', { task: shop, text: 'x' }, await visit()))).toBe('NOT_ALLOWED');
  });

  it('is given to nobody who is not listed, and by nobody who is limited', async () => {
    await open();
    expect(await enter('zoe')).toBe('USER_NOT_FOUND');
    expect(codeOf(await ask('web.link', { for: 'eve' }, bob))).toBe('NOT_ALLOWED');
  });
});

describe('a configuration of people', () => {
  it.each([
    ['people: { ada: { may: everything } }', 'one of look'],
    ['people: { ada: { may: {} } }', 'look, or at least one of answer, workspaces, tiers'],
    ['people: { ada: { may: { answer: [sumbit] } } }', 'one of'],
    ['people: { ada: { may: { tiers: [production] } } }', 'one of prod, staging, local'],
    ['people: { ada: { telegram: ada } }', 'a whole number'],
    ['people: { ada: { telegram: 4 }, bob: { telegram: 4 } }', 'one person each'],
    ['people: { ada: { terminal: al }, bob: { terminal: al } }', 'one person each'],
    // Without a user of their own they are the one who is called like them.
    ['people: { al: { may: look }, ada: { terminal: al } }', 'one person each'],
    ['people: { ada: { terminal: al }, al: { may: look } }', 'one person each'],
    // A browser is somebody's by either name.
    ['people: { al: { terminal: bo, may: look }, ada: { terminal: al } }', 'one person each'],
    ['people: { ada: { rights: look } }', 'rights'],
  ])('%s is refused', async (config, said) => {
    bench = await openBench({ config: `${config}\n` });
    expect(await ask('config.list', {}, {})).toMatchObject({ ok: false, error: expect.stringContaining(said) });
  });

  it('that cannot be read keeps everybody out but whoever works at the terminal', async () => {
    bench = await openBench({ config: 'people: { ada: { may: nothing } }\n' });
    expect(codeOf(await ask('task.create', { text: 'x', cwd: '/' }, bob))).toBe('CONFIG_INVALID');
    const mended = { text: 'sandbox: auto\n', before: bench.config() };
    expect(codeOf(await ask('config.replace', mended, {}))).toBe('ok');
  });
});
