// Another agent reads the whole change; the one that works says that the plan does not fit: as a person sees both.
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { TaskCreated, TaskDetail, TaskLog } from '../../src/contract/task.ts';
import { demoProject } from '../../src/local/demo-project.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { shareWorlds } from '../e2e/shared-worlds.ts';
import type { World } from '../e2e/world.ts';
import { byTurns } from './rotation.ts';

let world: World;
const openShared = shareWorlds();

const reviewing = { mode: 'analysis', prompt: '^Review the change' };
const reading = { mode: 'analysis', prompt: '^Review the plan' };
const handIn = (...findings: readonly object[]) => ({
  say: JSON.stringify({ summary: 'Minutes are minutes.', findings }),
});
const finding = (severity: string, what: string) => ({
  ...{ severity, file: 'src/schedule.js', line: 2, what, why: 'nobody knows what it is' },
});
const mend = { replace: { path: 'src/schedule.js', old: 'MINUTE = 60_000', new: 'MINUTE = 60 * 1000' } };

async function open(policy: string, turns: readonly object[], project: Record<string, string> = {}) {
  world = await openShared({
    project: { ...demoProject, ...project },
    script: { turns: [...turns, { when: reading, do: [handIn()] }, ...demoScript.turns] },
  });
  world.setConfig(
    `policy: ${policy}\nworkspaces:\n  shop: { path: ${world.checkout}, review: on, roles: { review: { prompt: Mind the clock. } } }\n`,
  );
}

const prompts = (): readonly string[] =>
  readFileSync(world.env.DROVER_SCRIPTED_LOG ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line) => Buffer.from((JSON.parse(line) as { base64: string }).base64, 'base64').toString('utf8'));

const told = async (task: string) =>
  (await world.must<TaskLog>(['task', 'log', task])).lines.map(({ text }) => text).join('\n');
const question = (detail: TaskDetail, kind: string) => detail.open_questions.find((each) => each.kind === kind);

describe('a review of the plan', () => {
  byTurns('sends back what is grave to be planned anew, tells the rest, and what it wrote is undone', async () => {
    const [{ do: analysis }] = demoScript.turns;
    const { report } = analysis[1];
    const criteria = [{ ...report.criteria[0], text: 'A service is late only beyond its interval in minutes.' }];
    await open('hands-off', [
      { when: reviewing, do: [handIn()] },
      { when: { mode: 'analysis', prompt: '^Plan the task' }, do: [{ report: { ...report, criteria } }] },
      {
        when: { ...reading, prompt: '^Review the plan.*In the plan before this one.*at the interval or behind it' },
        do: [handIn(finding('P2', 'the other place stays'))],
      },
      {
        when: reading,
        do: [
          { write: { path: 'stray.js', text: 'x' } },
          handIn(finding('P1', 'nobody knows whether late is at the interval or behind it')),
        ],
      },
    ]);
    const task = await world.start('The heartbeat job fires too early.');
    const done = await world.ended(task);
    const log = await told(task);
    expect(done.outcome, log).toBe('released');
    expect(done.criteria.map(({ text }) => text)).toEqual([criteria[0]?.text]);
    expect(log.match(/scripted reads the plan, review \d/g)).toEqual([
      'scripted reads the plan, review 1',
      'scripted reads the plan, review 2',
    ]);
    expect(log).toContain('wrote although it may only read; undone: stray.js');
    expect(log).toContain('has read the plan: P2 src/schedule.js:2 the other place stays');
    const [planner] = prompts().filter((prompt) => prompt.startsWith('Plan the task'));
    expect(planner).toContain('whether late is at the interval or behind it');
  });

  byTurns('three times, then it is the person’s, whom no policy stands in for', async () => {
    const plan = { when: { mode: 'analysis', prompt: '^Plan the task' }, do: demoScript.turns[0].do };
    await open('hands-off', [plan, { when: reading, do: [handIn(finding('P1', 'it breaks all who configured it'))] }]);
    const task = await world.start('The heartbeat job fires too early.');
    const asked = question(await world.asked(task, 'plan'), 'plan');
    expect(asked?.text).toContain(
      'scripted has read the plan (review 4) and found:\n- P1 src/schedule.js:2 it breaks all who configured it',
    );
    expect(prompts().filter((prompt) => prompt.startsWith('Plan the task'))).toHaveLength(3);
  });
});

