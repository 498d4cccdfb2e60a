// What is on the record: acts of people, what agents cost, and all that was said, searched.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { duration, line, wholeWithin } from './fields.ts';

const count = wholeWithin(1, 10_000);

export const audit = v.strictObject({ limit: v.optional(count, 100), since: v.optional(duration()) });
export const spendBy = ['task', 'day', 'workspace', 'agent'] as const;
export const spend = v.strictObject({
  by: v.optional(v.picklist(spendBy), 'task'),
  /** Turns that ended longer ago are left out. */
  since: v.optional(duration()),
});
export const search = v.strictObject({ words: line(512), limit: v.optional(count, 20) });

/** One act that only a person may do, as it was asked for, or refused. */
export type Act = {
  readonly at: number;
  readonly command: string;
  /** What it was about: a task, question, session, workspace; '' for none. */
  readonly about: string;
  readonly by: string;
  readonly channel: string;
  readonly pid: number | null;
  /** Hash of what they saw; null where nothing was shown. */
  readonly saw: string | null;
  /** How often; more than once only of what was refused and came again within a minute. */
  readonly times: number;
  /** What came of it: `done`, or the error's code. `asked`: it is not known, for it was cut off. */
  readonly outcome: string;
};
/** Oldest first. */
export type Audit = { readonly acts: readonly Act[] };

export type SpendLine = {
  readonly key: string;
  readonly turns: number;
  readonly input_tokens: number;
  readonly cached_tokens: number;
  readonly output_tokens: number;
  /** US dollars, of those turns whose price is known. */
  readonly money: number;
  /** Turns whose price nobody knows. */
  readonly unpriced_turns: number;
};
/** Dearest first; days newest first. */
export type SpendTable = {
  readonly by: (typeof spendBy)[number];
  readonly lines: readonly SpendLine[];
  readonly total: SpendLine;
};

export type Hit = {
  readonly thing: string;
  readonly task: string;
  /** `task`, `question`, `answer`, `prompt`, `report`, `pull request`. */
  readonly part: string;
  readonly at: number;
  /** The words around what was found. */
  readonly text: string;
};
/** Best first. */
export type Hits = { readonly hits: readonly Hit[] };

export const commands = {
  'service.audit': { input: audit, reply: type<Audit>() },
  'service.search': { input: search, reply: type<Hits>() },
  'service.spend': { input: spend, reply: type<SpendTable>() },
} satisfies Declarations;
