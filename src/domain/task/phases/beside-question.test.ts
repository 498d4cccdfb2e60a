// Parts of the change are put back while a person reads what is to be submitted.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../../test/fakes/outside.ts';
import { begin, happen, type Machine, type Pick, type Played, round, say } from '../../../../test/fakes/play.ts';
import { answer, decided, done, failed, ranGate, spec, standing } from '../../../../test/fakes/standing-task.ts';
import type { HunkToTry } from '../../evidence/hunk.ts';
import type { Question } from '../../question/question.ts';
import { applyTask } from '../apply.ts';
import { decideTask } from '../decide.ts';
import type { TaskView } from '../moves.ts';
import type { Task, TaskState, TaskStep } from '../task.ts';
import { retryState } from './reopen.ts';

const hunk = (key: string): HunkToTry => ({
  ...{ path: `${key}.js`, lines: [3, 4], size: 1, shown: [`${key}();`], key, tests: [] },
});
const test = gateResult('test', 'passed', { durationMs: 1000 });
const proofs = [{ of: 'SC-1', check: 'red-first', verdict: 'passed', seen: '' }] as const;
const work = { results: [test], baseline: [test], proofs };
const to = { kind: 'submitting' } as const;
const cutting = { kind: 'cutting_hunks', tree: 't1', to } as const;
const found = { left: [], leftMore: 0, agreed: 0, none: { data: 0, unread: 0 }, files: 2 };
const parts = { ...found, tree: 't1', hunks: [hunk('h1'), hunk('h2')], tried: [], spentMs: 0, known: 0, to };
const trying = { ...parts, kind: 'trying_hunk', hunk: hunk('h1'), folder: '/s', some: false } as const;
const oneTried = { ...parts, tried: [{ hunk: hunk('h1'), word: 'demanded' }] } as const;
const asking = (beside?: TaskStep, more: object = {}): TaskStep =>
  ({ kind: 'asking', question: 'submit', key: 'k', back: { ...to, ...(beside && { beside }) }, ...more }) as TaskStep;
const preset = (word: 'careful' | 'normal' | 'hands-off') => ({ settings: { ...spec.settings, preset: word } });
const stateOf = (came: object): TaskState => (came as { state: TaskState }).state;
const open = (still?: object): Question =>
  ({ key: 'k', id: 'q1', choices: [], state: { kind: 'open' }, shown: { still } }) as unknown as Question;
const running = { runs: 1, fetched: 0 };

describe('what is to be submitted', () => {
  it.each(['careful', 'normal'] as const)('%s: is asked at once, and says what still runs', (word) => {
    const came = decided(standing(to, { work }, {}, preset(word)));
    expect(came).toMatchObject({
      kind: 'ask',
      answeredBy: null,
      question: { shown: { still: { tried: 0, of: null } } },
      state: { at: asking(cutting, { key: 'submit-1' }) },
    });
    expect((came as { question: { text: string } }).question.text).toContain(
      'Still at work: needed hunks: none tried yet',
    );
  });

  it('is asked of nobody before parts are tried, where policy answers', () => {
    expect(stateOf(decided(standing(to, { work }))).at).toEqual(cutting);
    expect(decided(standing(to, { work: { ...work, parted: 't1' } }))).toMatchObject({
      answeredBy: { choice: 'submit' },
    });
  });

  it.each<readonly [string, object]>([['nobody is asked after the tests', { until: 'test' }]])(
    'is tried first where %s',
    (_, stated) => {
      expect(stateOf(decided(standing(to, { work }, {}, { ...preset('normal'), ...stated }))).at).toEqual(cutting);
    },
  );

  it.each<readonly [string, object, object]>([
    ['no test was red', { proofs: [] }, {}],
    ['a person wants none tried', {}, { hunks: 'off' }],
    ['they were tried on this tree', { parted: 't1' }, {}],
    ['an earlier version tried them', { results: [test, gateResult('hunks', 'passed')] }, {}],
  ])('has nothing beside it where %s', (_, more, settings) => {
    const stated = { settings: { ...spec.settings, preset: 'normal' as const, ...settings } };
    expect(stateOf(decided(standing(to, { work: { ...work, ...more } }, {}, stated))).at).toMatchObject({ back: to });
  });
});

