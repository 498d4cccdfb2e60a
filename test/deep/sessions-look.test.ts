// Looking at sessions, waiting for them, ending them: what is told, with which exit code, and that it comes with the fact.
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ps } from '../../src/contract/service.ts';
import type { WaitEnd } from '../../src/contract/session.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';

let world: SessionWorld;
beforeAll(async () => {
  world = await openSessionWorld();
});
afterAll(() => world.close());

const wait = (...args: string[]) => world.must<WaitEnd>(['wait', ...args]);
const exitOf = async (...args: string[]) => (await world.drover(args)).code;

describe('ps', () => {
  it('HX-58 HX-60 (our envelope, not an array) is empty where nothing runs, tells of sessions elsewhere, and shows this repository, one, or all', async () => {
    expect(await world.must<Ps>(['ps'])).toEqual({ sessions: [], runs: [], elsewhere: [] });
    const far = join(world.folder, 'far');
    mkdirSync(join(far, '.git'), { recursive: true });
    await world.must(world.words('distant', ['-d']), { cwd: far });
    const here = await world.drover(['ps']);
    expect(here.out + here.err).toMatch(/distant in .*far/);
    await world.start('near');
    const ids = async (...args: string[]) => (await world.must<Ps>(['ps', ...args])).sessions.map(({ id }) => id);
    expect(await ids()).toEqual(['near']);
    expect((await ids('--all')).toSorted()).toEqual(['distant', 'near']);
    expect(await ids('distant')).toEqual(['distant']);
    const [one, other] = await Promise.all([world.session('near'), world.session('distant')]);
    expect(Object.keys(one)).toEqual(Object.keys(other));
  });

  it('HX-59 answers although one session is frozen, and marks that one', async () => {
    const frozen = await world.start('frozen');
    process.kill(frozen.pid ?? 0, 'SIGSTOP');
    await world.until(
      async () => readFileSync(`/proc/${frozen.pid}/stat`, 'utf8'),
      (stat) => stat.includes(') T '),
    );
    const { sessions } = await world.must<Ps>(['ps', '--all']);
    process.kill(frozen.pid ?? 0, 'SIGCONT');
    expect(sessions.find(({ id }) => id === 'frozen')?.degraded).toMatch(/stopped/);
    expect(sessions.find(({ id }) => id === 'near')?.degraded).toBeNull();
  });
});

describe('wait', () => {
  it('HX-54 until ready: 0; over its time 124; the end of the agent 1; an unknown one 3', async () => {
    await world.start('w54');
    expect(await wait('w54', '--until', 'ready')).toMatchObject({ state: 'ready', exit: 0 });
    expect(await exitOf('wait', 'w54', '--until', 'asks', '--timeout', '200ms')).toBe(124);
    const waiting = world.drover(['wait', 'w54', '--until', 'asks']);
    await world.must(['stop', 'w54', '--now']);
    expect((await waiting).code).toBe(1);
    expect(await exitOf('wait', 'w54', '--until', 'ready')).toBe(1);
    expect(await exitOf('wait', 'nobody-here')).toBe(3);
  });

  it('HX-55 (5: acknowledged only, which is not done) a turn that is over already returns at once, one that ends later returns then, and time over is 124', async () => {
    await world.start('w55', [], ['--until', join(world.folder, 'w55.go')]);
    await wait('w55', '--until', 'ready');
    await world.must(['send', 'w55', 'one']);
    const both = Promise.all([
      world.drover(['wait', 'w55', '--until', 'turn']),
      world.drover(['wait', 'w55', '--until', 'done']),
    ]);
    writeFileSync(join(world.folder, 'w55.go'), '');
    expect((await both).map(({ code }) => code)).toEqual([0, 5]);
    expect(world.noted('w55').at(-1)).toMatchObject({ kind: 'done', text: 'one' });
    expect(await exitOf('wait', 'w55', '--until', 'turn', '--timeout', '5s')).toBe(0);
    await world.start('w55b');
    expect(await exitOf('wait', 'w55b', '--until', 'done', '--timeout', '200ms')).toBe(124);
  });

  it('HX-52 HX-53 for its end: the own code, also long after and with messages that wait; a signal is 128+n', async () => {
    await world.start('w52');
    await wait('w52', '--until', 'ready');
    const before = wait('w52');
    await world.must(['send', 'w52', '/exit 4', '--no-wait']);
    await world.ask(['send', 'w52', 'never read', '--no-wait']);
    expect(await before).toMatchObject({ state: 'ended', exit: 4, session: { ending: expect.stringMatching(/4/) } });
    expect(await exitOf('wait', 'w52')).toBe(4);
    expect(world.lines('w52')).toEqual(['/exit 4']);
    const { pid } = await world.start('w53');
    await wait('w53', '--until', 'ready');
    process.kill(pid ?? 0, 'SIGKILL');
    expect(await wait('w53')).toMatchObject({ exit: 137, session: { ending: expect.stringMatching(/SIGKILL/) } });
  });

  it('HX-43 a sender that waits for the turn hears of the end of the agent with 1, and of its time with 124', async () => {
    const { pid } = await world.start('w43', [], ['--until', join(world.folder, 'w43.never')]);
    await wait('w43', '--until', 'ready');
    const sender = world.drover(['send', 'w43', 'long', '--wait-for-idle']);
    await world.until(
      async () => world.lines('w43'),
      ({ length }) => length === 1,
    );
    expect(await exitOf('send', 'w43', 'second', '--wait-for-idle', '--timeout', '300ms')).toBe(124);
    process.kill(pid ?? 0, 'SIGKILL');
    expect((await sender).code).toBe(1);
    expect(world.lines('w43')).toEqual(['long']);
  });
});

