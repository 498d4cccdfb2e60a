// What a task runs at this moment, as a line below its state: how long, and the last that it printed.
import type { LogEvent } from '../../../contract/session.ts';
import type { RunUnderWay } from '../../../contract/task.ts';
import type { Ask } from '../daemon/ask.ts';
import { elapsed } from '../print/amounts.ts';
import { clean } from '../print/clean.ts';
import type { Console } from '../terminal/console.ts';

export type RunLine = {
  see(run: RunUnderWay | undefined): void;
  /** Null: nothing runs. */
  text(): string | null;
  close(): void;
};

/** Of bytes without an end of line this much is kept. */
const longest = 4096;
const redrawMs = 250;

/** `redraw` is called while something runs: time passes, and programs print. */
export function createRunLine({ now, cwd }: Console, ask: Ask, redraw: () => void): RunLine {
  let run: RunUnderWay | undefined;
  let printed = '';
  let left = new AbortController();
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    left.abort();
    clearInterval(timer);
  };
  const hear = (event: unknown) => {
    const said = event as LogEvent;
    if (said.kind === 'bytes') printed = (printed + Buffer.from(said.bytes, 'base64').toString()).slice(-longest);
  };
  return {
    see: (next) => {
      if (next?.id === run?.id) return;
      stop();
      run = next;
      printed = '';
      if (next === undefined) return;
      timer = setInterval(redraw, redrawMs);
      left = new AbortController();
      // What an agent prints is for a program.
      if (next.what === 'agent') return;
      const input = { id: next.id, cwd, lines: 1, follow: true };
      void ask('service.logs', input, { signal: left.signal, onEvent: hear }).catch(() => undefined);
    },
    text: () => {
      if (run === undefined) return null;
      const last = clean(printed).trimEnd().split('\n').at(-1)?.trim() ?? '';
      return `${run.what} ${run.id}, ${elapsed(now() - run.since)}${last === '' ? '' : `: ${last}`}`;
    },
    close: stop,
  };
}
