// What a person may get wrong, and what the world around them may: a coded refusal or a question, nothing lost, nothing started.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errors } from '../../src/contract/errors/errors.ts';
import type { Reply } from '../../src/contract/protocol.ts';
import type { Board, Doctor } from '../../src/contract/service.ts';
import type { TaskCreated, TaskDetail, TaskList, TaskPath } from '../../src/contract/task.ts';
import { findLeftovers } from '../../src/local/demo.ts';
import { built } from '../e2e/built.ts';
import { shareWorlds } from '../e2e/shared-worlds.ts';
import { openWorld, type Told, type World } from '../e2e/world.ts';
import { needs } from '../needs/needs.ts';
import { byTurns } from './rotation.ts';

const limit = 256 * 1024;
const scripted = ['--agent', 'scripted', '-d'];

const open = shareWorlds();

/** The one document, refused with this code and the exit code that belongs to it. */
function refusal(told: Told, code: keyof typeof errors): Extract<Reply, { ok: false }> {
  const reply = JSON.parse(told.out) as Reply;
  expect(told.out.trim().split('\n')).toHaveLength(1);
  expect(reply).toMatchObject({ ok: false, error_code: code, error: expect.any(String), hint: expect.any(String) });
  expect(told.code).toBe(errors[code].exit);
  return reply as Extract<Reply, { ok: false }>;
}

describe('a command that is not understood', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it.each([
    [['tsak', 'list'], 'UNKNOWN_WORD', 'task'],
    [['task', 'lits'], 'UNKNOWN_WORD', 'list'],
    [['do', 'x', '--agnet', 'scripted'], 'UNKNOWN_WORD', '--agent'],
    [['do', 'x', '--until', 'analyse'], 'USAGE', 'analyze'],
    [['workspace', 'ad', 'shop', '.'], 'UNKNOWN_WORD', 'add'],
  ] as const)('%j is refused with %s and the nearest known one, and no daemon is started', async (args, code, near) => {
    const reply = refusal(await world.drover([...args, '--json']), code);
    expect(`${reply.error} ${reply.hint}`).toContain(near);
    const plain = await world.drover(args);
    expect([plain.code, plain.out]).toEqual([2, '']);
    expect(plain.err).toContain(near);
    expect(readdirSync(world.state)).toEqual(['config.yaml']);
  });

  it.each([
    [['do', ''], 'TEXT_EMPTY'],
    [['do', ' \n\t '], 'TEXT_EMPTY'],
    [['do', 'x', '--priority', 'urgent'], 'USAGE'],
    [['do', 'x', '--budget', 'much'], 'USAGE'],
    [['task', 'show', '--lines'], 'UNKNOWN_WORD'],
    [['completion', 'csh'], 'USAGE'],
  ] as const)('%j is refused with %s before anything is started', async (args, code) => {
    refusal(await world.drover([...args, '--json']), code);
    expect(readdirSync(world.state)).toEqual(['config.yaml']);
  });

  it('a text of 1 MB, too long for an argument, is refused from a file and from standard input alike', async () => {
    const file = join(world.folder, 'long.txt');
    writeFileSync(file, 'x'.repeat(1024 * 1024));
    const fromFile = refusal(await world.drover(['do', '-f', file, '--json']), 'TEXT_TOO_LONG');
    const input = 'x'.repeat(1024 * 1024);
    const fromInput = refusal(await world.drover(['do', '-f', '-', '--json'], { input }), 'TEXT_TOO_LONG');
    expect(fromFile.hint).toBe(fromInput.hint);
    expect(readdirSync(world.state)).toEqual(['config.yaml']);
  });
});

