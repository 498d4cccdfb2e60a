// Messages as a person sends them: where the text comes from, what waits, what is taken back, who is told, and that the agent's own log agrees.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inbox, MessageSent } from '../../src/contract/session.ts';
import { built } from './built.ts';
import { openSessionWorld, type SessionWorld } from './session-world.ts';

let world: SessionWorld;
beforeAll(async () => {
  world = await openSessionWorld();
  await world.start('e');
  await world.ready('e');
  // Works until the file is there: how long a turn takes is decided here.
  await world.start('held', [], ['--until', join(world.folder, 'go')]);
  await world.ready('held');
}, 240_000);
afterAll(() => world.close());

const send = (...args: string[]) => world.must<MessageSent>(['send', ...args]);
const queue = async (name: string) => (await world.must<Inbox>(['inbox', 'list', name])).messages;

it('HX-25 to an idle agent: typed, one Enter, the reply says delivered and names the message', async () => {
  const { message } = await send('e', 'hello there');
  expect(message).toMatchObject({ id: expect.stringMatching(/^m\d+$/), state: 'delivered', bytes: 11, session: 'e' });
  expect(world.lines('e')).toEqual(['hello there']);
});

it('HX-26 HX-39 the text comes from words, a flag, a file or standard input; none and an empty one are errors that send nothing', async () => {
  const before = world.lines('e').length;
  const long = `${'Zeile 🐑 日本\n'.repeat(1928)}end`;
  expect(Buffer.byteLength(long)).toBeGreaterThan(32 * 1024);
  writeFileSync(join(world.folder, 'text'), long);
  await send('e', 'two', 'words');
  await send('e', '--message', 'by flag');
  await world.must(['send', 'e'], { input: 'by standard input\n' });
  await send('e', '-f', join(world.folder, 'text'));
  expect(world.lines('e').slice(before)).toEqual(['two words', 'by flag', 'by standard input', long]);
  const wrong = await Promise.all([
    world.refused(['send', 'e']),
    world.refused(['send', 'e', '']),
    world.refused(['send', 'e', '--message', ' ']),
    world.refused(['send', 'e', '-f', '-']),
    world.refused(['send', 'e', 'text', '--message', 'text']),
  ]);
  expect(wrong.map(({ error_code }) => error_code)).toEqual([
    'TEXT_EMPTY',
    'TEXT_EMPTY',
    'TEXT_EMPTY',
    'TEXT_EMPTY',
    'USAGE',
  ]);
  expect(world.lines('e')).toHaveLength(before + 4);
});

it('X6 a key in a message is typed and sent as it is, though what is kept of the screen has stars in its place', async () => {
  const before = world.lines('e').length;
  const key = `ghp_${'a1B2'.repeat(9)}`;
  expect((await send('e', `the key is ${key}`)).message).toMatchObject({ state: 'delivered' });
  expect(world.lines('e').slice(before)).toEqual([`the key is ${key}`]);
  const { out } = await world.drover(['pane', 'e']);
  expect(out).toContain(`the key is ${'*'.repeat(key.length)}`);
  expect(out).not.toContain(key);
});

it('HX-27 text without Enter stays in the line, Enter alone sends it; what excludes each other is 2', async () => {
  const before = world.lines('e').length;
  await send('e', 'half', '--no-submit');
  expect((await world.drover(['pane', 'e'])).out.trimEnd()).toMatch(/> half$/);
  expect(world.lines('e')).toHaveLength(before);
  // What stands in a strange program's line is not known to be ours.
  await send('e', '--submit-only', '--force');
  await world.until(
    async () => world.lines('e'),
    ({ length }) => length > before,
  );
  expect(world.lines('e').slice(before)).toEqual(['half']);
  const pairs = [
    ['x', '--no-submit', '--submit-only'],
    ['x', '--submit-only'],
    ['x', '--no-submit', '--wait'],
    ['x', '--relay', '--no-relay'],
  ];
  for (const { code } of await Promise.all(pairs.map((pair) => world.drover(['send', 'e', ...pair]))))
    expect(code).toBe(2);
  expect(world.lines('e')).toHaveLength(before + 1);
});

