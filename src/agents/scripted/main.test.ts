import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resumeSentence } from '../../domain/text/prompts/resume.ts';

const main = join(import.meta.dirname, 'main.ts');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scripted-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

function begin(script: unknown, prompt: string, more: readonly string[]): ChildProcessWithoutNullStreams {
  const file = join(folder, 'script.json');
  writeFileSync(file, typeof script === 'string' ? script : JSON.stringify(script));
  const env = { ...process.env, HOME: folder, DROVER_SCRIPTED_LOG: join(folder, 'log') };
  const child = spawn(process.execPath, [main, '--script', file, '--cwd', folder, ...more], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(prompt);
  return child;
}

async function play(script: unknown, prompt = 'hello', more: readonly string[] = ['--session-id', 'C']) {
  const child = begin(script, prompt, more);
  const exited = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await exited;
  return { code, out, err, lines: out.split('\n').filter(Boolean) };
}

const one = (...steps: object[]) => ({ turns: [{ do: steps }] });
const last = (lines: readonly string[]) => JSON.parse(lines.at(-1) ?? '{}');

test('it writes, replaces, removes and runs in the folder, and ends with what it said last', async () => {
  const { code, lines } = await play(
    one(
      { say: 'first' },
      { write: { path: 'a/b.txt', text: 'one two' } },
      { replace: { path: 'a/b.txt', old: 'two', new: '$&2' } },
      { run: ['touch', 'gone'] },
      { remove: 'gone' },
      { say: 'last' },
    ),
  );
  expect(code).toBe(0);
  expect(readFileSync(join(folder, 'a/b.txt'), 'utf8')).toBe('one $&2');
  expect(existsSync(join(folder, 'gone'))).toBe(false);
  expect(last(lines)).toEqual({ type: 'done', outcome: 'answered', text: 'last' });
});

test('an act that fails is told as a failed tool, and the script goes on', async () => {
  const { lines } = await play(
    one({ replace: { path: 'none', old: 'a', new: 'b' } }, { run: ['false'] }, { say: 'still here' }),
  );
  expect(lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'tool_ended')).toMatchObject([
    { ok: false, exit: null },
    { ok: false, exit: 1 },
  ]);
  expect(last(lines)).toMatchObject({ text: 'still here' });
});

test('the first turn that fits mode, prompt and number is played', async () => {
  const script = {
    turns: [
      { when: { mode: 'analysis' }, do: [{ say: 'looked' }] },
      { when: { prompt: 'again', nth: 2 }, do: [{ say: 'second' }] },
      { do: [{ say: 'any' }] },
    ],
  };
  expect(last((await play(script, 'x', ['--mode', 'analysis', '--session-id', 'A'])).lines)).toMatchObject({
    text: 'looked',
  });
  expect(last((await play(script, 'again')).lines)).toMatchObject({ text: 'any' });
  expect(last((await play(script, 'again', ['--resume', 'C'])).lines)).toMatchObject({ text: 'second' });
});

test('told to go on after a cut it plays what it was told before, and what it replaced already stays', async () => {
  const script = {
    turns: [
      {
        when: { prompt: 'double' },
        do: [{ replace: { path: 'sum.js', old: 'n;', new: '2 * n;' } }, { say: 'doubled' }],
      },
    ],
  };
  writeFileSync(join(folder, 'sum.js'), 'return 2 * n;');
  await play(script, 'double it');
  const { lines } = await play(script, resumeSentence, ['--resume', 'C']);
  expect(last(lines)).toMatchObject({ text: 'doubled' });
  expect(lines.map((line) => JSON.parse(line)).find(({ type }) => type === 'tool_ended')).toMatchObject({ ok: true });
  expect(await play(script, 'and now?', ['--resume', 'C'])).toMatchObject({ code: 2 });
});

test('every prompt is logged byte for byte with a monotonic time and the conversation so far', async () => {
  await play(one({ say: 'x' }), 'one\0"$HOME"');
  await play(one({ say: 'x' }), 'two', ['--resume', 'C']);
  const [first, second] = readFileSync(join(folder, 'log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(Buffer.from(first.base64, 'base64').toString()).toBe('one\0"$HOME"');
  expect(second).toMatchObject({ nth: 2, conversation: 'C', prompts: ['one\0"$HOME"', 'two'] });
  expect(BigInt(second.ns) > BigInt(first.ns)).toBe(true);
});

test.each([
  ['{', /script\.json: /],
  [{ turns: 1 }, /`turns` must be a list/],
  [one({ sing: 'song' }), /turns\[0\]\.do\[0\] must have exactly one of say, write/],
  [one({ say: 'x' }, { write: { path: 'p' } }), /turns\[0\]\.do\[1\]\.write has the wrong form/],
  [{ turns: [{ when: { mode: 'both' }, do: [] }] }, /when\.mode/],
  [{ turns: [{ when: { prompt: 'nothing like it' }, do: [] }] }, /no turn .* fits/],
])('a bad script %j is refused with the place, and exit 2', async (script, why) => {
  const { code, err } = await play(script);
  expect(code).toBe(2);
  expect(err).toMatch(why);
});

test('an unknown conversation is refused', async () => {
  expect(await play(one({ say: 'x' }), 'x', ['--resume', 'unknown'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('no conversation unknown'),
  });
});

test('a silent exit, a crash and garbage have no last line', async () => {
  expect(await play(one({ say: 'x' }, { exit: { code: 0, silent: true } }))).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('done'),
  });
  expect(await play(one({ crash: 7 }))).toMatchObject({ code: 7, out: expect.not.stringContaining('done') });
  expect((await play(one({ garbage: 4000 }, { exit: { code: 3, silent: true } }))).out.length).toBeGreaterThan(3000);
});

test('a hanging one that ignores SIGTERM lives on until SIGKILL', async () => {
  const child = begin(one({ hang: true, ignoreTerm: true }), 'x', ['--session-id', 'C']);
  for await (const chunk of child.stdout) if (String(chunk).includes('hanging')) break;
  child.kill('SIGTERM');
  await wait(100);
  expect(child.exitCode ?? child.signalCode).toBeNull();
  child.kill('SIGKILL');
  if (child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
});

test('an escaped grandchild writes on after the agent has ended', async () => {
  await play(one({ escape: true }, { say: 'x' }));
  const file = join(folder, 'escaped.log');
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  expect(() => process.kill(pid, 0)).not.toThrow();
  process.kill(pid, 'SIGKILL');
});

test('a report is said as a JSON block', async () => {
  expect(last((await play(one({ report: { cause: 'c' } }))).lines).text).toBe('```json\n{\n  "cause": "c"\n}\n```');
});
