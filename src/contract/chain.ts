// Chains of plans: what may be asked about them, and what is told. Times are milliseconds since 1970.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { absolutePath, dollars, id, line, name, text, whole, workspace } from './fields.ts';
import type { Spend } from './task.ts';

const plan = v.strictObject({ path: line(4096), text: text() });

export const createChain = v.strictObject({
  plans: v.optional(v.pipe(v.array(plan), v.maxLength(200)), []),
  cwd: absolutePath(),
  workspace: v.optional(workspace()),
  name: v.optional(name(), 'chain'),
  agent: v.optional(line(128)),
  /** Who reviews; without it another agent than the worker where one is installed. */
  review_by: v.optional(line(128)),
  base: v.optional(line()),
  /** Of each chain that is made. */
  budget: v.optional(dollars()),
  /** Each plan in a chain of its own, all at once. */
  parallel: v.optional(v.boolean(), false),
  /** An issue to be cut into plans first: its number or address on the workspace's forge, or a text. */
  issue: v.optional(v.union([v.strictObject({ ref: line(2048) }), plan], 'an issue is {ref} or {path, text}')),
});

export const ofChain = v.strictObject({ chain: id() });
export const listChains = v.strictObject({ all: v.optional(v.boolean(), false) });
export const watchChain = v.strictObject({
  chain: id(),
  /** Facts above this position. */
  after: v.optional(whole(0), 0),
  /** Goes on while it waits for a person. */
  follow: v.optional(v.boolean(), false),
});

export type ChainView = {
  readonly id: string;
  readonly name: string;
  readonly workspace: string;
  /** What its plans were, or are, cut from; null where they were named. */
  readonly issue: { readonly title: string; readonly address: string | null } | null;
  /** Where it is, in words. */
  readonly state: string;
  /** Null while it lives. */
  readonly outcome: 'done' | 'not_verified' | 'cancelled' | null;
  /** It goes on only when a person says so. */
  readonly needs_person: boolean;
  readonly plans: readonly {
    readonly label: string;
    readonly path: string;
    readonly state: 'waiting' | 'at_work' | 'done';
    readonly commit: string | null;
    readonly verified: boolean | null;
  }[];
  readonly branch: string | null;
  readonly copy: string | null;
  /** The hand-off note; absolute. */
  readonly note: string | null;
  readonly questions: readonly string[];
  readonly created_at: number;
  readonly spend: Spend;
  /** What it may use, as it stands: `$5.00`; absent: as much as it wants. */
  readonly budget?: string;
};

export type ChainCreated = { readonly chains: readonly string[]; readonly notes: readonly string[] };
export type ChainList = { readonly chains: readonly ChainView[] };
export type ChainChanged = { readonly chain: string; readonly said: string };
export type ChainEvent = {
  readonly kind: 'fact';
  readonly position: number;
  readonly at: number;
  readonly thing: string;
  readonly what: string;
  readonly text: string;
};

export const commands = {
  'chain.cancel': { input: ofChain, reply: type<ChainChanged>() },
  'chain.create': { input: createChain, reply: type<ChainCreated>() },
  'chain.list': { input: listChains, reply: type<ChainList>() },
  'chain.resume': { input: ofChain, reply: type<ChainChanged>() },
  'chain.show': { input: ofChain, reply: type<ChainView>() },
  'chain.watch': { input: watchChain, reply: type<ChainView>(), event: type<ChainEvent>() },
} satisfies Declarations;
