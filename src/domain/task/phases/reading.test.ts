import { describe, expect, it } from 'vitest';
import { turn } from '../../../../test/fakes/outside.ts';
import type { Ending } from '../../run/ending.ts';
import type { Run } from '../../run/run.ts';
import type { TurnOutcome } from '../../run/turn.ts';
import { readTurn } from './reading.ts';

const ended = (result: unknown, ending: Ending | null = { kind: 'exited', code: 0 }, over?: true): Run =>
  ({ state: { kind: 'ended', ending, result, ...(over && { over }) } }) as unknown as Run;
const came = (outcome: TurnOutcome, ending?: Ending, over?: true) =>
  readTurn(ended({ kind: 'turn', turn: { ...turn, outcome, conversation: 'talk' } }, ending, over), null);

describe('a turn of an agent that may only look', () => {
  it('goes on in its conversation where it was cut off with its keeper, or stopped for its budget', () => {
    expect(readTurn(null, null)).toEqual({ kind: 'working' });
    const cut: TurnOutcome = { kind: 'cut_off', message: 'x' };
    expect(came(cut, { kind: 'lost' })).toMatchObject({ kind: 'again', resume: 'talk', said: [{ kind: 'turn_cut' }] });
    expect(came({ kind: 'interrupted' }, undefined, true)).toMatchObject({ kind: 'again', resume: 'talk' });
  });

  it('counts with what it said before a signal, and fails where it said nothing', () => {
    const signal = { kind: 'exited', code: 143 } as const;
    expect(came({ kind: 'answered', text: 'done' }, signal)).toMatchObject({ kind: 'answered', text: 'done' });
    expect(came({ kind: 'cut_off', message: 'x' }, signal)).toMatchObject({ kind: 'failed', conversation: 'talk' });
  });

  it('says why it could not begin', () => {
    const failure = { error_code: 'COPY_MISSING', message: 'it is gone' };
    expect(readTurn(ended({ kind: 'refused', failure }, null), 'talk')).toMatchObject({
      ...{ kind: 'failed', failure, conversation: null },
    });
  });
});
