// Whole tasks done by the real claude and the real codex, with a model on loopback behind them: command line, daemon, keeper, sandbox, gates, remote.
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskDetail, TaskDiff, TaskEvidence } from '../../src/contract/task.ts';
import type { Fault, Heard, Play } from '../fakes/model-server/play.ts';
import { openRealWorld, type RealName, type RealWorld } from './real-world.ts';
import { byTurns, halfOf } from './rotation.ts';
import { analysis, failingTest, rightFix, turn, wrongFix } from './scenes.ts';

/** Input tokens of one request, as the model counts them for each of its two APIs. */
const perRequest: Readonly<Record<RealName, number>> = { claude: 110, codex: 100 };

/** What the program says it is, and what it can find of the person's. */
const lookAround = (home: string) =>
  `echo "HOME=$HOME token=[$GITHUB_TOKEN]"; ls -A "$HOME"; cat ${home}/.ssh/id_ed25519 || echo no key here`;

describe.each(['claude', 'codex'] as const)('a whole task with the real %s', (name) => {
  let world: RealWorld;
  let done: TaskDetail;
  let heard: readonly Heard[];
  let log: string;
  const attempt = (number: number) => {
    const found = heard.find(({ last }) => last.kind === 'user' && last.text.startsWith(`Attempt ${number} of`));
    if (found === undefined) throw new Error(`attempt ${number} was never asked for: ${log}`);
    return found;
  };

  beforeAll(async () => {
    world = await openRealWorld();
    world.model.play([...analysis(name), ...wrongFix([{ shell: lookAround(world.home) }]), ...rightFix(2)]);
    done = await world.ended(await world.begin('The heartbeat job fires too early.', '--agent', name));
    heard = [...world.model.requests];
    log = await world.told(done.id);
  });
  afterAll(() => world?.close());

  it('is released: red and green, pushed to the remote, the chain of evidence holds', async () => {
    expect(done.outcome, log).toBe('released');
    expect(await world.remoteBranch(done.branch ?? '')).toMatch(/^[0-9a-f]{40}$/);
    const { evidence, verified } = await world.must<TaskEvidence>(['task', 'evidence', done.id, '--verify']);
    expect(verified).toMatchObject({ ok: true });
    const red = evidence.find(({ gate, verdict }) => gate === 'red-first' && verdict === 'passed');
    expect(red?.why).toContain(failingTest);
  });

  it('CM-42 told to write in its analysis it is kept from it, reads the file, and nothing had to be undone', () => {
    const [, refused, read] = heard;
    expect(refused?.last.text).toMatch(/No such tool|Read-only file system|denied/i);
    expect(read?.last.text).toContain('everyMinutes * SECOND');
    expect(log).not.toContain('wrote although it may only read');
    expect(done.analysis).toContain('nextBeat multiplies');
  });

  it('an attempt that failed is followed by one in the same conversation, whose prompt names the failing test', () => {
    expect(log).toMatch(/SC-1, attempt 1: .*test failed/);
    const { users, answers } = attempt(2);
    expect(users.map((text) => text.slice(0, 14))).toEqual(['Attempt 1 of 7', 'Attempt 2 of 7']);
    expect(answers).toContain('Minutes are minutes now.');
    expect(users[1]).toContain(failingTest);
    expect(users[1]).toMatch(/6_000|30000 !== 300000/);
  });

  it('what it used is added up once, resumed turns included', () => {
    expect(done.spend).toMatchObject({
      input_tokens: perRequest[name] * heard.length,
      cached_tokens: 10 * heard.length,
      output_tokens: 20 * heard.length,
    });
    if (name === 'codex') expect(done.spend.money).toBeNull();
    else expect(done.spend.money).toBeGreaterThan(0);
  });

  it('has a home of the task, and finds neither the keys nor the tokens of the person', () => {
    const seen = heard.find(({ last }) => last.text.includes('token=['))?.last.text ?? '';
    expect(seen).toContain(`HOME=${join(world.state, 'homes', done.id)} token=[]`);
    expect(seen).toContain('no key here');
    expect(seen).not.toContain('a-key-of-the-person');
  });

  it("WT-41 brings its conversations into the person's own folder, and nothing else", () => {
    const folder = name === 'claude' ? '.claude/projects' : '.codex/sessions';
    const all = readdirSync(join(world.home, folder), { recursive: true, encoding: 'utf8' });
    expect(all.filter((path) => path.endsWith('.jsonl')).length).toBeGreaterThanOrEqual(2);
    const own = name === 'claude' ? '.claude' : '.codex';
    expect(readlinkSync(join(world.state, 'homes', done.id, own))).toBe(join(world.home, own));
    // `tmp` is made by Codex itself, asked for its version outside.
    expect(readdirSync(join(world.home, own)).filter((each) => each !== 'tmp')).toEqual(
      name === 'claude' ? ['projects'] : ['config.toml', 'sessions'],
    );
    expect(readFileSync(join(world.home, '.claude.json'), 'utf8')).toBe('{"hasCompletedOnboarding":true}');
  });

  it('leaves nothing of its own in the change', async () => {
    const { diff, files } = await world.must<TaskDiff>(['task', 'diff', done.id]);
    expect(files).toBe(2);
    expect([...diff.matchAll(/^diff --git a\/(\S+)/gm)].map(([, path]) => path).sort()).toEqual([
      'src/schedule.js',
      'test/schedule.test.js',
    ]);
  });
});

