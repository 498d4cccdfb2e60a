// `drover demo` as a newcomer runs it: as it is installed, and from the sources as the README begins; what it leaves running would fail this file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { built } from './built.ts';
import { often, rarely } from './depth.ts';

const sources = join(import.meta.dirname, '..', '..', 'src', 'surfaces', 'cli', 'main.ts');

type From = { readonly path?: string; readonly entry?: string };

function demoFrom({ path = process.env.PATH ?? '', entry = built('cli') }: From, ...flags: readonly string[]) {
  const env = { ...process.env, PATH: path };
  const child = spawn(process.execPath, [entry, 'demo', ...flags], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, said: () => Buffer.concat(output).toString('utf8'), ended };
}

const demoFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('drover-demo-'));

async function expectWholeTask(from: From): Promise<void> {
  const { said, ended } = demoFrom(from, '--json');
  expect(await ended).toBe(0);
  expect(JSON.parse(said())).toMatchObject({
    ok: true,
    data: {
      outcome: 'released',
      pushed: expect.stringMatching(/^[0-9a-f]{40}$/),
      red: expect.stringContaining('red without the change'),
      green: expect.stringContaining('4 of 4 tests passed'),
      evidence: { holds: true },
      answered_by: 'policy',
      sandbox: { said: expect.any(String) },
      folder: null,
      left: [],
    },
  });
  expect(demoFolders()).toEqual([]);
}

const wholeTask = 'does a whole task without a terminal: red, green, pushed, on the record, and nothing left';
often(wholeTask, () => expectWholeTask({}));
rarely(`from its sources ${wholeTask}`, () => expectWholeTask({ entry: sources }));

/** Every program of this machine but some. */
function pathWithout(...hidden: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'path-'));
  const seen = new Set(hidden);
  for (const from of (process.env.PATH ?? '').split(delimiter).filter((each) => existsSync(each)))
    for (const name of readdirSync(from)) {
      if (!seen.has(name)) symlinkSync(join(from, name), join(folder, name));
      seen.add(name);
    }
  return folder;
}

rarely(
  'WT-20 without bubblewrap it tells the same in sentences, phase by phase, trusts its own sample, and says what nothing held and how to hold it; it keeps its folder where that is asked for',
  async () => {
    const { said, ended } = demoFrom({ path: pathWithout('bwrap') }, '--keep');
    expect(await ended).toBe(0);
    for (const words of ['enters analyze', 'enters develop', 'enters submit', 'the remote says', 'the chain holds'])
      expect(said()).toContain(words);
    expect(said()).toContain('ended released');
    expect(said()).toMatch(
      /^sandbox {3}none: the agent and the gates ran with all your rights \(.*\); .*install bubblewrap$/m,
    );
    const [folder = ''] = demoFolders();
    expect(existsSync(join(tmpdir(), folder, 'heartbeat', 'src', 'schedule.js'))).toBe(true);
    rmSync(join(tmpdir(), folder), { recursive: true });
  },
);

for (const signal of ['SIGINT', 'SIGHUP'] as const)
  rarely(`left in the middle by ${signal}, it ends what it began and removes its folder`, async () => {
    const { child, said, ended } = demoFrom({});
    while (!said().includes('enters develop')) await once(child.stdout, 'data');
    child.kill(signal);
    expect(await ended).toBe(130);
    expect(demoFolders()).toEqual([]);
  });
