import { describe, expect, it } from 'vitest';
import { type HostId, instant, taskId } from '../ids.ts';
import { judgeLease, replaced, whyNotHolder } from './judge-lease.ts';
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
    ['nobody without a lease', null, 'hash', 1, 'LOCK_NOT_FOUND'],
    ['nobody with another token', lease, 'other', 1, 'UNAUTHORIZED'],
    ['the token wins over nothing else', gone, 'other', 1, 'UNAUTHORIZED'],
    ['not who was replaced', gone, 'hash', 60, 'LEASE_EXPIRED'],
    ['not after the release', released, 'hash', 60, 'LOCK_NOT_FOUND'],
    ['not after its time', lease, 'hash', 100, 'LEASE_EXPIRED'],
    ['the holder', lease, 'hash', 99, null],
    ['a person', lease, null, 99, null],
  ] as const)('who may act under it: %s', (_, of, hash, now, code) => {
    expect(whyNotHolder('shop-1', of, hash, instant(now))?.error_code ?? null).toBe(code);
  });
});
