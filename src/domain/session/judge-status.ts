// How an agent stands, from everything that bears witness. Where they contradict one another the more cautious one counts: unknown is not ready.
import type { AgentStatus, Source, StatusSince } from './agent-status.ts';

type Said = { readonly standing: AgentStatus; readonly at: number };

export type Witnesses = {
  readonly startedAt: number;
  /** The last word of its protocol; it alone decides where there is one. */
  readonly protocol: Said | null;
  /** The last word of its hooks. */
  readonly hook: Said | null;
  readonly screen: {
    /** What stands there now; `since`: it has read the same since then. */
    readonly standing: AgentStatus;
    readonly since: number;
    /** When anything visible last changed. */
    readonly changedAt: number;
    /** This agent's screen shows while it works. Where it does not, an idle one proves nothing against a hook. */
    readonly tellsBusy: boolean;
    /** How long it must stand still before it is believed; a usual time when absent. */
    readonly calmMs?: number;
  } | null;
  /** Its processes, looked at after the screen's last change; null: not looked at since. */
  readonly process: { readonly busy: boolean; readonly at: number } | null;
};

/** `againAt`: time alone could change this then; null: only another witness can. */
export type Judgement = { readonly stood: StatusSince; readonly againAt: number | null };

/** A screen must stand still for so long before it is believed. */
export const settleMs = 400;
/** After so long of a still, idle screen a hook that never spoke again is not waited for: an interrupted turn fires none. */
export const doubtMs = 2000;

export function judgeStanding(witnesses: Witnesses, now: number): Judgement {
  const { protocol, hook, screen, startedAt } = witnesses;
  if (protocol) return certain(protocol.standing, 'protocol', protocol.at);
  if (!screen)
    return hook ? certain(cautious(hook.standing), 'hook', hook.at) : certain(starting, 'process', startedAt);
  if (!hook) return byScreen(witnesses, screen, now, screen.calmMs ?? settleMs);
  const asks = hook.standing.kind === 'asks' && screen.standing.kind === 'asks';
  if (asks || hook.standing.kind === 'limited') return certain(hook.standing, 'hook', hook.at);
  if (screen.standing.kind !== 'ready') return againstHook(hook, screen, now);
  if (hook.standing.kind === 'ready') return certain(hook.standing, 'hook', Math.max(hook.at, screen.since));
  if (!screen.tellsBusy) return certain(hook.standing, 'hook', hook.at);
  const calmFrom = Math.max(hook.at, screen.changedAt);
  if (now < calmFrom + doubtMs) return { ...certain(hook.standing, 'hook', hook.at), againAt: calmFrom + doubtMs };
  return byScreen(witnesses, screen, now, doubtMs);
}

type Seen = NonNullable<Witnesses['screen']>;

/** The screen does not look ready. A hook that said so is believed once nothing has moved since: a picture may lag or be left standing. */
function againstHook(hook: Said, screen: Seen, now: number): Judgement {
  const word = certain(screen.standing, 'screen', screen.since);
  if (screen.standing.kind !== 'busy') return word;
  if (hook.standing.kind === 'asks') return certain(hook.standing, 'hook', hook.at);
  if (hook.standing.kind !== 'ready') return word;
  const calmAt = Math.max(hook.at, screen.changedAt) + doubtMs;
  return now < calmAt ? { ...word, againAt: calmAt } : certain(hook.standing, 'hook', hook.at);
}

function byScreen({ process }: Witnesses, screen: Seen, now: number, calmMs: number): Judgement {
  const { standing, since, changedAt } = screen;
  if (standing.kind !== 'ready') return certain(standing, 'screen', since);
  const calmAt = changedAt + calmMs;
  if (now < calmAt) return { ...certain(busy, 'screen', since), againAt: calmAt };
  if (!process || process.at < calmAt) return { ...certain(busy, 'process', since), againAt: now };
  if (process.busy) return { ...certain(busy, 'process', process.at), againAt: process.at + settleMs };
  return certain(standing, 'screen', calmAt);
}

/** Without a picture not even a hook makes it ready to be typed into. */
const cautious = (standing: AgentStatus): AgentStatus => (standing.kind === 'ready' ? starting : standing);
const starting: AgentStatus = { kind: 'starting' };
const busy: AgentStatus = { kind: 'busy' };
const certain = (standing: AgentStatus, source: Source, since: number): Judgement => ({
  stood: { standing, source, since },
  againAt: null,
});
