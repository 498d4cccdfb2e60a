// A store begins an epoch whenever a daemon opens it. What is kept of a run outside of the store carries the epoch of the run,
// so that nothing of another life of the store (a copy put back, one that was lost) is ever taken for one of its runs.
import { type RunId, runId } from '../ids.ts';

/** Of one host: its runs with a number above `after`, up to where the next epoch begins. */
export type Epoch = { readonly id: string; readonly after: number };

const form = /^r(\d+)(?:\.([0-9a-z]+))?$/;

/** Under which name the keeper holds it. Runs from before there were epochs have their own. Epochs are in the order they began. */
export function keptName(epochs: readonly Epoch[], run: RunId): RunId {
  const number = Number(form.exec(run)?.[1] ?? 0);
  const epoch = epochs.findLast(({ after }) => after < number);
  return (epoch === undefined ? run : `${run}.${epoch.id}`) as RunId;
}

/** null: it is of another life. */
export function runOfName(epochs: readonly Epoch[], name: string): RunId | null {
  const [, number, epoch] = form.exec(name) ?? [];
  if (number === undefined) return epoch === undefined ? (name as RunId) : null;
  const run = runId(Number(number));
  return keptName(epochs, run) === name ? run : null;
}