describe('a request that names what is not there', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ config: 'policy: normal\nsandbox: off\n' });
    await world.must(['workspace', 'add', 'shop', world.checkout]);
  });
  afterAll(() => world.close());
  const refused = async (args: readonly string[], code: keyof typeof errors, how: { cwd?: string } = {}) => {
    const reply = refusal(await world.drover([...args, '--json'], how), code);
    expect((await world.must<TaskList>(['task', 'list', '--all'])).tasks).toEqual([]);
    return reply;
  };

  it('CM-16 an unknown workspace is refused with the nearest known one [WORKSPACE_NOT_FOUND]', async () => {
    const reply = await refused(['do', 'x', '-w', 'shpo', ...scripted], 'WORKSPACE_NOT_FOUND');
    expect(reply.error).toContain('shop');
  });

  it('CM-16 a folder that is no git checkout, or is not there, is no workspace', async () => {
    const plain = join(world.folder, 'plain');
    mkdirSync(plain);
    await refused(['workspace', 'add', 'plain', plain], 'PATH_NOT_FOUND');
    await refused(['workspace', 'add', 'gone', join(world.folder, 'gone')], 'PATH_NOT_FOUND');
    expect(readFileSync(join(world.state, 'config.yaml'), 'utf8')).not.toContain('plain');
  });

  it('CM-35 an unknown agent is refused and the known ones are named [ENGINE_ERROR]', async () => {
    expect((await refused(['do', 'x', '--agent', 'robot'], 'ENGINE_ERROR')).error).toContain('claude');
  });

  it('CM-35 without any agent installed it is said what to install', async () => {
    const bin = join(world.folder, 'bin');
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, 'node'));
    const git = (world.env.PATH ?? '').split(':').map((folder) => join(folder, 'git'));
    symlinkSync(git.find((path) => existsSync(path)) ?? '', join(bin, 'git'));
    writeFileSync(join(world.state, 'kept.yaml'), readFileSync(join(world.state, 'config.yaml')));
    writeFileSync(join(world.state, 'config.yaml'), `workspaces:\n  shop: ${world.checkout}\n`);
    try {
      const told = await world.drover(['do', 'x', '-d', '--json'], { env: { PATH: bin } });
      const reply = refusal(told, 'ENGINE_ERROR');
      expect(reply.error).toMatch(/No agent is installed.*claude.*codex/);
      expect(reply.hint).toContain('Install');
    } finally {
      writeFileSync(join(world.state, 'config.yaml'), readFileSync(join(world.state, 'kept.yaml')));
      await world.must(['workspace', 'check', 'shop']);
    }
  });

  it.each([
    ['that is unknown', 'TASK_NOT_FOUND', 'nothing-7'],
    ['that is a path', 'USAGE', '../x'],
    ['that becomes a path', 'TASK_NOT_FOUND', 'shop-1/../../x'],
    ['of 500 characters', 'USAGE', 'x'.repeat(500)],
    ['that is a blank', 'USAGE', ' '],
  ] as const)('a task id %s is refused with %s', async (_name, code, id) => {
    await refused(['task', 'show', id], code);
    expect(existsSync(join(world.folder, 'x'))).toBe(false);
  });

  it('an answer to a question that is not there is QUESTION_NOT_FOUND', async () => {
    await refused(['answer', 'q99', 'yes'], 'QUESTION_NOT_FOUND');
    await refused(['answer', '../q', 'yes'], 'USAGE');
  });

  it('a base that is not there, a branch that is protected or no name, is refused at once', async () => {
    await refused(['do', 'x', '--branch', 'main', ...scripted], 'PROTECTED_BRANCH');
    await refused(['do', 'x', '--branch', 'a..b', ...scripted], 'USAGE');
    await refused(['do', 'x', '--base', '--upload-pack=x', ...scripted], 'USAGE');
  });

  it('an unborn head is refused with what to do', async () => {
    const unborn = join(world.folder, 'unborn');
    await world.git('init', '--quiet', unborn);
    expect((await refused(['do', 'x', ...scripted], 'BASE_UNKNOWN', { cwd: unborn })).hint).toMatch(/[Cc]ommit/);
  });

  it('a text of exactly 256 KiB is taken, one byte more is not', async () => {
    const file = join(world.folder, 'text.txt');
    writeFileSync(file, 'é'.repeat(limit / 2 + 1));
    await refused(['do', '-f', file, ...scripted], 'TEXT_TOO_LONG');
    const input = 'é'.repeat(limit / 2);
    const made = await world.must<TaskCreated>(['do', '-f', '-', '-w', 'shop', ...scripted], { input });
    expect((await world.show(made.task)).full_text).toBe(input);
    expect((await world.drover(['task', 'cancel', made.task])).code).toBe(0);
    expect((await world.ended(made.task)).outcome).toBe('cancelled');
  });

  it('an ambiguous beginning of a task id is refused and the candidates are named', async () => {
    const made = await world.must<TaskCreated>(['do', 'x', '-w', 'shop', ...scripted]);
    await world.must(['task', 'cancel', made.task]);
    await world.ended(made.task);
    const reply = refusal(await world.drover(['task', 'show', 'sho', '--json']), 'AMBIGUOUS');
    expect(reply.details?.candidates).toEqual(expect.arrayContaining([made.task]));
    expect(reply.error).toContain(made.task);
  });
});

