// Leases taken by hand, through the program: one winner, coded refusals, expiry, release that may be repeated.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManualLeaseRenewed, ManualTaskReleased, ManualTaskTaken } from '../../src/contract/manual.ts';
import type { WorkspaceCheck } from '../../src/contract/workspace.ts';
import { openWorld, type World } from '../e2e/world.ts';

const hour = 3_600_000;
/** No .gitignore: nothing of ours may depend on one. */
const project = { 'readme.md': 'A shop.\n', 'check.sh': 'exit 0\n' };

let world: World;
const take = (text = 'by hand') => world.must<ManualTaskTaken>(['step', 'take', text]);
const release = (task: string, ...flags: string[]) =>
  world.must<ManualTaskReleased>(['step', 'release', task, ...flags]);
const refused = async (args: readonly string[], env: Record<string, string> = {}) => {
  const reply = await world.ask(args, { env });
  return reply.ok ? { ok: true } : { code: reply.error_code, error: reply.error, details: reply.details };
};
const configure = (isolation: 'clone' | 'checkout') =>
  world.setConfig(`workspaces:\n  shop: { path: ${world.checkout}, slots: 1, isolation: ${isolation} }\n`);

/** The lease's time is over: two hours are not waited for, the stored expiry of a daemon at rest is set back instead. */
async function expire(task: string): Promise<void> {
  await world.must(['down']);
  await world.until(
    async () => setBack(task),
    (done) => done,
  );
}

/** False while the daemon that ends still holds its database. */
function setBack(task: string): boolean {
  const database = new DatabaseSync(join(world.state, 'drover.db'));
  try {
    const { body } = database.prepare('select body from leases where task = ?').get(task) as { body: string };
    const lease = { ...(JSON.parse(body) as object), expiresAt: Date.now() - 1000 };
    return database.prepare('update leases set body = ? where task = ?').run(JSON.stringify(lease), task).changes === 1;
  } catch (error) {
    if (error instanceof Error && error.message === 'database is locked') return false;
    throw error;
  } finally {
    database.close();
  }
}

beforeAll(async () => {
  world = await openWorld({ project });
  configure('clone');
});
afterAll(() => world.close());