describe('beside the open question', () => {
  const beside = (step: TaskStep, more: object = {}, state: Partial<TaskState> = running) =>
    standing(asking(step, more), { work }, state, preset('normal'));

  it('parts are cut, checked out and tried one by one, and the question says how far that is', () => {
    const questions = [open({ tried: 0, of: null })];
    const first = beside(cutting, {}, {});
    expect(decided(first, { questions })).toMatchObject({ effect: { name: 'cut-hunks' } });
    const cut = { ...found, demanded: 0, hunks: [hunk('h1'), hunk('h2')] };
    const staging = done(first, 'cut-hunks', cut).state;
    expect(staging.at).toMatchObject({
      kind: 'asking',
      back: { beside: { kind: 'staging_hunk', hunk: { key: 'h1' } } },
    });
    expect(decided({ ...first, state: staging }, { questions })).toMatchObject({
      kind: 'advance',
      reworded: {
        key: 'k',
        shown: { still: { tried: 0, of: 2 } },
        text: expect.stringContaining('0 of 2 parts tried'),
      },
    });
    const told = { questions: [open({ tried: 0, of: 2 })] };
    expect(decided({ ...first, state: staging }, told)).toMatchObject({ effect: { name: 'stage-tree' } });
    const staged = done({ ...first, state: staging }, 'stage-tree', { folder: '/s', tree: 't1' }).state;
    expect(decided({ ...first, state: staged }, told)).toMatchObject({ kind: 'spawn', state: { runs: 1 } });
    const ran = { ...told, children: [ranGate(gateResult('test', 'failed', { durationMs: 5 }))] };
    expect(stateOf(decided(beside(trying), ran)).at).toMatchObject({
      kind: 'asking',
      back: { beside: { kind: 'staging_hunk', hunk: { key: 'h2' }, tried: [{ word: 'demanded' }] } },
    });
  });

  it('a slot is held while something is worked on, and given back after it', () => {
    const questions = [open({ tried: 0, of: null })];
    expect(decided(beside(cutting, {}, { slot: 'none' }), { questions })).toMatchObject({
      effect: { name: 'claim-slot' },
    });
    expect(decided(standing(asking(), { work }), { questions })).toMatchObject({ effect: { name: 'free-slot' } });
    const last = beside(cutting, {}, { slot: 'waiting' });
    expect(decided(last, { questions, slot: { kind: 'waiting' } })).toMatchObject({ kind: 'wait' });
  });

  const recording = { kind: 'recording_test', tree: 't1', results: [], next: 'hunks_tried', to } as const;
  const judged = (word: 'careful' | 'normal', needs: 'yes' | undefined) => {
    const finding = {
      gate: 'hunks',
      file: 'h1.js',
      line: 3,
      weight: 'note',
      what: 'no test demands it',
      key: 'h1',
      needs,
    };
    const results = [gateResult('hunks', 'passed', { why: 'one part', findings: [finding as never] })];
    const before = standing(asking({ ...recording, results }), { work }, {}, preset(word));
    const { state } = done(before, 'record-evidence', { from: 1, to: 1 });
    return decided({ ...before, state }, { questions: [open({ tried: 2, of: 2 })] });
  };

  it('what came of all stands in the same question, which waits on', () => {
    const came = judged('normal', undefined);
    expect(came).toMatchObject({
      state: { at: { kind: 'asking', back: to }, known: { work: { parted: 't1' } } },
      reworded: { key: 'k', text: expect.not.stringContaining('Still at work') },
    });
    expect(JSON.stringify(came)).toContain('one part');
    expect(stateOf(came).at).toMatchObject({ back: { kind: 'submitting' } });
    expect(JSON.stringify(stateOf(came).at)).not.toContain('beside');
  });

  it('a part that needs a yes is another question: an answer to what did not show it is none', () => {
    const came = judged('careful', 'yes');
    expect(came).toMatchObject({ state: { at: to }, closeQuestions: expect.stringContaining('no test demands') });
    const anew = decided(standing(stateOf(came).at, { work: stateOf(came).known.work }, {}, preset('careful')));
    expect(anew).toMatchObject({ kind: 'ask', question: { choices: [{ id: 'submit_with_protected' }, {}, {}, {}] } });
  });

  it('trouble with it is asked in its place, and it goes on where it was', () => {
    const failure = { error_code: 'INTERNAL', message: 'no such tree' } as const;
    const staging = { ...oneTried, kind: 'staging_hunk', hunk: hunk('h2') } as const;
    const before = beside(staging, {}, {});
    const { state } = failed(before, 'stage-tree', failure);
    const out = decided({ ...before, state }, { questions: [open()] });
    expect(out).toMatchObject({
      state: { at: { kind: 'troubled', back: staging } },
      closeQuestions: expect.any(String),
    });
  });
});

