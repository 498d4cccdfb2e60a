import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings, hub } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, done, plainRun, standing } from '../../../../test/fakes/standing-task.ts';
import type { Learned } from '../../parts/known.ts';
import type { Known, TaskSpec, TaskState, TaskStep } from '../task.ts';

const setup = [['npm', 'ci']] as const;
const place: Learned<Known> = {
  place: {
    gatePlan: { ...gatePlan, setup, dependencyFolders: ['node_modules'] },
    ...{ dependencies: '/deps', copyFiles: ['.env'] },
  },
};
const ports = { ports: 2 } as never;

describe('the act of a step of set-up', () => {
  it.each<readonly [TaskStep, string, object]>([
    [{ kind: 'opening' }, 'open-hub', { workspace: 'shop', path: '/checkout' }],
    [{ kind: 'surveying' }, 'survey-base', { hub, wanted: null }],
    [
      { kind: 'copying', tried: 1 },
      'make-copy',
      { hub, base, branch: 'drover/shop-1-heartbeat-does-not-fire-2', isolation: 'clone' },
    ],
    [{ kind: 'preparing' }, 'prepare-dependencies', { hub, tree: 't0', key: 'none', setup }],
    [{ kind: 'sealing', folder: '/d' }, 'seal-dependencies', { folder: '/d', folders: ['node_modules'] }],
    [
      { kind: 'furnishing' },
      'furnish-copy',
      {
        ...{ hub, base: 't0', copy: '/copy', label: 'shop-1/start', dependencies: '/deps' },
        ...{ folders: ['node_modules'], files: ['.env'] },
      },
    ],
  ])('%j', (at, name, input) => {
    expect(decided(standing(at, place))).toEqual({ kind: 'perform', effect: { name, input } });
  });

  it('goes on with a branch of the remote, and gives a copy its ports', () => {
    const pull = { branch: 'fix/x' } as TaskSpec['pull'] & object;
    const head = { commit: 'h1', tree: 'h2' };
    expect(decided(standing({ kind: 'surveying' }, {}, {}, { pull }))).toMatchObject({
      effect: { input: { head: 'fix/x' } },
    });
    expect(
      decided(standing({ kind: 'copying', tried: 0 }, { delivery: { head }, place: { preview: ports } }, {}, { pull })),
    ).toMatchObject({
      effect: { input: { branch: 'fix/x', base: { ...base, ...head }, ports: 2 } },
    });
    expect(decided(standing({ kind: 'copying', tried: 1 }, { delivery: { head } }, {}, { pull }))).toMatchObject({
      question: { kind: 'setup_failed', text: expect.stringContaining('The branch fix/x is taken') },
    });
  });

  it.each([
    ['next', 'main', 'gone', 'gone'],
    ['next', 'main', undefined, 'next'],
    [null, 'main', undefined, 'main'],
    [null, null, undefined, null],
  ])('of the base %s, the workspace’s %s and the named %s it is %s', (own, common, startFrom, wanted) => {
    const thing = standing(
      { kind: 'surveying' },
      startFrom === undefined ? {} : { place: { startFrom } },
      {},
      { base: own },
    );
    const { settings } = thing.spec;
    const of = { ...thing.spec, settings: { ...settings, workspace: { ...settings.workspace, base: common } } };
    expect(decided({ ...thing, spec: of })).toMatchObject({ effect: { input: { wanted } } });
  });

  it('nothing is prepared that nobody wants; a program of set-up is begun and said', () => {
    expect(decided(standing({ kind: 'preparing' }))).toMatchObject({ state: { at: { kind: 'furnishing' } } });
    const settingUp: TaskStep = { kind: 'setting_up', folder: '/d', index: 0 };
    expect(decided(standing(settingUp, place))).toMatchObject({
      children: [{ key: 'run-1', spec: { purpose: { kind: 'setup', argv: ['npm', 'ci'], folder: '/d' } } }],
      said: [{ kind: 'setup_started', data: { argv: ['npm', 'ci'] } }],
    });
    expect(decided(standing(settingUp, place, { runs: 1 }))).toMatchObject({ kind: 'wait', on: 'set-up: npm ci' });
    expect(decided(standing({ ...settingUp, index: 1 }, place))).toMatchObject({
      state: { at: { kind: 'sealing', folder: '/d' } },
    });
  });
});

