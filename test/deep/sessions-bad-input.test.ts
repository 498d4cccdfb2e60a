// What people, scripts and agents get wrong around sessions: odd ids, odd texts, programs that are broken, files and processes that vanish.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ps } from '../../src/contract/service.ts';
import type { MessageSent, WaitEnd } from '../../src/contract/session.ts';
import { built } from '../e2e/built.ts';
import { processesOf } from '../e2e/processes-of.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';

let world: SessionWorld;
beforeAll(async () => {
  world = await openSessionWorld();
  await world.start('e');
  await world.start('echo-two');
  await world.start('echo-three');
  await world.ready('e');
});
afterAll(() => world.close());

describe('an id', () => {
  it('that is unknown, fits several, looks like a path, is of another script or endless is refused with its code, and nothing happens', async () => {
    const codeOf = async (id: string) => (await world.refused(['send', id, 'x', '--no-wait'])).error_code;
    const codes = await Promise.all(
      ['nobody', 'echo', '../../etc/passwd', '日本語', 'x'.repeat(500), 's999', '-'].map(codeOf),
    );
    expect(codes).toEqual([
      'SESSION_NOT_FOUND',
      'AMBIGUOUS',
      'SESSION_NOT_FOUND',
      'SESSION_NOT_FOUND',
      'USAGE',
      'SESSION_NOT_FOUND',
      'SESSION_NOT_FOUND',
    ]);
    for (const name of ['e', 'echo-two', 'echo-three']) expect(world.lines(name)).toEqual([]);
  });

  it('of another script names a session; one of 500 characters, of the form of another thing or of control characters does not', async () => {
    await world.start('日本語-セッション');
    await world.ready('日本語');
    await world.must(['send', '日本語-セッション', 'やあ']);
    expect(world.lines('日本語-セッション')).toEqual(['やあ']);
    for (const name of ['x'.repeat(500), 'q7', 'r1', 's3', 'm4', 'a\u0007b', '...'])
      expect([name, (await world.refused(['start', 'echo-agent', '-d', '--name', name])).error_code]).toEqual([
        name,
        'USAGE',
      ]);
  });
});

describe('a text', () => {
  it('of 1 MB, of control characters or that is no UTF-8 is refused whole; the session takes the next', async () => {
    const before = world.lines('e').length;
    writeFileSync(join(world.folder, 'latin'), Buffer.from([0x61, 0xe4, 0x62]));
    writeFileSync(join(world.folder, 'long'), 'x'.repeat(1 << 20));
    const codes = await Promise.all(
      [
        ['-f', join(world.folder, 'long')],
        ['-f', join(world.folder, 'latin')],
        ['a\u0000b'.replace('\u0000', '\u0001')],
        ['-f', join(world.folder, 'nowhere')],
      ].map(async (words) => (await world.refused(['send', 'e', ...words])).error_code),
    );
    expect(codes).toEqual(['TEXT_TOO_LONG', 'USAGE', 'USAGE', 'PATH_NOT_FOUND']);
    await world.must(['send', 'e', 'next']);
    expect(world.lines('e').slice(before)).toEqual(['next']);
  });
});