describe('a configuration that cannot be read', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it.each([
    ['broken syntax', 'CONFIG_INVALID', 'workspaces:\n  shop: [\n', 3, 1],
    ['a wrong type', 'CONFIG_INVALID', 'policy: normal\nlimits:\n  attempts: many\n', 3, 13],
    ['an unknown key', 'UNKNOWN_KEY', 'limits:\n  atempts: 3\n', 2, 3],
  ] as const)('%s is %s with path, line and column, and never overwritten', async (_name, code, text, line, column) => {
    const path = join(world.state, 'config.yaml');
    writeFileSync(path, text);
    for (const args of [
      ['do', 'x', '-d'],
      ['workspace', 'add', 'shop', world.checkout],
      ['config', 'list'],
    ]) {
      const reply = refusal(await world.drover([...args, '--json']), code);
      expect(reply.error).toContain(path);
      expect(reply.details).toMatchObject({ path, line, column });
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('the board and the doctor still answer, and the doctor says what is wrong', async () => {
    expect((await world.must<Board>([])).tasks).toEqual([]);
    const told = await world.drover(['doctor', '--json']);
    expect(told.code).toBe(1);
    expect(told.out).toContain('config.yaml');
  });
});

describe('a task in a checkout that is not registered and has no remote, with a text full of tricks', () => {
  const tricky = 'Too \u001b]52;c;eA==\u0007ear\u202ely\u2066.\u0000\r\nIt is \u001b[31mred\u001b[0m.\u0085';
  let world: World;
  let told: Told;
  let task: string;
  beforeAll(async () => {
    world = await openWorld({ remote: null });
    const file = join(world.folder, 'task.txt');
    writeFileSync(file, Buffer.concat([Buffer.from(tricky), Buffer.from([0xff, 0xfe, 0xc3])]));
    told = await world.drover(['do', '-f', file, ...scripted]);
    task = (await world.must<TaskList>(['task', 'list'])).tasks[0]?.id ?? '';
    await world.ended(task);
  });
  afterAll(() => world.close());

  it('registers the checkout, and says so', () => {
    expect(told.code).toBe(0);
    expect(told.out + told.err).toContain(`${world.checkout} is now the workspace shop.`);
    expect(readFileSync(join(world.state, 'config.yaml'), 'utf8')).toContain(world.checkout);
  });

  it('ends proven, and says that there was no remote to submit to', async () => {
    const done = await world.show(task);
    expect(done.outcome).toBe('proven');
    expect(done.state).toContain('no remote');
  });

  it('shows its text without control characters, bidi overrides and broken bytes', async () => {
    for (const args of [
      ['task', 'show', task],
      ['task', 'list', '--all'],
      [],
      ['task', 'log', task],
      ['task', 'watch', task],
    ]) {
      const { code, out, err } = await world.drover(args);
      expect([0, 6]).toContain(code);
      expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      if (args.includes('show')) expect(out).toContain('Too early.');
    }
  });
});

it('a detached head is said, and the task starts from the default branch of the remote', async () => {
  const world = await open({ config: 'policy: normal\n' });
  try {
    await world.git('checkout', '--quiet', '--detach');
    const made = await world.must<TaskCreated>(['do', 'Too early.', '--until', 'analyze', ...scripted]);
    expect(made.notes.join(' ')).toMatch(/detached/i);
    const proceed = await world.until(
      () => world.show(made.task),
      (detail) => detail.outcome !== null || detail.base !== null,
    );
    expect(proceed.base).toMatchObject({ branch: 'main', from: 'remote' });
    await world.must(['task', 'cancel', made.task]);
    expect((await world.ended(made.task)).outcome).toBe('cancelled');
  } finally {
    await world.git('switch', '--quiet', 'main');
  }
});

describe('a remote that makes trouble', () => {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });
  const retried = async (task: string): Promise<TaskDetail> => {
    const asked = await world.asked(task, 'unreachable');
    const question = asked.open_questions[0];
    expect(asked.outcome).toBeNull();
    expect((await world.drover(['answer', question?.id ?? '', 'retry'])).code).toBe(0);
    return world.ended(task);
  };

  it('is unreachable: a question, and a retry after it is back leads to the end', async () => {
    world.remote.cut('at once');
    const task = await world.start('Too early.', '--until', 'analyze');
    const asked = await world.asked(task, 'unreachable');
    expect(asked.open_questions[0]?.choices.map(({ id }) => id)).toEqual(['retry', 'without', 'cancel']);
    world.remote.cut(null);
    expect((await retried(task)).state).toContain('ended with the analysis');
  });

  it('asks for a password: a question that says a credential is missing', async () => {
    world.remote.requirePassword('ada:secret');
    const task = await world.start('Too early.', '--until', 'analyze');
    const asked = await world.asked(task, 'unreachable');
    expect(asked.open_questions[0]?.text).toMatch(/credential|password|log ?in/i);
    world.remote.requirePassword(null);
    expect((await retried(task)).outcome).toBe('not_verified');
  });

  byTurns(
    'CM-50 rejects the push: a question with its words, nothing lost, and a retry works when the hook is gone [a question instead of ok:false]',
    async () => {
      await world.remote.rejectPushes('shop', 'not on a Friday');
      const task = await world.start('Too early.');
      const asked = await world.asked(task, 'unreachable');
      expect(asked.open_questions[0]?.text).toContain('not on a Friday');
      expect(asked).toMatchObject({ phase: 'submit', evidence: { proven: true } });
      expect(existsSync(asked.copy ?? '')).toBe(true);
      expect(await world.remoteBranch(asked.branch ?? '')).toBeNull();
      await world.remote.rejectPushes('shop', null);
      expect((await retried(task)).outcome).toBe('released');
      expect(await world.remoteBranch(asked.branch ?? '')).toMatch(/^[0-9a-f]{40}$/);
    },
  );

  byTurns(
    'rejects the name of the branch: it is pushed under the one that the person writes, and all that follows goes by it',
    async () => {
      const hook = join(world.remote.pathOf('shop'), 'hooks', 'update');
      writeFileSync(
        hook,
        '#!/bin/sh\ncase "$1" in refs/heads/feature/*) exit 0 ;; esac\necho "feature/ only" >&2\nexit 1\n',
        { mode: 0o755 },
      );
      const task = await world.start('Too early.');
      const first = await world.asked(task, 'unreachable');
      expect(first.open_questions[0]?.text).toContain('feature/ only');
      await world.must(['answer', first.open_questions[0]?.id ?? '', 'rename', 'main']);
      const second = await world.asked(task, 'unreachable');
      expect(second.open_questions[0]?.text).toContain('main is protected');
      await world.must(['answer', second.open_questions[0]?.id ?? '', 'rename', 'feature/beat']);
      expect((await world.ended(task)).outcome).toBe('released');
      expect(await world.remoteBranch('feature/beat')).toMatch(/^[0-9a-f]{40}$/);
      expect(await world.remoteBranch(first.branch ?? '')).toBeNull();
      rmSync(hook);
    },
  );
});

