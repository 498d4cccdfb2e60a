// Yields at once, and again after whatever happens in a folder; what comes while nobody asks is one.
import { watch } from 'node:fs';

/** Ends with the signal. Throws where there is no such folder. */
export async function* watchFolder(folder: string, signal: AbortSignal): AsyncGenerator<void> {
  let ring = () => {};
  let rang = true;
  let broken: Error | null = null;
  const hear = () => {
    rang = true;
    ring();
  };
  const watcher = watch(folder, { persistent: false }, hear);
  watcher.on('error', (error) => {
    broken = error;
    hear();
  });
  signal.addEventListener('abort', hear, { once: true });
  try {
    while (!signal.aborted) {
      if (!rang) await new Promise<void>((resolve) => (ring = resolve));
      if (broken !== null) throw broken;
      rang = false;
      if (!signal.aborted) yield;
    }
  } finally {
    signal.removeEventListener('abort', hear);
    watcher.close();
  }
}