describe('a review of the whole change', () => {
  byTurns('sends back what is grave, once, and tells the rest with the pull request', async () => {
    await open(
      'hands-off',
      [
        {
          when: { ...reviewing, prompt: '^Review the change.*60 \\* 1000' },
          do: [handIn(finding('P2', 'a bare number'))],
        },
        { when: reviewing, do: [handIn(finding('P1', 'a number with a line in it'), finding('P3', 'a short name'))] },
        { when: { mode: 'write', prompt: 'a number with a line in it' }, do: [mend, { say: 'It is plain now.' }] },
      ],
      { 'AGENTS.md': 'Say every number in full.\n' },
    );
    const task = await world.start('The heartbeat job fires too early.');
    const done = await world.ended(task);
    expect(done.outcome, await told(task)).toBe('released');
    const page = readFileSync(done.pull_request?.replace('file://', '') ?? '', 'utf8');
    expect(page).toContain('Review findings');
    expect(page).toContain('P2 src/schedule.js:2 a bare number');
    expect(page).not.toContain('a short name');
    const log = await told(task);
    expect(log.match(/reads the whole change/g)).toHaveLength(2);
    expect(log.match(/fixes the whole, round/g)).toHaveLength(1);
    const reviews = prompts().filter((prompt) => prompt.startsWith('Review the change'));
    expect(reviews[0]).toContain('+const MINUTE = 60_000;');
    expect(prompts().map((prompt) => prompt.includes('Mind the clock.'))).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
    // Its agent reads no file by itself.
    for (const prompt of [reviews[0], prompts()[0]]) expect(prompt).toContain('Say every number in full.');
  });

  byTurns(
    'P12 says of each criterion whether its tests mean it, and a no wants a yes that no policy gives',
    async () => {
      const criteria = [{ id: 'SC-1', means: 'no', why: 'it would pass without a clock' }];
      const says = { say: JSON.stringify({ summary: 'Minutes.', findings: [], criteria }) };
      await open('hands-off', [{ when: reviewing, do: [says] }]);
      const task = await world.start('The heartbeat job fires too early.');
      const asked = question(await world.asked(task, 'submit'), 'submit');
      expect(asked?.text).toContain('do not mean what it says: it would pass without a clock');
      const [review] = prompts().filter((prompt) => prompt.startsWith('Review the change'));
      expect(review).toMatch(/SC-1 says:\n```text\n[\s\S]+and was proven by:\n```\n[\s\S]*assert/);
      expect(asked?.text).toContain('Nobody but who wrote them has read');
      expect((await world.drover(['answer', asked?.id ?? '', 'submit_with_protected'])).code).toBe(0);
      expect((await world.ended(task)).outcome).toBe('released');
    },
  );

  byTurns('that nobody hands in is told before anything leaves, and no policy submits', async () => {
    await open('hands-off', [
      {
        when: { mode: 'analysis', prompt: '^Review the change|^Your review' },
        do: [{ write: { path: 'stray.js', text: 'x' } }, { say: 'Fine!' }],
      },
    ]);
    const task = await world.start('The heartbeat job fires too early.');
    const asked = question(await world.asked(task, 'submit'), 'submit');
    expect(asked?.text).toContain('NOT REVIEWED: scripted handed in nothing that could be used');
    const log = await told(task);
    expect(log).toContain('wrote although it may only read; undone: stray.js');
    expect(prompts().filter((prompt) => prompt.startsWith('Your review cannot be used yet'))).toHaveLength(1);
    expect((await world.drover(['answer', asked?.id ?? '', 'submit'])).code).toBe(0);
    const done = await world.ended(task);
    expect(done.outcome).toBe('released');
    expect(await world.git('ls-tree', '--name-only', '-r', `origin/main`)).not.toContain('stray.js');
  });
});

