// What a task keeps of a criterion that is met.
import { expect, it } from 'vitest';
import { decided, standing } from '../../../../test/fakes/standing-task.ts';
import type { Criterion } from '../../criterion/criterion.ts';
import { pullRequestBody } from '../../delivery/words.ts';
import type { Task } from '../task.ts';

const developing = { kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null } as const;
const met = (...attempts: readonly object[]) =>
  ({
    ...{ id: 'shop-1/SC-1', kind: 'criterion', key: 'SC-1', ended: true },
    spec: { label: 'SC-1', text: 'it fires', agents: ['one'], attempts: 7 },
    state: {
      ...{ agent: 0, at: { kind: 'ended', outcome: { kind: 'passed', tree: 't2', unverified: [] } } },
      history: attempts.map((attempt, at) => ({ number: at + 1, results: [], ...attempt })),
    },
  }) as unknown as Criterion;

it.each([
  ['what its agent said otherwise in the end', [{ differs: ['first'] }, { differs: ['more'] }], ['more']],
  ['nothing of it where the last word is true', [{ differs: ['first'] }, {}], null],
] as const)('PC-25 %s is kept for the pull request', (_, attempts, says) => {
  const before = {
    work: {
      claims: [
        { of: 'SC-1', says: ['old'] },
        { of: 'SC-9', says: ['else'] },
      ],
    },
  };
  expect(decided(standing(developing, before), { children: [met(...attempts)] })).toMatchObject({
    state: {
      known: {
        work: {
          ...{ proven: 't2', done: ['SC-1'] },
          claims: [{ of: 'SC-9', says: ['else'] }, ...(says === null ? [] : [{ of: 'SC-1', says }])],
        },
      },
    },
  });
});

it('PC-45 what tools left in any attempt is kept for the pull request, once', () => {
  const left = (file: string) => ({ results: [{ gate: 'leftovers', verdict: 'passed', findings: [{ file }] }] });
  const children = [met(left('.tig/'), left('a.js~'), left('.tig/'), {})];
  expect(decided(standing(developing, {}), { children })).toMatchObject({
    state: { known: { work: { leftovers: ['.tig/', 'a.js~'] } } },
  });
  const before = standing(developing, { work: { leftovers: ['b.js~', 'a.js~'] } });
  expect(decided(before, { children })).toMatchObject({
    state: { known: { work: { leftovers: ['b.js~', 'a.js~', '.tig/'] } } },
  });
  expect(decided(standing(developing, {}), { children: [met({})] })).not.toHaveProperty('state.known.work.leftovers');
});

it('a test that was flaky in any attempt, or in a check of the whole, is named in the pull request, once', () => {
  const flaky = (title: string) => ({
    ...{ gate: 'test', what: `a flaky test: "${title}": failed, then passed`, file: 'test/a.test.js', line: null },
    ...{ weight: 'note', flaky: true },
  });
  const ran = (...findings: readonly object[]) => ({
    gate: 'test',
    verdict: 'passed',
    why: 'w',
    findings,
    counts: null,
  });
  const before = { work: { results: [ran(flaky('of the whole'))] as never } };
  const attempts = [{ results: [ran(flaky('first'))] }, { results: [ran(flaky('first'), flaky('second'))] }, {}];
  const { state } = decided(standing(developing, before), { children: [met(...attempts)] }) as never as Pick<
    Task,
    'state'
  >;
  const said = (of: Pick<Task, 'state'>) =>
    pullRequestBody({ ...standing(developing, {}), ...of }).match(/(?<=a flaky test: ")[^"]*/g);
  expect(said({ state })).toEqual(['of the whole', 'first', 'second']);
  const again = [ran(flaky('second'), flaky('third'))] as never;
  const work = { ...state.known.work, results: again };
  expect(said({ state: { ...state, known: { ...state.known, work } } })).toEqual([
    ...['second', 'third', 'of the whole', 'first'],
  ]);
});
