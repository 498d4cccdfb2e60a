// Sessions in a real terminal: the agent's own bytes, keys, window and exit code; the terminal given back; a pipe that breaks; windows of tmux.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { built } from '../e2e/built.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';
import { needs } from '../needs/needs.ts';

const run = promisify(execFile);
const cli = built('cli');

let world: SessionWorld;
beforeAll(async () => {
  world = await openSessionWorld();
  world.program('flood', `#!${process.execPath}\n${flood}`);
});
afterAll(() => world.close());

/** 2 MB, each line told apart, then its end at once. Of each `\n` the terminal makes `\r\n`. */
const flood = `
  process.stdin.setRawMode?.(true);
  const lines = [];
  for (let n = 0; n < 20000; n += 1) lines.push(String(n).padStart(99, '.') + '\\n');
  process.stdout.write(lines.join(''), () => process.exit(7));
`;
const flooded = Array.from({ length: 20_000 }, (_, n) => `${String(n).padStart(99, '.')}\r\n`).join('');
const sum = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

it('HX-06 HX-08 in the foreground keys reach the agent, its exit code comes back, and the terminal is as it was', async () => {
  const terminal = world.atTerminal(world.words('front'));
  await terminal.until(/> $/);
  terminal.type('typed by hand\r');
  await world.until(
    async () => world.lines('front'),
    ({ length }) => length > 0,
  );
  terminal.type('/exit 3\r');
  expect(await terminal.ended).toBe(3);
  expect(world.lines('front')).toEqual(['typed by hand', '/exit 3']);
  // Bracketed paste, which the agent switched on, is off again.
  expect(terminal.said().lastIndexOf('\x1b[?2004l')).toBeGreaterThan(terminal.said().lastIndexOf('\x1b[?2004h'));
});

it('HX-06 HX-08 an agent that dies of a signal is 128+n, and leaves a terminal that echoes and takes lines', async () => {
  const settings = join(world.folder, 'stty');
  const words = world.words('dies').map((word) => `'${word}'`);
  const script = `stty -a > ${settings}.before; '${process.execPath}' '${cli}' ${words.join(' ')}; echo "code=$?"; stty -a > ${settings}.after`;
  const terminal = world.shellAtTerminal(script);
  await terminal.until(/> $/);
  terminal.type('/die\r');
  await terminal.ended;
  expect(terminal.said()).toMatch(/code=137/);
  expect(readFileSync(`${settings}.after`, 'utf8')).toBe(readFileSync(`${settings}.before`, 'utf8'));
});

it('HX-07 what an agent printed arrives byte for byte, in a pipe, at a terminal and in its transcript, with nothing lost at its end', async () => {
  const [piped, terminal] = [
    world.drover(['start', 'flood', '--name', 'piped']),
    world.atTerminal(['start', 'flood', '--name', 'shown']),
  ];
  const told = await piped;
  expect(told.code).toBe(7);
  expect(sum(told.out)).toBe(sum(flooded));
  expect(await terminal.ended).toBe(7);
  expect(
    sum(
      terminal
        .said()
        .slice(terminal.said().indexOf('.'.repeat(98)))
        .slice(0, flooded.length),
    ),
  ).toBe(sum(flooded));
  const kept = await world.drover(['logs', 'piped', '-n', '1000000']);
  expect(sum(kept.out)).toBe(sum(flooded));
});

it('HX-09 the agent has the size of the terminal, then of the resized one; in the background a size of its own', async () => {
  const terminal = world.atTerminal(world.words('sized'), { cols: 91, rows: 23 });
  await terminal.until(/> $/);
  expect(world.noted('sized')[0]).toMatchObject({ columns: 91, rows: 23 });
  terminal.resize(77, 19);
  await world.until(
    async () => world.noted('sized'),
    (noted) => noted.some(({ kind }) => kind === 'size'),
  );
  expect(world.noted('sized').at(-1)).toMatchObject({ columns: 77, rows: 19 });
  terminal.type('/exit\r');
  expect(await terminal.ended).toBe(0);
  await world.start('unsized');
  await world.ready('unsized');
  const [first] = world.noted('unsized');
  expect(first?.columns).toBeGreaterThanOrEqual(80);
  expect(first?.rows).toBeGreaterThanOrEqual(24);
});

it('HX-23 a reader that takes ten bytes and goes leaves the agent to its end, and nothing hangs', async () => {
  const script = `'${process.execPath}' '${cli}' start flood --name cut | head -c 10`;
  const { stdout } = await run('sh', ['-c', script], { cwd: world.checkout, env: world.env });
  expect(stdout).toBe(flooded.slice(0, 10));
  expect(await world.must(['wait', 'cut'])).toMatchObject({ state: 'ended', exit: 7 });
  expect(sum((await world.drover(['logs', 'cut', '-n', '1000000'])).out)).toBe(sum(flooded));
});