describe('a plan that does not fit', () => {
  byTurns('is asked about with what would change, and the work goes on by what the person says', async () => {
    const changed = {
      plan_changed: {
        why: 'The interval is in minutes in one place alone.',
        criteria: [{ text: 'nextBeat counts minutes.', verify: 'npm test', files: [], kind: 'behaviour' }],
      },
    };
    await open('hands-off', [
      { when: reviewing, do: [handIn()] },
      {
        when: { mode: 'write', prompt: 'criterion SC-1 ' },
        do: [{ say: `It is otherwise.\n\n${JSON.stringify(changed)}` }],
      },
    ]);
    const task = await world.start('The heartbeat job fires too early.');
    const asked = question(await world.asked(task, 'plan_changed'), 'plan_changed');
    expect(asked?.text).toContain('The interval is in minutes in one place alone.');
    expect(asked?.text).toMatch(
      /^- SC-1: A service is late only after .*\n\+ SC-2: nextBeat counts minutes\. \[npm test\]$/m,
    );
    expect((await world.drover(['answer', asked?.id ?? '', 'accept'])).code).toBe(0);
    const done = await world.ended(task);
    expect(done.outcome, await told(task)).toBe('released');
    expect(done.criteria.map(({ id, state }) => [id, state])).toContainEqual(['SC-2', 'met']);
    const page = readFileSync(done.pull_request?.replace('file://', '') ?? '', 'utf8');
    expect(page).toContain('read the whole change: Minutes are minutes.');
  });
});

describe('a criterion that does not go on', () => {
  byTurns(
    'PC-30 is looked at by another agent before its attempts are used up, and goes on by its advice',
    async () => {
      const [analysis, work] = demoScript.turns;
      world = await openShared({
        script: {
          turns: [
            analysis,
            { when: { mode: 'write', prompt: 'Minutes, not seconds' }, do: work.do },
            { when: { mode: 'write' }, do: [{ say: 'I do not know what to do.' }] },
          ],
        },
      });
      const says = JSON.stringify(['node', '-e', 'console.log("Minutes, not seconds.")']);
      world.setConfig(
        `  critic: { command: ${says} }\npolicy: hands-off\nworkspaces:\n  shop: { path: ${world.checkout}, agents: { analyze: [scripted], develop: [scripted], advise: [critic], review: [critic] } }\n`,
      );
      const { task } = await world.must<TaskCreated>(['do', 'The heartbeat job fires too early.', '-d']);
      const plan = question(await world.asked(task, 'plan'), 'plan');
      // It says the same of everything, and that is no review.
      expect(plan?.text).toContain('Nobody has read the plan: critic handed in nothing that could be used');
      expect((await world.drover(['answer', plan?.id ?? '', 'go'])).code).toBe(0);
      const asked = question(await world.asked(task, 'submit'), 'submit');
      const log = await told(task);
      expect(log).toContain('critic looks why SC-1 does not go on');
      expect(log).toContain('critic advises: Minutes, not seconds.');
      expect(asked?.text).toContain('NOT REVIEWED: critic handed in nothing that could be used');
      expect(log).toMatch(/SC-1, attempt 2: .*; no progress; confidence 0\.[34]/);
      expect(log).toContain('SC-1, attempt 3 by scripted');
      expect(log).not.toContain('SC-1, attempt 4');
      const advised = prompts().filter((prompt) => prompt.includes('critic looked why it did not go on'));
      expect(advised).toHaveLength(1);
      expect((await world.drover(['answer', asked?.id ?? '', 'submit'])).code).toBe(0);
      expect((await world.ended(task)).outcome).toBe('released');
    },
  );
});
