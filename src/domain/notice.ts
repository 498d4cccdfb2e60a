// What is said to a thing from outside its own drive, and what stands in it. Rows of other versions are read here too: a body is null where it once was.
import type { Rewind } from './criterion/rewound.ts';
import type { Edited } from './edit/edit.ts';
import type { Instant, ThingId } from './ids.ts';
import type { Ending } from './run/ending.ts';
import type { Allowance } from './run/spent.ts';
import type { WishedManualStep } from './task/manual/step.ts';
export type NoticeMap = {
  /** A person's words for an agent. */
  readonly say: string;
  readonly pause: { readonly why?: string } | null;
  readonly resume: null;
  readonly cancel: null;
  readonly finish: null;
  readonly retry: null;
  readonly take: null;
  /** `go_on`: with the agent that was at it; else its gates run. */
  readonly give: { readonly go_on?: boolean } | null;
  /** In a person's hand: the copy goes back to what it was after this attempt. */
  readonly rewind: Rewind;
  /** A step by hand. */
  readonly step: WishedManualStep;
  readonly interrupt: null;
  /** `now`: without asking it first. */
  readonly end: { readonly now?: boolean } | null;
  readonly drop: null;
  /** A run's program has ended; null where nobody saw how. */
  readonly ending: Ending | null;
  /** Of a turn: its agent edited something. */
  readonly edited: Edited;
  /** A forge told that something is new. */
  readonly look: null;
  /** The feature `from` below it is merged. `on`: on what that stood itself, where it is not merged. */
  readonly unstacked: {
    readonly from: string;
    readonly branch: string;
    readonly on: { readonly task: string; readonly branch: string } | null;
  };
  readonly limit_over: { readonly until?: number } | null;
  /** What a criterion may use from now on. */
  readonly allowance: {
    readonly allowance?: Allowance;
    readonly models?: Readonly<Record<string, string>>;
  };
};

export type NoticeKind = keyof NoticeMap;

/** A kind with its body. */
export type NoticeBody<Kinds extends NoticeKind = NoticeKind> = {
  [Kind in Kinds]: { readonly kind: Kind; readonly body: NoticeMap[Kind] };
}[Kinds];

type Said = {
  readonly thing: ThingId;
  readonly at: Instant;
  /** Who: `person:NAME`, `policy`, `keeper`, `thing:ID`. */
  readonly by: string;
};

export type NewNotice = Said & NoticeBody;

/** A row, seen by `decide` in order, never lost. `seq` counts from 1 within the thing. */
export type Notice<Kinds extends NoticeKind = NoticeKind> = Extract<
  NewNotice & { readonly seq: number },
  { readonly kind: Kinds }
>;

/** Something said to another thing in the same commit. */
export type NoticeDraft = { readonly to: ThingId } & NoticeBody;

export const noticesOf = <Kinds extends NoticeKind>(
  notices: readonly Notice[],
  ...kinds: readonly Kinds[]
): readonly Notice<Kinds>[] =>
  notices.filter((notice): notice is Notice<Kinds> => (kinds as readonly NoticeKind[]).includes(notice.kind));