it('HX-40 control characters are refused, unless keys are meant', async () => {
  const before = world.lines('e').length;
  expect(await world.refused(['send', 'e', 'a\u001b[200~b'])).toMatchObject({ error_code: 'USAGE' });
  expect(await world.refused(['send', 'e', 'a\u0003'])).toMatchObject({ error_code: 'USAGE' });
  expect(world.lines('e')).toHaveLength(before);
  await send('e', 'abX\u007f\r', '--keys', '--no-submit', '--force');
  await world.until(
    async () => world.lines('e'),
    ({ length }) => length > before,
  );
  expect(world.lines('e').at(-1)).toBe('ab');
});

describe('to an agent in the middle of a turn', () => {
  it('HX-28 HX-29 HX-30 HX-34 HX-35 HX-36 each message waits for its turn or is given up, as was said, and nothing comes twice', async () => {
    await send('held', 'first');
    const sender = world.ask<MessageSent>(['send', 'held', 'second', '--verbose']);
    await world.until(
      () => queue('held'),
      ({ length }) => length === 1,
    );
    const third = (await send('held', 'third', '--no-wait')).message;
    expect(third).toMatchObject({ state: 'queued' });
    expect((await world.message(third.id)).state).toBe('queued');
    const late = await world.drover(['send', 'held', 'too late', '--timeout', '300ms', '--json']);
    expect(late.code).toBe(124);
    expect(JSON.parse(late.out)).toMatchObject({
      error_code: 'WAIT_TIMEOUT',
      details: { withdrawn: true, state: 'dropped' },
    });
    const left = await world.drover(['send', 'held', 'left', '--timeout', '300ms', '--leave-queued', '--json']);
    expect(left.code).toBe(124);
    expect(JSON.parse(left.out)).toMatchObject({ details: { withdrawn: false, state: 'queued' } });
    const dropped = (await send('held', 'dropped', '--no-wait')).message;
    await world.must(['inbox', 'drop', dropped.id]);
    expect((await queue('held')).map(({ text }) => text)).toEqual(['second', 'third', 'left']);
    expect(world.lines('held')).toEqual(['first']);
    writeFileSync(join(world.folder, 'go'), '');
    expect(await sender).toMatchObject({ ok: true, data: { message: { state: 'delivered' } } });
    await world.until(
      async () => world.lines('held'),
      ({ length }) => length === 4,
    );
    await world.ready('held');
    expect(world.lines('held')).toEqual(['first', 'second', 'third', 'left']);
    // One a turn: each was done before the next was given.
    const order = world.noted('held').flatMap(({ kind }) => (kind === 'line' || kind === 'done' ? [kind] : []));
    expect(order).toEqual(['line', 'done', 'line', 'done', 'line', 'done', 'line', 'done']);
    expect((await world.message(third.id)).state).toBe('turn_ended');
    expect((await world.message(dropped.id)).state).toBe('dropped');
  });

  it('HX-32 what is forced is typed and entered at once, while the agent works', async () => {
    await world.start('forced', [], ['--composer', '--until', join(world.folder, 'forced.go')]);
    await world.ready('forced');
    await send('forced', 'first');
    await send('forced', 'now', '--force');
    await world.until(
      async () => world.noted('forced'),
      (noted) => noted.some(({ kind, text }) => kind === 'early' && text === 'now'),
    );
    writeFileSync(join(world.folder, 'forced.go'), '');
    await world.until(
      async () => world.lines('forced'),
      ({ length }) => length === 2,
    );
    expect(world.lines('forced')).toEqual(['first', 'now']);
  });

  it('HX-35 one that is older than it may be expires, and its sender hears of it', async () => {
    await world.start('short', ['--inbox-ttl', '4s'], ['--until', join(world.folder, 'not-yet')]);
    await world.ready('short');
    await send('short', 'first', '--force');
    await world.until(
      async () => world.lines('short'),
      ({ length }) => length === 1,
    );
    expect(await world.refused(['send', 'short', 'stale'])).toMatchObject({ error_code: 'DELIVERY_EXPIRED' });
    expect(world.lines('short')).toEqual(['first']);
  });
});

