// Acts upon what was stored: each person's words one after another, each update once, also over a crash in the middle.
import { Failed, type Failure } from '../../domain/error.ts';
import { isAnswer } from '../../domain/question/words-of-answers.ts';
import type { Acting, Known } from './acting.ts';
import { Rates } from './api/rates.ts';
import { tokenFrom } from './api/token.ts';
import { channel, get, type Heard, list, put, type Row, type Said } from './kept.ts';
import { hearLanguage, knownUser } from './known-user.ts';
import { mustArrive, reply, tellKept } from './reply.ts';
import { chatLine } from './text/chat-text.ts';
import { shorten } from './text/split.ts';
import { textsOf } from './text/texts.ts';
import { wholeText } from './text/whole-text.ts';
import { changesByName, oldCommandMs } from './updates/command.ts';
import { onPin } from './updates/pin.ts';
import { onSaid } from './updates/said.ts';
import { onTap } from './updates/tap.ts';
import { isLook, understand } from './updates/understand.ts';

/** Requests under way when the daemon ends. */
const graceMs = 2_000;
/** The service itself forgets after a day. */
const keptMs = 2 * 24 * 60 * 60_000;
/** Buttons, drafts, subjects, PINs that nobody gave. */
const oldMs = 60 * 24 * 60 * 60_000;
/** What fails is tried so often, ever more rarely; where nobody can be told, without end. */
const mostTries = 6;
const firstPauseMs = 5_000;
const longestPauseMs = 5 * 60_000;
const longestMuteMs = 30_000;
/** So many of one person that are old are told in one message. */
const fewBygone = 3;
const awayMs = 10 * 60_000;
/** That edits do not count is said once in that time. */
const editMs = 60_000;

/** `halted`: something failed, and what came after it waits for it. */
type Lane = { done: Promise<void>; halted: boolean };
type Failing = { readonly tries: number; readonly at: number };

export class Actor {
  readonly #acting: Acting;
  readonly #lanes = new Map<string, Lane>();
  readonly #taken = new Set<string>();
  readonly #failing = new Map<string, Failing>();
  readonly #rates = new Rates();
  readonly #edits = new Map<string, number>();
  /** Updates that are passed over: with how many others. */
  readonly #bygone = new Map<string, number>();
  /** The newest of each look that waits. */
  readonly #looks = new Map<string, string>();
  /** When somebody was told of those. */
  readonly #away = new Map<string, number>();

  readonly #signal: AbortSignal;

  constructor(acting: Acting, signal: AbortSignal) {
    this.#acting = acting;
    this.#signal = signal;
  }