describe('a program', () => {
  it('that exits at once has ended, with its code and what it said', async () => {
    world.program('at-once', '#!/bin/sh\necho no licence >&2\nexit 9\n');
    await world.startOf('at-once', 'at-once');
    expect(await world.must<WaitEnd>(['wait', 'at-once'])).toMatchObject({ exit: 9 });
    expect((await world.drover(['logs', 'at-once', '--plain'])).out).toBe('no licence\n');
    expect(await world.refused(['send', 'at-once', 'x'])).toMatchObject({ error_code: 'SESSION_ENDED' });
  });

  it('that never prints is unknown: a message is refused at once unless it is forced', async () => {
    world.program('mute', '#!/bin/sh\nexec sleep 600\n');
    await world.startOf('mute', 'mute');
    const standing = await world.until(
      () => world.session('mute'),
      ({ state }) => state !== 'starting',
    );
    expect(standing.state).toBe('unknown');
    expect(await world.refused(['send', 'mute', 'x'])).toMatchObject({ error_code: 'NOT_READY' });
    await world.must(['stop', 'mute', '--now']);
  });

  it('that prints more than is kept is neither held up nor kept whole, and the end of it is there', async () => {
    world.program(
      'prints',
      '#!/bin/sh\nyes 0123456789012345678901234567890123456789012345678901234567890 | head -n 1500000\necho THE END\n',
    );
    const { log } = await world.startOf('prints', 'prints');
    expect(await world.must<WaitEnd>(['wait', 'prints'])).toMatchObject({ exit: 0 });
    expect((await world.drover(['logs', 'prints', '-n', '1', '--plain'])).out).toBe('THE END\n');
    const { blocks } = statSync(log ?? '');
    expect(blocks * 512).toBeLessThan(80_000_000);
  });

  it('that leaves a child in a session of its own is ended with it', async () => {
    world.program('forks', '#!/bin/sh\nsetsid sh -c "trap \'\' TERM HUP; exec sleep 876543" &\nexec echo-agent\n');
    await world.startOf('forks', 'forks');
    await world.until(
      async () => processesOf('876543'),
      ({ length }) => length > 0,
    );
    await world.must(['stop', 'forks', '--now']);
    expect(
      await world.until(
        async () => processesOf('876543'),
        ({ length }) => length === 0,
      ),
    ).toEqual([]);
  });
});

describe('what vanishes', () => {
  it('the file of the socket: the next command reaches a daemon all the same, and the session takes messages', async () => {
    const before = world.lines('e').length;
    rmSync(join(world.state, 'drover.sock'), { force: true });
    expect(
      await world.until(
        () => world.drover(['send', 'e', 'socket gone', '--no-wait']),
        ({ code }) => code === 0,
      ),
    ).toMatchObject({ code: 0 });
    await world.until(
      async () => world.lines('e'),
      ({ length }) => length > before,
    );
    expect(world.lines('e').slice(before)).toEqual(['socket gone']);
  });

  it('a session whose folder was removed goes on, and can be looked at from where it was', async () => {
    const folder = join(world.folder, 'gone');
    execFileSync('mkdir', [folder]);
    await world.must(world.words('homeless', ['-d', '-C', folder]));
    await world.ready('homeless');
    rmSync(folder, { recursive: true });
    await world.must<MessageSent>(['send', 'homeless', 'still here']);
    expect(world.lines('homeless')).toEqual(['still here']);
  });

  it('the keeper: its sessions are told as cut off, messages to them are refused, and new ones start', async () => {
    const before = world.lines('e').length;
    const waiting = world.ask<WaitEnd>(['wait', 'e']);
    process.kill(keeperPid(), 'SIGKILL');
    const ended = await waiting;
    expect(ended).toMatchObject({
      ok: true,
      data: { state: 'ended', why: expect.stringMatching(/cut off by a crash/) },
    });
    expect(await world.refused(['send', 'e', 'x'])).toMatchObject({ error_code: 'SESSION_ENDED' });
    expect(world.lines('e')).toHaveLength(before);
    await world.until(
      () => world.ask(world.words('afterwards', ['-d'])),
      ({ ok }) => ok,
    );
    await world.must(['send', 'afterwards', 'new keeper']);
    expect(world.lines('afterwards')).toEqual(['new keeper']);
  });

  it('WT-83 daemon, keeper and agent at once: a session of theirs is never told as ready, and soon as ended', async () => {
    await world.start('swept');
    await world.ready('swept');
    const { pid } = await world.session('swept');
    for (const each of [await world.daemonPid(), keeperPid(), pid ?? 0]) process.kill(each, 'SIGKILL');
    const state = async () => {
      const told = await world.ask<Ps>(['ps', 'swept']);
      return told.ok ? told.data.sessions[0]?.state : 'unknown';
    };
    const states: (string | undefined)[] = [];
    await world.until(
      async () => {
        states.push(await state());
        return states.at(-1);
      },
      (now) => now === 'ended',
    );
    expect(states.filter((each) => each !== 'unknown' && each !== 'ended')).toEqual([]);
  });
});

/** The keeper of this world: whose command line names its state folder. */
function keeperPid(): number {
  const found = readdirSync('/proc').find((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const said = (() => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })();
    return said.includes(built('keeper')) && said.includes(`\0${world.state}\0`);
  });
  if (found === undefined) throw new Error('no keeper');
  return Number(found);
}
