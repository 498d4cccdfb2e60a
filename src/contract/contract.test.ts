import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { requests } from './cli/requests.ts';
import { everywhere } from './cli/word.ts';
import { words } from './cli/words.ts';
import { schemas, streams } from './commands.ts';
import { textLimit } from './limits.ts';
import { needsPerson } from './person.ts';
import { findPlaces, socketLimit } from './places.ts';
import { isCommand, readInput } from './read-input.ts';
import { createLineSplitter } from './split-lines.ts';
import { version } from './version.ts';

it('has a rule for every command and a command for every rule', () => {
  expect(Object.keys(requests).sort()).toEqual(Object.keys(schemas).sort());
});

it('knows the commands that tell events, by their declarations', () => {
  expect(streams.toSorted()).toEqual([
    'chain.watch',
    'question.watch',
    'run.watch',
    'service.events',
    'service.logs',
    'service.wait',
    'session.pane',
    'session.send',
    'step.watch',
    'task.watch',
  ]);
});

it('has the version of package.json', () => {
  expect(version).toBe(packageJson.version);
});

describe('reading the input of a request', () => {
  const create = { text: 'fix it', cwd: '/' };
  const codeOf = (name: Parameters<typeof readInput>[0], input: unknown) => {
    const read = readInput(name, input);
    return read.ok ? 'ok' : read.failure.error_code;
  };

  it('takes what is right and fills what has a default', () => {
    expect(readInput('task.cancel', { task: 'shop-1' })).toEqual({ ok: true, value: { task: 'shop-1', keep: true } });
    expect(readInput('service.board', undefined)).toEqual({ ok: true, value: {} });
  });

  it('says TEXT_EMPTY and TEXT_TOO_LONG by their own codes', () => {
    expect(codeOf('task.create', { ...create, text: ' \n' })).toBe('TEXT_EMPTY');
    expect(codeOf('task.create', { ...create, text: 'a'.repeat(textLimit) })).toBe('ok');
    expect(codeOf('task.create', { ...create, text: 'é'.repeat(textLimit / 2 + 1) })).toBe('TEXT_TOO_LONG');
  });

  it('refuses unknown fields, wrong kinds and relative folders with USAGE and names the field', () => {
    for (const wrong of [
      { colour: 'red' },
      { yes: ['everything'] },
      { cwd: 'x' },
      { budget: -1 },
      { branch: 'a\nb' },
    ]) {
      const read = readInput('task.create', { ...create, ...wrong });
      expect(read).toMatchObject({
        ok: false,
        failure: { error_code: 'USAGE', details: { field: expect.stringContaining(Object.keys(wrong)[0] ?? '') } },
      });
    }
  });

  it.each([
    ['run.create', { prompt: 'Is it?', cwd: '/', max_tokens: 0 }, 'max_tokens: must be a whole number from 1 on'],
    ['run.create', { prompt: 'Is it?', cwd: '/', max_tokens: 1.5 }, 'max_tokens: must be a whole number from 1 on'],
    [
      'run.create',
      { prompt: 'Is it?', cwd: '/', timeout: '0' },
      'timeout: must be more than nothing, like 90s, 30m or 2h',
    ],
    ['run.create', { prompt: 'Is it?', cwd: '/', carry: -1 }, 'carry: must be a whole number from 0 to 1048576'],
    ['task.create', { ...create, best_of: 12 }, 'best_of: must be a whole number from 2 to 9'],
  ] as const)('a number of %s that is none there is told with what it must be: %j', (name, input, said) => {
    const read = readInput(name, input);
    expect(read.ok ? 'ok' : read.failure.message).toBe(`${name}: ${said}`);
  });

  it('CM-13 refuses an environment that begins with a dash', () => {
    expect(codeOf('env.add', { name: 'prod', connect: '-oProxyCommand=x', cwd: '/' })).toBe('USAGE');
  });

  it('refuses names of the form of a run or question id', () => {
    expect(codeOf('workspace.add', { name: 'r12', path: '.', cwd: '/' })).toBe('USAGE');
    expect(codeOf('workspace.add', { name: 'q', path: '.', cwd: '/' })).toBe('ok');
  });

  it('knows its commands and nothing that an object happens to have', () => {
    expect([isCommand('task.list'), isCommand('toString'), isCommand('__proto__'), isCommand(1)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('who must be a person', () => {
  it('is asked for every answer', () => {
    expect(requests['question.answer'].person).toBe('always');
  });

  it('is asked for `do` only with --yes or --budget, for a release or renewal only without the token', () => {
    expect(needsPerson('task.create', { text: 'x', yes: [] })).toBe(false);
    expect(needsPerson('task.create', { text: 'x', yes: ['plan'] })).toBe(true);
    expect(needsPerson('task.create', { text: 'x', budget: 1 })).toBe(true);
    expect(needsPerson('step.release', { task: 'a-1' })).toBe(true);
    expect(needsPerson('step.release', { task: 'a-1', token: 'secret' })).toBe(false);
    expect(needsPerson('step.renew', {})).toBe(true);
    expect(needsPerson('step.take', { takeover: false })).toBe(false);
    expect(needsPerson('task.list', null)).toBe(false);
  });
});

describe('where things are', () => {
  it('is the home, unless DROVER_HOME moves state and configuration together', () => {
    expect(findPlaces({}, '/home/a', 7)).toMatchObject({
      state: '/home/a/.local/state/drover',
      config: '/home/a/.config/drover/config.yaml',
      socket: '/home/a/.local/state/drover/drover.sock',
    });
    expect(findPlaces({ DROVER_HOME: '/d' }, '/home/a', 7)).toMatchObject({ state: '/d', config: '/d/config.yaml' });
    expect(findPlaces({ DROVER_HOME: '/d', DROVER_CONFIG: '/c.yaml' }, '/home/a', 7).config).toBe('/c.yaml');
  });

  it('is a short socket in the runtime folder where the path is too long, another for each state folder', () => {
    const long = `/${'x'.repeat(socketLimit)}`;
    const socket = findPlaces({ DROVER_HOME: long, XDG_RUNTIME_DIR: '/run/user/7' }, '/', 7).socket;
    expect(socket).toMatch(/^\/run\/user\/7\/drover\/[0-9a-f]{16}\.sock$/);
    expect(findPlaces({ DROVER_HOME: `${long}y`, XDG_RUNTIME_DIR: '/run/user/7' }, '/', 7).socket).not.toBe(socket);
    expect(findPlaces({ DROVER_HOME: long }, '/', 7).socket).toMatch(/^\/tmp\/drover-7\//);
  });
});

describe('words', () => {
  it('name each command once, and only requests that exist', () => {
    const names = words.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(words.filter(({ request }) => request !== null && !isCommand(request))).toEqual([]);
  });

  it('use no flag twice within a command, long or short', () => {
    for (const { name, flags } of words) {
      const used = [...flags, ...everywhere].flatMap((flag) => [
        flag.name,
        ...(flag.short === undefined ? [] : [flag.short]),
      ]);
      expect(new Set(used).size, name).toBe(used.length);
    }
  });

  it('have an example that begins with the command', () => {
    expect(
      words.filter(({ name, example }) => !example.includes(`drover ${name}`.trim())).map(({ name }) => name),
    ).toEqual([]);
  });
});

describe('lines out of bytes', () => {
  it('are split at LF only, over chunks, whole', () => {
    const split = createLineSplitter(100);
    const bytes = Buffer.from('{"a":"\u2028é"}\n\nrest');
    const lines = [...bytes].flatMap((byte) => split(Buffer.of(byte)));
    expect([lines, split(Buffer.from('\n'))]).toEqual([['{"a":"\u2028é"}', ''], ['rest']]);
  });

  it('end for good when one is too long', () => {
    const split = createLineSplitter(4);
    expect([split(Buffer.from('1234\n')), split(Buffer.from('12345')), split(Buffer.from('\n'))]).toEqual([
      ['1234'],
      'too_long',
      'too_long',
    ]);
  });
});