it('a terminal that is closed leaves the agent running; the detach keys leave it too, and attach comes back to what it shows', async () => {
  const closed = world.atTerminal(world.words('stays'));
  await closed.until(/> $/);
  closed.type('/say before\r');
  await world.until(
    async () => world.lines('stays'),
    ({ length }) => length > 0,
  );
  closed.close();
  await closed.ended;
  const again = world.atTerminal(['attach', 'stays']);
  await again.until(/before\r\n> /);
  again.type('\x1cd');
  expect(await again.ended).toBe(0);
  expect(again.said()).toMatch(/stays goes on/);
  await world.must(['send', 'stays', 'after']);
  expect(world.lines('stays')).toEqual(['/say before', 'after']);
});

it('from a session one comes back to the board by the detach keys, however early, and by SIGQUIT; a terminal that the board leaves, or is ended in, is as it was', async () => {
  await world.start('boarded');
  await world.ready('boarded');
  const settings = join(world.folder, 'board-stty');
  const begin = `sh -c 'echo "pid=$$"; exec "$0" "$@"' '${process.execPath}' '${cli}'`;
  const script = `stty -a > ${settings}.before; ${begin}; echo "code=$?"; stty -a > ${settings}.after`;
  for (const ends of ['q', 'SIGTERM'] as const) {
    const terminal = world.shellAtTerminal(script);
    const [board, session] = ['\x1b[?1049h', '\x1b[?2004h'];
    /** What comes of it, or the end. */
    const leads = async (act: () => void, part: string) => {
      const from = terminal.said().length;
      act();
      await world.until(
        async () => [part, 'code='].some((word) => terminal.said().slice(from).includes(word)),
        (is) => is,
      );
    };
    const types = (keys: string, part: string) => leads(() => terminal.type(keys), part);
    const signal = (name: NodeJS.Signals) => process.kill(Number(/pid=(\d+)/.exec(terminal.said())?.[1]), name);
    await terminal.until(/boarded/);
    await types('t', '\x1b[?1049l');
    await types('\x1cd', board);
    await types('t\x1cd', board);
    await types('t', session);
    await types('\x1cd', board);
    await types('t', session);
    await leads(() => signal('SIGQUIT'), board);
    if (ends === 'q') terminal.type('q');
    else {
      await types('t', session);
      signal(ends);
    }
    await terminal.ended;
    expect(terminal.said()).toMatch(ends === 'q' ? /code=0/ : /code=130/);
    expect(readFileSync(`${settings}.after`, 'utf8')).toBe(readFileSync(`${settings}.before`, 'utf8'));
  }
  expect(world.lines('boarded')).toEqual([]);
});

it('the detach key of the configuration leaves a terminal and is shown; the flag goes before it, and the usual one is the agent’s then', async () => {
  await world.start('keyed');
  world.setConfig('policy: hands-off\nsurfaces: { terminal: { detach_key: "ctrl-] x" } }\n');
  try {
    const configured = world.atTerminal(['attach', 'keyed']);
    await configured.until(/Ctrl-\] x leaves it running[\s\S]*> /);
    configured.type('\x1cd\x1dx');
    expect(await configured.ended).toBe(0);
    expect(configured.said()).toMatch(/keyed goes on/);
    const said = world.atTerminal(['attach', 'keyed', '--detach-key', 'ctrl-q']);
    await said.until(/Ctrl-q leaves it running[\s\S]*> /);
    said.type('\x11');
    expect(await said.ended).toBe(0);
    world.setConfig('policy: hands-off\nsurfaces: { terminal: { detach_key: d } }\n');
    expect(await world.refused(['config', 'list'])).toMatchObject({ error_code: 'CONFIG_INVALID' });
  } finally {
    world.setConfig('policy: hands-off\n');
  }
});

it(
  'HX-67 several sessions get windows of tmux under names of their own, from outside of tmux',
  needs('tmux'),
  async () => {
    // A server of its own: nobody else's tmux is touched.
    world.env.TMUX_TMPDIR = world.folder;
    const tmux = async (...words: string[]) => (await run('tmux', words, { env: world.env })).stdout;
    try {
      await world.must(world.words('win-one', ['--tmux', 'My Window']));
      await world.must(world.words('win-two', ['--tmux', 'other']));
      expect((await tmux('list-windows', '-t', 'drover', '-F', '#{window_name}')).trim().split('\n')).toEqual([
        'My Window',
        'other',
      ]);
      await world.must(['send', 'win-one', 'seen in tmux']);
      await world.until(
        () => tmux('capture-pane', '-p', '-t', 'drover:My Window'),
        (screen) => screen.includes('> seen in tmux'),
      );
      expect(await tmux('capture-pane', '-p', '-t', 'drover:other')).not.toContain('seen in tmux');
    } finally {
      await tmux('kill-server');
      delete world.env.TMUX_TMPDIR;
    }
    // The agent lives on without its window.
    await world.ready('win-one');
  },
);