byTurns(
  'a remote that is another one by then is asked with both, and nothing is pushed there before a person says so',
  async () => {
    const world = await openWorld();
    try {
      const other = join(world.folder, 'other.git');
      execFileSync('git', ['clone', '-q', '--bare', world.remote.pathOf('shop'), other]);
      const branches = () => execFileSync('git', ['-C', other, 'for-each-ref', '--format=%(refname:short)']).toString();
      await world.remote.rejectPushes('shop', 'not now');
      const task = await world.start('Too early.');
      const { open_questions: before, branch } = await world.asked(task, 'unreachable');
      await world.git('remote', 'set-url', 'origin', other);
      await world.remote.rejectPushes('shop', null);
      await world.must(['answer', before[0]?.id ?? '', 'retry']);
      const asked = await world.until(
        () => world.show(task),
        ({ open_questions: open }) => open[0]?.text.includes(other) === true,
      );
      expect(asked.open_questions[0]?.text).toContain(world.remote.url);
      expect(branches()).not.toContain(branch);
      await world.must(['answer', asked.open_questions[0]?.id ?? '', 'there']);
      expect((await world.ended(task)).outcome).toBe('released');
      expect(branches()).toContain(branch);
    } finally {
      await world.close();
    }
  },
);

byTurns(
  'a base that is rewritten or removed on the remote while a task works is asked before anything is pushed on top of it',
  async () => {
    const world = await openWorld();
    try {
      const bare = world.remote.pathOf('shop');
      const there = (...args: readonly string[]) => execFileSync('git', ['-C', bare, ...args]);
      await world.git('commit', '-q', '--amend', '-m', 'other');
      await world.git('push', '-q', 'origin', 'HEAD:refs/heads/spare');
      await world.remote.rejectPushes('shop', 'not now');
      const task = await world.start('Too early.');
      const retried = async (words: string) => {
        const { open_questions: before } = await world.asked(task, 'unreachable');
        await world.must(['answer', before[0]?.id ?? '', 'retry']);
        return world.until(
          () => world.show(task),
          ({ open_questions: open }) => open[0]?.text.includes(words) === true,
        );
      };
      await world.asked(task, 'unreachable');
      there('update-ref', 'refs/heads/main', 'refs/heads/spare');
      await world.remote.rejectPushes('shop', null);
      const { branch } = await retried('was rewritten on the remote');
      there('symbolic-ref', 'HEAD', 'refs/heads/spare');
      there('update-ref', '-d', 'refs/heads/main');
      const asked = await retried('is not on the remote any more');
      expect(await world.remoteBranch(branch ?? '')).toBeNull();
      await world.must(['answer', asked.open_questions[0]?.id ?? '', 'as_is']);
      expect((await world.ended(task)).outcome).toBe('released');
      expect(await world.remoteBranch(branch ?? '')).toMatch(/^[0-9a-f]{40}$/);
    } finally {
      await world.close();
    }
  },
);

