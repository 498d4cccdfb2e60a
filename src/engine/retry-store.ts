// What has happened is written down as soon as the store is back; it does not happen again for that.
import { Failed, type Failure } from '../domain/error.ts';
import type { Engine } from './engine.ts';

/** What store, disk or keeper cannot do now and may later. */
export const isPassing = ({ error_code }: Failure): boolean =>
  ['STORE_FAILED', 'DISK_FULL', 'STATE_READ_ONLY', 'KEEPER_UNREACHABLE'].includes(error_code);

/** Rejects when the daemon goes down meanwhile. */
export async function retryStore<T>(engine: Engine, write: () => Promise<T>): Promise<T> {
  const { clock, log } = engine.ports;
  for (let pause = 100; ; pause = Math.min(2 * pause, 10_000)) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof Failed && isPassing(error.failure))) throw error;
      log.warn(`a result waits for the store: ${error.failure.message}`, { code: error.failure.error_code });
      await clock.wait(pause, engine.signal);
      engine.signal.throwIfAborted();
    }
  }
}