describe('trouble with the model behind a real program', () => {
  let world: RealWorld;
  beforeAll(async () => {
    world = await openRealWorld({ hunks: false });
  });
  afterAll(() => world?.close());

  const down = (fault: Fault, api?: Heard['api']): readonly Play[] => [{ when: api ? { api } : {}, fault }];
  const roles = (...names: readonly RealName[]) =>
    world.configure(
      `workspaces:\n  shop: { path: ${world.checkout}, agents: { analyze: [${names}], develop: [${names}] } }`,
    );

  it('CM-39 a login refused (401) hands the task over to the next agent, which ends it', async () => {
    roles('claude', 'codex');
    world.model.play([...down({ kind: 'status', status: 401 }, 'anthropic'), ...analysis('codex'), ...rightFix(1)]);
    const done = await world.ended(await world.begin('Too early.'));
    const log = await world.told(done.id);
    expect(done.outcome, log).toBe('released');
    expect(log).toMatch(/claude failed: .*AGENT_AUTH/);
    expect(done.criteria[0]?.attempts.map(({ agent }) => agent)).toEqual(['codex']);
  });

  const lost: readonly [string, RealName, Fault, RegExp][] = [
    ['401', 'claude', { kind: 'status', status: 401 }, /AGENT_AUTH.*401/],
    ['401', 'codex', { kind: 'status', status: 401 }, /AGENT_AUTH.*401/],
    ['429 without a time', 'codex', { kind: 'status', status: 429 }, /AGENT_LIMIT.*429/],
    ['500', 'claude', { kind: 'status', status: 500 }, /status 500/],
    ['500', 'codex', { kind: 'status', status: 500 }, /high demand/],
    ['a stream cut off', 'claude', { kind: 'cut' }, /claude: its service failed/],
    ['a stream cut off', 'codex', { kind: 'cut' }, /codex: its service failed/],
  ];
  it.each(halfOf('troubles with a model', lost))(
    '%s with %s alone is asked about as stuck, in words that say why',
    async (_what, name, fault, words) => {
      roles(name);
      world.model.play(down(fault));
      const task = await world.begin('Too early.');
      const [question] = (await world.asked(task, 'stuck')).open_questions;
      expect(question?.text).toMatch(words);
      expect((await world.drover(['answer', question?.id ?? '', 'abandon'])).code).toBe(0);
      expect((await world.ended(task)).outcome).toBe('failed');
    },
  );
});

