// Rings after every commit, so that whoever watches looks again; nobody polls.
export type Bell = { ring(): void; wait(signal: AbortSignal): Promise<void> };

export function createBell(): Bell {
  let waiting = new Set<() => void>();
  return {
    ring() {
      const rung = waiting;
      waiting = new Set();
      for (const call of rung) call();
    },
    wait(signal) {
      return new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const done = () => {
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        waiting.add(done);
        signal.addEventListener('abort', done);
      });
    },
  };
}
