// Where a task goes on from after it was set back to an attempt, and which wishes count.
import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../../test/fakes/outside.ts';
import type { Criterion } from '../../criterion/criterion.ts';
import { learn } from '../../parts/known.ts';
import type { Step, TaskView } from '../moves.ts';
import { firstTaskState } from '../task.ts';
import { fromAttempt, namedAttempts, rewind } from './rewind.ts';

const results = [gateResult('test', 'passed')];
const attempt = (number: number, agent: string) => ({
  ...{ number, agent, tree: `t-${agent}-${number}`, results, noProgress: false, conversation: `c-${number}` },
});
const round = (key: string, label: string, outcome: object, ...history: readonly object[]) =>
  ({
    ...{ id: `shop-1/${key}`, kind: 'criterion', key, ended: true },
    spec: { label, agents: ['one', 'two'], advice: `of ${key}` },
    state: { at: { kind: 'ended', outcome }, history },
  }) as unknown as Criterion;
const blocked = { kind: 'blocked', why: 'no' };
const passed = (tree: string, ...unverified: readonly string[]) => ({ kind: 'passed', tree, unverified });
const rounds = [
  round('SC-1', 'SC-1', blocked, attempt(1, 'one'), attempt(2, 'two')),
  round('SC-1-2', 'SC-1', passed('p1', 'lint'), attempt(1, 'one')),
  round('SC-2', 'SC-2', passed('p2', 'types'), attempt(1, 'two')),
  round('FIX-1', 'FIX-1', blocked, attempt(1, 'one')),
];
const plan = { text: 'plan', criteria: ['SC-1', 'SC-2', 'SC-3'].map((label) => ({ label })) };
const proof = (of: string | null) => ({ of, check: 'red', row: 'P1', verdict: 'passed', seen: '' });
const proofs = ['SC-1', 'SC-2', 'SC-1, SC-2', null].map(proof);
const claims = ['SC-1', 'SC-2'].map((of) => ({ of, says: ['more'] }));

function viewOf(notices: readonly object[] = []): TaskView {
  const first = firstTaskState('engine');
  const work = { plan, done: ['SC-1', 'SC-2'], unverified: ['lint', 'types'], proven: 'p2', results, proofs, claims };
  const place = { hub: { path: '/hub' }, base: {}, gatePlan: {}, gateSettings: {}, copy: { path: '/copy' } };
  const state = { ...first, handed: 2, known: learn(first.known, { work, place } as never) };
  return { thing: { id: 'shop-1', state }, children: rounds, notices } as unknown as TaskView;
}
const wish = (name: string, seq = 7) => {
  const found = namedAttempts(rounds).find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  return { ...found, seq };
};

it('attempts are counted on over the rounds of their criterion', () => {
  expect(namedAttempts(rounds)).toEqual([
    { name: 'SC-1.1', round: 'shop-1/SC-1', attempt: 1 },
    { name: 'SC-1.2', round: 'shop-1/SC-1', attempt: 2 },
    { name: 'SC-1.3', round: 'shop-1/SC-1-2', attempt: 1 },
    { name: 'SC-2.1', round: 'shop-1/SC-2', attempt: 1 },
    { name: 'FIX-1.1', round: 'shop-1/FIX-1', attempt: 1 },
  ]);
});

describe('what goes on', () => {
  it.each([
    ['SC-1.2', 0, 'of SC-1', { agent: 'two', conversation: 'c-2', attempt: 2 }],
    ['SC-2.1', 1, 'of SC-2', { agent: 'two', conversation: 'c-1', attempt: 1 }],
    ['FIX-1.1', 3, 'of FIX-1', { agent: 'one', conversation: 'c-1', attempt: 1 }],
  ])('from %s is its criterion, with its agent and what it was told', (name, index, advice, rewound) => {
    const { to } = fromAttempt(viewOf(), wish(name));
    expect(to).toMatchObject({ kind: 'developing', index, advice, agents: ['one', 'two'], rewound });
    expect(rounds.map(({ key }) => key)).not.toContain(to.key);
  });

  it.each([
    ['SC-1.2', { done: [], unverified: [], proven: null, results: [], proofs: [], claims: [] }],
    [
      'SC-2.1',
      {
        done: ['SC-1'],
        unverified: ['lint'],
        proven: 'p1',
        results,
        proofs: [proof('SC-1')],
        claims: claims.slice(0, 1),
      },
    ],
    [
      'FIX-1.1',
      {
        done: ['SC-1', 'SC-2'],
        unverified: ['lint', 'types'],
        proven: 'p2',
        results,
        proofs: proofs.slice(0, 3),
        claims,
      },
    ],
  ])('from %s stands on what was met before its criterion, and nothing later', (name, work) => {
    expect(fromAttempt(viewOf(), wish(name)).work).toEqual(work);
  });
});

describe('a wish', () => {
  const inHand = (more: object = {}) =>
    ({ kind: 'in_hand', by: 'p', back: { kind: 'checking' }, ...more }) as Step<'in_hand'>;
  const asked = (...seqs: readonly number[]) =>
    viewOf(seqs.map((seq) => ({ kind: 'rewind', seq, body: namedAttempts(rounds)[seq % 2] })));

  it.each([
    ['before it was handed over counts no more', asked(2), inHand(), undefined, null],
    ['that was followed is not followed again', asked(3), inHand({ rewound: { seq: 3 } }), undefined, null],
    ['after it was given back belongs to another time', asked(6), inHand(), 5, null],
    ['of several is the last', asked(3, 4), inHand(), undefined, { name: 'SC-1.1', seq: 4 }],
  ] as const)('%s', (_, view, at, until, rewinding) => {
    const decision = rewind(view, at, until);
    if (rewinding === null) expect(decision).toBeNull();
    else expect(decision).toMatchObject({ kind: 'advance', state: { at: { rewinding } } });
  });

  it('on record is followed by the files of its attempt', () => {
    expect(rewind(viewOf(), inHand({ rewinding: wish('SC-1.2') }))).toMatchObject({
      effect: { name: 'restore-copy', input: { tree: 't-two-2', label: 'shop-1/rewind-7', copy: '/copy' } },
    });
  });
});
