// Makes a choice in a dialog on the screen: moves, looks whether it moved, and accepts only what stands selected. Keys in a dialog's first moment can be lost.
import type { Screen } from '../../../domain/screen/screen.ts';
import type { Live } from '../../../ports/agent.ts';
import type { Keeper } from '../../../ports/keeper.ts';
import { type HookWord, Spool } from './hooks.ts';
import { type Typist, writeKeys } from './keys.ts';
import type { TerminalProfile } from './profile.ts';
import type { ScreenReading } from './screen/read.ts';
import { askedView, type Pictures, ScreenView, untilSeen } from './wait-for-screen.ts';

/** Between two looks at whether a key was taken. */
const lookMs = 350;
/** So long a choice that was moved to must stand before it is accepted: a dialog may be built anew in its first moments, and then the first choice stands selected again. */
const standMs = 300;
/** The same, and between two looks, where a key may still lie unread. */
const lateMs = 1500;
/** So many rounds of a look and a key. */
const tries = 40;
/** So long a picture may be half drawn; one that shows neither an input line nor this dialog is given more. */
const redrawMs = 400;
const goneMs = 2000;
/** Until there is a picture at all. */
const firstMs = 20_000;

type ShownDialog = Extract<ScreenReading, { kind: 'asks' }>;

/** `choice`: an id of the dialog's own. `gone`: this dialog is not there, or no more. */
export async function choose(
  profile: TerminalProfile,
  keeper: Keeper,
  live: Live,
  asked: string,
  choice: string,
  signal: AbortSignal,
): Promise<'answered' | 'gone'> {
  const followed = new ScreenView(keeper, live.runId, signal);
  try {
    return await new Chooser(profile, keeper, live, asked, followed).choose(choice);
  } finally {
    followed.close();
  }
}

class Chooser {
  readonly #profile: TerminalProfile;
  readonly #keeper: Keeper;
  readonly #live: Live;
  readonly #asked: string;
  readonly #view: Pictures;
  /** The last one that was looked at. */
  #screen: Screen | null = null;
  #accepted = false;
  /** 0: what stands selected stood so from the first. */
  #standMs = 0;
  #betweenMs = lookMs;

  constructor(profile: TerminalProfile, keeper: Keeper, live: Live, asked: string, followed: ScreenView) {
    this.#profile = profile;
    this.#keeper = keeper;
    this.#live = live;
    this.#asked = asked;
    this.#view = askedView(keeper, live, followed);
  }

  async choose(choice: string): Promise<'answered' | 'gone'> {
    await this.#view.until(() => true, firstMs);
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const dialog = await this.#dialog();
      if (dialog === null) break;
      const wanted = dialog.asked.choices.findIndex(({ id }) => id === choice);
      const { selected } = dialog.menu;
      if (wanted < 0 || selected === null) return 'gone';
      if (selected !== wanted || (await this.#stands(selected))) await this.#press(dialog, selected, wanted);
    }
    return this.#accepted ? 'answered' : 'gone';
  }

  /** Whether no key that lies unread, and no dialog that is built anew, moves away from it before it is accepted. */
  async #stands(selected: number): Promise<boolean> {
    if (this.#standMs === 0) return true;
    return !(await this.#isSeen((seen) => this.#isElsewhere(seen, selected), this.#standMs));
  }

  async #press(dialog: ShownDialog, selected: number, wanted: number): Promise<void> {
    await writeKeys(this.#keeper, this.#live.runId, keyTo(dialog, selected, wanted));
    if (selected === wanted) this.#accepted = true;
    else this.#standMs = Math.max(this.#standMs, standMs);
    const isAnswered = (seen: Screen) =>
      selected === wanted ? this.#dialogOn(seen)?.menu.selected !== selected : this.#isElsewhere(seen, selected);
    // A second key, while the first is not read yet, would be one too many: it might accept the next dialog's choice.
    if (await this.#isSeen(isAnswered, this.#betweenMs)) return;
    this.#standMs = lateMs;
    this.#betweenMs = lateMs;
  }

  async #isSeen(test: (screen: Screen) => boolean, ms: number): Promise<boolean> {
    return (await untilSeen(this.#keeper, this.#live, this.#view, test, ms)) !== null;
  }

  async #dialog(): Promise<ShownDialog | null> {
    const there = await this.#dialogIn(redrawMs);
    return there ?? (this.#accepted || this.#isAtWork() ? null : await this.#dialogIn(goneMs));
  }

  async #dialogIn(ms: number): Promise<ShownDialog | null> {
    const there = await this.#view.until((seen) => {
      this.#screen = seen;
      return this.#dialogOn(seen) !== null;
    }, ms);
    return there && this.#dialogOn(there);
  }

  #dialogOn(screen: Screen): ShownDialog | null {
    const reading = this.#profile.read(screen);
    return reading.kind === 'asks' && reading.asked.id === this.#asked ? reading : null;
  }

  /** A picture that is half drawn shows no dialog: that answers no key that moves. */
  #isElsewhere(screen: Screen, selected: number): boolean {
    return (this.#dialogOn(screen)?.menu.selected ?? selected) !== selected;
  }

  #isAtWork(): boolean {
    return this.#screen !== null && ['idle', 'busy'].includes(this.#profile.read(this.#screen).kind);
  }
}

function keyTo({ menu }: ShownDialog, selected: number, wanted: number): string {
  if (selected === wanted) return menu.accept;
  return selected < wanted ? menu.next : menu.previous;
}

// Answers what a program asks: by the file its hook waits for, or by its dialog on the screen.

/** How long a dialog may take to be seen to close. */
const patienceMs = 30_000;

export async function answerQuestion(
  { profile, keeper, live, ledger, now }: Typist,
  asked: string,
  choice: string,
  note: string | null,
): Promise<'answered' | 'gone'> {
  const kept = await keeper.find(live.runId);
  if (kept === null || kept.ending !== null) return 'gone';
  const spool = new Spool(live.folder);
  const { asks, closed } = await questions(spool, profile.hear);
  const question = asks.get(asked);
  if (question === undefined) {
    const before = (await ledger.read()).findLast((line) => line.kind === 'answered' && line.id === asked);
    const chosen = await choose(profile, keeper, live, asked, choice, AbortSignal.timeout(patienceMs));
    if (chosen === 'gone') return before?.kind === 'answered' && before.choice === choice ? 'answered' : 'gone';
    await ledger.add({ kind: 'answered', id: asked, choice, at: now() });
    return 'answered';
  }
  const means = question.asked.choices.find(({ id }) => id === choice)?.means;
  const earlier = await spool.answered(asked);
  if (earlier !== null) return earlier.means === means ? 'answered' : 'gone';
  if (means === undefined || closed.has(asked)) return 'gone';
  await spool.answer(asked, { means, note });
  return 'answered';
}

type Question = Extract<HookWord, { kind: 'asked' }>;

/** Those that hooks told of, and which of them are open no more. */
async function questions(spool: Spool, hear: Typist['profile']['hear']) {
  const asks = new Map<string, Question>();
  const closed = new Set<string>();
  for (const { event } of [...(await spool.earlier()), ...(await spool.fresh())])
    for (const word of hear(event)) {
      if (word.kind === 'asked') asks.set(word.asked.id, word);
      if (word.kind === 'closed') closed.add(word.id);
    }
  return { asks, closed };
}
