// Every command as a program.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { words } from '../../src/contract/cli/words.ts';
import { errors } from '../../src/contract/errors/errors.ts';
import type { Reply } from '../../src/contract/protocol.ts';
import type { TaskList } from '../../src/contract/task.ts';
import { openWorld, type World } from '../e2e/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('CM-14 with --json every command gives exactly one document, whatever it is called with', async () => {
  await world.must<TaskList>(['task', 'list']);
  const callable = words.filter(({ name }) => !['down', 'demo'].includes(name));
  for (let at = 0; at < callable.length; at += 5)
    await Promise.all(
      callable.slice(at, at + 5).map(async ({ name, positionals, flags }) => {
        const given = positionals.map(({ choices, rest }) => choices?.[0] ?? (rest ? 'x y' : 'x'));
        const elsewhere = flags.some((flag) => flag.name === 'workspace') ? ['-w', 'nowhere'] : [];
        const soon = flags.some((flag) => flag.name === 'timeout') ? ['--timeout', '2s'] : [];
        const told = await world.drover([
          ...name.split(' ').filter(Boolean),
          ...given,
          ...elsewhere,
          ...soon,
          '--json',
        ]);
        const reply = JSON.parse(told.out) as Reply;
        expect([name, told.out.trim().split('\n').length]).toEqual([name, 1]);
        if (!reply.ok) expect([name, told.code]).toEqual([name, errors[reply.error_code].exit]);
      }),
    );
  expect((await world.must<TaskList>(['task', 'list', '--all'])).tasks).toEqual([]);
});
