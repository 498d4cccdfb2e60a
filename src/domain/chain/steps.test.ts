import { describe, expect, it } from 'vitest';
import { chain, decide, done, failed, known, run, spec, stateAfter, withoutSlot } from '../../../test/fakes/chain.ts';
import { gatePlan, gateResult, gateSettings } from '../../../test/fakes/outside.ts';
import { type Learned, learn } from '../parts/known.ts';
import type { Chain, ChainKnown, ChainStep } from './chain.ts';
import { labelOf, planAt, turn } from './moves.ts';
import { sayChain } from './steps.ts';

const { hub, base } = known.place;
const setup = [['npm', 'ci']] as const;
const folders = ['node_modules'];
const place = {
  gatePlan: { ...gatePlan, setup, dependencyFolders: folders },
  ...{ dependencies: '/deps', copyFiles: ['.env'] },
};
const standing = (at: ChainStep, more: Learned<ChainKnown> = {}): Chain =>
  chain(at, { known: learn(learn(known, { place }), more) });
const results = [gateResult('test', 'passed')];
const red = [gateResult('test', 'failed')];
const unguarded = { tests: [], read: [], commands: [], agreed: [] };
const checked = { tree: 't1', round: 2, of: 3 };
const impl = turn('impl', 1, 3);
const over = { kind: 'done', verified: true } as const;
const named = <Rest extends readonly unknown[]>(rows: readonly (readonly [ChainStep, ...Rest])[]) =>
  rows.map(([at, ...rest]) => [at.kind, at, ...rest] as const);
const wanting = (isolation: 'clone' | 'worktree' | 'checkout', thing: Chain): Chain => ({
  ...thing,
  spec: { ...spec, settings: { ...spec.settings, workspace: { ...spec.settings.workspace, isolation } } },
});

