// What a task or a chain may use, from the command line to the end: asked about in time, and a turn that uses too much is stopped in the middle.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ChainCreated, ChainView } from '../../src/contract/chain.ts';
import type { TaskCreated, TaskDetail } from '../../src/contract/task.ts';
import { shareWorlds } from '../e2e/shared-worlds.ts';
import { report, type Step, sumProject, turn } from '../e2e/sum-project.ts';
import type { World } from '../e2e/world.ts';
import { byTurns } from './rotation.ts';

let world: World;
const openShared = shareWorlds();

const used = (money: number): Step => ({ usage: { inputTokens: 1000, outputTokens: 100, money } });
const work: readonly Step[] = [{ write: { path: 'notes.md', text: 'Done.\n' } }, { say: 'Done.' }];
const open = (turns: readonly unknown[], config = '') =>
  openShared({ project: sumProject, remote: null, script: { turns }, config: `policy: hands-off\n${config}` });
const question = (task: TaskDetail) => task.open_questions.find(({ kind }) => kind === 'budget');
const answer = async (task: TaskDetail, ...words: string[]) => {
  const told = await world.drover(['answer', question(task)?.id ?? '', ...words]);
  expect(told.code, told.err).toBe(0);
};
const logOf = async (task: string) => (await world.drover(['task', 'log', task])).out;

describe('a task with a budget', () => {
  byTurns(
    'says at its start what it may use, waits for a person before the turn after four fifths, and goes on with more',
    async () => {
      world = await open([
        turn('analysis', 'notes', [used(0.45), report()]),
        turn('write', 'notes', [used(0.2), ...work]),
      ]);
      const made = await world.must<TaskCreated>([
        'do',
        'Write notes.',
        '--agent',
        'scripted',
        '-d',
        '--budget',
        '0.5',
      ]);
      expect(made.notes.join(' ')).toContain('It may use $0.50');
      const asked = await world.asked(made.task, 'budget');
      expect(asked).toMatchObject({ state: 'waits for you: budget', budget: '$0.50' });
      expect(question(asked)?.text).toContain('has used $0.45 of $0.50');
      const pid = await world.daemonPid();
      process.kill(pid, 'SIGKILL');
      await answer(await world.asked(made.task, 'budget'), 'more', '$2');
      const done = await world.ended(made.task);
      expect(done).toMatchObject({ outcome: 'proven', spend: { money: 0.65 } });
      expect(await logOf(made.task)).toContain('the budget is $2.50 now');
    },
  );

  byTurns(
    'has the one of the configuration where none is said, in tokens too; given up it ends with nothing that waits',
    async () => {
      world = await open(
        [turn('analysis', 'notes', [used(0.01), report()]), turn('write', 'notes', work)],
        'limits: { budget: { task: { tokens: 1200 } } }\n',
      );
      const task = await world.start('Write notes.');
      const asked = await world.asked(task, 'budget');
      expect(question(asked)?.text).toContain('1100 tokens of 1200 tokens');
      await answer(asked, 'abandon');
      expect((await world.ended(task)).outcome).toBe('failed');
    },
  );

  byTurns(
    'stops a turn in the middle that uses more than is left, and goes on in the same conversation when it may',
    async () => {
      const endless = [{ write: { path: 'half.md', text: 'Half.\n' } }, used(3), { wait: { file: '/nowhere/at-all' } }];
      world = await open([
        turn('analysis', 'notes', [used(0.1), report()]),
        turn('write', 'notes', endless, 1),
        turn('write', 'cut off', [used(0.5), ...work], 2),
      ]);
      const task = await world.start('Write notes.', '--budget', '1');
      const asked = await world.asked(task, 'budget');
      expect(question(asked)?.text).toContain('has used $3.10 of $1.00');
      expect(await logOf(task)).toContain('has used more than its turn may');
      await answer(asked, 'cheaper', 'small');
      const done = await world.ended(task);
      expect(done).toMatchObject({ outcome: 'proven', spend: { money: 3.6 } });
      const { diff } = await world.must<{ diff: string }>(['task', 'diff', task]);
      expect(diff).toContain('half.md');
      expect(diff).toContain('notes.md');
      expect(done.criteria[0]?.attempts).toHaveLength(1);
    },
  );
});