  /** What is stored and nobody has acted upon; each person's in its order. */
  async look(): Promise<void> {
    const { store, clock } = this.#acting;
    const rows = await store.read((reads) => list(reads, 'update'));
    const fresh = rows
      .filter(({ key }) => !this.#taken.has(key))
      .sort((one, other) => one.key.localeCompare(other.key));
    await this.#passOver(fresh);
    for (const { key, body } of fresh) {
      const look = lookOf(body.heard, this.#acting.bot);
      if (look !== null && key > (this.#looks.get(look) ?? '')) this.#looks.set(look, key);
    }
    const waits = new Set<string>();
    for (const row of fresh) {
      const lane = laneOf(row.body.heard);
      if ((this.#failing.get(row.key)?.at ?? 0) > clock.ticks() || this.#lanes.get(lane)?.halted === true)
        waits.add(lane);
      if (!waits.has(lane)) this.#take(row, lane);
    }
  }

  /** What many old messages asked for is not done one by one: it was about what was there then. They are told in one message; those that state something are heard. */
  async #passOver(fresh: readonly Row<'update'>[]): Promise<void> {
    const { clock, bot } = this.#acting;
    const old = fresh.filter(({ body: { heard } }) => isBygone(heard, clock.now(), bot));
    for (const user of new Set(old.map(({ body }) => body.heard.user))) {
      const rows = old.filter(({ body }) => body.heard.user === user);
      if (rows.length < fewBygone && !this.#away.has(user)) continue;
      for (const { key } of rows) this.#bygone.set(key, rows.length);
    }
  }

  /** What was not told yet, and what is to be tried again. */
  async again(): Promise<void> {
    await tellKept(this.#acting);
    await this.look();
  }

  /** Resolves when nothing is acted upon any more, or not soon. */
  async close(): Promise<void> {
    const enough = new AbortController();
    await Promise.race([
      Promise.all([...this.#lanes.values()].map(({ done }) => done)),
      this.#acting.clock.wait(graceMs, enough.signal),
    ]);
    enough.abort();
  }

  /** Every so often. */
  async sweep(): Promise<void> {
    const { store, clock } = this.#acting;
    const now = clock.now();
    await store.transact(async (tx) => {
      for (const [kind, ms] of [
        ['seen', keptMs],
        ['odd', keptMs],
        ['reply', keptMs],
        ['button', oldMs],
        ['draft', oldMs],
        ['subject', oldMs],
        ['pin', oldMs],
      ] as const)
        for (const { key, at } of await list(tx, kind)) if (now - at > ms) await tx.dropChannelRow(channel, kind, key);
    });
  }

  #take(row: Row<'update'>, name: string): void {
    this.#taken.add(row.key);
    const lane: Lane = this.#lanes.get(name) ?? { done: Promise.resolve(), halted: false };
    const done = lane.done.then(() => this.#act(row, lane));
    lane.done = done;
    this.#lanes.set(name, lane);
    void done.then(() => lane.done === done && this.#lanes.delete(name));
  }

  async #act({ key, body: { heard } }: Row<'update'>, lane: Lane): Promise<void> {
    if (lane.halted) this.#taken.delete(key);
    if (lane.halted || this.#signal.aborted) return;
    const { log } = this.#acting;
    let keys: readonly string[] = [key];
    try {
      // Part of what was acted upon before.
      if (!(await this.#isThere(key))) return void this.#taken.delete(key);
      keys = await this.#hear(heard, key);
    } catch (error) {
      if (!(error instanceof Failed)) await this.#broken(heard, log.bug(error, { heard: heard.kind }));
      else if (!(await this.#givesUp(heard, key, error))) {
        lane.halted = true;
        this.#taken.delete(key);
        return;
      }
    }
    // Whoever was about to be told was not.
    if (this.#signal.aborted) return;
    await this.#done(keys);
  }

  readonly #isThere = async (key: string): Promise<boolean> =>
    (await this.#acting.store.read((reads) => get(reads, 'update', key))) !== null;

  #forget(key: string): void {
    for (const kept of [this.#taken, this.#failing, this.#bygone]) kept.delete(key);
    this.#rates.forget(key);
    for (const [look, newest] of this.#looks) if (newest === key) this.#looks.delete(look);
  }

  async #done(keys: readonly string[]): Promise<void> {
    const { store, clock, log } = this.#acting;
    await store
      .transact(async (tx) => {
        for (const key of keys) {
          await tx.dropChannelRow(channel, 'update', key);
          await put(tx, 'seen', key, clock.now(), {});
        }
      })
      .then(
        () => {
          for (const key of keys) this.#forget(key);
        },
        (error) => log.warn('what was acted upon could not be noted', { why: String(error) }),
      );
  }

  /** Returns what it was: one update, or the parts of one text. */
  async #hear(heard: Heard, key: string): Promise<readonly string[]> {
    const user = await knownUser(this.#acting, heard.user);
    if (user === null) return [key];
    if (heard.kind !== 'said') {
      await this.#other(user, heard, key);
      return [key];
    }
    // The same look waits behind it: that one is answered, and tells more.
    const look = lookOf(heard, this.#acting.bot);
    if (look !== null && key < (this.#looks.get(look) ?? '')) return [key];
    const isPanic = laneOf(heard) !== heard.user;
    const verdict = isPanic ? 'heard' : this.#rates.judge(key, heard.user, heard.date ?? 0);
    if (verdict === 'first too much') await reply(this.#acting, heard.chat, textsOf(user.language).rate);
    if (verdict !== 'heard') return [key];
    const others = this.#bygone.get(key);
    if (others !== undefined) {
      await this.#tellAway(user, heard, others);
      return [key];
    }
    const { said, keys } = await wholeText(this.#acting, key, heard, this.#signal);
    if (this.#signal.aborted) return keys;
    const speaker = said.forwarded ? user : await hearLanguage(this.#acting, user, said.text);
    await onSaid(this.#acting, speaker, said, key);
    return keys;
  }

  async #tellAway(user: Known, { chat, text }: Said, count: number): Promise<void> {
    const now = this.#acting.clock.now();
    const told = this.#away.get(user.id);
    this.#away.set(user.id, now);
    if (told !== undefined && now - told < awayMs) return;
    await reply(this.#acting, chat, textsOf(user.language).whileAway(count, shorten(chatLine(text), 60)));
  }

  async #other(user: Known, heard: Exclude<Heard, { kind: 'said' }>, key: string): Promise<void> {
    const acting = this.#acting;
    switch (heard.kind) {
      case 'paired':
        return greet(acting, user, heard.chat);
      case 'secret':
        return onPin(acting, user, heard, key);
      case 'tapped':
        return onTap(acting, user, heard);
      case 'edited': {
        const now = acting.clock.now();
        const told = this.#edits.get(user.id);
        if (told !== undefined && now - told < editMs) return;
        this.#edits.set(user.id, now);
        return reply(acting, heard.chat, textsOf(user.language).edited);
      }
    }
  }

  /** Nothing was lost: it is acted upon once more. Whoever said it is told so the first time, and when it is given up. */
  async #givesUp(heard: Heard, key: string, { failure }: Failed): Promise<boolean> {
    const { log, clock } = this.#acting;
    const tries = (this.#failing.get(key)?.tries ?? 0) + 1;
    const mute = failure.error_code === 'CHANNEL_UNREACHABLE';
    const pause = Math.min(firstPauseMs * 2 ** (tries - 1), mute ? longestMuteMs : longestPauseMs);
    this.#failing.set(key, { tries, at: clock.ticks() + pause });
    log.warn('what was heard waits', { why: failure.message, tries });
    const over = !mute && tries >= mostTries;
    if (!mute && (tries === 1 || over)) await this.#tellFailing(heard, failure, over);
    return over;
  }

  async #tellFailing(heard: Heard, { error_code, message: error }: Failure, over: boolean): Promise<void> {
    const { client, log } = this.#acting;
    try {
      const known = await knownUser(this.#acting, heard.user).catch(() => null);
      const texts = textsOf(known?.language ?? 'en');
      const said = (over ? texts.gaveUp : texts.triedAgain)({ error_code, error });
      if (heard.kind === 'tapped' && !over) await client.tap(heard.id, said);
      else await client.send(heard.chat, said);
    } catch (error) {
      log.warn('nobody was told', { why: String(error) });
    }
  }

  async #broken({ user, chat }: Heard, id: string): Promise<void> {
    const known = await knownUser(this.#acting, user).catch(() => null);
    await this.#acting.client.send(chat, textsOf(known?.language ?? 'en').broken(id));
  }
}

/** Older than what is done without asking, and a command that changes something or an answer to whatever was open then: what states a task, or replies to a question, is heard however old it is. */
const isBygone = (heard: Heard, now: number, bot: string): boolean =>
  heard.kind === 'said' &&
  !heard.forwarded &&
  heard.files.length === 0 &&
  heard.date !== undefined &&
  now - heard.date * 1000 > oldCommandMs &&
  laneOf(heard) === heard.user &&
  (changesByName(understand(heard.text, bot)) || (heard.replyTo === null && isAnswer(heard.text)));

/** Null: it is none. */
function lookOf(heard: Heard, bot: string): string | null {
  if (heard.kind !== 'said' || heard.forwarded || heard.files.length > 0) return null;
  const meant = understand(heard.text, bot);
  return isLook(meant) ? JSON.stringify([heard.user, heard.chat, heard.replyTo, meant]) : null;
}

/** Nothing is before a `/panic`. */
const laneOf = (heard: Heard): string =>
  heard.kind === 'said' && !heard.forwarded && /^\/panic\b/i.test(heard.text.trim())
    ? `panic ${heard.user}`
    : heard.user;

async function greet({ client, store, clock, ids }: Acting, user: Known, chat: number): Promise<void> {
  const texts = textsOf(user.language);
  mustArrive(await client.send(chat, texts.hello(user.name)));
  const token = tokenFrom(ids.secret());
  await store.transact((tx) =>
    put(tx, 'button', token, clock.now(), { user: user.id, of: { kind: 'test' }, choices: ['yes'], used: null }),
  );
  mustArrive(await client.send(chat, texts.test, { keys: [[{ text: texts.testYes, data: `${token}:0` }]] }));
}