describe('a limit with a time', () => {
  it('in the analysis and in an attempt is waited for, where there is no other agent, and the task goes on', async () => {
    // Times of reset are told to those who log in, not to keys.
    const world = await openRealWorld({
      hunks: false,
      env: { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-dummy' },
    });
    try {
      const limit = (prompt: RegExp, inMs: number): Play => ({
        when: { user: prompt },
        times: 1,
        fault: overLimit(inMs),
      });
      world.model.play([limit(/^Analyse/, 8_000), ...analysis('claude'), limit(/^Attempt 1/, 20_000), ...rightFix(1)]);
      const task = await world.begin('Too early.', '--agent', 'claude');
      for (const what of ['the analysis', 'SC-1, attempt 1']) {
        const waiting = await world.until(
          () => world.show(task),
          ({ state }) => state.endsWith(what) && state.includes('limit'),
        );
        expect(waiting.state).toMatch(/^waits for the limit of claude until [-0-9: ]+Z: /);
        expect(waiting.open_questions).toEqual([]);
      }
      const done = await world.ended(task);
      const log = await world.told(task);
      expect(done.outcome, log).toBe('released');
      expect(log.match(/^claude analyzes/gm)).toHaveLength(2);
    } finally {
      await world.close();
    }
  });
});

/** As the service of a person's plan says it; counted from when it says so, however long the program took to ask. */
const overLimit = (inMs: number): Fault => ({
  kind: 'status',
  status: 429,
  get headers() {
    return {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(Math.ceil((Date.now() + inMs) / 1000)),
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    };
  },
});

describe('ended from outside in the middle of a turn', () => {
  let world: RealWorld;
  beforeAll(async () => {
    world = await openRealWorld({ hunks: false });
  });
  afterAll(() => world?.close());

  const asked = (text: string) =>
    world.until(
      async () => world.model.requests.filter(({ last }) => last.text.startsWith(text)).length,
      (count) => count > 0,
    );

  byTurns(
    'a daemon killed while the real claude works comes back to the same end: no turn is begun twice',
    async () => {
      world.model.play([...analysis('claude'), ...rightFix(1, [{ shell: 'true', afterMs: 3_000 }])]);
      const task = await world.begin('Too early.', '--agent', 'claude');
      const pid = await world.daemonPid();
      await asked('Attempt 1 of');
      process.kill(pid, 'SIGKILL');
      const done = await world.ended(task);
      expect(await world.daemonPid()).not.toBe(pid);
      expect(done.outcome, await world.told(task)).toBe('released');
      expect(world.model.requests.filter(({ last }) => last.kind === 'user')).toHaveLength(2);
      expect(done.spend.input_tokens).toBe(perRequest.claude * world.model.requests.length);
    },
  );

  const killed = [
    ['claude', 'goes on in its conversation', [{ shell: 'true' }], ['Attempt 1 of 7', 'Your last turn']],
    ['claude', 'that has not kept its conversation begins afresh', [], ['Attempt 1 of 7']],
    ['codex', 'goes on in its conversation', [], ['Attempt 1 of 7', 'Your last turn']],
  ] as const;
  it.each(halfOf('kills of real agents', killed))(
    'a real %s killed in its sandbox %s',
    async (name, _what, before, prompts) => {
      world.model.play([
        ...analysis(name),
        ...turn(/^Attempt 1 of/, [...before, { fault: { kind: 'hang' } }]),
        ...rightFix(1, [], /^(Your last turn was cut off|Attempt 1 of)/),
      ]);
      const task = await world.begin('Too early.', '--agent', name);
      const hanging = 4 + before.length;
      await world.until(
        async () => world.model.requests.length,
        (count) => count === hanging,
      );
      const pids = pidsOf(name, join(world.state, 'homes', task));
      if (prompts.length === 1)
        for (const path of [join(world.home, '.claude', 'projects'), join(world.state, 'homes', `${task}.kept`)])
          rmSync(path, { recursive: true });
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      const done = await world.ended(task);
      const log = await world.told(task);
      expect(done.outcome, log).toBe('released');
      expect(log).toContain('the turn was cut off');
      expect(done.criteria[0]?.attempts).toHaveLength(1);
      expect(world.model.requests[hanging]?.users.map((text) => text.slice(0, 14))).toEqual(prompts);
    },
  );
});

/** The program itself, not what holds it: by its name and its home. */
function pidsOf(name: RealName, home: string): readonly number[] {
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  const found = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && read(`/proc/${entry}/environ`).includes(`HOME=${home}\0`))
    .filter((entry) => new RegExp(`/${name}(\\.exe)?$`).test(read(`/proc/${entry}/cmdline`).split('\0')[0] ?? ''));
  expect(found.length).toBeGreaterThan(0);
  return found.map(Number);
}

describe.each(halfOf('demos of real agents', ['claude', 'codex'] as const))('the demo with the real %s', (name) => {
  it("ends released, in the person's own login, and leaves nothing running", async () => {
    const world = await openRealWorld({ codexKey: 'OPENAI_API_KEY' });
    try {
      world.model.play([...analysis(name), ...rightFix(1)]);
      const { DROVER_HOME: _, ...env } = world.env;
      const told = await world.drover(['demo', '--agent', name, '--json'], { env });
      expect(JSON.parse(told.out), told.err).toMatchObject({
        ok: true,
        data: { outcome: 'released', red: expect.stringContaining(failingTest), evidence: { holds: true }, left: [] },
      });
    } finally {
      await world.close();
    }
  });
});
