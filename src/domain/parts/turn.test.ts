import { describe, expect, it } from 'vitest';
import { turn } from '../../../test/fakes/outside.ts';
import type { Ending } from '../run/ending.ts';
import type { Run } from '../run/run.ts';
import type { TurnOutcome } from '../run/turn.ts';
import { judgeTurn, nextAgentOf } from './turn.ts';

const ended = (result: unknown, ending: Ending | null = { kind: 'exited', code: 0 }, over?: true): Run =>
  ({ state: { kind: 'ended', ending, result, ...(over && { over }) } }) as unknown as Run;
const came = (outcome: TurnOutcome, ending?: Ending, over?: true, resumed: string | null = null) =>
  judgeTurn(ended({ kind: 'turn', turn: { ...turn, outcome, conversation: null } }, ending, over), resumed);

describe('what a turn came to', () => {
  it('is not told before it has ended', () => {
    expect(judgeTurn(undefined, null)).toEqual({ kind: 'under_way' });
    expect(judgeTurn({ state: { kind: 'running' } } as unknown as Run, null)).toEqual({ kind: 'under_way' });
  });

  it('an answer counts although its budget ended with it', () => {
    expect(came({ kind: 'answered', text: 'done' }, undefined, true)).toMatchObject({ kind: 'answered', text: 'done' });
    expect(came({ kind: 'interrupted' }, undefined, true).kind).toBe('over');
  });

  it('a lost keeper, a signal, and the exit code of one, cut it; a stream that only ends does not', () => {
    const cut: TurnOutcome = { kind: 'cut_off', message: 'x' };
    expect(came(cut, { kind: 'lost' }).kind).toBe('cut');
    expect(came(cut, { kind: 'exited', code: 137 }).kind).toBe('cut');
    expect(came(cut, { kind: 'exited', code: 129 }).kind).toBe('cut');
    expect(came(cut, { kind: 'signalled', signal: 'SIGTERM' } as Ending)).toMatchObject({ kind: 'cut', lost: false });
    expect(came({ kind: 'answered', text: 'done' }, { kind: 'lost' })).toMatchObject({ kind: 'cut', lost: true });
    expect(came(cut, { kind: 'exited', code: 128 }).kind).toBe('failed');
    expect(came(cut, { kind: 'exited', code: 1 })).toMatchObject({ kind: 'failed', until: null });
    expect(came({ kind: 'crashed', message: 'x' }, { kind: 'exited', code: 137 }).kind).toBe('failed');
  });

  it('a conversation that its agent does not know is forgotten, not cut', () => {
    expect(came({ kind: 'crashed', message: 'x' }, { kind: 'lost' }, undefined, 'talk').kind).toBe('forgotten');
  });

  it('a limit names its time, where there is one', () => {
    expect(came({ kind: 'limited', until: 7, message: 'x' })).toMatchObject({ kind: 'failed', until: 7 });
  });

  it('what could not begin, and what was no turn, are told apart', () => {
    const failure = { error_code: 'COPY_MISSING', message: 'gone' };
    expect(judgeTurn(ended({ kind: 'refused', failure }), null)).toEqual({ kind: 'refused', failure, lost: false });
    const lost = { ...ended({ kind: 'refused', failure }, { kind: 'lost' }) };
    expect(judgeTurn(lost, null)).toEqual({ kind: 'refused', failure, lost: true });
    expect(judgeTurn(ended({ kind: 'plain', ok: true }), null)).toEqual({
      ...{ kind: 'failed', turn: null, why: 'the run was no turn', until: null },
    });
  });

  it('an answer that had to do without something is an answer', () => {
    const refused = { kind: 'refused_by_permission', text: 'most of it' } as TurnOutcome;
    expect(came(refused)).toMatchObject({ kind: 'answered', text: 'most of it' });
    expect(came(refused, undefined, true).kind).toBe('answered');
    expect(came({ kind: 'interrupted' })).toMatchObject({ kind: 'failed', until: null });
  });
});

describe('who goes on', () => {
  it('is the next agent, also where a limit could be waited for; then the limit; then nobody', () => {
    expect(nextAgentOf(['a', 'b'], 0, 5_000, 1_000)).toEqual({ kind: 'agent', agent: 1 });
    expect(nextAgentOf(['a', 'b'], 1, 5_000, 1_000)).toEqual({ kind: 'limit', until: 5_000 });
    expect(nextAgentOf(['a', 'b', 'c'], 1, null, 1_000)).toEqual({ kind: 'agent', agent: 2 });
    expect(nextAgentOf(['a'], 0, null, 1_000)).toEqual({ kind: 'nobody' });
  });

  it('a limit long past is none: who waited for it would begin again at once, for ever', () => {
    expect(nextAgentOf(['a'], 0, 1_000, 1_000 + 61_000)).toEqual({ kind: 'nobody' });
  });
});