describe('the act of a step', () => {
  it.each(
    named<[string, object]>([
      [{ kind: 'opening' }, 'open-hub', { workspace: 'shop', path: '/shop' }],
      [{ kind: 'surveying' }, 'survey-base', { hub, wanted: null }],
      [{ kind: 'copying', tried: 0 }, 'make-copy', { hub, base, branch: 'drover/cx', isolation: 'clone' }],
      [{ kind: 'preparing' }, 'prepare-dependencies', { hub, tree: 'base', key: 'none', setup }],
      [{ kind: 'sealing', folder: '/d' }, 'seal-dependencies', { folder: '/d', folders }],
      [
        { kind: 'furnishing' },
        'furnish-copy',
        {
          ...{ hub, base: 'base', copy: '/copy', label: 'x7/plan-1' },
          ...{ dependencies: '/deps', folders, files: ['.env'] },
        },
      ],
      [
        { kind: 'mending', next: impl },
        'mend-copy',
        {
          ...{ workspace: 'shop', isolation: 'clone', copy: '/copy', branch: 'drover/cx', tree: 'tree' },
          ...{ hub, base, dependencies: '/deps', folders, files: ['.env'] },
        },
      ],
      [{ kind: 'leaving' }, 'remove-copy', { hub, base, copy: '/copy', branch: 'drover/cx', isolation: 'clone' }],
      [{ kind: 'restoring', next: impl }, 'restore-copy', { hub, copy: '/copy', tree: 'tree', label: 'x7-plan-1' }],
      [
        { kind: 'filing', name: 'cx-impl-23-r1', text: 'said', next: impl },
        'write-note',
        { path: 'chains/x7/cx-impl-23-r1.md', text: 'said' },
      ],
      [
        { kind: 'looking', round: 2, of: 3, to: 'review' },
        'snapshot',
        { hub, copy: '/copy', base: 'base', label: 'x7/plan-1-r2' },
      ],
      [
        { kind: 'inspecting', ...checked, changes: [] },
        'inspect-change',
        { hub, base: 'base', tree: 't1', plan: place.gatePlan, settings: gateSettings },
      ],
      [
        { kind: 'staging', ...checked, found: [] },
        'stage-tree',
        {
          ...{ hub, tree: 't1', base: 'base', overlay: null, label: 'x7/plan-1-r2', dependencies: '/deps' },
          ...{ folders, repository: false },
        },
      ],
      [
        { kind: 'guarding', ...checked, results },
        'judge-guarded',
        {
          ...{ hub, base: 'base', tree: 't1', plan: place.gatePlan, baseline: [], held: [], own: results },
          known: unguarded,
        },
      ],
      [
        { kind: 'guarding', ...checked, held: red, results },
        'judge-guarded',
        {
          ...{ hub, base: 'base', tree: 't1', plan: place.gatePlan, baseline: [], held: red, own: results },
          known: unguarded,
        },
      ],
      [
        { kind: 'staging_guarded', ...checked, results },
        'stage-tree',
        {
          ...{ hub, tree: 'base', base: 't1', overlay: { guarded: unguarded, plan: place.gatePlan } },
          ...{ label: 'x7/plan-1-r2-guarded', dependencies: '/deps', folders, repository: false },
        },
      ],
      [
        { kind: 'recording', ...checked, results },
        'record-evidence',
        { base: 'c0ffee', tree: 't1', definitions: 'd1', results, criterion: null, attempt: null },
      ],
      [
        { kind: 'committing', tree: 't1', override: 'a person', results },
        'commit',
        {
          ...{ hub, tree: 't1', parent: 'c0ffee', atSeconds: 1, definitions: 'd1', branch: 'drover/cx' },
          ...{ override: 'a person', message: 'Write a\n\nPlan: plans/23.md\nChain: cx (x7)\n' },
        },
      ],
      [{ kind: 'releasing', outcome: over }, 'release', { workspace: 'shop', slots: 3, outcome: 'done' }],
    ]),
  )('at %s', (_, at, name, input) => {
    expect(decide(standing(at))).toEqual({ kind: 'perform', effect: { name, input } });
  });

  it('names a branch that is taken with the next number, until there is a copy with its own', () => {
    const branches = [0, 1, 2].map((tried) => decide(standing({ kind: 'copying', tried }, { place: { copy: null } })));
    expect(branches).toMatchObject(
      ['drover/cx', 'drover/cx-2', 'drover/cx-3'].map((branch) => ({ effect: { input: { branch } } })),
    );
    expect(decide(standing({ kind: 'copying', tried: 4 }))).toMatchObject({
      effect: { input: { branch: 'drover/cx' } },
    });
  });

  it.each([
    ['clone', 'clone'],
    ['worktree', 'worktree'],
    ['checkout', 'clone'],
  ] as const)('works beside the checkout, where a workspace wants %s in a %s', (wanted, made) => {
    for (const at of [
      { kind: 'copying', tried: 0 },
      { kind: 'leaving' },
      { kind: 'mending', next: impl },
    ] satisfies readonly ChainStep[])
      expect(decide(wanting(wanted, standing(at)))).toMatchObject({ effect: { input: { isolation: made } } });
  });

  it('a copy of which nothing was kept is mended from the base; set-up that nobody wants is left out', () => {
    expect(decide(standing({ kind: 'mending', next: impl }, { work: { tree: null } }))).toMatchObject({
      effect: { input: { tree: 'base' } },
    });
    expect(stateAfter(decide(chain({ kind: 'preparing' }))).at).toEqual({ kind: 'furnishing' });
  });
});

/** Where an act leads, what is known from then on, and what is said. */
type Led = {
  readonly at: ChainStep;
  readonly state?: object;
  readonly known?: Learned<ChainKnown>;
  readonly said?: readonly object[];
};

