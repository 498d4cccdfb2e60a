// The page in a browser: how a person signs in there, and which browsers are signed in.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { line, name } from './fields.ts';

/** `for`: one of `people`, who is somebody else than who asks; absent: whoever asks. */
export const linkWeb = v.strictObject({ for: v.optional(name()) });
export const listWeb = v.strictObject({});
export const revokeWeb = v.strictObject({
  /** As `list` names it; absent: see `all`. */
  session: v.optional(line(64)),
  all: v.optional(v.boolean(), false),
});

export type WebLink = {
  /** Works once, until then. */
  readonly url: string;
  readonly until: number;
  /** Where the page was; another program has that port. */
  readonly moved_from?: string;
};
/** A browser in which a person is signed in. */
export type WebSession = {
  readonly id: string;
  readonly name: string;
  /** As it calls itself. */
  readonly browser: string;
  readonly made_at: number;
  readonly seen_at: number;
  readonly until: number;
};
export type WebSessions = {
  /** Of the page; null: it is not served. */
  readonly address: string | null;
  /** Where it was; another program has that port. */
  readonly moved_from?: string;
  readonly sessions: readonly WebSession[];
};
export type WebRevoked = { readonly ended: readonly string[] };

/** What a browser has after it came by a link; its cookie besides. */
export type WebEntered = {
  readonly name: string;
  /** Kept where only this page reads it, and sent along as `x-drover-page`: the cookie alone, which browsers send to every port, answers nothing. */
  readonly key: string;
  readonly until: number;
};
/** A file that a browser brought; `path` is named among a task's attachments. It waits for a day at most. */
export type Uploaded = { readonly name: string; readonly path: string; readonly bytes: number };

/** Who sits in front of the page. `person`: false without the key. */
export type WebVisitor = { readonly name: string; readonly person: boolean; readonly until: number };

/** What a browser's push service gave it, and our key that it was made for. */
export const pushSubscription = v.strictObject({
  endpoint: line(2048),
  p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
  auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  key: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
  language: v.picklist(['en', 'zh']),
});
export type WebPushSubscription = v.InferOutput<typeof pushSubscription>;
/** Whether this browser is told that something waits. `key`: what it subscribes by; null: `surfaces.web_push` is not configured. */
export type WebPush = { readonly key: string | null; readonly on: boolean };

export const commands = {
  'web.link': { input: linkWeb, reply: type<WebLink>() },
  'web.list': { input: listWeb, reply: type<WebSessions>() },
  'web.revoke': { input: revokeWeb, reply: type<WebRevoked>() },
} satisfies Declarations;
