// Single keys of a person: `a`, `up`, `return`, `ctrl-c`.
import { emitKeypressEvents } from 'node:readline';
import type { Console } from './console.ts';

export type Keys = {
  onKey(call: (key: string) => void): void;
  /** The next one, whatever it is. */
  next(): Promise<void>;
  /** Others read the terminal meanwhile. `typedAhead`: what came in one go with the last key is theirs too. */
  pause(typedAhead?: boolean): void;
  resume(): void;
  close(): void;
};

type Key = { readonly name?: string; readonly ctrl?: boolean; readonly sequence?: string };

export function readKeys(stdin: Console['stdin']): Keys {
  let call: (key: string) => void = () => undefined;
  const hear = (_: unknown, key: Key | undefined) => call(nameOf(key));
  const resume = () => {
    emitKeypressEvents(stdin);
    stdin.on('keypress', hear).resume();
  };
  const pause = (typedAhead = false) => {
    stdin.off('keypress', hear).pause();
    if (typedAhead) handBack(stdin);
  };
  resume();
  return {
    onKey: (told) => {
      call = told;
    },
    next: () =>
      new Promise((resolve) => {
        stdin.once('data', () => {
          stdin.pause();
          resolve();
        });
        stdin.resume();
      }),
    pause,
    resume,
    close: () => pause(),
  };
}

/** All keys of what was read at once are told one after the other, before anything else runs: those without a reader go back to where they came from. */
function handBack(stdin: Console['stdin']): void {
  let rest = '';
  const keep = (text: string | undefined, key: Key | undefined) => {
    rest += key?.sequence ?? text ?? '';
  };
  stdin.on('keypress', keep);
  queueMicrotask(() => {
    stdin.off('keypress', keep);
    if (rest !== '') stdin.unshift(Buffer.from(rest));
  });
}

/** Capital letters are themselves. */
function nameOf(key: Key | undefined): string {
  const { name, ctrl = false, sequence = '' } = key ?? {};
  if (ctrl) return `ctrl-${name}`;
  return name === undefined || (sequence.length === 1 && /[!-~]/.test(sequence)) ? sequence : name;
}