describe('what an act brought', () => {
  const opened = { path: '/hub2', checkout: '/shop' };
  const copy = { path: '/c2', branch: 'b2' };
  const hand: ChainStep = { kind: 'filing', name: 'hand-off', text: 'T', next: { kind: 'releasing', outcome: over } };
  it.each(
    named<[string, object, Led]>([
      [
        { kind: 'opening' },
        'open-hub',
        { hub: opened },
        { at: { kind: 'fetching' }, known: { place: { hub: opened } } },
      ],
      [
        { kind: 'copying', tried: 1 },
        'make-copy',
        copy,
        { at: { kind: 'preparing' }, known: { place: { copy: copy as never }, work: { plan: null } } },
      ],
      [
        { kind: 'preparing' },
        'prepare-dependencies',
        { folder: '/d', ready: true },
        { at: { kind: 'furnishing' }, known: { place: { dependencies: '/d' } } },
      ],
      [
        { kind: 'preparing' },
        'prepare-dependencies',
        { folder: '/d', ready: false },
        { at: { kind: 'setting_up', folder: '/d', index: 0 }, known: { place: { dependencies: '/d' } } },
      ],
      [
        { kind: 'sealing', folder: '/d' },
        'seal-dependencies',
        {},
        { at: { kind: 'furnishing' }, known: { place: { dependencies: '/d' } } },
      ],
      [
        { kind: 'furnishing' },
        'furnish-copy',
        { tree: 't0' },
        { at: turn('plan-review', 1, 3), known: { work: { tree: 't0' } } },
      ],
      [{ kind: 'mending', next: impl }, 'mend-copy', { made: false, tree: 't' }, { at: impl }],
      [
        { kind: 'mending', next: impl },
        'mend-copy',
        { made: true, tree: 't', hub: opened },
        { at: impl, known: { place: { hub: opened } }, said: [{ kind: 'copy_made_anew', data: { tree: 't' } }] },
      ],
      [{ kind: 'leaving' }, 'remove-copy', { kept: null }, { at: { kind: 'copying', tried: 0 } }],
      [{ kind: 'restoring', next: impl }, 'restore-copy', { changed: [] }, { at: impl }],
      [
        { kind: 'restoring', next: impl },
        'restore-copy',
        { changed: ['a.ts'] },
        { at: impl, said: [{ kind: 'wrote_in_read_only', data: { paths: ['a.ts'] } }] },
      ],
      [{ kind: 'filing', name: 'n', text: 't', next: impl }, 'write-note', { path: '/n' }, { at: impl }],
      [
        hand,
        'write-note',
        { path: '/n' },
        {
          ...{ at: hand.next, known: { work: { note: '/n' } } },
          said: [{ kind: 'chain_ended', data: { outcome: 'done', note: '/n', plans: 0 } }],
        },
      ],
      [
        { kind: 'releasing', outcome: over },
        'release',
        {},
        { at: { kind: 'ended', outcome: over }, state: { slot: 'none' } },
      ],
      [
        { kind: 'looking', round: 2, of: 3, to: 'review' },
        'snapshot',
        { tree: 't1', changes: [{}] },
        { at: turn('review', 2, 3), known: { work: { tree: 't1' } } },
      ],
      [
        { kind: 'looking', round: 2, of: 3, to: 'inspect' },
        'snapshot',
        { tree: 't1', changes: [{}] },
        { at: { kind: 'inspecting', ...checked, changes: [{}] as never }, known: { work: { tree: 't1' } } },
      ],
      [
        { kind: 'looking', round: 2, of: 3, to: 'inspect' },
        'snapshot',
        { tree: 't1', changes: [] },
        {
          at: {
            ...{ kind: 'trouble', on: 'trouble', text: 'The work on the plan changed nothing.', accept: null },
            back: { ...turn('impl', 1, 3), cuts: 1 },
          },
          known: { work: { tree: 't1' } },
        },
      ],
      [
        { kind: 'staging', ...checked, found: results },
        'stage-tree',
        { folder: '/s', tree: 't1' },
        { at: { kind: 'gating', ...checked, found: results, folder: '/s', results: [] } },
      ],
      [
        { kind: 'staging_guarded', ...checked, results },
        'stage-tree',
        { folder: '', tree: 't1', laid: [] },
        { at: { kind: 'guarding', ...checked, results } },
      ],
      [
        { kind: 'staging_guarded', ...checked, results },
        'stage-tree',
        { folder: '/g', tree: 't2', laid: ['jest.config.js'] },
        { at: { kind: 'guarded_gates', ...checked, folder: '/g', held: [], results } },
      ],
      [
        { kind: 'guarding', ...checked, held: red, results },
        'judge-guarded',
        { result: null },
        { at: { kind: 'recording', ...checked, results } },
      ],
      [
        { kind: 'recording', ...checked, results },
        'record-evidence',
        {},
        { at: { kind: 'committing', tree: 't1', override: null, results } },
      ],
    ]),
  )('at %s leads on', (_, at, name, output, led) => {
    const thing = standing(at);
    expect(done(thing, name, output)).toEqual({
      state: { ...thing.state, ...led.state, at: led.at, known: learn(thing.state.known, led.known ?? {}) },
      said: led.said ?? [],
    });
  });

  it('a survey tells the base, what it is checked by, and what the copy is given', () => {
    const found = { ...base, commit: 'c9' };
    const output = { base: found, plan: gatePlan, settings: gateSettings, copy: ['a.txt'], hooks: [] };
    const { state, said } = done(
      chain({ kind: 'surveying' }, { known: learn(known, { place: { gatePlan: null } }) }),
      'survey-base',
      output,
    );
    expect(state.known).toMatchObject({ place: { base: found, gatePlan, gateSettings, copyFiles: ['a.txt'] } });
    expect(state.known.place).not.toHaveProperty('toTrust');
    expect(said).toEqual([
      { kind: 'base_surveyed', data: { base: 'c9', branch: 'main', gates: [{ gate: 'test', absent: null }] } },
    ]);
  });

  it('what was found without a program is said where it fails, and goes along with what gates say', () => {
    const finding = { gate: 'tamper', what: 'a test is gone', file: 'a.test.js', line: null, weight: 'fail' };
    const { state, said } = done(standing({ kind: 'inspecting', ...checked, changes: [] }), 'inspect-change', {
      ...{ tamper: [finding], secrets: [], tests: [] },
    });
    expect(state.at).toMatchObject({
      ...{ kind: 'staging', ...checked },
      found: [
        { gate: 'tamper', verdict: 'failed' },
        { gate: 'secrets', verdict: 'passed' },
      ],
    });
    expect(said).toEqual([
      {
        kind: 'gate_judged',
        data: { on: 'tree', gate: 'tamper', verdict: 'failed', why: 'a.test.js: a test is gone' },
      },
    ]);
  });

  it('what the work does to what decides what gates say is looked at before it goes on record', () => {
    const guarding = standing({ kind: 'guarding', ...checked, results });
    const result = gateResult('guarded', 'passed', { why: 'one file' });
    const { state, said } = done(guarding, 'judge-guarded', { result });
    expect(state.at).toMatchObject({ kind: 'recording', results: [...results, result] });
    expect(said).toMatchObject([{ kind: 'gate_judged', data: { gate: 'guarded', why: 'one file' } }]);
  });

  it('a commit is what the next plan starts from; it is verified where nobody had to take it upon them', () => {
    for (const [override, verified] of [
      [null, true],
      ['a person, in the chain', false],
    ] as const) {
      const { state, said } = done(standing({ kind: 'committing', tree: 't1', override, results }), 'commit', {
        commit: 'c2',
      });
      expect(state).toMatchObject({ plan: 1, at: { kind: 'leaving' } });
      expect(state.known.place.base).toEqual({ ...base, commit: 'c2', tree: 't1' });
      expect(state.done).toEqual([
        { label: '23', commit: 'c2', verified, gates: [{ gate: 'test', verdict: 'passed' }] },
      ]);
      expect(said).toEqual([{ kind: 'chain_committed', data: { plan: '23', commit: 'c2', verified } }]);
    }
  });
});