describe('a task that stops early, or has a plan of its own', () => {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });

  it.each([
    ['analyze', 'not_verified', 'analysis'],
    ['plan', 'not_verified', 'plan'],
    ['test', 'proven', 'tests'],
  ] as const)('--until %s ends %s and leaves the remote alone', async (until, outcome, word) => {
    const heads = () => world.git('ls-remote', '--heads', 'origin');
    const before = await heads();
    const task = await world.start('Too early.', '--until', until);
    const done = await world.ended(task);
    expect(done.outcome).toBe(outcome);
    expect(done.state).toContain(word);
    expect(await heads()).toBe(before);
    expect((await world.drover(['task', 'watch', task])).code).toBe(outcome === 'proven' ? 0 : 5);
  });

  byTurns('--plan FILE is followed as it stands, without an analysis', async () => {
    const plan = join(world.folder, 'plan.md');
    writeFileSync(plan, 'Count in minutes, in src/schedule.js alone.\n');
    const task = await world.start('Too early.', '--until', 'test', '--plan', plan);
    const done = await world.ended(task);
    expect(done.outcome).toBe('proven');
    expect(done.history.map(({ phase }) => phase)).not.toContain('analyze');
    const prompts = readFileSync(join(world.folder, 'agent', 'log'), 'utf8')
      .trim()
      .split('\n');
    expect(Buffer.from(JSON.parse(prompts.at(-1) ?? '{}').base64, 'base64').toString()).toContain(
      'Count in minutes, in src/schedule.js alone.',
    );
  });

  it('a plan that is not there, or is empty, starts nothing', async () => {
    const before = (await world.must<TaskList>(['task', 'list', '--all'])).tasks.length;
    refusal(await world.drover(['do', 'x', '--plan', 'gone.md', '--json']), 'PATH_NOT_FOUND');
    const empty = join(world.folder, 'empty.md');
    writeFileSync(empty, ' \n');
    refusal(await world.drover(['do', 'x', '--plan', empty, ...scripted, '--json']), 'TEXT_EMPTY');
    expect((await world.must<TaskList>(['task', 'list', '--all'])).tasks).toHaveLength(before);
  });
});

