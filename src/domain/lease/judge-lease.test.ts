import { describe, expect, it } from 'vitest';
import { type HostId, instant, taskId } from '../ids.ts';
import { holds, judgeLease, leaseMs, replaced, whyNotHolder } from './judge-lease.ts';
import type { Lease } from './lease.ts';

const lease: Lease = {
  task: taskId('shop', 1),
  workspace: 'shop',
  owner: { name: 'Ada', host: 'here' as HostId, pid: 7, startedAt: 1 },
  tokenHash: 'hash',
  fence: 1,
  phase: 'confirm',
  history: [],
  branch: null,
  pushedToRemote: false,
  artifacts: {},
  takenAt: instant(0),
  expiresAt: instant(100),
  releasedAt: null,
};
const visit = { phase: 'confirm', entered: instant(0), left: instant(50), outcome: replaced };
const released = { ...lease, releasedAt: instant(50) };
const gone = { ...released, history: [visit] };
const byHand = { ownerAlive: true, driven: 'hand', taskEnded: false } as const;

describe('how a lease stands', () => {
  it.each([
    ['living until its time', lease, 99, byHand, 'living'],
    ['expired from then on', lease, 100, byHand, 'expired'],
    ['dead with its owner, whatever the time', lease, 1, { ...byHand, ownerAlive: false }, 'dead'],
    ["Drover's own: living beyond its time", lease, 1000, { ...byHand, driven: 'engine', ownerAlive: false }, 'living'],
    ["Drover's own: dead with its task", lease, 1, { ...byHand, driven: 'engine', taskEnded: true }, 'dead'],
    ['released', released, 60, byHand, 'released'],
    ['replaced', gone, 60, byHand, 'replaced'],
  ] as const)('%s', (_, of, now, about, standing) => {
    expect(judgeLease(of, instant(now), about)).toBe(standing);
  });

  it.each([
    [
      "Drover's own that was released, whatever its task does",
      released,
      60,
      { ...byHand, driven: 'engine' },
      'released',
    ],
    [
      'released, though an older visit was replaced',
      { ...released, history: [visit, { ...visit, outcome: 'done' }] },
      60,
      byHand,
      'released',
    ],
    ['by hand: living though its task has ended', lease, 1, { ...byHand, taskEnded: true }, 'living'],
  ] as const)('%s', (_, of, now, about, standing) => {
    expect(judgeLease(of, instant(now), about)).toBe(standing);
  });

  it('what is on record of one that went to another owner is read by later programs', () => {
    expect(replaced).toBe('replaced');
  });

  it('work by hand may be quiet for two hours', () => {
    expect(leaseMs).toBe(2 * 60 * 60 * 1_000);
  });

  it.each([
    ['of its fence, in its time', lease, 1, 99, true],
    ['of another fence', lease, 2, 99, false],
    ['from its end on', lease, 1, 100, false],
    ['that was released', released, 1, 60, false],
    ['that is not there', null, 1, 0, false],
  ] as const)('the one %s holds: %s', (_, of, fence, now, is) => {
    expect(holds(of, fence, instant(now))).toBe(is);
  });

  it('a refusal names the task, and tells when it has expired', () => {
    const why = (of: Lease | null, hash: string | null, now: number) => whyNotHolder('shop-1', of, hash, instant(now));
    for (const failure of [why(null, null, 1), why(lease, 'other', 1), why(gone, null, 60), why(released, null, 60)]) {
      expect(failure?.details).toEqual({ task: 'shop-1' });
      expect(failure?.message).toContain('shop-1');
    }
    expect(why(lease, null, 100)?.details).toEqual({ task: 'shop-1', expired_at: 100 });
  });

  it.each([
    ['nobody without a lease', null, 'hash', 1, 'LOCK_NOT_FOUND'],
    ['nobody with another token', lease, 'other', 1, 'UNAUTHORIZED'],
    ['the token wins over nothing else', gone, 'other', 1, 'UNAUTHORIZED'],
    ['not who was replaced', gone, 'hash', 60, 'LEASE_EXPIRED'],
    ['not after the release', released, 'hash', 60, 'LOCK_NOT_FOUND'],
    ['not after its time', lease, 'hash', 100, 'LEASE_EXPIRED'],
    ['the holder', lease, 'hash', 99, null],
    ['a person', lease, null, 99, null],
    ['not a person where another has it', gone, null, 99, 'LEASE_EXPIRED'],
    ['not a person after its time', lease, null, 100, 'LEASE_EXPIRED'],
  ] as const)('who may act under it: %s', (_, of, hash, now, code) => {
    expect(whyNotHolder('shop-1', of, hash, instant(now))?.error_code ?? null).toBe(code);
  });
});
