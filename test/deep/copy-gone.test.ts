// Somebody removes what a task stands on: it is said, nothing is lost, and the task goes on when told.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import type { TaskDetail, TaskLog } from '../../src/contract/task.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { byTurns } from './rotation.ts';

let world: World;
let moved: string | null = null;
afterEach(async () => {
  if (moved !== null) renameSync(moved, world.checkout);
  moved = null;
  await world.close();
});

const answer = async (task: string, kind: string, ...words: string[]) => {
  const asked = await world.asked(task, kind);
  const question = asked.open_questions.find((each) => each.kind === kind);
  const told = await world.drover(['answer', question?.id ?? '', ...words]);
  expect(told.code, told.err + told.out).toBe(0);
  return { asked, text: question?.text ?? '' };
};

/** A task that is to be submitted, whose checkout is not where it was any more; and the question that waits. */
async function withoutCheckout(): Promise<{ readonly task: string; readonly submit: string; readonly moved: string }> {
  world = await openWorld({ config: 'policy: normal\n' });
  await world.must(['workspace', 'add', 'shop', world.checkout]);
  const task = await world.start('Too early.', '-w', 'shop');
  await answer(task, 'plan', 'go');
  const submit = (await world.asked(task, 'submit')).open_questions[0]?.id ?? '';
  moved = `${world.checkout}-moved`;
  renameSync(world.checkout, moved);
  return { task, submit, moved };
}

describe('a copy that was removed by hand', () => {
  byTurns(
    'is missed before an agent starts, made anew when a person says so, and the task comes to its end',
    async () => {
      world = await openWorld({ config: 'policy: normal\n' });
      const task = await world.start('Too early.');
      const copy = (await world.asked(task, 'plan')).copy ?? '';
      rmSync(copy, { recursive: true });
      await answer(task, 'plan', 'go');
      const { text } = await answer(task, 'setup_failed', 'retry');
      expect(text).toContain('COPY_MISSING');
      expect(text).toContain(copy);
      const { asked } = await answer(task, 'submit', 'submit');
      expect(asked.copy).toBe(copy);
      expect((await world.ended(task)).outcome).toBe('released');
    },
  );

  byTurns('has the work again that stood in it after the last turn', async () => {
    world = await openWorld({ config: 'policy: normal\n' });
    const task = await world.start('Too early.');
    await answer(task, 'plan', 'go');
    const copy = (await world.asked(task, 'submit')).copy ?? '';
    rmSync(copy, { recursive: true });
    await answer(task, 'submit', 'change', 'say why');
    await answer(task, 'setup_failed', 'retry');
    await world.until(
      () => world.must<TaskLog>(['task', 'log', task]),
      ({ lines }) => lines.some(({ text }) => text.includes('made anew')),
    );
    expect(existsSync(copy)).toBe(true);
    expect(readFileSync(join(copy, 'src/schedule.js'), 'utf8')).toContain('const MINUTE = 60_000;');
  });
});

byTurns('WT-64 a hub that was removed is made anew by itself, and the task goes on', async () => {
  world = await openWorld({ config: 'policy: normal\n' });
  const task = await world.start('Too early.');
  await answer(task, 'plan', 'go');
  // What is tried beside the question works in the hub.
  const isTried = ({ open_questions: open }: TaskDetail) =>
    !open.some(({ text }) => /needed hunks: (?:none|\d+ of)/.test(text));
  await world.until(() => world.asked(task, 'submit'), isTried);
  const hubs = join(world.state, 'hubs');
  const hub = join(hubs, readdirSync(hubs)[0] ?? '');
  rmSync(hub, { recursive: true });
  await answer(task, 'submit', 'submit');
  expect((await world.ended(task)).outcome).toBe('released');
  expect(existsSync(join(hub, 'HEAD'))).toBe(true);
});

byTurns(
  'a checkout whose remote nobody else knows is missed when it was moved, and found again where the person says it is',
  async () => {
    const { task, submit, moved: place } = await withoutCheckout();
    rmSync(join(world.state, 'hubs', 'shop', 'stand-in'), { recursive: true });
    const home = { cwd: world.folder };
    const show = () => world.must<TaskDetail>(['task', 'show', task], home);
    await world.must(['answer', submit, 'submit'], home);
    const gone = await world.until(show, ({ open_questions: open }) => open.length > 0);
    expect(gone.open_questions[0]).toMatchObject({
      kind: 'setup_failed',
      text: expect.stringContaining(world.checkout),
    });
    await world.must(['answer', gone.open_questions[0]?.id ?? '', 'retry'], home);
    const still = await world.until(
      show,
      ({ open_questions: open }) => open.length > 0 && open[0]?.id !== gone.open_questions[0]?.id,
    );
    expect(still.open_questions[0]?.text).toContain('drover workspace set shop path');
    await world.must(['workspace', 'set', 'shop', 'path', place], home);
    await world.must(['answer', still.open_questions[0]?.id ?? '', 'retry'], home);
    const done = await world.until(show, ({ outcome }) => outcome !== null);
    expect(done.outcome).toBe('released');
  },
);

byTurns('WT-68 a checkout that is gone is said, and not needed where the hub has all', async () => {
  const { task, submit } = await withoutCheckout();
  const home = { cwd: world.folder };
  await world.must(['answer', submit, 'submit'], home);
  const done = await world.until(
    () => world.must<TaskDetail>(['task', 'show', task], home),
    ({ outcome, open_questions: open }) => outcome !== null || open.length > 0,
  );
  expect([done.outcome, done.open_questions]).toEqual(['released', []]);
  const { lines } = await world.must<TaskLog>(['task', 'log', task], home);
  expect(lines.filter(({ text }) => text.includes(`no checkout at ${world.checkout}`))).toHaveLength(1);
});
