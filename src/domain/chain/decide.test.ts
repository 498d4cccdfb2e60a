import { describe, expect, test } from 'vitest';
import { instant } from '../ids.ts';
import type { Run } from '../run/run.ts';
import type { TurnOutcome } from '../run/turn.ts';
import { type Chain, type ChainSpec, type ChainState, type ChainStep, firstChainState, mostCuts } from './chain.ts';
import { decideChain } from './decide.ts';
import { turn } from './move.ts';

const spec = {
  name: 'cx',
  worker: 'codex',
  reviewer: 'claude',
  plans: [{ label: '23', path: 'plans/23.md', text: '# Write a' }],
  branch: 'drover/cx',
  base: null,
  by: 'person:Ada',
  settings: { agent: {}, sandbox: 'auto', workspace: { name: 'shop', path: '/shop' } },
} as unknown as ChainSpec;
const known = {
  ...firstChainState.known,
  hub: { path: '/hub', checkout: '/shop' },
  copy: { path: '/copy', branch: 'drover/cx' },
  tree: 'tree',
  base: { commit: 'c0ffee', tree: 'base', branch: 'main', from: 'local', protected: [] },
} as unknown as ChainState['known'];

const chain = (at: ChainStep, more: Partial<ChainState> = {}): Chain =>
  ({ id: 'x7', spec, state: { ...firstChainState, known, at, ...more } }) as unknown as Chain;
const run = (key: string, outcome: TurnOutcome, ending: unknown = { kind: 'exited', code: 0 }): Run =>
  ({
    id: 'r1',
    key,
    ended: true,
    state: {
      kind: 'ended',
      ending,
      result: { kind: 'turn', turn: { outcome, conversation: 'talk', tools: 0, usage: {} } },
    },
  }) as unknown as Run;
const says = (value: unknown): TurnOutcome => ({ kind: 'answered', text: JSON.stringify(value) });
const decide = (thing: Chain, children: readonly Run[] = [], more: object = {}) =>
  decideChain({ thing, children, notices: [], questions: [], now: instant(1_000), ...more });
/** Through what is filed and restored on the way. */
const cameTo = (thing: Chain, child: Run): ChainStep => {
  const decision = decide(thing, [child]);
  if (decision.kind !== 'advance') throw new Error(decision.kind);
  let at = decision.state.at;
  while (at.kind === 'filing' || at.kind === 'restoring') at = at.next;
  return at;
};
const verdict = (word: string, findings: string[] = [], divergence = 'none') =>
  says({ verdict: word, findings, divergence, note: 'n' });

describe('a step of a chain', () => {
  test('is a fresh run, named after chain, plan and round, by its own role', () => {
    const decision = decide(chain(turn('review', 2, 3)));
    expect(decision).toMatchObject({
      kind: 'spawn',
      children: [
        {
          key: 'cx-review-23-r2',
          spec: { purpose: { agent: 'claude', mode: 'analysis', resume: null, copy: '/copy' } },
        },
      ],
    });
    expect(decide(chain(turn('impl', 1, 3)))).toMatchObject({
      children: [{ spec: { purpose: { agent: 'codex', mode: 'write' } } }],
    });
    expect(decide(chain(turn('plan-fix', 1, 3)))).toMatchObject({
      children: [{ spec: { purpose: { agent: 'codex', mode: 'analysis' } } }],
    });
  });

  test('that was cut off by a crash begins anew, so often and no more', () => {
    const lost = run('cx-impl-23-r1', { kind: 'cut_off', message: 'x' }, { kind: 'lost' });
    expect(cameTo(chain(turn('impl', 1, 3)), lost)).toMatchObject({ kind: 'turn', turn: 'impl', cuts: 1 });
    const often = { ...turn('impl', 1, 3), cuts: mostCuts };
    expect(
      cameTo(chain(often), run(`cx-impl-23-r1-c${mostCuts}`, { kind: 'cut_off', message: 'x' }, { kind: 'lost' })).kind,
    ).toBe('trouble');
  });

  test('rests where the service names a time, and is a question where it does not', () => {
    const limited = (until: number | null) => run('cx-impl-23-r1', { kind: 'limited', until, message: '' });
    expect(cameTo(chain(turn('impl', 1, 3)), limited(5_000))).toMatchObject({ kind: 'resting', until: 5_000 });
    expect(cameTo(chain(turn('impl', 1, 3)), limited(null)).kind).toBe('trouble');
    const resting: ChainStep = { kind: 'resting', until: 5_000, back: turn('impl', 1, 3) };
    expect(decide(chain(resting))).toMatchObject({ kind: 'wait', until: 5_000 });
    expect(decide(chain(resting), [], { now: instant(5_000) })).toMatchObject({
      kind: 'advance',
      state: { at: { turn: 'impl' } },
    });
  });
});