describe('an answer that comes before all is tried', () => {
  const given = (
    word: 'careful' | 'normal',
    choice: string,
    step: TaskStep,
    more: Partial<TaskView> = {},
    at: object = {},
  ) => {
    const state = step.kind === 'trying_hunk' ? running : {};
    const thing = standing(asking(step, at), { work }, state, preset(word));
    return decided(thing, { questions: [answer(choice, 'words')], ...more });
  };
  const living = { children: [ranGate(null)] };
  const cancelled = { children: [ranGate(test, { kind: 'cancelled' })] };

  it('careful: a yes counts, the run goes on, and nothing is pushed before all is tried', () => {
    const came = given('careful', 'submit', trying, living);
    expect(stateOf(came)).toMatchObject({ at: { ...trying, to: { ...to, yes: true } }, runs: 1, fetched: 0 });
    const staging = { ...oneTried, kind: 'staging_hunk', hunk: hunk('h2') } as const;
    expect(stateOf(given('careful', 'submit', staging)).at).toEqual({ ...staging, to: { ...to, yes: true } });
    expect(stateOf(given('careful', 'submit', to)).at).toEqual({ ...to, yes: true });
    const recording = { kind: 'recording_test', tree: 't1', results: [], next: 'hunks_tried', to } as const;
    expect(stateOf(given('careful', 'submit', recording)).at).toEqual({ ...recording, to: { ...to, yes: true } });
  });

  it('careful: after it only what no test demands is asked, and nothing where tests demand all', () => {
    const finding = {
      gate: 'hunks',
      file: 'h1.js',
      line: 3,
      weight: 'note',
      what: 'w',
      key: 'h1',
      needs: 'yes',
    } as const;
    const next = (findings: readonly (typeof finding)[], agreed: readonly string[] = []) =>
      decided(
        standing(
          { ...to, yes: true },
          { work: { ...work, parted: 't1', agreed, results: [test, gateResult('hunks', 'passed', { findings })] } },
          {},
          preset('careful'),
        ),
      );
    expect(stateOf(next([])).at).toEqual({ kind: 'committing' });
    expect(stateOf(next([finding], ['h1'])).at).toEqual({ kind: 'committing' });
    const own = next([finding]);
    expect(own).toMatchObject({
      kind: 'ask',
      answeredBy: null,
      question: { text: expect.stringMatching(/^You said yes/) },
    });
    expect(stateOf(own).at).toMatchObject({ kind: 'asking', back: { ...to, yes: true } });
  });

  it('normal: a yes ends what runs, and what was not tried is on record before the commit', () => {
    expect(given('normal', 'submit', trying, living)).toMatchObject({
      state: { at: { ending: true } },
      notices: [{ to: 'r1', kind: 'cancel' }],
    });
    expect(given('normal', 'submit', trying, living, { ending: true })).toMatchObject({ kind: 'wait' });
    const dealt = stateOf(given('normal', 'submit', trying, cancelled, { ending: true }));
    expect(dealt).toMatchObject({ runs: 1, fetched: 1 });
    const thing = standing(dealt.at, { work }, { ...dealt }, preset('normal'));
    const came = stateOf(decided(thing, { questions: [answer('submit')], ...cancelled }));
    expect(came.at).toMatchObject({ kind: 'recording_test', next: 'hunks_tried', to: { ...to, yes: true } });
    expect(JSON.stringify(came.at)).toContain(
      'no part of the change was put back; not tried: h1.js:3, h2.js:3 (a yes came before)',
    );
    const cut = stateOf(given('normal', 'submit', cutting)).at;
    expect(cut).toMatchObject({
      kind: 'recording_test',
      results: [
        { gate: 'hunks', verdict: 'skipped', why: expect.stringContaining('yes') },
        { gate: 'values', verdict: 'skipped', why: 'not tried: answered before' },
      ],
    });
  });

  it.each([
    ['another title', 'edit'],
    ['what is left after a yes by line', 'some'],
  ])('%s is asked with the same beside it, which runs on', (_, choice) => {
    const came = stateOf(given('normal', choice, trying, living));
    expect(came).toMatchObject({ at: { ...to, beside: trying }, runs: 1, fetched: 0 });
    const asked = decided(standing(came.at, { work }, running, preset('normal')), living);
    expect(asked).toMatchObject({ kind: 'ask', state: { at: { back: { beside: trying } } } });
  });

  it.each(['change', 'abandon', 'code'])('%s ends what runs first', (choice) => {
    expect(given('careful', choice, trying, living)).toMatchObject({ notices: [{ to: 'r1', kind: 'cancel' }] });
    const dealt = stateOf(given('careful', choice, trying, cancelled, { ending: true }));
    const thing = standing(dealt.at, { work }, { ...dealt }, preset('careful'));
    const came = stateOf(decided(thing, { questions: [answer(choice, 'words')], ...cancelled }));
    expect(came.fetched).toBe(came.runs);
    expect(came.at.kind).not.toBe('asking');
  });

  it('a task that was ended there and is begun again asks from the beginning', () => {
    const ended = {
      kind: 'ended',
      outcome: { kind: 'cancelled', why: 'w', open: [] },
      back: { ...to, beside: trying },
    } as TaskStep;
    expect(retryState(standing(ended, { work }, running), 1)?.at).toEqual(to);
  });
});

