// One notification by `notify-send`, which the desktops of Linux have.
import { execFile } from 'node:child_process';
import { fail, ok, type Result } from '../../domain/error.ts';

export type Note = {
  readonly title: string;
  readonly text: string;
  readonly silent: boolean;
  /** The one that stands in its place. */
  readonly replaces: number | null;
};

const program = 'notify-send';
const patienceMs = 10_000;

/** Its number, by which it is replaced; null where the desktop gave none. */
export function notify(env: Readonly<Record<string, string>>, note: Note): Promise<Result<number | null>> {
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