describe('an act that failed', () => {
  const failure = { error_code: 'GIT_FAILED', message: 'no' } as const;
  const taken = { error_code: 'ALREADY_EXISTS', message: 'taken' } as const;

  it.each(
    named<[string]>([
      [{ kind: 'opening' }, 'open-hub'],
      [{ kind: 'furnishing' }, 'furnish-copy'],
      [{ kind: 'copying', tried: 0 }, 'make-copy'],
      [{ kind: 'leaving' }, 'remove-copy'],
    ]),
  )('at %s is a person’s, and goes on where it failed', (_, at, name) => {
    expect(failed(standing(at), name, failure)).toEqual({
      state: {
        ...standing(at).state,
        at: { kind: 'trouble', on: 'trouble', text: `${at.kind} did not work: no`, back: at, accept: null },
      },
      said: [],
    });
  });

  it('a branch that is taken is tried with a number, so often', () => {
    expect(failed(standing({ kind: 'copying', tried: 19 }), 'make-copy', taken).state.at).toEqual({
      ...{ kind: 'copying', tried: 20 },
    });
    expect(failed(standing({ kind: 'copying', tried: 20 }), 'make-copy', taken).state.at.kind).toBe('trouble');
  });

  it('a copy that is gone is mended first, but where mending met that itself', () => {
    const gone = { error_code: 'COPY_MISSING', message: 'gone' } as const;
    const at: ChainStep = { kind: 'restoring', next: impl };
    expect(failed(standing(at), 'restore-copy', gone).state.at).toMatchObject({ back: { kind: 'mending', next: at } });
    const mending: ChainStep = { kind: 'mending', next: impl };
    expect(failed(standing(mending), 'mend-copy', gone).state.at).toMatchObject({ back: mending });
  });

  it('what could not be given back is said, and holds up no end', () => {
    expect(failed(standing({ kind: 'releasing', outcome: over }), 'release', failure)).toMatchObject({
      state: { at: { kind: 'ended', outcome: over } },
      said: [{ kind: 'release_failed', data: failure }],
    });
  });
});

