// Cuts files one after another: a large one in a thread, so that nobody else waits for it.
import { Worker } from 'node:worker_threads';
import { defined } from '../../domain/defined.ts';
import type { CutHunk } from '../../ports/gates.ts';
import { type CutFile, cutFile } from './cut-file.ts';

/** `was` null: the file is new. `only`: as of `cutFile`. */
export type ToCut = {
  readonly path: string;
  readonly was: string | null;
  readonly now: string;
  readonly room: number;
  readonly only: string | null;
};

/** The texts of hunks are told of the one that is wanted alone. */
export type ToldCut = Omit<CutFile, 'hunks'> & { readonly hunks: readonly CutHunk[] };

/** `cut` never throws; null: the thread failed or was not done in its time. */
export type Cutter = { readonly cut: (file: ToCut) => Promise<ToldCut | null>; readonly end: () => void };

/** Characters. To begin a thread takes as long as to cut this. */
const mostAtOnce = 32 * 1024;
const fileMs = 20_000;

export function openCutter(limitMs = fileMs): Cutter {
  let worker: Worker | null = null;
  const end = () => {
    void worker?.terminate();
    worker = null;
  };
  return {
    async cut(file) {
      if ((file.was?.length ?? 0) + file.now.length <= mostAtOnce) return cutNow(file);
      worker ??= beginThread();
      const told = await askThread(worker, file, limitMs);
      // Whoever is late is not asked again.
      if (told === null) end();
      return told;
    },
    end,
  };
}

export function cutNow({ path, was, now, room, only }: ToCut): ToldCut {
  const cut = cutFile(path, was, now, room, only);
  return only === null ? { ...cut, hunks: cut.hunks.map(withoutText) } : cut;
}

const withoutText = ({ path, lines, size, shown, key, within }: CutHunk): CutHunk => ({
  path,
  lines,
  size,
  shown,
  key,
  ...defined({ within }),
});

const beginThread = (): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    stderr: false,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });

function askThread(worker: Worker, file: ToCut, limitMs: number): Promise<ToldCut | null> {
  return new Promise((resolve) => {
    const settle = (told: ToldCut | null) => {
      clearTimeout(timer);
      worker.off('message', settle).off('error', fail).off('exit', fail);
      resolve(told);
    };
    const fail = () => settle(null);
    const timer = setTimeout(fail, limitMs);
    worker.once('message', settle).once('error', fail).once('exit', fail);
    worker.postMessage(file);
  });
}
