// A person at a real terminal: the phases live, the questions inline, Ctrl-C leaves the task running.
import pty from '@lydell/node-pty';
import { afterEach, expect } from 'vitest';
import type { TaskList } from '../../src/contract/task.ts';
import { built } from './built.ts';
import { often, rarely } from './depth.ts';
import { shareWorlds } from './shared-worlds.ts';
import type { World } from './world.ts';

const cli = built('cli');

let world: World;
const open = shareWorlds();
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** The command line in a pseudo-terminal. */
function atTerminal(args: readonly string[]) {
  const child = pty.spawn(process.execPath, [cli, ...args], {
    cwd: world.checkout,
    env: world.env,
    cols: 100,
    rows: 40,
  });
  let said = '';
  let code: number | null = null;
  child.onData((data) => {
    said += data;
  });
  const ended = new Promise<number>((resolve) =>
    child.onExit(({ exitCode }) => {
      code = exitCode;
      resolve(exitCode);
    }),
  );
  ends.push(() => code === null && child.kill('SIGKILL'));
  const until = (words: RegExp) =>
    world.until(
      async () => said,
      (all) => words.test(all) || code !== null,
    );
  return { type: (text: string) => child.write(text), until, ended, said: () => said };
}

often('do shows the phases, asks inline, takes the answers and ends with the outcome', async () => {
  world = await open({ config: 'policy: normal\n' });
  const terminal = atTerminal(['do', 'Too early.', '--agent', 'scripted']);
  await terminal.until(/cancel the task/);
  terminal.type('1\r');
  await terminal.until(/do not submit/);
  expect(terminal.said(), 'WT-23').toContain('+const MINUTE = 60_000;');
  terminal.type('submit\r');
  expect(await terminal.ended, terminal.said()).toBe(0);
  expect(terminal.said()).toMatch(/released/);
  expect(terminal.said()).not.toMatch(/INTERNAL/);
});

often('WT-29 Ctrl-C at a question leaves the task as it is and says that it waits', async () => {
  world = await open({ config: 'policy: normal\n' });
  const terminal = atTerminal(['do', 'Too early.', '--agent', 'scripted']);
  await terminal.until(/do it like this/);
  terminal.type('\u0003');
  expect(await terminal.ended, terminal.said()).toBe(130);
  const { tasks } = await world.must<TaskList>(['task', 'list']);
  expect(tasks).toMatchObject([{ outcome: null }]);
  expect(terminal.said()).toMatch(/waits for your answer, whenever it comes: drover answer q\d+/);
  await world.must(['task', 'cancel', tasks[0]?.id ?? '']);
});

often('WT-26 a set-up that lasts is seen at work: its time, its last line, and its log', async () => {
  world = await open();
  const setup = `["sh -c 'echo unpacking; while :; do sleep 0.1; done'"]`;
  world.setConfig(`policy: normal\nworkspaces:\n  shop: { path: ${world.checkout}, setup: ${setup} }\n`);
  const terminal = atTerminal(['do', 'Too early.', '--agent', 'scripted', '-w', 'shop']);
  await terminal.until(/setup r\d+, [1-9]\d*s: unpacking/);
  const [, run = ''] = /setup (r\d+), /.exec(terminal.said()) ?? [];
  expect((await world.drover(['logs', run])).out).toContain('unpacking');
  terminal.type('\u0003');
  expect(await terminal.ended, terminal.said()).toBe(130);
  const { tasks } = await world.must<TaskList>(['task', 'list']);
  await world.must(['task', 'cancel', tasks[0]?.id ?? '']);
});

rarely('WT-30 a question that is answered elsewhere is said to be, and the terminal goes on', async () => {
  world = await open({ config: 'policy: normal\n' });
  const terminal = atTerminal(['do', 'Too early.', '--agent', 'scripted']);
  await terminal.until(/do it like this/);
  terminal.type('half a wo');
  const { tasks } = await world.must<TaskList>(['task', 'list']);
  const [question = ''] = tasks[0]?.questions ?? [];
  expect((await world.drover(['answer', question, 'go'])).code).toBe(0);
  await terminal.until(/do not submit/);
  expect(terminal.said()).toMatch(/was answered meanwhile by .*: go/);
  terminal.type('submit\r');
  expect(await terminal.ended, terminal.said()).toBe(0);
});

often('answer walks through what is open', async () => {
  world = await open({ config: 'policy: normal\n' });
  const task = await world.start('Too early.');
  await world.asked(task, 'plan');
  const terminal = atTerminal(['answer']);
  await terminal.until(/do it like this/);
  terminal.type('cancel\r');
  await terminal.ended;
  expect((await world.ended(task)).outcome).toBe('cancelled');
});

rarely('the board outlives its daemon: it shows what comes after, and q leaves it', async () => {
  world = await open({ config: 'policy: normal\n' });
  const before = await world.start('Stated before.');
  await world.asked(before, 'plan');
  const terminal = atTerminal([]);
  await terminal.until(/Stated before/);
  process.kill(await world.daemonPid(), 'SIGKILL');
  const after = await world.start('Stated after.');
  await terminal.until(/Stated after/);
  terminal.type('q');
  expect(await terminal.ended, terminal.said()).toBe(0);
  expect(terminal.said()).not.toMatch(/INTERNAL|EPIPE|ECONN/);
  for (const task of [before, after]) await world.must(['task', 'cancel', task]);
});
