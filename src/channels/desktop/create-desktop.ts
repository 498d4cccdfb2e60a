// Notifications of the desktop this person sits at: they tell, and are answered at the terminal. What was shown is in rows, so that nobody is told twice after a restart.
import { execFile } from 'node:child_process';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Question } from '../../domain/question/question.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import type { Channel, Shown } from '../../ports/channel.ts';
import type { Store } from '../../ports/store.ts';
import type { Clock } from '../../ports/system.ts';

const name = 'desktop';
const here = 'here';

export type DesktopPorts = {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly env: () => Readonly<Record<string, string>>;
};

export function createDesktop({ store, clock, env }: DesktopPorts): Channel {
  /** By what it is about: the notification that stands there now. */
  const standing = new Map<string, number>();
  let closed = false;
  let missing: string | null = null;
  const show = async (key: string, note: Omit<Note, 'replaces'>): Promise<Result<void>> => {
    if (closed) return fail('CHANNEL_UNREACHABLE', 'It is closed.');
    const shown = await notify(env(), { ...note, replaces: standing.get(key) ?? null });
    missing = shown.ok ? null : shown.failure.message;
    if (!shown.ok) return shown;
    if (shown.value !== null) standing.set(key, shown.value);
    return ok(undefined);
  };
  const remember = ({ id, kind }: Question, again: number): Promise<void> =>
    store.transact((tx) =>
      tx.putChannelRow({ channel: name, kind: 'shown', key: id, at: clock.now(), body: { again, kind } }),
    );
  return {
    name,
    state: () => (missing === null ? { kind: 'running', as: here } : { kind: 'trouble', why: missing }),
    people: async () => [here],
    shown: () => store.read(async (reads) => (await reads.channelRows(name, 'shown')).map(toShown)),
    async showQuestion(_, question, { about, again, silent }) {
      const known = await store.read((reads) => reads.channelRow(name, 'shown', question.id));
      if (known !== null && (known.body as { readonly again: number }).again >= again) return ok(undefined);
      // A reminder is a notification of its own, which is seen.
      standing.delete(question.id);
      const title = `${about} asks: ${question.kind.replaceAll('_', ' ')}`;
      const shown = await show(question.id, {
        title,
        text: `${short(question.text)}\ndrover answer ${question.id}`,
        silent,
      });
      if (shown.ok) await remember(question, again);
      return shown;
    },
    async closeQuestion(_, question) {
      const { state } = question;
      const who =
        state.kind === 'answered'
          ? `answered: ${state.answer.choice}, by ${state.answer.by.replace(/^person:/, '')}`
          : 'not asked any more';
      const shown = standing.has(question.id)
        ? await show(question.id, { title: question.task, text: who, silent: true })
        : ok(undefined);
      if (!shown.ok) return shown;
      standing.delete(question.id);
      await store.transact((tx) => tx.dropChannelRow(name, 'shown', question.id));
      return ok(undefined);
    },
    showNote: (_, key, text) => show(key, { title: key, text: short(text), silent: true }),
    showDigest: (_, { questions }) => {
      const lines = questions.map(({ id, task, kind }) => `${id} · ${task} · ${kind}`);
      return show('digest', { title: 'Waiting for you', text: short(lines.join('\n')), silent: false });
    },
    keepUp: async () => ok(undefined),
    close: async () => {
      closed = true;
    },
  };
}

const toShown = ({ key, at, body }: { key: string; at: Shown['told']; body: unknown }): Shown => ({
  ...{ question: key, to: here, told: at },
  again: (body as { readonly again: number }).again,
});

const short = (text: string): string => tidy(text).slice(0, 400);

// One notification by `notify-send`, which the desktops of Linux have.

type Note = {
  readonly title: string;
  readonly text: string;
  readonly silent: boolean;
  /** The one that stands in its place. */
  readonly replaces: number | null;
};

const program = 'notify-send';
const patienceMs = 10_000;

/** Its number, by which it is replaced; null where the desktop gave none. */
function notify(env: Readonly<Record<string, string>>, note: Note): Promise<Result<number | null>> {
  const argv = [
    ...['--app-name=Drover', '--print-id', `--urgency=${note.silent ? 'low' : 'normal'}`],
    ...(note.replaces === null ? [] : [`--replace-id=${note.replaces}`]),
    ...['--', plain(note.title), plain(note.text)],
  ];
  return new Promise((resolve) => {
    execFile(program, argv, { env: { ...env }, timeout: patienceMs }, (error, stdout) => {
      if (error !== null) return resolve(fail('CHANNEL_UNREACHABLE', whyNot(error)));
      const id = Number(stdout.trim());
      resolve(ok(Number.isInteger(id) && id > 0 ? id : null));
    });
  });
}

const whyNot = (error: Error): string =>
  'code' in error && error.code === 'ENOENT'
    ? 'notify-send is not there: install libnotify'
    : 'the desktop takes no notification';

/** Desktops read a little markup in it. */
const plain = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
