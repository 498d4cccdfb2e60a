// Writing into a program's terminal, each write once, and reading what was written.
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failed, failed } from '../../../domain/error.ts';
import type { RunId } from '../../../domain/ids.ts';
import type { TurnOutcome } from '../../../domain/run/turn.ts';
import type { Live } from '../../../ports/agent.ts';
import type { Activity, Keeper, Kept, Posture } from '../../../ports/keeper.ts';
import { asNumber, asRecord, asText, type Json, parseRecord } from '../../json.ts';
import type { TerminalProfile } from './profile.ts';

/** Whoever writes into it. */
export type Typist = {
  readonly profile: TerminalProfile;
  readonly keeper: Keeper;
  readonly live: Live;
  readonly ledger: Ledger;
  readonly now: () => number;
};

/** `length`: of all of it; fewer bytes are there where the rest is being written right now. */
type Written = { readonly number: number | null; readonly bytes: Buffer; readonly length: number };

/** In order; keys of people and answers of the terminal have no number. */
export async function readWritten(kept: Kept): Promise<readonly Written[]> {
  const [bytes, index] = await Promise.all([
    readFile(kept.files.input).catch(() => Buffer.alloc(0)),
    readFile(`${kept.files.input}.index`, 'utf8').catch(() => ''),
  ]);
  let from = 0;
  return index
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [number, length] = line.split(' ');
      const part = bytes.subarray(from, from + Number(length));
      from += Number(length);
      return { number: number === '-' ? null : Number(number), bytes: part, length: Number(length) };
    });
}

/** How often another number is tried, and how often the journal is looked at again. */
const tries = 50;

/** Its number; `next`: most likely. One that somebody else took meanwhile is seen in the journal, and the next is tried. Throws `Failed` when it has ended. */
export async function writeKeys(keeper: Keeper, runId: RunId, text: string, next?: number): Promise<number> {
  const bytes = Buffer.from(text);
  let wanted = next;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const number = wanted ?? (await findLiving(keeper, runId)).inputSeq + 1;
    const taken = await isTaken(keeper, runId, number, bytes);
    if (taken === true || (taken === false && (await isOurs(await keeper.find(runId), number, bytes)))) return number;
    wanted = undefined;
  }
  throw failed('KEEPER_UNREACHABLE', 'its input is taken by somebody else again and again');
}

async function findLiving(keeper: Keeper, runId: RunId): Promise<Kept> {
  const kept = await keeper.find(runId);
  if (kept === null || kept.ending !== null) throw failed('RUN_NOT_FOUND', 'it has ended');
  return kept;
}

/** False: the number was taken before, by us or by somebody. Null: a gap, somebody's number was not taken after all. */
async function isTaken(keeper: Keeper, runId: RunId, number: number, bytes: Buffer): Promise<boolean | null> {
  try {
    return await keeper.write(runId, number, bytes);
  } catch (error) {
    if (error instanceof Failed && error.failure.error_code === 'USAGE') return null;
    throw error;
  }
}

/** What is not yet in the journal's files is ours: only another's whole bytes under the same number say otherwise. */
async function isOurs(kept: Kept | null, number: number, bytes: Buffer): Promise<boolean> {
  for (let look = 0; look < tries && kept !== null; look += 1) {
    const found = (await readWritten(kept)).find((each) => each.number === number);
    if (found !== undefined && found.bytes.length === found.length) return found.bytes.equals(bytes);
  }
  return true;
}

// What was typed into a program, written down before and after: so that no message is typed twice, and that whoever follows the program knows whose prompt it works on.

export type LedgerLine =
  /** About to be typed: its first number of input, and a hash of its text. */
  | {
      readonly kind: 'typing';
      readonly id: string;
      readonly first: number;
      readonly hash: string;
      readonly at: number;
      /** What the processes of a program of which nothing is known waited for before. */
      readonly rest?: Activity['postures'];
    }
  | { readonly kind: 'entered'; readonly id: string; readonly at: number }
  /** A dialog on the screen, by the id of its question. */
  | { readonly kind: 'answered'; readonly id: string; readonly choice: string; readonly at: number }
  | { readonly kind: 'interrupted'; readonly at: number }
  /** `outcome`: without the words of an answer; absent: an earlier version did not keep it. */
  | { readonly kind: 'turn_ended'; readonly at: number; readonly outcome?: TurnOutcome }
  | { readonly kind: 'leaving'; readonly at: number };

export class Ledger {
  readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, 'typed.jsonl');
  }

  /** A few lines of ours, read and written in place: a trip through the threads takes twenty times as long, and a key waits for it. */
  async read(): Promise<readonly LedgerLine[]> {
    return readOrNothing(this.path).split('\n').slice(0, -1).flatMap(lineOf);
  }

  async add(line: LedgerLine): Promise<void> {
    appendFileSync(this.path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  }
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function lineOf(text: string): readonly LedgerLine[] {
  const line = parseRecord(text);
  const at = asNumber(line?.at);
  if (line === null || at === null) return [];
  const id = asText(line.id);
  switch (line.kind) {
    case 'typing':
      return [{ kind: 'typing', id, at, first: asNumber(line.first) ?? 0, hash: asText(line.hash), ...restOf(line) }];
    case 'entered':
      return [{ kind: 'entered', id, at }];
    case 'answered':
      return [{ kind: 'answered', id, at, choice: asText(line.choice) }];
    case 'turn_ended':
      return [{ kind: 'turn_ended', at, ...outcomeOf(line) }];
    case 'interrupted':
    case 'leaving':
      return [{ kind: line.kind, at }];
    default:
      return [];
  }
}

const outcomes: Readonly<Record<TurnOutcome['kind'], true>> = {
  answered: true,
  refused_by_permission: true,
  api_error: true,
  auth_missing: true,
  limited: true,
  interrupted: true,
  empty: true,
  cut_off: true,
  timed_out: true,
  crashed: true,
};

/** Written by this driver alone. */
function outcomeOf({ outcome }: Json): { readonly outcome?: TurnOutcome } {
  const kind = asText(asRecord(outcome).kind);
  return Object.hasOwn(outcomes, kind) ? { outcome: outcome as TurnOutcome } : {};
}

function restOf({ rest }: Json): { readonly rest?: Activity['postures'] } {
  if (rest === undefined) return {};
  const postures: Record<string, Posture> = {};
  for (const [pid, posture] of Object.entries(asRecord(rest)))
    if (typeof posture === 'number' || posture === 'input' || posture === 'other') postures[pid] = posture;
  return { rest: postures };
}

/** The same for what was typed, what a hook tells of it and what an input line of any width shows: blanks and line ends do not count. */
export const hashOf = (text: string): string => createHash('sha256').update(text.replaceAll(/\s/g, '')).digest('hex');
