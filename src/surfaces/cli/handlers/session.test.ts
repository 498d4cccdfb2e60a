import { expect, it } from 'vitest';
import type { Ask } from '../daemon/ask.ts';
import type { Console } from '../terminal/console.ts';
import { runStop } from './session.ts';

async function stop(values: Readonly<Record<string, string>>) {
  let [asked, out]: [unknown[], string] = [[], ''];
  const ask = (async (command: string, input: object) => {
    asked = [command, input];
    return { ok: true, data: { run: 'r103', already: false, sessions: [], tasks: [], runs: [] } };
  }) as unknown as Ask;
  const write = (text: string) => (out += text);
  const console = { cwd: '/', env: {}, now: () => 0, stdout: { write }, stderr: { write } } as unknown as Console;
  return { code: await runStop(console, ask, values, { output: 'text' }), asked, out };
}

it('a run that is named by its id is ended as a run', async () => {
  expect(await stop({ session: 'r103' })).toEqual({
    code: 0,
    asked: ['run.cancel', { run: 'r103' }],
    out: 'r103 is being ended.\n',
  });
});

it.each(['review', 'r103x', 'runner-1'])('%s is a session', async (session) => {
  expect((await stop({ session })).asked).toEqual(['session.stop', { session, cwd: '/', wait: true }]);
});