describe('and its session', () => {
  it('HX-37 HX-38 that is not there yet is waited for within the one budget; two of that name are named', async () => {
    expect(await world.refused(['send', 'never-there', 'x', '--timeout', '300ms', '--wait-for-start'])).toMatchObject({
      error_code: 'WAIT_TIMEOUT',
    });
    const early = world.ask<MessageSent>(['send', 'comes-later', 'was early', '--wait-for-start']);
    await world.start('comes-later');
    expect(await early).toMatchObject({ ok: true, data: { message: { state: 'delivered' } } });
    expect(world.lines('comes-later')).toEqual(['was early']);
    const two = ['one', 'two'].map((name) => join(world.folder, name));
    for (const folder of two) mkdirSync(join(folder, '.git'), { recursive: true });
    await Promise.all(two.map((cwd) => world.must(world.words('both', ['-d']), { cwd })));
    const refused = await world.refused(['send', 'both', 'x']);
    expect(refused).toMatchObject({ error_code: 'AMBIGUOUS' });
    for (const folder of two) expect(refused.error).toContain(folder);
  });

  it('HX-66 of another worktree is found by every command if it is the only one, else the candidates are named', async () => {
    const far = join(world.folder, 'far');
    mkdirSync(join(far, '.git'), { recursive: true });
    const commands = [
      ['send', 'e', 'from afar'],
      ['pane', 'e'],
      ['logs', 'e'],
      ['wait', 'e', '--until', 'ready'],
      ['ps', 'e'],
      ['inbox', 'list', 'e'],
      ['events', 'e'],
    ];
    for (const { code, err } of await Promise.all(commands.map((words) => world.drover(words, { cwd: far }))))
      expect(code, err).toBe(0);
    expect(world.lines('e').at(-1)).toBe('from afar');
    const both = [
      ['pane', 'both'],
      ['logs', 'both'],
      ['wait', 'both'],
      ['ps', 'both'],
      ['stop', 'both'],
      ['events', 'both'],
    ];
    for (const { code, err } of await Promise.all(both.map((words) => world.drover(words, { cwd: far })))) {
      expect(code).toBe(2);
      expect(err).toMatch(/both \(s\d+, in .*one.*both \(s\d+, in .*two|both \(s\d+, in .*two.*both \(s\d+, in .*one/s);
    }
  });

  it('HX-44 is told who writes where it is another session, not where it is itself or a person, not twice, and as flags say', async () => {
    const drover = `${process.execPath} ${built('cli')}`;
    const say = (name: string, text: string, ...flags: string[]) =>
      `${drover} send ${name} '${text}' --no-wait ${flags.join(' ')}`;
    await world.start('reader');
    await world.ready('reader');
    const script = [
      say('reader', 'by another'),
      say('reader', 'without', '--no-relay'),
      say('reader', '[drover relay from=writer id=s0 at=x] again'),
    ].join(' && ');
    const writer = await world.startOf('writer', 'sh', ['-c', `${script}; exit $?`]);
    expect(await world.must(['wait', 'writer'])).toMatchObject({ exit: 0 });
    await world.until(
      async () => world.lines('reader'),
      ({ length }) => length === 3,
    );
    const [first, second, third] = world.lines('reader');
    expect(first).toMatch(new RegExp(`^\\[drover relay from=writer id=${writer.row} at=[^\\]]+\\]\\nby another$`));
    expect(second).toBe('without');
    // Only a header of its own, made by us, is one: what an agent writes for another's is quoted below its own.
    expect(third).toMatch(
      new RegExp(`^\\[drover relay from=writer id=${writer.row} at=[^\\]]+\\]\\n\\[drover relay from=writer id=s0`),
    );
    await send('reader', 'by a person', '--relay');
    expect(world.lines('reader').at(-1)).toBe('by a person');
  });
});