it('whatever comes between, nothing is committed before all is tried or a yes came, and nothing is tried twice', () => {
  const machine: Machine = {
    decide: (seen, at) => decideTask(seen as unknown as TaskView, at),
    apply: (thing, performed) => applyTask(thing as Task, performed),
  };
  const presets = fc.constantFrom('careful' as const, 'normal' as const, 'hands-off' as const);
  const choices = fc.array(fc.nat(10_000), { minLength: 40, maxLength: 300 });
  fc.assert(
    fc.property(choices, presets, (numbers, word) => {
      let next = 0;
      const pick: Pick = (count) => (numbers[next++ % numbers.length] ?? 0) % count;
      let at: Played = begin(standing(to, { work }, { slot: 'held' }, preset(word)) as never);
      at = { ...at, seen: { ...at.seen, slot: { kind: 'held' } } };
      for (let n = 0; n < 60 && !at.ended; n += 1) {
        if (pick(12) === 11) at = say(at, pick(2) === 0 ? 'pause' : 'resume');
        at = round(machine, at, pick);
        const { state } = at.seen.thing as Task;
        const { parted, proven } = state.known.work;
        if (state.at.kind === 'committing' && proven === 't1') expect(parted).toBe('t1');
        const folders = at.seen.children.flatMap(({ kind, spec: of }) =>
          kind === 'run' && (of as { purpose: { kind: string; folder?: string } }).purpose.kind === 'gate' ? [of] : [],
        );
        expect(folders.length).toBeLessThan(60);
        if (state.at.kind === 'committing' || state.at.kind === 'checking') return;
        if (at.waits !== null) at = happen(at, pick);
      }
    }),
    { numRuns: 300 },
  );
});
