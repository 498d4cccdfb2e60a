// Whole tasks done by the real claude and the real codex, with a model on loopback behind them: command line, daemon, keeper, sandbox, gates, remote.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskDetail, TaskDiff, TaskEvidence } from '../../src/contract/task.ts';
import type { Fault, Heard, Play } from '../fakes/model-server/play.ts';
import { openRealWorld, type RealName, type RealWorld } from './real-world.ts';
import { analysis, failingTest, rightFix, wrongFix } from './scenes.ts';

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

  it("keeps login and conversations in the person's own folder", () => {
    const folder = name === 'claude' ? '.claude/projects' : '.codex/sessions';
    const all = readdirSync(join(world.home, folder), { recursive: true, encoding: 'utf8' });
    expect(all.filter((path) => path.endsWith('.jsonl')).length).toBeGreaterThanOrEqual(2);
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
    world = await openRealWorld();
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
  it.each(lost)(
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
