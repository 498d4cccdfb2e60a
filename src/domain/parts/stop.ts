// A thing is told to end, or to stand still: what runs is told once, its end is waited for, then the thing does as it was told.
import type { Decision } from '../decision.ts';
import type { Notice, NoticeDraft, NoticeKind } from '../notice.ts';
import type { Thing } from '../thing.ts';

type Told = Extract<NoticeKind, 'cancel' | 'finish' | 'pause' | 'resume'>;

export const livingOf = <Child extends Pick<Thing, 'ended'>>(children: readonly Child[]): readonly Child[] =>
  children.filter(({ ended }) => !ended);

export const tellAll = (things: readonly Pick<Thing, 'id'>[], kind: Told): readonly NoticeDraft[] =>
  things.map(({ id }) => ({ to: id, kind, body: null }));

/** Pause and resume are notices; the last one counts. `since`: those up to there are dealt with. */
export function pauseOf(notices: readonly Notice[], since = 0): Notice<'pause'> | null {
  const last = notices.findLast(({ kind, seq }) => seq > since && (kind === 'pause' || kind === 'resume'));
  return last?.kind === 'pause' ? last : null;
}

export const isPaused = (notices: readonly Notice[]): boolean => pauseOf(notices) !== null;

type Stop<State> = {
  readonly children: readonly Thing[];
  /** It is on record that what runs was told; null: it was not. */
  readonly told: boolean;
  /** How that is put on record. */
  readonly tell: (living: readonly Thing[]) => Decision<State>;
  readonly end: () => Decision<State>;
};

/** Tells what runs, waits for its end, then ends. */
export function stopAll<State>({ children, told, tell, end }: Stop<State>): Decision<State> {
  const living = livingOf(children);
  if (!told) return tell(living);
  return living.length > 0 ? restUntilEnded : end();
}

export const restUntilEnded = { kind: 'wait', until: null, on: 'the end of what runs' } as const;
