// A repository that nobody has looked at, without a sandbox: nothing of it runs before a person has seen what would.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import type { TaskDetail } from '../../src/contract/task.ts';
import { demoProject } from '../../src/local/demo-project.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { often, rarely } from './depth.ts';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

const answer = async (task: string, kind: string, choice: string) => {
  const asked = await world.asked(task, kind);
  const question = asked.open_questions.find((each) => each.kind === kind);
  const told = await world.drover(['answer', question?.id ?? '', choice]);
  expect(told.code, told.err + told.out).toBe(0);
  return question?.text ?? '';
};

describe('a repository that is new to a person', () => {
  often('runs nothing outside of a sandbox before it was trusted, whatever policy says; once is enough', async () => {
    const witness = join(process.env.HOME ?? '/nowhere', `ran-${process.pid}`);
    const project = { ...demoProject, '.drover.yaml': `setup: ["touch ${witness}"]\n` };
    world = await openWorld({ project, config: 'policy: hands-off\nsandbox: off\n', trusted: false });
    const task = await world.start('Too early.', '--yes', 'permission,proceed');
    await world.asked(task, 'permission');
    expect(existsSync(witness)).toBe(false);
    const text = await answer(task, 'permission', 'trust');
    expect(text).toContain(`- set-up: touch ${witness}`);
    expect(text).toContain('- gate test: ');
    const done = await world.ended(task);
    expect(done.outcome).toBe('released');
    expect(existsSync(witness)).toBe(true);
    const again = await world.start('Too early, again.', '--until', 'analyze');
    const seen = await world.until<TaskDetail>(
      () => world.show(again),
      ({ outcome, open_questions: open }) => outcome !== null || open.length > 0,
    );
    expect(seen.open_questions.filter(({ kind }) => kind === 'permission')).toEqual([]);
  });

  often('gives a file with secrets to a copy only after a yes, and neither commits nor tells it', async () => {
    const project = { ...demoProject, '.drover.yaml': 'copy: [.env]\ngates: { show: cat .env }\n' };
    world = await openWorld({ project });
    writeFileSync(join(world.checkout, '.env'), 'SHOP_TOKEN=correcthorsebattery\n');
    const task = await world.start('Too early.');
    const text = await answer(task, 'permission', 'take');
    expect(text).toContain('- .env');
    expect(text).not.toContain('correcthorse');
    const seen = await world.until<TaskDetail>(
      () => world.show(task),
      ({ outcome, open_questions: open, copy }) => copy !== null && (outcome !== null || open.length > 0),
    );
    expect(existsSync(join(seen.copy ?? '', '.env'))).toBe(true);
    const diff = await world.drover(['task', 'diff', task]);
    expect(diff.out).not.toContain('correcthorse');
    const log = await world.drover(['task', 'log', task]);
    expect(log.out).not.toContain('correcthorse');
  });
});

describe('a change of what is protected', () => {
  rarely(
    'is never submitted by policy: it is named, a plain yes is refused, and a yes by line and by name goes through',
    async () => {
      const turns = demoScript.turns.map((turn) =>
        turn.when.mode === 'write'
          ? {
              ...turn,
              do: [
                { write: { path: '.github/workflows/ci.yml', text: 'on: push\n' } },
                { write: { path: 'package.json', text: manifest } },
                ...turn.do,
              ],
            }
          : turn,
      );
      world = await openWorld({
        script: { ...demoScript, turns },
        config: 'policy: hands-off\nregistries: { npm: "http://127.0.0.1:9" }\n',
      });
      const task = await world.start('Too early.');
      const submission = async () =>
        (await world.asked(task, 'submit')).open_questions.find(({ kind }) => kind === 'submit');
      const question = await submission();
      const ci = '.github/workflows/ci.yml: protected: continuous integration';
      const pad = 'left-pad ^1.0.0 (npm): nothing is known of it: the registry cannot be reached';
      expect(question?.text).toContain(`needs your yes:\n1. ${ci}\n2. package.json: ${pad}\n`);
      const ids = ['submit_with_protected', 'some', 'edit', 'change', 'abandon'];
      expect(question?.choices.map(({ id }) => id)).toEqual(ids);
      for (const word of ['yes', 'submit'])
        expect(await world.ask(['answer', question?.id ?? '', word])).toMatchObject({ ok: false, error_code: 'USAGE' });
      expect((await world.drover(['answer', question?.id ?? '', 'some', '2'])).code).toBe(0);
      const left = await world.until(submission, (next) => next !== undefined && next.id !== question?.id);
      expect(left?.text).toContain(`needs your yes:\n- ${ci}\n\n`);
      expect(left?.choices.map(({ id }) => id)).toEqual(ids.filter((id) => id !== 'some'));
      expect((await world.drover(['answer', left?.id ?? '', 'submit_with_protected'])).code).toBe(0);
      expect((await world.ended(task)).outcome).toBe('released');
    },
  );
});

const manifest = JSON.stringify(
  { ...JSON.parse(demoProject['package.json'] ?? '{}'), optionalDependencies: { 'left-pad': '^1.0.0' } },
  null,
  2,
);