describe('a chain with a budget', () => {
  const approve = { report: { verdict: 'approve', findings: [], divergence: 'none', note: '' } };
  const work = { write: { path: 'a.txt', text: 'first\n' } };

  byTurns(
    'says what it may use, waits for a person before the turn after four fifths over a restart, and goes on with more',
    async () => {
      world = await open([
        { when: { prompt: 'You review a plan' }, do: [used(0.45), approve] },
        { when: { prompt: 'You carry out' }, do: [used(0.2), work, { say: 'Wrote a.txt.' }] },
        { when: { prompt: 'You review work' }, do: [used(0.01), approve] },
      ]);
      mkdirSync(join(world.checkout, 'plans'), { recursive: true });
      writeFileSync(join(world.checkout, 'plans/23-first.md'), '# Write a\n\nWrite a.txt.\n');
      const who = ['--agent', 'scripted', '--review-by', 'scripted', '-d'];
      const made = await world.must<ChainCreated>(['chain', '23', ...who, '--budget', '0.5']);
      expect(made.notes.join(' ')).toContain('It may use $0.50');
      const [chain = ''] = made.chains;
      const waits = () =>
        world.until(
          () => world.must<ChainView>(['chain', 'show', chain]),
          ({ outcome, needs_person }) => outcome !== null || needs_person,
        );
      const asked = await waits();
      expect(asked).toMatchObject({ outcome: null, budget: '$0.50', spend: { money: 0.45 } });
      const shown = await world.drover(['chain', 'show', chain]);
      expect(shown.out).toContain('Spent: $0.45\nMay use: $0.50');
      process.kill(await world.daemonPid(), 'SIGKILL');
      const { questions } = await waits();
      expect((await world.drover(['answer', questions[0] ?? '', 'more', '$2'])).code).toBe(0);
      expect(await waits()).toMatchObject({
        ...{ outcome: 'done', budget: '$2.50', spend: { money: 0.66 } },
        plans: [{ label: '23', state: 'done' }],
      });
    },
  );
});

describe('a task whose agent is limited', () => {
  const limited = (until: number | null): Step => ({ limited: { until } });

  byTurns(
    'is shown with the time until which it waits, without a question, and goes on by itself in its conversation',
    async () => {
      world = await open([]);
      // Beside load its turn comes late: it is to come before the limit is over.
      const until = Date.now() + 30_000;
      world.setScript({
        turns: [
          turn('analysis', 'notes', [report()]),
          turn('write', 'notes', [{ write: { path: 'half.md', text: 'Half.\n' } }, limited(until)], 1),
          turn('write', 'notes', work, 2),
        ],
      });
      const task = await world.start('Write notes.');
      const waits = (told: string) =>
        /waits for the limit of scripted until [-0-9]+ [0-9:]+Z: SC-1, attempt 1/.test(told);
      const shown = await world.until(
        () => world.show(task),
        ({ state, slot, outcome }) => (waits(state) && slot.number === null) || outcome !== null,
      );
      expect(shown.open_questions).toEqual([]);
      expect(shown.slot.number).toBeNull();
      const listed = await world.must<{ tasks: readonly { state: string }[] }>(['task', 'list']);
      expect(listed.tasks.map(({ state }) => waits(state))).toEqual([true]);
      const pid = await world.daemonPid();
      process.kill(pid, 'SIGKILL');
      const done = await world.ended(task);
      expect(done.outcome).toBe('proven');
      expect(Date.now()).toBeGreaterThanOrEqual(until);
      expect((await world.must<{ diff: string }>(['task', 'diff', task])).diff).toContain('half.md');
    },
  );

  byTurns('without a time is moved to the agent that a person names, which is told what was done', async () => {
    const other = ['/bin/sh', '-c', 'cp "$1" seen.md; echo Done.', 'sh', '{prompt_file}'];
    world = await open([
      turn('analysis', 'notes', [report()]),
      turn('write', 'notes', [{ write: { path: 'half.md', text: 'Half of it.\n' } }, limited(null)]),
    ]);
    const entry = `${world.trust()}agents:\n  scripted: { script: ${world.script} }\n  other: { command: ${JSON.stringify(other)} }\n`;
    writeFileSync(join(world.state, 'config.yaml'), `${entry}policy: hands-off\n`);
    const task = await world.start('Write notes.');
    const stuck = (await world.asked(task, 'stuck')).open_questions.find(({ kind }) => kind === 'stuck');
    expect(stuck?.choices.map(({ label }) => label).join()).toContain('other');
    expect((await world.drover(['answer', stuck?.id ?? '', 'another', 'other'])).code).toBe(0);
    const done = await world.ended(task);
    expect(done.outcome).toBe('proven');
    expect(done.criteria.at(-1)?.attempts.map(({ agent }) => agent)).toEqual(['scripted', 'other']);
    const { diff } = await world.must<{ diff: string }>(['task', 'diff', task]);
    expect(diff).toContain('+scripted worked on it before you');
    expect(diff).toContain('++Half of it.');
  });
});