describe('a lease in a copy', () => {
  let taken: ManualTaskTaken;

  it('CM-19 a taken lease tells task, phase, empty history, nothing pushed, two hours [no agent: a person drives]', async () => {
    const before = Date.now();
    taken = await take();
    expect(taken).toMatchObject({
      task: 'shop-1',
      phase: expect.any(String),
      phase_history: [],
      pushed_to_remote: false,
    });
    expect(taken.expires_at).toBeGreaterThanOrEqual(before + 2 * hour);
    expect(taken.expires_at).toBeLessThanOrEqual(Date.now() + 2 * hour);
    expect(statSync(taken.token_file).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(taken)).not.toContain(readFileSync(taken.token_file, 'utf8').trim());
    expect(existsSync(join(taken.copy, 'readme.md'))).toBe(true);
  });

  it('CM-17 a second take is refused, naming task, phase, owner and expiry, and before the dirty checkout is looked at', async () => {
    writeFileSync(join(world.checkout, 'new.txt'), 'not committed\n');
    configure('checkout');
    const second = await refused(['step', 'take', 'me too']);
    configure('clone');
    expect(second).toMatchObject({
      code: 'WORKSPACE_LOCKED',
      details: { task: taken.task, phase: taken.phase, owner: expect.any(String), expires_at: taken.expires_at },
    });
    expect(second.error).toContain(taken.task);
  });

  it('CM-25 renewing moves the expiry', async () => {
    const renewed = await world.must<ManualLeaseRenewed>(['step', 'renew', taken.task]);
    expect(renewed.expires_at).toBeGreaterThan(taken.expires_at);
    const { leases } = await world.must<WorkspaceCheck>(['workspace', 'check', 'shop']);
    expect(leases).toMatchObject([{ task: taken.task, expires_at: renewed.expires_at }]);
  });

  it('CM-30 a stranger without the token neither renews nor releases', async () => {
    const stranger = { DROVER_LEASE: 'this-is-some-other-token-altogether' };
    const agent = { DROVER_RUN: 'r1', DROVER_MARK: 'm', DROVER_LEASE: '' };
    for (const step of ['renew', 'release']) {
      expect(await refused(['step', step, taken.task], stranger)).toMatchObject({ code: 'UNAUTHORIZED' });
    }
    const token = readFileSync(taken.token_file, 'utf8');
    writeFileSync(taken.token_file, '');
    for (const step of ['renew', 'release'])
      expect(await refused(['step', step, taken.task], agent)).toMatchObject({ code: 'UNAUTHORIZED' });
    writeFileSync(taken.token_file, token);
    const { leases } = await world.must<WorkspaceCheck>(['workspace', 'check', 'shop']);
    expect(leases).toHaveLength(1);
  });

  it('CM-18 in a copy a dirty checkout is not refused, and the files are named', async () => {
    await release(taken.task);
    taken = await take();
    expect(existsSync(join(taken.copy, 'new.txt'))).toBe(false);
    expect(readFileSync(join(world.checkout, 'new.txt'), 'utf8')).toBe('not committed\n');
    const check = await world.must<WorkspaceCheck>(['workspace', 'check', 'shop']);
    expect(check.git).toMatchObject({ dirty: true, files: ['new.txt'] });
    expect(taken.notes.join('\n')).toContain('new.txt');
  });

  it('CM-27 release removes lease and token, and is repeated without harm', async () => {
    expect(await release(taken.task, '--cleanup')).toMatchObject({ task: taken.task, already: false });
    expect([existsSync(taken.token_file), existsSync(taken.copy)]).toEqual([false, false]);
    expect(await release(taken.task)).toMatchObject({
      already: true,
      notes: [expect.stringContaining('released already')],
    });
    expect(await release(taken.task, '--cleanup')).toMatchObject({ already: true });
  });

  it('CM-24 taken, released and taken again in a repository that ignores nothing', async () => {
    const again = await take();
    await release(again.task);
    expect((await world.git('status', '--porcelain')).split('\n')).toEqual(['?? new.txt']);
    await world.git('clean', '--quiet', '--force');
  });

  it('CM-25 CM-26 without a lease the step says so, in a folder of no copy and after the release', async () => {
    expect(await refused(['step', 'renew'])).toMatchObject({ code: 'LOCK_NOT_FOUND' });
    expect(await refused(['step', 'release'])).toMatchObject({ code: 'LOCK_NOT_FOUND' });
    expect(await refused(['step', 'renew', taken.task])).toMatchObject({ code: 'LOCK_NOT_FOUND' });
  });

  it('CM-20 CM-25 CM-26 an expired lease renews no more, and the next take succeeds', async () => {
    const old = await take();
    await expire(old.task);
    expect(await refused(['step', 'renew', old.task])).toMatchObject({ code: 'LEASE_EXPIRED' });
    const next = await take();
    expect(next.task).not.toBe(old.task);
    expect(await refused(['step', 'renew', old.task])).toMatchObject({ code: expect.stringMatching(/^L/) });
    const token = readFileSync(next.token_file, 'utf8').trim();
    expect(await refused(['step', 'renew', old.task], { DROVER_LEASE: token })).toMatchObject({ code: 'UNAUTHORIZED' });
    await world.until(
      () => world.show(old.task),
      ({ outcome }) => outcome !== null,
    );
    const { leases } = await world.must<WorkspaceCheck>(['workspace', 'check', 'shop']);
    expect(leases.map(({ task }) => task)).toEqual([next.task]);
    await release(next.task);
  });

  it('CM-28 an empty, a damaged and a lost token file: its person releases all the same', async () => {
    for (const damage of ['', '\0\0{"half', null]) {
      const { task, token_file } = await take();
      if (damage === null) rmSync(token_file);
      else writeFileSync(token_file, damage);
      expect(await release(task)).toMatchObject({ already: false });
    }
    await release((await take()).task);
  });

  it('CM-21 CM-23 of twenty takes at once exactly one wins, and every other is told who, three rounds', async () => {
    for (let round = 0; round < 3; round += 1) {
      const told = await Promise.all(Array.from({ length: 20 }, () => refused(['step', 'take', 'race'])));
      const codes = told.map((each) => ('code' in each ? each.code : 'won')).sort();
      expect(codes).toEqual([...Array.from({ length: 19 }, () => 'WORKSPACE_LOCKED'), 'won']);
      const { leases } = await world.must<WorkspaceCheck>(['workspace', 'check', 'shop']);
      expect(leases).toHaveLength(1);
      await release(leases[0]?.task ?? '', '--cleanup');
    }
  }, 400_000);
});

describe('a lease in the checkout itself', () => {
  it('CM-18 a dirty checkout is refused with its files, untracked ones too, and no lease is made', async () => {
    configure('checkout');
    writeFileSync(join(world.checkout, 'new.txt'), 'not committed\n');
    expect(await refused(['step', 'take', 'in place'])).toMatchObject({
      code: 'GIT_DIRTY',
      details: { files: ['new.txt'] },
    });
    expect((await world.must<WorkspaceCheck>(['workspace', 'check', 'shop'])).leases).toEqual([]);
    await world.git('clean', '--quiet', '--force');
  });

  it('CM-24 taken, released and taken again: the checkout stays as clean as it was', async () => {
    const first = await take();
    expect(first.copy).toBe(world.checkout);
    expect(await world.git('status', '--porcelain', '--ignored')).toBe('');
    await release(first.task, '--cleanup');
    expect(await world.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
    const second = await take();
    await release(second.task, '--cleanup');
    expect(await world.git('status', '--porcelain', '--ignored')).toBe('');
  });
});
