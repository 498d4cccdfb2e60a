// The pull request as it is now, and where its branch is on the remote: both read anew.

import { defined } from '../domain/defined.ts';
import { screenshotsOf, withScreenshots } from '../domain/delivery/with-screenshots.ts';
import type { Failure, Result } from '../domain/error.ts';
import type { EffectResult } from '../domain/thing.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import type { Forge } from '../ports/forge.ts';
import type { Hub } from '../ports/git.ts';
import { hasMade, lookAtRemote } from './created.ts';

export const lookAtPullRequest: EffectFunction<'look-at-pull-request'> = async (
  ports,
  { hub, branch, number, base },
) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  const look = await forge.value.look(number === null ? { branch } : { number });
  if (!look.ok) return { kind: 'failed', failure: look.failure };
  if (look.value?.state !== 'open') return { kind: 'done', output: { look: look.value } };
  const { at, moved } = await lookAtRemote(ports, hub, branch, base);
  return {
    kind: 'done',
    output: { look: look.value, ...(at.ok ? { at: at.value } : {}), ...defined({ base: moved }) },
  };
};

// May the branch be taken away from the remote: did this task make it there, and is no pull request of it still open?

export const findPullRequest: EffectFunction<'find-pull-request'> = async (ports, { hub, branch }, { thing }) => {
  if (!(await hasMade(ports, thing.task, 'remote_branch', branch)))
    return { kind: 'done', output: { open: null, ours: false } };
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  if (forge.value.name === 'bare') return { kind: 'done', output: { open: null, ours: true } };
  const found = await forge.value.find(thing.task, branch);
  if (!found.ok) return { kind: 'failed', failure: found.failure };
  return { kind: 'done', output: { open: found.value?.state === 'open' ? found.value.address : null, ours: true } };
};

// The body of an open pull request brought up to date, where nobody else has changed it.

export const changePullRequest: EffectFunction<'change-pull-request'> = async (
  ports,
  { hub, number, body: plainBody, was },
  { fenced, thing },
) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  const runs = await ports.store.read((reads) => reads.things({ kind: 'run', task: thing.task, ended: true }));
  const body = withScreenshots(plainBody, screenshotsOf(runs));
  const longer = body === plainBody ? {} : { body };
  const look = await forge.value.look({ number });
  if (!look.ok) return untilLater(look.failure) ?? { kind: 'failed', failure: look.failure };
  const there = look.value === null || look.value.state !== 'open' ? null : plain(look.value.body);
  if (there === null || there === plain(body) || (was !== null && there !== plain(was)))
    return { kind: 'done', output: { changed: false, ...longer } };
  if (!(await fenced()))
    return { kind: 'failed', failure: { error_code: 'LEASE_EXPIRED', message: 'another driver took over' } };
  const done = await forge.value.update(number, { body });
  if (!done.ok) return untilLater(done.failure) ?? { kind: 'failed', failure: done.failure };
  return { kind: 'done', output: { changed: true, ...longer } };
};

/** Forges keep line ends and spaces as they like. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

// Closes a pull request; its branch stays.

export const closePullRequest: EffectFunction<'close-pull-request'> = async (ports, { hub, number }) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  const done = await forge.value.close(number);
  if (!done.ok) return untilLater(done.failure) ?? { kind: 'failed', failure: done.failure };
  return { kind: 'done', output: {} };
};

// Leads an open pull request to another branch.

export const retargetPullRequest: EffectFunction<'retarget-pull-request'> = async (ports, { hub, number, base }) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  const look = await forge.value.look({ number });
  if (!look.ok) return untilLater(look.failure) ?? { kind: 'failed', failure: look.failure };
  // Some forges lead it there themselves when the branch below it is removed.
  if (look.value === null || look.value.state !== 'open' || look.value.base === base)
    return { kind: 'done', output: {} };
  const done = await forge.value.retarget(number, base);
  if (!done.ok) return untilLater(done.failure) ?? { kind: 'failed', failure: done.failure };
  return { kind: 'done', output: {} };
};

// One answer on a thread, once: the effect's own id is in it and is looked for first.

export const replyOnThread: EffectFunction<'reply-on-thread'> = async (
  ports,
  { hub, number, thread, text },
  { id, fenced },
) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  if (!(await fenced()))
    return { kind: 'failed', failure: { error_code: 'LEASE_EXPIRED', message: 'another driver took over' } };
  const done = await forge.value.reply(number, thread, text, id);
  if (!done.ok) return untilLater(done.failure) ?? { kind: 'failed', failure: done.failure };
  return { kind: 'done', output: {} };
};

// The end of what a failed check said; where that cannot be had, the check's own words.

export const readCheckLog: EffectFunction<'read-check-log'> = async (ports, { hub, check }) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  const log = await forge.value.log(check);
  const text = log.ok ? log.value : `${check.why}\n(its log could not be read: ${log.failure.message})`;
  return { kind: 'done', output: { text } };
};

// The forge of a task's remote.

async function forgeOf({ git, forges }: Pick<EffectPorts, 'git' | 'forges'>, hub: Hub): Promise<Result<Forge>> {
  const remote = await git.remoteAddress(hub);
  return remote.ok ? forges.of(remote.value) : remote;
}

// What a forge could not do now and soon can.

/** A limit that ends so soon is waited for; a longer one is a person's to know of. */
const longestWaitMs = 10 * 60_000;

export function untilLater({ error_code, message, details }: Failure): EffectResult<never> | null {
  const wait = Number(details?.retryAfterMs);
  return error_code === 'FORGE_LIMITED' && wait <= longestWaitMs
    ? { kind: 'later', afterMs: wait, why: message }
    : null;
}
