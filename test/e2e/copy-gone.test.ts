// Somebody removes what a task stands on: it is said, nothing is lost, and the task goes on when told.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { TaskLog } from '../../src/contract/task.ts';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

const answer = async (task: string, kind: string, ...words: string[]) => {
  const asked = await world.asked(task, kind);
  const question = asked.open_questions.find((each) => each.kind === kind);
  const told = await world.drover(['answer', question?.id ?? '', ...words]);
  expect(told.code, told.err + told.out).toBe(0);
  return { asked, text: question?.text ?? '' };
};

describe('a copy that was removed by hand', () => {
  it('is missed before an agent starts, made anew when a person says so, and the task comes to its end', async () => {
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
  });

  it('has the work again that stood in it after the last turn', async () => {
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