describe('a review', () => {
  test('leads to work, to a fix with its findings, and after the last round to a person', () => {
    expect(cameTo(chain(turn('plan-review', 1, 3)), run('cx-plan-review-23-r1', verdict('approve')))).toMatchObject({
      turn: 'impl',
      round: 1,
    });
    expect(
      cameTo(chain(turn('plan-review', 1, 3)), run('cx-plan-review-23-r1', verdict('change', ['why?']))),
    ).toMatchObject({
      turn: 'plan-fix',
      findings: ['why?'],
    });
    expect(cameTo(chain(turn('review', 2, 3)), run('cx-review-23-r2', verdict('change', ['a'])))).toMatchObject({
      turn: 'fix',
      round: 2,
    });
    expect(cameTo(chain(turn('review', 3, 3)), run('cx-review-23-r3', verdict('change', ['a'])))).toMatchObject({
      kind: 'trouble',
      on: 'rounds',
      back: { turn: 'fix', of: 6 },
      accept: { kind: 'looking', to: 'inspect' },
    });
  });

  test('that sees a large departure stops whatever its verdict; a small one is noted', () => {
    const large = cameTo(chain(turn('review', 1, 3)), run('cx-review-23-r1', verdict('approve', [], 'large')));
    expect(large).toMatchObject({ kind: 'trouble', on: 'divergence' });
    const small = decide(chain(turn('review', 1, 3)), [run('cx-review-23-r1', verdict('approve', [], 'small'))]);
    expect(small).toMatchObject({ kind: 'advance', state: { notes: ['cx-review-23-r1: n'] } });
  });

  test('is asked for once more in the same conversation, then it is a question', () => {
    const prose: TurnOutcome = { kind: 'answered', text: 'Approved.' };
    const again = cameTo(chain(turn('review', 1, 3)), run('cx-review-23-r1', prose));
    expect(again).toMatchObject({ kind: 'turn', again: { conversation: 'talk' } });
    expect(cameTo(chain(again), run('cx-review-23-r1-again', prose))).toMatchObject({ kind: 'trouble', on: 'trouble' });
  });
});

describe('a person', () => {
  const asking: ChainStep = {
    kind: 'asking',
    key: 'rounds-1',
    on: 'rounds',
    text: 'T',
    back: turn('fix', 3, 6, ['a']),
    accept: { kind: 'leaving' },
  };
  const answered = (choice: string, words: string | null = null) =>
    decide(chain(asking), [], {
      questions: [{ key: 'rounds-1', state: { kind: 'answered', answer: { choice, words, by: 'person:Ada' } } }],
    });

  test('takes it as it is, gives it more rounds with words, or parks it', () => {
    expect(answered('go_on')).toMatchObject({
      state: { at: { kind: 'leaving' }, notes: [expect.stringContaining('person:Ada')] },
    });
    expect(answered('again', 'mind the list')).toMatchObject({
      state: { at: { turn: 'fix', findings: ['a', 'mind the list'] } },
    });
    expect(answered('park')).toMatchObject({ state: { at: { kind: 'parked', back: { turn: 'fix' } } } });
  });

  test('ends it after what runs has ended; a parked one goes on only when told', () => {
    const living = { ...run('cx-impl-23-r1', says(1)), ended: false, state: { kind: 'running' } } as unknown as Run;
    const notices = [{ seq: 1, kind: 'cancel', by: 'person:Ada' }];
    const asked = decide(chain(turn('impl', 1, 3)), [living], { notices });
    expect(asked).toMatchObject({
      kind: 'advance',
      state: { stopping: 'person:Ada' },
      notices: [{ to: 'r1', kind: 'cancel' }],
    });
    const stopping = chain(turn('impl', 1, 3), { stopping: 'person:Ada', told: true });
    expect(decide(stopping, [living], { notices }).kind).toBe('wait');
    expect(decide(stopping, [], { notices })).toMatchObject({ state: { at: { outcome: { kind: 'cancelled' } } } });
    const parked: ChainStep = { kind: 'parked', back: turn('fix', 1, 3) };
    expect(decide(chain(parked)).kind).toBe('wait');
    expect(decide(chain(parked), [], { notices: [{ seq: 1, kind: 'resume', by: 'p' }] })).toMatchObject({
      state: { at: { turn: 'fix' }, since: 1 },
    });
    expect(decide(chain(parked, { since: 1 }), [], { notices: [{ seq: 1, kind: 'resume', by: 'p' }] }).kind).toBe(
      'wait',
    );
  });
});
