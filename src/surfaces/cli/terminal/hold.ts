// A terminal whose keys are read one by one, and perhaps its other screen: given back as it was however this ends, also killed.
import { spawn, spawnSync } from 'node:child_process';
import type { Console } from './console.ts';

export type Hold = {
  /** Given back for a while: a program of others, or the shell, has it. `keys`: whose keys are read one by one as well, so that those typed ahead are its own and none is a signal. */
  away<T>(act: () => Promise<T>, keys?: 'one by one'): Promise<T>;
  /** As Ctrl-Z means it; resolves in the foreground again. */
  suspend(words: string): Promise<void>;
  end(): void;
};

type Modes = { readonly enter: string; readonly leave: string };
type RawInput = { setRawMode(on: boolean): unknown };

const canBeRaw = (stdin: object): stdin is RawInput => 'setRawMode' in stdin && typeof stdin.setRawMode === 'function';

export function holdTerminal({ stdin, stdout, onInterrupt }: Console, { enter, leave }: Modes): Hold {
  const input = canBeRaw(stdin) ? stdin : null;
  const guard = input === null ? null : startGuard(leave);
  let over = false;
  const take = () => {
    if (over) return;
    input?.setRawMode(true);
    stdout.write(enter);
  };
  const give = () => {
    stdout.write(leave);
    input?.setRawMode(false);
  };
  const atExit = () => give();
  process.once('exit', atExit);
  take();
  return {
    away: async (act, keys) => {
      if (keys === undefined) give();
      else stdout.write(leave);
      try {
        return await act();
      } finally {
        take();
      }
    },
    suspend: (words) =>
      new Promise((resolve) => {
        give();
        stdout.write(words);
        const withdraw = onInterrupt(() => {
          withdraw();
          take();
          resolve();
        }, ['SIGCONT']);
        process.kill(process.pid, 'SIGTSTP');
      }),
    end: () => {
      over = true;
      process.off('exit', atExit);
      give();
      guard?.();
    },
  };
}

/** Hears a line where all is well; nothing but the end of the pipe where this process was killed. */
const script = 'trap "" INT TERM HUP QUIT TSTP; read line && exit; stty "$1" <&3; printf %s "$2" >&3';

/** Waits for our end in a process of its own, for a process that is killed gives nothing back. Returns what sends it home. */
function startGuard(leave: string): (() => void) | null {
  const { stdout: saved } = spawnSync('stty', ['-g'], { stdio: [0, 'pipe', 'ignore'], encoding: 'utf8' });
  if (!saved) return null;
  const child = spawn('sh', ['-c', script, 'sh', saved.trim(), leave], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 0],
  });
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.unref();
  (child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return () => void child.stdin?.end('well\n');
}
