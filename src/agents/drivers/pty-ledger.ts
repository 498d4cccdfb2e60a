// What was typed into a program, written down before and after: so that no message is typed twice, and that whoever follows the program knows whose prompt it works on.
import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Activity, Posture } from '../../ports/keeper.ts';
import { asNumber, asRecord, asText, type Json, parseRecord } from '../json.ts';

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

  async read(): Promise<readonly LedgerLine[]> {
    const text = await readFile(this.path, 'utf8').catch(() => '');
    return text.split('\n').slice(0, -1).flatMap(lineOf);
  }

  add = (line: LedgerLine): Promise<void> => appendFile(this.path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
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
  ...{ answered: true, refused_by_permission: true, api_error: true, auth_missing: true, limited: true },
  ...{ interrupted: true, empty: true, cut_off: true, timed_out: true, crashed: true },
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
