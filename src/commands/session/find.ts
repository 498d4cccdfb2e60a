// The session that is meant, for every command alike: by its name, a beginning of it or its row; here first, elsewhere where it is the only one.

import { dirname, join } from 'node:path';
import { type Failed, failed } from '../../domain/error.ts';
import type { SessionId } from '../../domain/session/ids.ts';
import { nameKey } from '../../domain/session/name-key.ts';
import type { Session } from '../../domain/session/session.ts';
import { nearest } from '../../domain/text/nearest.ts';
import type { Reads } from '../../ports/store.ts';
import type { Computer } from '../ports.ts';

/** `past`: ended ones are meant too, where none that lives is. */
type Sought = {
  readonly given: string | undefined;
  readonly repository: string;
  readonly past: boolean;
};

/** Ended ones that are looked through. */
const mostPast = 2000;

/** Throws `SESSION_NOT_FOUND`, `SESSION_ENDED`, `AMBIGUOUS` (naming the candidates), `USAGE`. */
export async function findSession(reads: Reads, sought: Sought): Promise<Session> {
  const { given, past } = sought;
  if (given === undefined) return theOnlyOne(reads, sought);
  if (isRow(given)) return byRow(reads, given, past);
  const key = nameKey(given);
  // Nothing comes before it: who is meant like this, as nearly always, is found by one look, however many sessions there were.
  const [named] = await reads.sessions({ repository: sought.repository, key, ended: false });
  if (named !== undefined) return named;
  const living = await reads.sessions({ ended: false });
  const gone = await reads.sessions({ ended: true, limit: mostPast });
  const fits = fitting(sought, key);
  const isWhole = ({ spec }: Session) => spec.key === key;
  // What is meant for one that has ended reaches no other whose name only begins so.
  const isOver = !past && !living.some(isWhole) && gone.some(isWhole);
  const found = isOver ? null : fits(living, past ? gone : []);
  if (found !== null) return found;
  const ended = fits([], gone);
  if (ended !== null) throw failed('SESSION_ENDED', `${ended.spec.name} has ended.`, { session: ended.spec.name });
  throw notFound(given, living);
}

const isRow = (given: string): given is SessionId => /^s\d+$/.test(given);

async function byRow(reads: Reads, row: SessionId, past: boolean): Promise<Session> {
  const found = await reads.thing(row);
  if (found === null) throw failed('SESSION_NOT_FOUND', `There is no session ${row}.`, { session: row });
  if (found.ended && !past) throw failed('SESSION_ENDED', `${found.spec.name} has ended.`, { session: row });
  return found;
}

type Fits = (living: readonly Session[], gone: readonly Session[]) => Session | null;

/** From what is surely meant to what may be: the whole name here, elsewhere, a beginning of it here, elsewhere; what lives before what is gone. */
const fitting =
  ({ given, repository }: Sought, key: string): Fits =>
  (living, gone) => {
    const isHere = ({ spec }: Session) => spec.repository === repository;
    const whole = ({ spec }: Session) => spec.key === key;
    const begins = ({ spec }: Session) => key !== '' && spec.key.startsWith(key);
    for (const fits of [whole, begins]) {
      for (const among of [(each: Session) => isHere(each), (each: Session) => !isHere(each)]) {
        const alive = living.filter((each) => among(each) && fits(each));
        if (alive.length > 0) return single(String(given), alive);
        const past = newestOfEach(gone.filter((each) => among(each) && fits(each)));
        if (past.length > 0) return single(String(given), past);
      }
    }
    return null;
  };

function single(given: string, found: readonly Session[]): Session {
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw ambiguous(`${given} fits several sessions`, found);
}

function ambiguous(what: string, found: readonly Session[]): Failed {
  const shown = found.slice(0, 20);
  return failed('AMBIGUOUS', `${what}: ${shown.map(placed).join(', ')}.`, {
    candidates: shown.map(({ id, spec }) => ({ id: spec.name, row: id, repository: spec.repository })),
    hint: 'Name it by its row, or from its own repository.',
  });
}

const placed = ({ id, spec }: Session): string => `${spec.name} (${id}, in ${spec.repository})`;

/** A name may have been used again and again; the newest of it is meant. They come newest first. */
const newestOfEach = (sessions: readonly Session[]): readonly Session[] => [
  ...new Map(sessions.toReversed().map((each) => [`${each.spec.repository}\0${each.spec.key}`, each])).values(),
];

function notFound(given: string, living: readonly Session[]): Failed {
  const near = nearest(
    given,
    living.map(({ spec }) => spec.name),
  );
  const hint = near === null ? {} : { hint: `Did you mean ${near}?`, nearest: near };
  return failed('SESSION_NOT_FOUND', `There is no session ${given}.`, { session: given, ...hint });
}

async function theOnlyOne(reads: Reads, { repository, past }: Sought): Promise<Session> {
  const living = await reads.sessions({ repository, ended: false });
  const found =
    living.length > 0 || !past ? living : newestOfEach(await reads.sessions({ repository, ended: true, limit: 20 }));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1) throw ambiguous('Name the session, for there are several here', found);
  throw failed('SESSION_NOT_FOUND', `There is no session in ${repository}.`, { repository });
}

// Which repository a folder belongs to: the top level of its git checkout, links resolved; the folder itself where there is none.

/** Throws `PATH_NOT_FOUND`. No program is asked: `ps` must be quick. */
export async function findRepository({ realPath }: Pick<Computer, 'realPath'>, folder: string): Promise<string> {
  const real = await realPath(folder);
  if (real === null) throw failed('PATH_NOT_FOUND', `There is no folder ${folder}.`, { path: folder });
  for (let at = real; ; at = dirname(at)) {
    if ((await realPath(join(at, '.git'))) !== null) return at;
    if (dirname(at) === at) return real;
  }
}

/** Of the folder one stands in, which may have been removed: then nothing belongs to it. */
export const repositoryHere = (machine: Pick<Computer, 'realPath'>, cwd: string): Promise<string> =>
  findRepository(machine, cwd).catch(() => cwd);
