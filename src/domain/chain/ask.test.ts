import { describe, expect, it } from 'vitest';
import { chain, decide, known, stateAfter, withoutSlot } from '../../../test/fakes/chain.ts';
import { learn } from '../parts/known.ts';
import type { ChainState, ChainStep, Trouble } from './chain.ts';
import { turn } from './moves.ts';

const fix = turn('fix', 1, 3, ['f']);
const accept: ChainStep = { kind: 'leaving' };
const troubled = (on: Trouble['on'], more: Partial<Trouble> = {}): Trouble => ({
  ...{ on, text: 'What now?\nMore.', back: fix, accept },
  ...more,
});
const asking = (on: Trouble['on'], more: Partial<Trouble> = {}): ChainStep => ({
  ...{ ...troubled(on, more), kind: 'asking', key: 'k' },
});
const answered = (at: ChainStep, choice: string, words: string | null = null, more: Partial<ChainState> = {}) =>
  decide(chain(at, more), [], {
    questions: [
      { key: 'other', state: { kind: 'open' } },
      { key: 'k', state: { kind: 'answered', answer: { choice, words, by: 'person:Ada' } } },
    ],
  });

describe('what a person is asked', () => {
  it.each<readonly [Trouble['on'], readonly string[], readonly string[]]>([
    ['trouble', ['retry'], []],
    ['rounds', ['go_on', 'again'], ['again']],
    ['divergence', ['replan', 'back', 'go_on'], ['replan', 'back']],
    ['unclear', ['answer', 'go_on'], []],
  ])('%s: its own ways out, and to stop or end', (on, own, optional) => {
    const decision = decide(chain({ ...troubled(on), kind: 'trouble' }, { asked: 2, plan: 1 }));
    expect(decision).toMatchObject({
      ...{ kind: 'ask', answeredBy: null, said: [] },
      question: {
        ...{ key: `${on}-3`, kind: 'stuck', binding: `${on}-3:1`, text: 'What now?\nMore.' },
        shown: { text: 'What now?\nMore.', done: [] },
      },
      state: { asked: 3, at: { kind: 'asking', key: `${on}-3`, on, back: fix, accept } },
    });
    if (decision.kind !== 'ask') throw new Error(decision.kind);
    const { choices } = decision.question;
    expect(choices.map(({ id }) => id)).toEqual([...own, 'park', 'cancel']);
    expect(choices.filter(({ words }) => words === 'optional').map(({ id }) => id)).toEqual(optional);
    expect(choices.filter(({ words }) => words === 'required').map(({ id }) => id)).toEqual(
      on === 'unclear' ? ['answer'] : [],
    );
    for (const { label } of choices) expect(label).not.toBe('');
  });

  it('in its own words where it brings them', () => {
    const asks = {
      choices: [{ id: 'trust' as const, label: 'trust them', words: 'none' as const }],
      ...{ kind: 'permission' as const, binding: 'h', shown: { hash: 'h' } },
    };
    const decision = decide(chain({ ...troubled('trust', { asks }), kind: 'trouble' }));
    expect(decision).toMatchObject({
      question: { kind: 'permission', binding: 'h', shown: { hash: 'h' }, text: 'What now?\nMore.' },
      state: { at: { asks } },
    });
  });
});

describe('an answer', () => {
  const noted = (what: string) => ({ notes: [`person:Ada: ${what} (What now?)`] });

  it.each<readonly [string, string | null, ChainStep, object]>([
    ['go_on', null, accept, noted('taken as it is')],
    ['replan', 'keep c', turn('replan', 1, 3, ['r', 'A person says: keep c']), noted('the plan is made anew')],
    ['replan', null, turn('replan', 1, 3, ['r']), noted('the plan is made anew')],
    ['again', 'mind the list', turn('fix', 1, 3, ['f', 'A person says: mind the list']), noted('mind the list')],
    ['retry', null, fix, noted('retry')],
    ['park', null, { kind: 'parked', back: fix }, { notes: [] }],
  ])('%s (%s) leads on, and is noted for the hand-off', (choice, words, at, more) => {
    const decision = answered(asking('rounds', { replan: turn('replan', 1, 3, ['r']) }), choice, words);
    expect(stateAfter(decision)).toMatchObject({ at, ...more });
    expect(decision).toMatchObject({
      said: choice === 'park' ? [{ kind: 'chain_parked', data: { by: 'person:Ada' } }] : [],
    });
  });

  it('without another way goes back; to a step that is no turn without its words', () => {
    const back: ChainStep = { kind: 'leaving' };
    const at = asking('trouble', { accept: null, back });
    for (const choice of ['go_on', 'replan', 'retry'])
      expect(stateAfter(answered(at, choice, 'words')).at).toEqual(back);
  });

  it('cancel ends it from where it stands', () => {
    expect(stateAfter(answered(asking('rounds'), 'cancel'))).toMatchObject({
      ...{ stopping: 'person:Ada', at: { kind: 'asking' } },
    });
  });

  it.each(['trust', 'more', 'another'])('%s that nothing is known of any more goes back', (choice) => {
    const back: ChainStep = { kind: 'trusting' };
    const state = stateAfter(answered(asking('trust', { back }), choice));
    expect(state).toMatchObject({ at: back, notes: [] });
    expect(state.budget).toBeUndefined();
  });

  it('another agent is set for its part alone, and begins as the first', () => {
    const agents = { worker: 1, reviewer: 1 };
    const chosen = { worker: ['codex', 'pi'], reviewer: ['claude'] };
    const more = { known: learn(known, { work: { agents, chosen } }) };
    const state = stateAfter(answered(asking('agent', { back: turn('review', 1, 3) }), 'another', 'claude', more));
    expect(state.known).toMatchObject({
      work: { agents: { worker: 1, reviewer: 0 }, chosen: { worker: ['codex', 'pi'], reviewer: ['claude'] } },
    });
    const next = stateAfter(answered(asking('agent'), 'another', '', more));
    expect(next.known).toMatchObject({ work: { agents: { worker: 0 }, chosen: { worker: ['codex', 'pi'] } } });
  });

  it('that is not there yet is waited for, without a slot; also where another question was answered', () => {
    const open = { questions: [{ key: 'k', state: { kind: 'open' } }] };
    const at = asking('rounds');
    expect(decide(withoutSlot(at), [], open)).toEqual({ kind: 'wait', until: null, on: 'a person' });
    expect(decide(withoutSlot(at))).toEqual({ kind: 'wait', until: null, on: 'a person' });
    const other = { questions: [{ key: 'j', state: { kind: 'answered', answer: { choice: 'cancel' } } }] };
    expect(decide(withoutSlot(at), [], other).kind).toBe('wait');
  });
});

describe('a parked chain', () => {
  const parked: ChainStep = { kind: 'parked', back: fix };
  const notice = (seq: number, kind: string) => ({ seq, kind, by: `p${seq}` });

  it('goes on by the last word of those since', () => {
    const notices = [notice(1, 'resume'), notice(2, 'resume'), notice(3, 'say')];
    expect(decide(chain(parked), [], { notices })).toMatchObject({
      state: { at: fix, since: 2 },
      said: [{ kind: 'chain_resumed', data: { by: 'p2' } }],
    });
    expect(decide(withoutSlot(parked), [], { notices: [notice(1, 'say')] })).toEqual({
      ...{ kind: 'wait', until: null, on: 'a person: it is parked' },
    });
    const since = { ...withoutSlot(parked), state: { ...withoutSlot(parked).state, since: 2 } };
    expect(decide(since, [], { notices }).kind).toBe('wait');
  });
});