describe('runs that are no turns', () => {
  const ended = (result: object, ending: object = { kind: 'exited', code: 0 }, key = 'run-1') =>
    ({
      ...run(key, { kind: 'answered', text: '' }),
      ...{ kind: 'run', spec: { purpose: { kind: 'setup' } } },
      state: { kind: 'ended', ending, endedAt: 1_000, result },
    }) as never;
  const plain = (ok: boolean, more: object = {}) => ({
    ...{ kind: 'plain', ok, why: ok ? '' : 'no network', tail: '', failure: null },
    ...more,
  });
  const lost = { kind: 'lost' };
  const full = plain(false, { failure: { error_code: 'DISK_FULL', message: 'no space' } });
  const fetching: ChainStep = { kind: 'fetching' };
  const begun = (at: ChainStep) => ({ ...standing(at), state: { ...standing(at).state, runs: 1 } });

  it('are begun one at a time, under the next number', () => {
    expect(decide({ ...standing(fetching), state: { ...standing(fetching).state, runs: 3, dealt: 3 } })).toMatchObject({
      ...{ kind: 'spawn', state: { runs: 4, dealt: 3 }, said: [] },
      children: [
        {
          ...{ kind: 'run', key: 'run-4', state: { kind: 'requested' } },
          spec: { purpose: { kind: 'fetch', hub }, deadlineMs: 600_000, sandbox: 'auto' },
        },
      ],
    });
    expect(decide(begun(fetching))).toEqual({ kind: 'wait', until: null, on: 'the fetch' });
    const running = { ...run('run-1', { kind: 'answered', text: '' }), state: { kind: 'running' } } as never;
    expect(decide(begun(fetching), [running])).toMatchObject({ kind: 'wait', on: 'the fetch' });
    const other = ended(plain(true), undefined, 'run-2');
    expect(decide(begun(fetching), [other])).toMatchObject({ kind: 'wait', on: 'the fetch' });
  });

  it.each<readonly [string, object, object | undefined, ChainStep, readonly object[]]>([
    ['that is through', plain(true), undefined, { kind: 'surveying' }, [{ kind: 'base_fetched' }]],
    ['whose keeper died', plain(true), lost, fetching, []],
    [
      'that failed',
      plain(false),
      undefined,
      {
        ...{ kind: 'trouble', on: 'trouble', text: 'The remote could not be fetched: no network' },
        ...{ back: fetching, accept: null },
      },
      [],
    ],
  ])('a fetch %s', (_, result, ending, at, said) => {
    const thing = begun(fetching);
    expect(decide(thing, [ended(result, ending)])).toEqual({
      ...{ kind: 'advance', said },
      state: { ...thing.state, dealt: 1, at },
    });
  });

  it('a fetch that met a full disk waits for room', () => {
    expect(decide(begun(fetching), [ended(full)])).toEqual({ kind: 'wait', on: 'room on the disk', until: 31_000 });
  });

  const settingUp: ChainStep = { kind: 'setting_up', folder: '/d', index: 0 };
  it.each<readonly [string, object, object | undefined, object]>([
    ['that is through', plain(true), undefined, { ...settingUp, index: 1 }],
    ['whose keeper died', plain(true), lost, { kind: 'preparing' }],
    [
      'that failed',
      plain(false),
      undefined,
      {
        ...{ kind: 'trouble', on: 'trouble', accept: null, back: { kind: 'preparing' } },
        text: 'Set-up `npm ci` does not work on the base: no network',
      },
    ],
  ])('a program of set-up %s', (_, result, ending, at) => {
    const thing = begun(settingUp);
    expect(decide(thing, [ended(result, ending)])).toEqual({
      ...{ kind: 'advance', said: [] },
      state: { ...thing.state, dealt: 1, at },
    });
  });

  it('set-up is begun, waited for, and sealed after its last program', () => {
    expect(decide(standing(settingUp))).toMatchObject({
      children: [
        {
          key: 'run-1',
          spec: {
            ...{ purpose: { kind: 'setup', argv: ['npm', 'ci'], folder: '/d' } },
            ...{ deadlineMs: 1_200_000, sandbox: 'auto' },
          },
        },
      ],
    });
    expect(decide(begun(settingUp))).toEqual({ kind: 'wait', until: null, on: 'set-up: npm ci' });
    expect(stateAfter(decide(standing({ ...settingUp, index: 1 } as ChainStep))).at).toEqual({
      ...{ kind: 'sealing', folder: '/d' },
    });
  });

  const gating: ChainStep = { kind: 'gating', ...checked, folder: '/s', found: results, results: [] };
  it('gates are run in the clean checkout, judged, and put on record with what was found', () => {
    expect(decide(standing(gating))).toMatchObject({
      children: [
        {
          spec: {
            purpose: { kind: 'gate', folder: '/s', dependencies: '/deps', definition: { gate: 'test' } },
            ...{ deadlineMs: 60_000, sandbox: 'auto' },
          },
        },
      ],
    });
    expect(decide(begun(gating))).toEqual({ kind: 'wait', until: null, on: 'the gate test' });
    expect(stateAfter(decide(begun(gating), [ended({ kind: 'gate', result: results[0] }, lost)]))).toMatchObject({
      ...{ at: gating, dealt: 1 },
    });
    const [no] = red;
    expect(decide(begun(gating), [ended({ kind: 'gate', result: no })])).toMatchObject({
      state: { at: { ...gating, results: red }, dealt: 1 },
      said: [{ kind: 'gate_judged', data: { on: 'tree', gate: 'test', verdict: 'failed', why: 'it does not work' } }],
    });
    const spoken = standing({ ...gating, results: red });
    expect(stateAfter(decide(spoken)).at).toEqual({ kind: 'recording', ...checked, results: [...red, ...results] });
  });

  it('P9 a gate that leaves a process behind which cannot be ended says nothing that counts', () => {
    const [passed] = results;
    const left = ended({ kind: 'gate', result: { ...passed, left: 1 } });
    const why = expect.stringContaining('a process that it started outlives it');
    expect(decide(begun(gating), [left])).toMatchObject({
      state: { at: { results: [{ gate: 'test', verdict: 'failed', why, ids: null }] } },
      said: [{ kind: 'gate_judged', data: { gate: 'test', verdict: 'failed', why } }],
    });
  });

  it('what passes is run once more with the files that decide what gates say as they were; what fails is not', () => {
    const fromStart = { place: { gatePlan: { ...place.gatePlan, fromStart: true as const } } };
    const cameTo = (own: typeof results) =>
      stateAfter(decide(standing({ ...gating, found: [], results: own } as ChainStep, fromStart))).at;
    expect(cameTo(results)).toEqual({ kind: 'staging_guarded', ...checked, results });
    expect(cameTo(red)).toEqual({ kind: 'guarding', ...checked, results: red });
  });

  const guarded: ChainStep = { kind: 'guarded_gates', ...checked, folder: '/g', held: [], results };
  it('what gates say with those files as they were is kept beside what they say, begun anew where it was cut off', () => {
    expect(decide(standing(guarded))).toMatchObject({
      children: [{ spec: { purpose: { kind: 'gate', folder: '/g', definition: { gate: 'test' } } } }],
    });
    expect(decide(begun(guarded))).toEqual({ kind: 'wait', until: null, on: 'the gate test' });
    expect(stateAfter(decide(begun(guarded), [ended({ kind: 'gate', result: red[0] }, lost)]))).toMatchObject({
      ...{ at: guarded, dealt: 1 },
    });
    expect(decide(begun(guarded), [ended({ kind: 'gate', result: red[0] })])).toMatchObject({
      ...{ state: { at: { ...guarded, held: red }, dealt: 1 }, said: [] },
    });
    expect(stateAfter(decide(standing({ ...guarded, held: red }))).at).toEqual({
      ...{ kind: 'guarding', ...checked, held: red, results },
    });
  });
});

