import { describe, expect, it } from 'vitest';
import { base, gatePlan, hub } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, done, failed, plainRun, standing } from '../../../../test/fakes/standing-task.ts';
import type { RollBack } from '../../delivery/review.ts';
import type { TaskStep } from '../task.ts';

const onForge = 'https://forge.test/7';
const merged = { commit: 'm1' } as never;
const at = (doing?: RollBack, by = 'person:Ada'): TaskStep => ({ kind: 'rolling_back', by, ...(doing && { doing }) });
const pushing: RollBack = { kind: 'pushing', tree: 't9', made: 'c9' };
const told = (commit: string | null, address: string | null) =>
  [
    `Takes back what shop-1 changed${commit === null ? '' : ` (${commit})`}.`,
    ...(address === null ? [] : [`It came in by ${address}.`]),
    'This undoes the code alone: what is deployed is rolled back by whoever deploys.',
  ].join('\n');

describe('rolling back begins', () => {
  it.each([
    ['with a look at a request that is open', { pullRequest: onForge }, 'look-at-pull-request'],
    ['from the base, where it was merged', { pullRequest: onForge, merged }, null],
    ['from the base, where there is a page alone', { pullRequest: 'file:///page.html' }, null],
    ['from the base, where nothing was opened', { pullRequest: null }, null],
  ])('%s', (_, delivery, name) => {
    expect(decided(standing(at(), { delivery }))).toMatchObject(
      name === null ? { kind: 'spawn' } : { kind: 'perform', effect: { name } },
    );
  });
});

describe('an act of rolling back', () => {
  it.each<readonly [RollBack, string, object]>([
    [{ kind: 'looking' }, 'look-at-pull-request', { hub, branch: 'drover/shop-1', number: null }],
    [{ kind: 'closing', number: 7 }, 'close-pull-request', { hub, number: 7 }],
    [{ kind: 'surveying', commit: 'm1' }, 'survey-base', { hub, wanted: 'main' }],
    [{ kind: 'reverting', commit: 'm1' }, 'revert-merge', { hub, base: 'c0', merged: 'm1' }],
    [
      { kind: 'committing', tree: 't9', commit: 'm1' },
      'commit',
      {
        ...{ hub, tree: 't9', parent: 'c0', branch: 'revert-drover-shop-1', definitions: 'd1', atSeconds: 1_000 },
        ...{ override: 'person:Ada' },
        message: `Revert "heartbeat fires"\n\n${told('m1', onForge)}\n\nDrover-Task: shop-1\n`,
      },
    ],
    [
      { kind: 'confirming', tree: 't9', made: 'c9' },
      'confirm-push',
      { hub, branch: 'revert-drover-shop-1', commit: 'c9' },
    ],
    [
      { kind: 'opening', tree: 't9', made: 'c9' },
      'open-pull-request',
      {
        ...{ hub, title: 'Revert "heartbeat fires"', branch: 'revert-drover-shop-1', base, commit: 'c9', tree: 't9' },
        body: told('m1', onForge),
      },
    ],
  ])('%j', (doing, name, input) => {
    const thing = standing(at(doing), { delivery: { pullRequest: onForge, merged, title: 'heartbeat fires' } });
    expect(decided(thing)).toEqual({ kind: 'perform', effect: { name, input } });
  });

  it('tells of no merge and no request where there is none', () => {
    const opening = standing(at({ kind: 'opening', tree: 't9', made: 'c9' }), { delivery: { pullRequest: null } });
    expect(decided(opening)).toMatchObject({ effect: { input: { body: told(null, null) } } });
  });

  it('fetches and pushes with runs of its own', () => {
    expect(decided(standing(at({ kind: 'fetching', commit: 'm1' })))).toMatchObject({
      children: [{ key: 'run-1', spec: { purpose: { kind: 'fetch', hub }, deadlineMs: 600_000, sandbox: 'auto' } }],
    });
    expect(decided(standing(at(pushing)))).toMatchObject({
      children: [
        {
          spec: {
            purpose: {
              ...{ kind: 'push', hub, commit: 'c9', branch: 'revert-drover-shop-1' },
              ...{ protected: ['main'], fresh: true },
            },
            deadlineMs: 600_000,
          },
        },
      ],
    });
    for (const [doing, on] of [
      [pushing, 'the push'],
      [{ kind: 'fetching', commit: null }, 'the fetch'],
    ] as const)
      expect(decided(standing(at(doing), {}, { runs: 1 }))).toMatchObject({ kind: 'wait', on });
  });
});

