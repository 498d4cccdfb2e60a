// One connection to a host for all who look: a process of ssh in the background that goes a minute after it was used last.
import { spawn } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { endGroup, type Setting } from './run-programs.ts';

export type SharedConnection = {
  /** Where to find it; no program of ssh makes one by itself. */
  readonly options: readonly string[];
  /** Makes it where it is not there; whether it could be is seen by who uses it. */
  open(setting: Setting): Promise<void>;
  close(setting: Setting): Promise<void>;
};

/** `base`: words for every ssh. `socket`: its place, at most 90 characters; null: none is shared. */
export function shareConnection(base: readonly string[], userHost: string, socket: string | null): SharedConnection {
  if (socket === null) return { options: ['-o', 'ControlPath=none'], open: async () => {}, close: async () => {} };
  const options = ['-o', 'ControlMaster=no', '-o', `ControlPath=${socket}`];
  const master = ['-o', 'ControlMaster=yes', '-o', `ControlPath=${socket}`, '-o', 'ControlPersist=60'];
  const isThere = () => stat(socket).then(Boolean, () => false);
  const ask = (what: string, setting: Setting) => quietly([...base, ...options, '-O', what, '--', userHost], setting);
  let opening: Promise<void> | null = null;

  async function make(setting: Setting): Promise<void> {
    if (await isThere()) {
      if (await ask('check', setting)) return;
      // With a dead socket in its place it would stay, and nobody could use or end it.
      await rm(socket as string, { force: true });
    }
    await quietly([...base, ...master, '-f', '-N', '--', userHost], setting);
  }

  return {
    options,
    open(setting) {
      opening ??= make(setting).finally(() => {
        opening = null;
      });
      return opening;
    },
    async close(setting) {
      await opening;
      if (await isThere()) await ask('exit', setting);
      await rm(socket, { force: true });
    },
  };
}

const patienceMs = 15_000;

/** Without a word: a process in the background keeps what it inherits open. True: it exited with 0. */
function quietly([program = '', ...args]: readonly string[], { cwd, env, signal }: Setting): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const child = spawn(program, args, { cwd, env, stdio: 'ignore', detached: true });
    const stop = () => endGroup(child);
    child.on('error', () => resolve(false));
    child.on('exit', (code) => {
      limit.removeEventListener('abort', stop);
      resolve(code === 0);
    });
    if (limit.aborted) stop();
    limit.addEventListener('abort', stop, { once: true });
  });
}
