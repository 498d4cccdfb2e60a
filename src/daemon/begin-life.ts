// A daemon opens a store, and with it begins an epoch: no number is given out that was given out here before, and what other lives of the store left running is ended.
import type { HostId, Instant } from '../domain/ids.ts';
import type { Epoch } from '../domain/run/epoch.ts';
import { endOtherLives } from '../keeper/client/in-epoch.ts';
import type { Files } from '../ports/files.ts';
import type { Keeper } from '../ports/keeper.ts';
import type { Store } from '../ports/store.ts';
import type { Clock, Ids, Log } from '../ports/system.ts';
import type { Numbers } from '../store/numbers.ts';

type Ports = {
  readonly store: Store;
  readonly files: Files;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Ids;
  readonly log: Log;
};

/** What a store that was put back, or begun anew, found here. */
export type LifeNote = {
  readonly at: Instant;
  /** By counter: the last number it knew itself, and the last that was given out here. */
  readonly behind: Readonly<Record<string, { readonly knew: number; readonly given: number }>>;
  /** Programs of the lost time that still ran. */
  readonly ended: readonly string[];
};

const noteFile = 'life.json';

/** `known`: what stands beside the store; null: nothing does, so the folders are looked at. */
export async function beginEpoch(ports: Ports, host: HostId, known: Numbers | null): Promise<readonly Epoch[]> {
  const { store, files, clock, ids, log } = ports;
  const given = known ?? (await numbersOnDisk(files));
  const { behind, epochs } = await store.transact(async (tx) => {
    const knew = await tx.numbers();
    await tx.beginEpoch(host, ids.uuid().slice(0, 8));
    const all = new Map([...Object.entries(knew), ...Object.entries(given)]);
    for (const [counter, number] of all) await tx.skip(counter, Math.max(number, knew[counter] ?? 0));
    return {
      behind: Object.fromEntries(
        Object.entries(given).flatMap(([counter, number]) =>
          number > (knew[counter] ?? 0) ? [[counter, { knew: knew[counter] ?? 0, given: number }]] : [],
        ),
      ),
      epochs: await tx.epochs(host),
    };
  });
  if (Object.keys(behind).length > 0) {
    log.warn('the store is older than what was done here; numbers go on from there', behind);
    await files.write(noteFile, JSON.stringify({ at: clock.now(), behind, ended: [] } satisfies LifeNote));
  }
  return epochs;
}

/** Before anything is driven. */
export async function endLostRuns(
  { files, clock, log }: Ports,
  keeper: Keeper,
  epochs: readonly Epoch[],
): Promise<void> {
  const ended = await endOtherLives(keeper, epochs);
  if (ended.length === 0) return;
  log.warn('ended what ran for another life of the store', { ended });
  const before = await readNote(files);
  await files.write(
    noteFile,
    JSON.stringify({ at: clock.now(), behind: before?.behind ?? {}, ended } satisfies LifeNote),
  );
}

async function readNote(files: Pick<Files, 'read'>): Promise<LifeNote | null> {
  const bytes = await files.read(noteFile);
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as LifeNote);
}

/** What is still worth saying of it, as part of a sentence; null: nothing. `seen`: it need not be said again. */
export async function sayLife(files: Pick<Files, 'read' | 'remove'>, seen: boolean): Promise<string | null> {
  const note = await readNote(files);
  if (note === null) return null;
  if (seen) await files.remove(noteFile);
  const lost = Object.entries(note.behind).flatMap(([counter, { knew, given }]) =>
    sayNumbers(counter, knew + 1, given),
  );
  return [
    `on ${new Date(note.at).toISOString().slice(0, 16).replace('T', ' ')} UTC it was older than what had been done here`,
    ...(lost.length > 0 ? [`what it does not know of: ${lost.join(', ')}`] : []),
    ...(note.ended.length > 0 ? [`of that, these still ran and were ended: ${note.ended.map(ownId).join(', ')}`] : []),
  ].join('; ');
}

const letters: Readonly<Record<string, string>> = { run: 'r', question: 'q', session: 's', chain: 'x' };

function sayNumbers(counter: string, from: number, to: number): readonly string[] {
  const before = counter.startsWith('task:') ? `${counter.slice('task:'.length)}-` : letters[counter];
  if (before === undefined) return [];
  return [from === to ? `${before}${to}` : `${before}${from} to ${before}${to}`];
}

const ownId = (name: string): string => name.split('.')[0] ?? name;

/** Of what was done before numbers were kept beside the store. */
async function numbersOnDisk(files: Files): Promise<Numbers> {
  const highest = new Map<string, number>();
  for (const folder of ['transcripts', 'runs', 'copies', 'homes'])
    for (const { name } of await files.list(folder)) {
      const [, run, workspace, task] = /^(?:r(\d+)(?:\.[0-9a-z]+)?|(.+)-(\d+))$/.exec(name) ?? [];
      const counter = run === undefined ? `task:${workspace}` : 'run';
      const number = Number(run ?? task ?? 0);
      if (number > (highest.get(counter) ?? 0) && Number.isSafeInteger(number)) highest.set(counter, number);
    }
  return Object.fromEntries(highest);
}