describe('what came of set-up', () => {
  it.each<readonly [TaskStep, boolean, object, TaskStep]>([
    [{ kind: 'fetching' }, true, { kind: 'exited', code: 0 }, { kind: 'surveying' }],
    [{ kind: 'fetching' }, true, { kind: 'lost' }, { kind: 'fetching' }],
    [
      { kind: 'setting_up', folder: '/d', index: 0 },
      true,
      { kind: 'exited', code: 0 },
      { kind: 'setting_up', folder: '/d', index: 1 },
    ],
    [{ kind: 'setting_up', folder: '/d', index: 0 }, false, { kind: 'lost' }, { kind: 'preparing' }],
  ])('%j works: %s (%j)', (at, ok, ending, next) => {
    const thing = standing(at, place, { runs: 1 });
    expect(decided(thing, { children: [plainRun(ok, null, 'no', ending)] })).toMatchObject({
      state: { at: next, fetched: 1 },
    });
  });

  it('a fetch that failed offers what was fetched before', () => {
    const question = decided(standing({ kind: 'fetching' }, {}, { runs: 1 }), { children: [plainRun(false)] });
    if (question.kind !== 'ask') throw new Error(question.kind);
    expect(question.question).toMatchObject({ kind: 'unreachable', text: 'no network' });
    expect(question.question.choices.map(({ id }) => id)).toEqual(['retry', 'without', 'cancel']);
    const asked = asking({ kind: 'fetching' });
    for (const [choice, kind] of [
      ['retry', 'opening'],
      ['without', 'surveying'],
    ] as const)
      expect(decided(standing(asked), { questions: [answer(choice)] })).toMatchObject({ state: { at: { kind } } });
  });

  it.each([
    [1_000_000, 0, 'surveying'],
    [999_999, 0, 'fetching'],
    [undefined, 0, 'fetching'],
    [1_000_000, 1, 'fetching'],
  ] as const)('a hub that was fetched at %s, after %i runs, leads to %s', (fetchedAt, runs, kind) => {
    const output = { hub, dirty: ['a'], notes: ['n'], ...(fetchedAt !== undefined && { fetchedAt }) };
    const { state } = done(standing({ kind: 'opening' }, { place: { hub: null } }, { runs }), 'open-hub', output);
    expect(state).toMatchObject({ at: { kind }, known: { place: { hub, dirty: ['a'], notes: ['n'] } } });
  });

  it('a survey tells all that it found', () => {
    const found = { ...base, commit: 'c9' };
    const more = { template: 'T', preview: ports, teardown: [['x']], toTrust: { programs: null, secrets: [] } };
    const output = {
      base: found,
      plan: gatePlan,
      settings: gateSettings,
      copy: ['.env'],
      hooks: ['h'],
      sandbox: 'bubblewrap',
    };
    const { state, said } = done(standing({ kind: 'surveying' }), 'survey-base', { ...output, ...more });
    expect(state).toMatchObject({
      at: { kind: 'confirming' },
      known: { place: { base: found, copyFiles: ['.env'], hooks: ['h'], sandbox: 'bubblewrap', ...more } },
    });
    expect(said).toEqual([
      {
        kind: 'base_surveyed',
        data: { base: 'c9', branch: 'main', kinds: ['node'], gates: [{ gate: 'test', absent: null }] },
      },
    ]);
    const bare = done(standing({ kind: 'surveying' }), 'survey-base', output).state.known.place;
    for (const key of Object.keys(more)) expect(bare).not.toHaveProperty(key);
  });

  it('a copy says which branch was wanted where it has another', () => {
    const made = (branch: string) => done(standing({ kind: 'copying', tried: 0 }), 'make-copy', { path: '/c', branch });
    const wanted = 'drover/shop-1-heartbeat-does-not-fire';
    expect(made(wanted)).toMatchObject({
      state: { at: { kind: 'preparing' }, known: { place: { copy: { path: '/c', branch: wanted, tree: 't0' } } } },
      said: [{ kind: 'copy_made', data: { path: '/c', branch: wanted } }],
    });
    expect(made(wanted).state.known.place.copy).not.toHaveProperty('wanted');
    expect(made('other')).toMatchObject({
      state: { known: { place: { copy: { branch: 'other', wanted } } } },
      said: [{ data: { branch: 'other', wanted } }],
    });
    const head = { commit: 'h1', tree: 'h2' };
    expect(
      done(standing({ kind: 'copying', tried: 0 }, { delivery: { head } }), 'make-copy', { path: '/c', branch: 'b' })
        .state.known.place.copy,
    ).toMatchObject({ tree: 'h2' });
  });

  it('what is furnished goes on to the base’s gates, to whoever drives by hand, or to where it came from', () => {
    const furnished = (state: Partial<TaskState>, stated: Partial<TaskSpec> = {}) =>
      done(standing({ kind: 'furnishing' }, {}, state, stated), 'furnish-copy', { tree: 't7' }).state;
    expect(furnished({})).toMatchObject({
      at: { kind: 'staging_base' },
      known: { place: { copy: { path: '/copy', tree: 't7' } } },
    });
    expect(furnished({}, { driven: 'hand' }).at.kind).toBe('by_hand');
    const after = furnished({ afterwards: { kind: 'checking' } });
    expect(after.at.kind).toBe('checking');
    expect(after).not.toHaveProperty('afterwards');
    expect(
      done(standing({ kind: 'preparing' }), 'prepare-dependencies', { folder: '/d', ready: false }).state,
    ).toMatchObject({ at: { kind: 'setting_up', folder: '/d', index: 0 }, known: { place: { dependencies: '/d' } } });
    expect(done(standing({ kind: 'sealing', folder: '/d' }), 'seal-dependencies', {}).state.at.kind).toBe('furnishing');
  });
});
