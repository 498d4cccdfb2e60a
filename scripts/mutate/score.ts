// How many mutants the tests notice, by room, beside what they should.
import { posix } from 'node:path';
import type { Mutant } from './mutants.ts';

export type Tried = { readonly mutant: Mutant; readonly killed: boolean; readonly ran: number; readonly left: number };
export type Score = {
  readonly room: string;
  readonly killed: number;
  readonly of: number;
  readonly goal: number | null;
};

/** In percent; where a fault lets something through that must not. */
const strict = [
  'domain/evidence',
  'domain/permission',
  'domain/question',
  'domain/lease',
  'gates',
  'environments',
  'store',
];
const strictGoal = 85;
const goal = 75;

/** A thing's folder in `domain`; elsewhere the room. */
export function roomOf(file: string): string {
  const [, room = '', thing = ''] = posix.dirname(file).split('/');
  return room === 'domain' && thing !== '' ? `${room}/${thing}` : room;
}

export function scores(tried: readonly Tried[]): readonly Score[] {
  return [...Map.groupBy(tried, ({ mutant }) => roomOf(mutant.file))]
    .map(([room, those]) => ({
      ...{ room, of: those.length, killed: those.filter(({ killed }) => killed).length },
      goal: goalOf(room),
    }))
    .sort((one, other) => one.room.localeCompare(other.room));
}

function goalOf(room: string): number | null {
  if (strict.includes(room)) return strictGoal;
  return room.startsWith('domain') || room === 'engine' ? goal : null;
}

export function tableOf(all: readonly Score[]): { readonly lines: readonly string[]; readonly missed: boolean } {
  const sum = (of: (score: Score) => number) => all.reduce((total, score) => total + of(score), 0);
  const percent = (killed: number, of: number) => (of === 0 ? 100 : Math.round((100 * killed) / of));
  const isMissed = (score: Score) => score.goal !== null && percent(score.killed, score.of) < score.goal;
  const line = (score: Score) =>
    [
      score.room.padEnd(24),
      `${percent(score.killed, score.of)} %`.padStart(6),
      `${score.killed} of ${score.of}`.padStart(12),
      score.goal === null ? '' : `  goal ${score.goal} %${isMissed(score) ? ', missed' : ''}`,
    ].join('');
  const whole: Score = { room: 'all', killed: sum(({ killed }) => killed), of: sum(({ of }) => of), goal: null };
  return { lines: [...all.map(line), line(whole)], missed: all.some(isMissed) };
}