describe('what a person reads of a step', () => {
  it.each(
    named<[string]>([
      [{ kind: 'opening' }, 'makes its copy ready'],
      [{ kind: 'fetching' }, 'makes its copy ready'],
      [{ kind: 'setting_up', folder: '/d', index: 0 }, 'makes its copy ready'],
      [turn('map', 2, 3), 'map of the issue, round 2'],
      [turn('fix', 2, 3), 'fix of plan 23, round 2'],
      [{ kind: 'restoring', next: impl }, 'looks at plan 23'],
      [{ kind: 'resting', until: 1, back: impl }, "waits for the agent's service"],
      [{ kind: 'looking', round: 1, of: 3, to: 'review' }, 'looks at plan 23'],
      [{ kind: 'gating', ...checked, folder: '', found: [], results: [] }, 'gates of plan 23'],
      [{ kind: 'trouble', on: 'rounds', text: '', back: impl, accept: null }, 'waits for a person'],
      [{ kind: 'asking', key: '', on: 'rounds', text: '', back: impl, accept: null }, 'waits for a person'],
      [{ kind: 'parked', back: impl }, 'parked'],
      [{ kind: 'ended', outcome: over }, 'done'],
      [{ kind: 'ended', outcome: { kind: 'cancelled', by: 'p' } }, 'cancelled'],
    ]),
  )('at %s', (_, at, words) => {
    expect(sayChain(chain(at))).toBe(words);
  });

  it('after its last plan it comes to its end', () => {
    const through = chain({ kind: 'leaving' }, { plan: 1 });
    expect(planAt(through)).toBe('');
    expect(sayChain(through)).toBe('comes to its end');
    expect(labelOf(through)).toBe('x7/plan-2');
  });
});