describe('stop', () => {
  it('HX-56 HX-57 ends an agent that ignores SIGTERM with what it started, may be said twice, and an unknown one is 3', async () => {
    world.program(
      'deaf-parent',
      `#!/bin/sh\n(trap '' TERM HUP INT; exec sleep 987654) &\nexec echo-agent --log '${world.logOf('deaf')}' --deaf\n`,
    );
    await world.startOf('deaf', 'deaf-parent');
    await wait('deaf', '--until', 'ready');
    expect(await Promise.all([exitOf('stop', 'deaf', '--now'), exitOf('stop', 'deaf', '--now')])).toEqual([0, 0]);
    expect(await world.session('deaf')).toMatchObject({ state: 'ended' });
    expect(await exitOf('stop', 'deaf')).toBe(0);
    expect(await exitOf('stop', 'nobody-here')).toBe(3);
    const { processesOf } = await import('../e2e/processes-of.ts');
    expect(processesOf('987654')).toEqual([]);
  });
});

describe('logs, pane and events', () => {
  it('HX-62 the last lines of what it printed, none, and too few are refused; all the same after its end', async () => {
    world.program('counts', '#!/bin/sh\nfor n in 1 2 3 4 5; do echo "line $n"; done\n');
    await world.startOf('counts', 'counts');
    expect(await wait('counts')).toMatchObject({ exit: 0 });
    expect((await world.drover(['logs', 'counts', '-n', '2'])).out).toBe('line 4\r\nline 5\r\n');
    expect((await world.drover(['logs', 'counts', '--lines', '0'])).out).toBe('');
    expect(await exitOf('logs', 'counts', '--lines', '-1')).toBe(2);
  });

  it('HX-62 of a transcript of 20 MB without a newline the end comes as it is', async () => {
    const session = await world.startOf('wide', 'sh', ['-c', 'printf x; read line']);
    await world.until(
      () => world.session('wide'),
      ({ log }) => log !== null && readFileSync(log).length === 1,
    );
    const file = session.log ?? (await world.session('wide')).log ?? '';
    const handle = openSync(file, 'a');
    for (let megabytes = 0; megabytes < 20; megabytes += 1) writeSync(handle, Buffer.alloc(1 << 20, 'y'));
    writeSync(handle, 'THE END');
    closeSync(handle);
    const told = await world.drover(['logs', 'wide', '-n', '1']);
    expect(told.code, told.err).toBe(0);
    expect(told.out.slice(-9)).toBe('yyTHE END');
  });

  it('HX-63 followed, every byte comes and it ends with the agent', async () => {
    world.program(
      'slowly',
      `#!/bin/sh\necho one; while [ ! -e '${join(world.folder, 'slowly.go')}' ]; do sleep 0.1; done; seq 1 20000; echo last\n`,
    );
    await world.startOf('slowly', 'slowly');
    const following = world.drover(['logs', 'slowly', '-n', '1000000', '--follow']);
    writeFileSync(join(world.folder, 'slowly.go'), '');
    const { code, out } = await following;
    expect(code).toBe(0);
    const numbers = Array.from({ length: 20_000 }, (_, n) => n + 1);
    expect(out).toBe(`${['one', ...numbers, 'last'].join('\r\n')}\r\n`);
  });

  it('HX-65 the screen as clean text, its last lines, as JSON, and again only when it changed', async () => {
    await world.start('p65');
    await wait('p65', '--until', 'ready');
    await world.must(['send', 'p65', '/say \u00e4 line', '--wait']);
    await wait('p65', '--until', 'ready');
    expect((await world.drover(['pane', 'p65'])).out).toMatch(/^echo agent\n> \/say \u00e4 line\n\u00e4 line\n> ?\n$/);
    expect((await world.drover(['pane', 'p65', '--lines', '2'])).out).toMatch(/^\u00e4 line\n> ?\n$/);
    expect(await world.must(['pane', 'p65'])).toMatchObject({ state: 'ready', columns: 120, cursor: { column: 2 } });
    const following = world.drover(['pane', 'p65', '--follow']);
    await world.must(['send', 'p65', 'more']);
    await world.must(['stop', 'p65', '--now']);
    const pictures = (await following).out.split('\f\n');
    expect(pictures.every((picture, index) => index === 0 || picture !== pictures[index - 1])).toBe(true);
  });

  it('HX-69 events are numbered from 1 without a gap, from a number on inclusive, and followed to the end', async () => {
    await world.start('e69');
    await wait('e69', '--until', 'ready');
    const following = world.drover(['events', 'e69', '--follow']);
    await world.must(['stop', 'e69', '--now']);
    const told = await following;
    expect(told.code).toBe(0);
    const read = (out: string) =>
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const events = read(told.out);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({
      schema_version: 1,
      id: 'e69',
      type: 'session_ended',
      ts: expect.any(String),
    });
    const rest = read((await world.drover(['events', 'e69', '--from', '2'])).out);
    expect(rest.map(({ seq }) => seq)).toEqual(events.slice(1).map(({ seq }) => seq));
  });
});
