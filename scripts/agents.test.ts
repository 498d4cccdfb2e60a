// How results of the agents' suite become the table, and the table a page.
import { expect, it } from 'vitest';
import type { Tested } from '../src/domain/conformance/tested.ts';
import type { Agent, Capabilities, Driver } from '../src/ports/agent.ts';
import { cellsOf, type Report } from './agents-cells.ts';
import { writePage } from './agents-page.ts';

const all: Capabilities = {
  ...{ resume: true, fork: true, steer: true, readOnly: 'mode', permissions: true, usage: 'turn', money: true },
  ...{ limitTime: true, context: true, turnEnd: 'protocol', hooks: true, images: true },
};
const agentsWith = (capabilities: Capabilities) => ({
  names: () => ['claude'],
  drivers: (): readonly Driver[] => ['native', 'plain'],
  get: (name: string, driver: Driver = 'native') => ({ name, driver, capabilities }) as Agent,
});

const test = (mount: readonly string[], title: string, status = 'passed') => ({ ancestorTitles: mount, title, status });
const report = (...tests: ReturnType<typeof test>[]): Report => ({ testResults: [{ assertionResults: tests }] });
const cells = (reports: readonly Report[], capabilities = all) =>
  cellsOf(reports, agentsWith(capabilities), (agent, driver) => `${agent} of ${driver}`).claude?.drivers;

/** Only a terminal has them. */
const screens = {
  'screens: idle, busy, asks, dialogs': { seen: 'refused', why: 'it is not driven by its screen' },
} as const;

it('tests of one mount are put together into the rows they show, over several reports', () => {
  const told = cells([
    report(
      test(['claude x native'], 'an answer comes back whole'),
      test(['claude x native'], 'a slow answer is an answer'),
    ),
    report(test(['claude x native', 'as a session'], 'a permission that is refused is not used')),
  ]);
  expect(told).toEqual({
    native: {
      program: 'claude of native',
      cells: {
        'permission asked, answered, late': { seen: 'works' },
        '500, cut stream, slow, silent': { seen: 'works' },
        'prompt to answer': { seen: 'works' },
        ...screens,
      },
    },
  });
});

it('what an agent says it cannot is refused where its test passed, and fails where not', () => {
  const title = 'a fork goes on from the history';
  const without = { ...all, fork: false };
  expect(cells([report(test(['claude x plain'], title))], without)?.plain?.cells.fork).toMatchObject({
    seen: 'refused',
  });
  expect(cells([report(test(['claude x plain'], title, 'failed'))], without)?.plain?.cells.fork).toEqual({
    seen: 'fails',
    why: title,
  });
});

it('one test that did not pass is enough for a row to fail, by its name', () => {
  const told = cells([
    report(
      test(['claude x native'], 'SIGKILL from outside', 'failed'),
      test(['claude x native'], 'SIGTERM from outside'),
      test(['claude x native'], 'a thing of its own kind', 'skipped'),
    ),
  ]);
  expect(told?.native?.cells).toEqual({
    'killed, ended from outside': { seen: 'fails', why: 'SIGKILL from outside' },
    other: { seen: 'fails', why: 'a thing of its own kind' },
    ...screens,
  });
});

it('what ran inside the sandbox is one row; other tests are no part of the table', () => {
  const told = cells([
    report(
      test(['inside the sandbox', 'claude x native, confined'], 'a tool call changes a file'),
      test(['inside the sandbox', 'claude x native, confined'], 'a fork', 'failed'),
      test(['gemini x plain'], 'a tool call changes a file'),
      test(['installing'], 'two at once', 'failed'),
    ),
  ]);
  expect(told).toEqual({
    native: {
      program: 'claude of native',
      cells: { 'inside bubblewrap': { seen: 'fails', why: 'a fork' }, ...screens },
    },
  });
});

it('what an agent cannot is refused without a test too, by what it says of itself', () => {
  const told = cells([report(test(['claude x plain'], 'a tool call changes a file'))], { ...all, usage: 'none' });
  expect(Object.entries(told?.plain?.cells ?? {}).map(([name, { seen }]) => `${name}: ${seen}`)).toEqual([
    'usage: refused',
    'asked to leave: refused',
    'several turns in one process: refused',
    'screens: idle, busy, asks, dialogs: refused',
    'tool calls: works',
  ]);
});

it('the page says what works, what is refused and why, what fails, and what was not run', () => {
  const tested: Tested = {
    on: '2026-11-21',
    programs: { pi: { package: 'the-package', version: '0.73.1', flags: [], handshake: null } },
    agents: {
      pi: {
        drivers: {
          native: { program: 'pi', cells: { fork: { seen: 'works' }, usage: { seen: 'fails', why: 'a | b' } } },
          plain: { program: 'pi', cells: { fork: { seen: 'refused', why: 'it has none' } } },
        },
      },
    },
  };
  const page = writePage(tested);
  expect(page).toContain('Last written on 2026-11-21.');
  expect(page).toContain('| `pi` | 0.73.1 | `npm install -g the-package` |');
  expect(page).toContain('| | native (`pi`) | plain (`pi`) |');
  expect(page).toContain('| fork | works | no: it has none |');
  expect(page).toContain('| usage | **fails**: a \\| b | not run |');
});