describe('what came of it', () => {
  const begun = (doing: RollBack) => standing(at(doing), {}, { runs: 1 });
  const next = (doing: RollBack, run: ReturnType<typeof plainRun>) => decided(begun(doing), { children: [run] });

  it('a fetch leads to the survey, is begun anew where it was cut, and is a question where it failed', () => {
    const fetching: RollBack = { kind: 'fetching', commit: 'm1' };
    expect(next(fetching, plainRun(true))).toMatchObject({
      state: { at: at({ kind: 'surveying', commit: 'm1' }), fetched: 1 },
    });
    expect(next(fetching, plainRun(true, null, '', { kind: 'lost' }))).toMatchObject({
      state: { at: at(fetching), fetched: 1 },
    });
    expect(next(fetching, plainRun(false))).toMatchObject({
      question: { kind: 'unreachable', text: 'The remote could not be fetched: no network' },
    });
  });

  it('a push is looked for, whatever it said', () => {
    const confirming = { kind: 'confirming', tree: 't9', made: 'c9' } as const;
    const again = { again: true } as const;
    expect(next(pushing, plainRun(true))).toMatchObject({ state: { at: { doing: { ...confirming, ...again } } } });
    expect(next({ ...pushing, ...again }, plainRun(true))).toMatchObject({
      state: { at: { doing: { ...confirming, failed: { error_code: 'PUSH_REJECTED' } } } },
    });
    const failure = { error_code: 'GIT_FAILED', message: 'The revert could not be pushed: no network' } as const;
    expect(next(pushing, plainRun(false))).toMatchObject({
      state: { at: { doing: { ...confirming, failed: failure } } },
    });
    const looked = (there: boolean, more: object = {}) =>
      done(standing(at({ ...confirming, ...more })), 'confirm-push', { there, at: null }).state.at;
    expect(looked(true, { failed: failure })).toMatchObject({ doing: { kind: 'opening', tree: 't9', made: 'c9' } });
    expect(looked(false)).toMatchObject({ doing: pushing });
    expect(looked(false, again)).toMatchObject({ doing: { ...pushing, ...again } });
    expect(looked(false, { failed: failure })).toEqual({ kind: 'troubled', failure, back: at(pushing) });
  });

  it.each<readonly [string, object | null, object]>([
    ['is open', { state: 'open', number: 7 }, at({ kind: 'closing', number: 7 })],
    ['was merged', { state: 'merged', merged: 'm1' }, at({ kind: 'fetching', commit: 'm1' })],
    ['is closed', { state: 'closed' }, { kind: 'releasing', outcome: { kind: 'cancelled' }, back: null }],
    ['is gone', null, { kind: 'releasing', outcome: { kind: 'cancelled' } }],
  ])('a request that %s', (_, look, led) => {
    const { state } = done(
      standing(at({ kind: 'looking' }), { delivery: { pullRequest: onForge } }),
      'look-at-pull-request',
      {
        look,
      },
    );
    expect(state.at).toMatchObject(led);
    if (state.at.kind === 'releasing')
      expect(state.at.outcome.why).toBe(`rolled back: ${onForge} is closed, its branch stays`);
  });

  it('a request that it closed is said to be so, by whom', () => {
    expect(
      done(
        standing(at({ kind: 'closing', number: 7 }), { delivery: { pullRequest: onForge } }),
        'close-pull-request',
        {},
      ),
    ).toMatchObject({
      state: { at: { kind: 'releasing', outcome: { kind: 'cancelled' } } },
      said: [{ kind: 'pull_request_closed', data: { by: 'person:Ada' } }, { kind: 'phase_entered' }],
    });
  });

  it.each([
    ['m1', 'h1', 'm1'],
    [null, 'h1', 'h1'],
    [null, null, null],
  ])('of the merge %s and the head %s, %s is reverted', (commit, head, found) => {
    const newer = { ...base, commit: 'c5' };
    const plan = { ...gatePlan, definitions: 'd5' };
    const thing = standing(
      at({ kind: 'surveying', commit }),
      head === null ? {} : { delivery: { head: { commit: head } as never } },
    );
    const { state } = done(thing, 'survey-base', { base: newer, plan });
    expect(state.at).toEqual(at({ kind: 'reverting', commit: found }));
    expect(state.known).toMatchObject({ place: { base: newer, gatePlan: plan } });
  });

  it('a revert is committed, or is a person’s where others have built upon it', () => {
    const tried = (output: object | null) =>
      done(standing(at({ kind: 'reverting', commit: 'm1' })), 'revert-merge', output).state.at;
    expect(tried({ tree: 't9', conflicts: [] })).toEqual(at({ kind: 'committing', tree: 't9', commit: 'm1' }));
    expect(tried({ tree: 't9', conflicts: ['a'] })).toEqual(at({ kind: 'conflict', files: ['a'], commit: 'm1' }));
    expect(tried(null)).toEqual(at({ kind: 'conflict', files: [], commit: 'm1' }));
    expect(
      done(standing(at({ kind: 'committing', tree: 't9', commit: 'm1' })), 'commit', { commit: 'c9' }).state.at,
    ).toEqual(at(pushing));
  });

  it.each<readonly [readonly string[], string]>([
    [[], 'It cannot be told what the merge brought in.'],
    [['a.ts', 'b.ts'], 'Others have built upon it since; these files conflict:\n- a.ts\n- b.ts'],
  ])('a conflict in %j is asked about', (files, words) => {
    const conflict = at({ kind: 'conflict', files, commit: 'm1' });
    const question = decided(standing(conflict));
    expect(question).toMatchObject({
      question: { kind: 'unreachable', text: `It cannot be taken back by itself. ${words}` },
    });
    if (question.kind !== 'ask') throw new Error(question.kind);
    expect(question.question.choices.map(({ id }) => id)).toEqual(['retry', 'mine', 'cancel']);
    expect(decided(standing(asking(conflict)), { questions: [answer('mine')] })).toMatchObject({
      state: { at: { kind: 'releasing', outcome: { kind: 'not_verified', why: 'person:test takes it back by hand' } } },
    });
  });

  it('a request that takes it back is left to a person, and so is what is deployed', () => {
    const address = 'https://forge.test/8';
    expect(
      done(standing(at({ kind: 'opening', tree: 't9', made: 'c9' })), 'open-pull-request', { address }),
    ).toMatchObject({
      state: {
        at: {
          ...{ kind: 'releasing', back: null },
          outcome: {
            ...{ kind: 'not_verified', open: [`merge ${address}`, 'roll back the deployment'] },
            why: `rolled back by ${address}; a person merges that, and rolls back what is deployed`,
          },
        },
      },
      said: [{ kind: 'revert_opened', data: { address } }, { kind: 'phase_entered' }],
    });
  });

  it('what failed outside is asked about as such', () => {
    const failure = { error_code: 'FORGE_UNREACHABLE', message: 'no answer' } as const;
    const { state } = failed(standing(at({ kind: 'looking' })), 'look-at-pull-request', failure);
    expect(decided({ ...standing(at()), state })).toMatchObject({
      question: { kind: 'unreachable', text: 'no answer (FORGE_UNREACHABLE)' },
    });
  });
});