describe('a state folder', () => {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });
  const at = (name: string) => join(world.folder, name);
  /** Programs keep what they compiled in the state folder, as a person's do. */
  const how = (state: string) => ({ env: { DROVER_HOME: state, NODE_COMPILE_CACHE: '' } });

  it(
    'WT-46 of somebody else is refused, by root too, before anything is written there [STATE_UNUSABLE]',
    needs('root'),
    async () => {
      const theirs = at('theirs');
      const used = at('theirs-used');
      for (const folder of [theirs, used]) mkdirSync(folder, { mode: 0o777 });
      // A daemon of theirs has been there.
      writeFileSync(join(used, 'host'), 'their-machine\n');
      for (const path of [theirs, used, join(used, 'host')]) chownSync(path, 65_534, 65_534);
      for (const [state, of, left] of [
        [theirs, theirs, []],
        [join(theirs, 'deeper', 'drover'), theirs, []],
        [used, used, ['host']],
      ] as const) {
        for (const words of [
          ['task', 'list'],
          ['do', 'x', '-w', 'shop'],
        ]) {
          const reply = refusal(await world.drover([...words, '--json'], how(state)), 'STATE_UNUSABLE');
          expect(reply.error).toContain('belongs to another user (uid 65534');
        }
        const up = await world.drover(['up'], how(state));
        expect([up.code, up.err]).toEqual([1, expect.stringContaining('STATE_UNUSABLE')]);
        const daemon = spawnSync(process.execPath, [built('daemon')], {
          env: { ...world.env, ...how(state).env },
          encoding: 'utf8',
          timeout: 60_000,
        });
        expect([daemon.status, daemon.stderr]).toEqual([1, expect.stringContaining('STATE_UNUSABLE: ')]);
        expect(readdirSync(of)).toEqual(left);
      }
    },
  );

  it.each(['in-a-checkout', ''])(
    'WT-46 that is named from where one stands, or not at all, is none: nothing is read or written there: "%s"',
    async (named) => {
      const cwd = at(`stands-${named}`);
      const state = join(cwd, named === '' ? 'undefined/.local/state/drover' : named);
      mkdirSync(state, { recursive: true });
      writeFileSync(join(state, 'host'), 'a-machine\n');
      const { HOME: _, DROVER_HOME: __, NODE_COMPILE_CACHE: ___, ...env } = world.env;
      const said = spawnSync(process.execPath, [built('cli'), '--version'], {
        ...{ cwd, encoding: 'utf8', timeout: 60_000 },
        env: { ...env, ...(named !== '' && { DROVER_HOME: named }) },
      });
      expect(said.status, said.stderr).toBe(0);
      expect(readdirSync(state)).toEqual(['host']);
    },
  );

  it('WT-46 behind a link of HOME is as any other', async () => {
    mkdirSync(at('disk'));
    symlinkSync(at('disk'), at('home-link'));
    const env = { HOME: at('home-link'), DROVER_HOME: '', XDG_RUNTIME_DIR: '' };
    const done = await world.drover(['workspace', 'add', 'linked', world.checkout, '--json'], { env });
    expect(done).toMatchObject({ code: 0 });
    expect(existsSync(join(at('disk'), '.local', 'state', 'drover', 'drover.db'))).toBe(true);
    expect(await world.drover(['down', '--all', '--yes'], { env })).toMatchObject({ code: 0 });
  });

  byTurns(
    'WT-46 behind a link of HOME has a task done to its proof, in a checkout of an odd name reached by that link',
    async () => {
      mkdirSync(at('other-disk/.config/drover'), { recursive: true });
      symlinkSync(at('other-disk'), at('linked'));
      const config = readFileSync(join(world.state, 'config.yaml'));
      writeFileSync(join(at('other-disk'), '.config', 'drover', 'config.yaml'), config);
      const checkout = join(at('linked'), 'my work', '-shop');
      await world.git('clone', '--quiet', world.checkout, checkout);
      const env = { HOME: at('linked'), DROVER_HOME: '', DROVER_CONFIG: '', XDG_RUNTIME_DIR: '' };
      try {
        const args = ['do', 'Too early.', '--until', 'test', ...scripted];
        const { task } = await world.must<TaskCreated>(args, { env, cwd: checkout });
        const done = await world.until(
          () => world.must<TaskDetail>(['task', 'show', task], { env, cwd: checkout }),
          ({ outcome, open_questions: open }) => outcome !== null || open.length > 0,
        );
        expect(done).toMatchObject({ outcome: 'proven', open_questions: [] });
        const { path } = await world.must<TaskPath>(['task', 'path', task], { env, cwd: checkout });
        expect(realpathSync(path).startsWith(join(at('other-disk'), '.local', 'state', 'drover'))).toBe(true);
      } finally {
        expect(await world.drover(['down', '--all', '--yes'], { env })).toMatchObject({ code: 0 });
      }
    },
  );

  it('WT-46 on a mount without access times is as any other', needs('mounts'), async () => {
    mkdirSync(at('quiet'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'noatime,size=32m,mode=0700', 'drover-test', at('quiet')]);
    try {
      expect(await world.drover(['task', 'list'], how(at('quiet')))).toMatchObject({ code: 0 });
      expect(await world.drover(['down', '--all', '--yes'], how(at('quiet')))).toMatchObject({ code: 0 });
      await findLeftovers(`DROVER_HOME=${at('quiet')}`, 20_000);
    } finally {
      execFileSync('umount', ['-l', at('quiet')]);
    }
  });

  byTurns(
    'WT-22 in which work was done is all green for the doctor, and what is open to others is only what is theirs',
    async () => {
      await world.must(['workspace', 'add', 'shop', world.checkout]);
      await world.ended(await world.start('Too early.', '--until', 'test'));
      const { checks } = await world.must<Doctor>(['doctor']);
      expect(checks.filter(({ state }) => state === 'bad')).toEqual([]);
      expect(statSync(join(world.state, 'config.yaml.lock')).mode & 0o777).toBe(0o600);
    },
  );
});