describe('a pause', () => {
  const notices = [{ seq: 1, kind: 'pause', by: 'p' }];
  it.each(
    named<[boolean]>([
      [{ kind: 'opening' }, true],
      [{ kind: 'fetching' }, true],
      [{ kind: 'resting', until: 5_000, back: impl }, true],
      [{ kind: 'leaving' }, true],
      [{ kind: 'trouble', on: 'rounds', text: '', back: impl, accept: null }, true],
      [{ kind: 'asking', key: '', on: 'rounds', text: '', back: impl, accept: null }, false],
      [{ kind: 'parked', back: impl }, false],
      [{ kind: 'releasing', outcome: over }, false],
      [{ kind: 'ended', outcome: over }, false],
    ]),
  )('at %s parks it where work is done alone', (_, at, parks) => {
    const next = decide(withoutSlot(at), [], { notices });
    expect(next.kind === 'advance' && next.state.at.kind === 'parked').toBe(parks);
  });

  it('has an end that needs no slot and hears no end any more', () => {
    const cancel = [{ seq: 1, kind: 'cancel', by: 'p' }];
    expect(decide(withoutSlot({ kind: 'ended', outcome: over }), [], { notices: cancel })).toMatchObject({
      ...{ kind: 'finish', said: [] },
    });
  });
});
