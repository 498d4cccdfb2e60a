// What channels have in common that tell and hear nothing: a question is told once, once for each reminder, and once that it is over; what was shown is in rows, so nothing is told twice after a restart.
import { fail, ok, type Result } from '../domain/error.ts';
import type { Question } from '../domain/question/question.ts';
import { tidy } from '../domain/text/safe/strip-control.ts';
import type { Channel, ChannelState, Shown } from '../ports/channel.ts';
import type { ChannelRow, Store } from '../ports/store.ts';
import type { Clock } from '../ports/system.ts';

/** `key`: of what it is about; one of the same key stands in its place where the channel can do that. `question`: whose link belongs to it. */
export type Notification = {
  readonly kind: 'asked' | 'reminded' | 'over' | 'note' | 'digest';
  readonly key: string;
  /** What it is of, as people know it. */
  readonly about: string;
  readonly title: string;
  readonly text: string;
  readonly silent: boolean;
  readonly question: Question | null;
};

export type TellOnly = {
  readonly name: string;
  /** Everybody who is told of what this task asks. */
  readonly people: (task: string) => Promise<readonly string[]>;
  /** What it is called where it runs. */
  readonly as: string;
  readonly tell: (to: string, notification: Notification) => Promise<Result<void>>;
};

export type TellPorts = { readonly store: Store; readonly clock: Pick<Clock, 'now'> };

type Row = { readonly to: string; readonly question: string; readonly again: number };

const firstHeldMs = 15_000;
const longestHeldMs = 15 * 60_000;
/** A server that asks for more does not silence it for days. */
const longestAskedMs = 60 * 60_000;

export function createTellOnly({ store, clock }: TellPorts, { name, people, as, tell }: TellOnly): Channel {
  let closed = false;
  let trouble: Extract<ChannelState, { kind: 'trouble' }> | null = null;
  /** By whom it did not reach: a server that refuses is not asked every few seconds. */
  const held = new Map<string, { readonly until: number; readonly ms: number; readonly told: Result<void> }>();
  const say = async (to: string, notification: Notification): Promise<Result<void>> => {
    if (closed) return fail('CHANNEL_UNREACHABLE', 'It is closed.');
    const before = held.get(to);
    if (before !== undefined && clock.now() < before.until) return before.told;
    const told = await tell(to, notification);
    if (!told.ok) trouble = { kind: 'trouble', why: told.failure.message, since: trouble?.since ?? clock.now() };
    // That something is over may need nobody to be reached.
    else if (notification.kind !== 'over') trouble = null;
    if (told.ok) {
      held.delete(to);
      return told;
    }
    const asked = Math.min(longestAskedMs, Number(told.failure.details?.wait_ms ?? 0));
    const ms = Math.max(asked, Math.min(longestHeldMs, before === undefined ? firstHeldMs : before.ms * 2));
    held.set(to, { until: clock.now() + ms, ms, told });
    return told;
  };
  /** Rows of the desktop once stood under the question alone. */
  const rowOf = (to: string, { id }: Question) =>
    store.read(
      async (reads) =>
        (await reads.channelRow(name, 'shown', `${id} ${to}`)) ?? (await reads.channelRow(name, 'shown', id)),
    );
  const remember = (to: string, { id }: Question, again: number): Promise<void> => {
    const body: Row = { to, question: id, again };
    return store.transact((tx) =>
      tx.putChannelRow({ channel: name, kind: 'shown', key: `${id} ${to}`, at: clock.now(), body }),
    );
  };
  return {
    name,
    state: () => trouble ?? { kind: 'running', as },
    people,
    shown: () => store.read(async (reads) => (await reads.channelRows(name, 'shown')).map(toShown)),
    async showQuestion(to, question, { about, again, silent }) {
      const known = await rowOf(to, question);
      if (known !== null && (known.body as Row).again >= again) return ok(undefined);
      const title = `${about} asks: ${question.kind.replaceAll('_', ' ')}`;
      const kind = again === 0 ? 'asked' : 'reminded';
      const told = await say(to, {
        kind,
        key: question.id,
        about,
        title,
        text: short(question.text),
        silent,
        question,
      });
      if (told.ok) await remember(to, question, again);
      return told;
    },
    async closeQuestion(to, question) {
      const row = await rowOf(to, question);
      if (row === null) return ok(undefined);
      const text = whoAnswered(question);
      const told = await say(to, {
        kind: 'over',
        key: question.id,
        about: question.task,
        title: question.task,
        text,
        silent: true,
        question,
      });
      if (!told.ok) return told;
      await store.transact((tx) => tx.dropChannelRow(name, 'shown', row.key));
      return ok(undefined);
    },
    showNote: (to, key, text) =>
      say(to, { kind: 'note', key, about: key, title: key, text: short(text), silent: true, question: null }),
    showDigest: (to, { questions }) => {
      const lines = questions.map(({ id, task, kind }) => `${id} · ${task} · ${kind}`);
      const text = short(lines.join('\n'));
      const digest = { kind: 'digest', key: 'digest', about: '', title: 'Waiting for you', text } as const;
      return say(to, { ...digest, silent: false, question: null });
    },
    keepUp: async () => ok(undefined),
    close: async () => {
      closed = true;
    },
  };
}

const toShown = ({ key, at, body }: ChannelRow): Shown => {
  const { to = 'here', question = key, again } = body as Partial<Row> & Pick<Row, 'again'>;
  return { question, to, told: at, again };
};

const whoAnswered = ({ state }: Question): string =>
  state.kind === 'answered'
    ? `answered: ${state.answer.choice}, by ${state.answer.by.replace(/^person:/, '')}`
    : 'not asked any more';

const short = (text: string): string => tidy(text).slice(0, 400);

/** Where it is looked at and answered: on the page where that is served, else in a terminal. */
export function wayTo(page: string | null, question: Question | null): string {
  if (page === null) return question === null ? 'drover' : `drover answer ${question.id}`;
  return question === null ? `${page}/` : `${page}/#/question/${encodeURIComponent(question.id)}`;
}
