// Notifications of the desktop this person sits at: they tell, and are answered at the terminal.
import { execFile } from 'node:child_process';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Channel } from '../../ports/channel.ts';
import { createTellOnly, type TellPorts } from '../tell-only.ts';

const here = 'here';

export type DesktopPorts = TellPorts & { readonly env: () => Readonly<Record<string, string>> };

export function createDesktop({ store, clock, env }: DesktopPorts): Channel {
  /** By what it is about: the notification that stands there now. */
  const standing = new Map<string, number>();
  return createTellOnly(
    { store, clock },
    {
      name: 'desktop',
      people: async () => [here],
      as: here,
      async tell(_, { kind, key, title, text, silent, question }) {
        // What nobody sees any more is not brought back to say that it is over.
        if (kind === 'over' && !standing.has(key)) return ok(undefined);
        // A reminder is a notification of its own, which is seen.
        if (kind === 'asked' || kind === 'reminded') standing.delete(key);
        const asks = (kind === 'asked' || kind === 'reminded') && question !== null;
        const whole = asks ? `${text}\ndrover answer ${question.id}` : text;
        const shown = await notify(env(), { title, text: whole, silent, replaces: standing.get(key) ?? null });
        if (!shown.ok) return shown;
        if (shown.value !== null) standing.set(key, shown.value);
        if (kind === 'over') standing.delete(key);
        return ok(undefined);
      },
    },
  );
}

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
