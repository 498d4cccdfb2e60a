// The analysis and the plan that comes of it: who is asked for them, and what each answer leads to.
import { describe, expect, it } from 'vitest';
import { gateResult, report, settings, turn } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, done, standing } from '../../../../test/fakes/standing-task.ts';
import type { Learned } from '../../parts/known.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Run, RunResult } from '../../run/run.ts';
import type { Known, TaskSpec, TaskState, TaskStep } from '../task.ts';
import { analyzeSteps } from './analyze.ts';

type Analyzing = Extract<TaskStep, { kind: 'analyzing' }>;
const analyzing = (more: Partial<Analyzing> = {}): Analyzing => ({
  ...{ kind: 'analyzing', agent: 0, resume: null, missing: null, looks: 0, words: null },
  ...more,
});
const reading = (text: string, more: object = {}): TaskStep =>
  ({
    ...{ kind: 'reading_analysis', agent: 0, text, conversation: 'conv-1', asked: false, looks: 1 },
    ...more,
  }) as TaskStep;
const planning = (more: object = {}) => ({ kind: 'planning' as const, looks: 0, ...more });
const two: Partial<TaskSpec> = {
  settings: { ...settings, agents: { ...settings.agents, analyze: ['one', 'two'], plan: ['three'] } },
};
const stated = (more: Partial<TaskSpec> = {}, own: Partial<TaskSpec['settings']> = {}): Partial<TaskSpec> => ({
  ...{ settings: { ...two.settings, ...own } as TaskSpec['settings'] },
  ...more,
});
const ran = (result: RunResult, ending: object = { kind: 'exited', code: 0 }) =>
  ({
    ...{ id: 'r1', kind: 'run', key: 'run-1', ended: true, spec: { purpose: { kind: 'agent', agent: 'one' } } },
    state: { kind: 'ended', endedAt: 1, startedAt: 1, ending, result },
  }) as unknown as Run;
const unplanned: Learned<Known> = { work: { plan: null } };
const task = (at: TaskStep, work: object = {}, state: Partial<TaskState> = {}, spec: Partial<TaskSpec> = two) =>
  standing(at, { work: { ...unplanned.work, ...work } }, state, spec);
const kept = (more: object = {}, text = 'raw') => ({ report: { report: { ...report, ...more }, text, by: 'one' } });

describe('an analysis', () => {
  const begun = (at: Analyzing, work: object = {}, state: Partial<TaskState> = {}) => {
    const decision = decided(task(at, work, state));
    if (decision.kind !== 'spawn') throw new Error(`it is ${decision.kind}`);
    const [run] = decision.children as unknown as readonly [{ readonly spec: { readonly purpose: object } }];
    return { ...run.spec.purpose, said: decision.said };
  };

  it('is begun with the agent whose turn it is, with what is known', () => {
    const baseline = [gateResult('test', 'failed', { why: 'two fail' }), gateResult('lint', 'passed')];
    const first = begun(analyzing({ words: 'look at the clock' }), { baseline }, { said: ['it is late'] });
    expect(first).toMatchObject({
      ...{ role: 'analyze', agent: 'one', resume: null, mode: 'analysis', copy: '/copy' },
      said: [{ kind: 'analysis_started', data: { agent: 'one' } }],
    });
    for (const part of ['heartbeat does not fire', 'Fails on the base already, test: two fail', 'it is late'])
      expect(first).toMatchObject({ prompt: expect.stringContaining(part) });
    expect(first).toMatchObject({ prompt: expect.stringContaining('look at the clock') });
    expect(first).toMatchObject({ prompt: expect.not.stringContaining('already, lint') });
    expect(begun(analyzing({ agent: 1 }))).toMatchObject({ agent: 'two' });
  });

  it('is asked for what is missing in the same conversation, or just goes on', () => {
    const again = begun(analyzing({ resume: 'c', missing: ['risk'] }));
    expect(again).toMatchObject({ resume: 'c', prompt: expect.stringContaining('risk') });
    expect(again).toMatchObject({ prompt: expect.not.stringContaining('heartbeat') });
    const on = begun(analyzing({ resume: 'c', missing: [] }));
    expect(on).toMatchObject({ prompt: expect.not.stringContaining('heartbeat') });
    expect((on as { prompt?: string }).prompt).not.toBe((again as { prompt?: string }).prompt);
    expect(begun(analyzing({ missing: ['risk'] }))).toMatchObject({ prompt: expect.stringContaining('heartbeat') });
    expect(begun(analyzing({ resume: 'c' }))).toMatchObject({ prompt: expect.stringContaining('heartbeat') });
  });

  it('is handed to who plans, with its report', () => {
    expect(begun(analyzing({ role: 'plan' }), kept())).toMatchObject({
      ...{ role: 'plan', agent: 'three', prompt: expect.stringContaining('minutes are taken for seconds') },
      said: [{ kind: 'planning_started', data: { agent: 'three' } }],
    });
    expect(begun(analyzing({ role: 'plan' }))).toMatchObject({
      prompt: expect.not.stringContaining('minutes are taken for seconds'),
    });
  });

  const came = (run: Run, at = analyzing(), state: Partial<TaskState> = {}) =>
    decided(task(at, {}, { runs: 1, ...state }), { children: [run] });

  it('that was answered is read', () => {
    const read = came(ran(turn('here it is')), analyzing({ looks: 1 }));
    expect(read).toMatchObject({ kind: 'advance', state: { fetched: 1 } });
    expect((read as { state: TaskState }).state.at).toEqual(reading('here it is'));
    expect(came(ran(turn('x')), analyzing({ missing: ['risk'], role: 'plan', agents: ['a', 'b'] }))).toMatchObject({
      state: { at: { asked: true, role: 'plan', agents: ['a', 'b'] } },
    });
    expect(came(ran(turn('x')), analyzing({ missing: [] }))).toMatchObject({ state: { at: { asked: false } } });
  });

  it('that is under way is waited for', () => {
    const run = { ...ran(turn('x')), ended: false, state: { kind: 'running', startedAt: 1 } } as unknown as Run;
    expect(came(run)).toMatchObject({ kind: 'wait', on: 'the analysis' });
  });

  it('that was cut off goes on where it was, and from the beginning where that is not known', () => {
    const cut = (conversation: string | null) =>
      came(ran(turn('', { outcome: { kind: 'cut_off', message: 'x' }, conversation }), { kind: 'lost' }));
    expect(cut('talk')).toMatchObject({ state: { at: analyzing({ resume: 'talk', missing: [] }) } });
    expect(cut(null)).toMatchObject({ state: { at: analyzing() }, said: [{ kind: 'turn_cut' }] });
  });

  const broke = ran(turn('', { outcome: { kind: 'cut_off', message: 'no credit' } }), { kind: 'exited', code: 143 });

  it('that failed is the next agent’s, and after the last a person’s', () => {
    expect(came(broke, analyzing({ resume: 'c', missing: ['risk'] }))).toMatchObject({
      state: { fetched: 1, at: analyzing({ agent: 1 }) },
      said: [{ kind: 'agent_failed', data: { agent: 'one', why: expect.stringContaining('no credit') } }],
    });
    const asked = came(broke, analyzing({ agent: 1, resume: 'c' }));
    expect(asked).toMatchObject({
      kind: 'ask',
      question: {
        ...{ kind: 'stuck', binding: 'analysis-0', shown: { why: expect.stringContaining('no credit') } },
        text: expect.stringMatching(/^No agent could analyze this\. two: /),
        choices: [{ id: 'retry' }, { id: 'another' }, { id: 'plan', words: 'required' }, { id: 'abandon' }],
      },
      state: { at: { back: analyzing() } },
      said: [{ kind: 'agent_failed', data: { agent: 'two' } }],
    });
    expect(came(broke, analyzing({ role: 'plan' }))).toMatchObject({
      question: { text: expect.stringMatching(/^No agent could plan this\. three: /) },
    });
  });

  it.each(['COPY_MISSING', 'GIT_FAILED'])(
    'whose copy is gone, or cannot be worked in, has it made anew: %s',
    (error_code) => {
      const failure = { error_code, message: 'gone' };
      const decision = came(ran({ kind: 'refused', failure } as never), analyzing({ resume: 'c' }));
      expect(decision).toMatchObject({ kind: 'advance' });
      expect((decision as { state: TaskState }).state.at.kind).not.toBe('analyzing');
      expect(JSON.stringify((decision as { state: TaskState }).state.at)).toContain('"resume":null');
    },
  );

  it('may be moved by a person to another agent', () => {
    const moved = (words: string) =>
      decided(task(asking(analyzing({ agent: 0 }))), { questions: [answer('another', words)] });
    expect(moved('one')).toMatchObject({ state: { at: { kind: 'analyzing', agents: ['one', 'two'] } } });
    expect(moved('nobody')).toMatchObject({ state: { at: { kind: 'analyzing' } } });
    expect(moved('nobody')).not.toHaveProperty('state.at.agents');
  });

  it('is said with who does it', () => {
    const { says } = analyzeSteps.analyzing;
    if (typeof says !== 'function') throw new Error('it names who does it');
    const of = (agent: number) => says({ task: task(analyzing()) } as never, analyzing({ agent }));
    expect([of(0), of(1), of(7)]).toEqual(['analyzes with one', 'analyzes with two', 'analyzes with an agent']);
  });
});

describe('what an analysis said', () => {
  const whole = `\`\`\`json\n${JSON.stringify(report)}\n\`\`\``;
  const read = (at: TaskStep, tree = 't0') => done(task(at), 'snapshot', { tree });

  it('is its report, and the plan follows', () => {
    const { state } = read(reading(whole));
    expect(state.at).toEqual({ kind: 'planning', looks: 1 });
    expect(state.known.work.report).toMatchObject({ report: { cause: report.cause }, text: whole, by: 'one' });
  });

  it('is looked for where it says that something is, and what is not there is marked', () => {
    const [here, gone] = [
      { file: 'a.js', line: 3, what: 'here' },
      { file: 'b.js', line: null, what: 'gone' },
    ];
    const text = `\`\`\`json\n${JSON.stringify({ ...report, locations: [here, gone] })}\n\`\`\``;
    expect(decided(task(reading(text)))).toMatchObject({
      effect: {
        input: {
          places: {
            tree: 't0',
            said: [
              { file: 'a.js', line: 3 },
              { file: 'b.js', line: null },
            ],
          },
        },
      },
    });
    const { state } = done(task(reading(text)), 'snapshot', { tree: 't0', absent: [1] });
    expect(state.known.work.report?.report?.locations).toEqual([here, { ...gone, absent: true }]);
    expect(JSON.stringify(decided(task(reading(whole))))).not.toContain('places');
  });

  it('that has no report is asked for once, where there is a conversation; then it stands as it is', () => {
    const again = read(reading('none', { agents: ['b', 'a'], agent: 1 })).state;
    expect(again.at).toMatchObject({
      ...{ kind: 'analyzing', agent: 1, resume: 'conv-1', looks: 1, words: null, agents: ['b', 'a'] },
      missing: expect.arrayContaining([expect.any(String)]),
    });
    expect(again.known.work.report).toBeNull();
    for (const given of [reading('none', { asked: true }), reading('none', { conversation: null })]) {
      const { state } = read(given);
      expect(state.at).toEqual({ kind: 'planning', looks: 1 });
      expect(state.known.work.report).toEqual({ report: null, text: 'none', by: 'one' });
    }
  });

  it('of who only plans takes its place where it can be read', () => {
    const { state } = read(reading(whole, { role: 'plan' }));
    expect(state.at).toEqual({ kind: 'planning', looks: 1, drafted: true });
    expect(state.known.work.report).toMatchObject({ by: 'three' });
    const unread = read(reading('none', { role: 'plan', asked: true })).state;
    expect(unread.at).toMatchObject({ drafted: true });
    expect(unread.known.work.report).toBeNull();
    expect(read(reading('none', { role: 'plan' })).state.at).toMatchObject({ kind: 'analyzing', role: 'plan' });
  });

  it('beside a copy that it changed is kept, and the copy put back', () => {
    const { state } = read(reading(whole), 't9');
    expect(state.at).toEqual({ kind: 'undoing_analysis', tree: 't9', next: { kind: 'planning', looks: 1 } });
    expect(state.known.work.report).not.toBeNull();
  });
});

describe('the plan', () => {
  const proposals = [
    { title: 'multiply', text: 'multiply by 60', recommended: false },
    { title: 'divide', text: 'divide', recommended: true, risk: 'it rounds' },
    { title: 'wait', text: 'w'.repeat(1_001), recommended: false },
  ];
  const planned = (work: object = kept(), at: object = {}, spec: Partial<TaskSpec> = stated()) =>
    decided(task(planning(at), work, {}, spec));
  const idsOf = (decision: ReturnType<typeof decided>) =>
    decision.kind === 'ask' ? decision.question.choices.map(({ id, label }) => `${id}: ${label}`) : [];

  it('is shown with what it came from, and every way to go on', () => {
    const asked = planned();
    expect(asked).toMatchObject({
      ...{ kind: 'ask', answeredBy: { choice: 'go' } },
      question: {
        kind: 'plan',
        shown: {
          plan: { criteria: [{ label: 'SC-1', text: 'it fires on time' }] },
          ...{ report: { cause: report.cause }, size: { kind: 'usual' } },
        },
        binding: expect.stringContaining('it fires on time'),
      },
    });
    expect(idsOf(asked)).toMatchObject([
      'go: do it like this: multiply',
      expect.stringMatching(/^change: /),
      expect.stringMatching(/^again: /),
      'enough: end here, with the analysis',
      'plan: here is my own plan',
      'cancel: cancel the task',
    ]);
    expect(idsOf(planned(kept(), { looks: 1 })).some((each) => each.startsWith('again'))).toBe(true);
    expect(idsOf(planned(kept(), { looks: 2 })).some((each) => each.startsWith('again'))).toBe(false);
  });

  const textOf = (decision: ReturnType<typeof decided>) => (decision.kind === 'ask' ? decision.question.text : '');

  it('has each other way at its own number', () => {
    const asked = planned(kept({ proposals }));
    expect(idsOf(asked).slice(0, 3)).toEqual([
      'proposal_1: proposal 1: multiply',
      'go: do it like this: divide',
      'proposal_3: proposal 3: wait',
    ]);
    const text = textOf(asked);
    expect(text).toContain('\n\nOther ways:\n\nProposal 1: multiply\nmultiply by 60\n\nProposal 3: wait\nw');
    expect(text).toContain(`${'w'.repeat(1_000)}...`);
    expect(text).not.toContain('Proposal 2');
    expect(text).not.toContain('Risk: it rounds');
    expect(textOf(planned())).not.toContain('Other ways');
    const short = [
      { title: 'a', text: 'a', recommended: true },
      { ...proposals[2], text: 'w'.repeat(1_000) },
    ];
    expect(textOf(planned(kept({ proposals: short })))).not.toContain('...');
  });

  it('of a person stands before all ways of the analysis', () => {
    const asked = planned(kept({ proposals }), {}, stated({ plan: 'my own' }));
    expect(idsOf(asked).slice(0, 4)).toEqual([
      'go: do it like this',
      'proposal_1: proposal 2: multiply',
      'proposal_2: proposal 3: divide',
      'proposal_3: proposal 4: wait',
    ]);
    expect(textOf(asked)).toContain('Proposal 3: divide\ndivide\nRisk: it rounds');
  });

  it('without a report that could be read shows what was said', () => {
    const raw = { report: { report: null, text: `what I found ${'x'.repeat(5_000)}`, by: 'one' } };
    const text = textOf(planned(raw));
    expect(text).toContain('\nThe report did not satisfy its schema; this is its raw text:\nwhat I found');
    expect(/x+/.exec(text.slice(text.indexOf('what I found')))?.[0]).toHaveLength(4_000 - 'what I found '.length);
    expect(textOf(planned())).not.toContain('schema');
    expect(textOf(planned({ report: null }))).not.toContain('schema');
  });

  it('has its price first', () => {
    const decision = decided(task(planning(), kept(), { prices: undefined } as never, stated()));
    expect(decision).toMatchObject({ kind: 'perform', effect: { name: 'price-turns' } });
    const priced = done(task(planning(), kept(), { prices: undefined } as never, stated()), 'price-turns', {
      prices: [],
    });
    expect(priced).toMatchObject({
      state: { prices: [], at: planning() },
      said: [{ kind: 'cost_estimated', data: { most: expect.stringMatching(/\w/) } }],
    });
  });

  it('is where a task ends that was to end with its analysis', () => {
    expect(planned(kept(), {}, stated({ until: 'analyze' }))).toMatchObject({
      state: {
        at: {
          ...{ kind: 'releasing', back: planning() },
          outcome: {
            ...{ kind: 'not_verified', why: 'ended with the analysis, as asked', open: ['SC-1: it fires on time'] },
          },
        },
      },
    });
  });

  it('is made by another agent where one is appointed, once, of what is not small', () => {
    const apart = (spec: Partial<TaskSpec> = {}, own: object = {}) =>
      stated(spec, { appointed: ['plan'], ...own } as never);
    const draft = analyzing({ role: 'plan', looks: 1 });
    expect(planned(kept(), { looks: 1 }, apart())).toMatchObject({ state: { at: draft } });
    const small = kept({ locations: [{ file: 'a.js', line: 1, why: 'w' }] });
    const same = { agents: { ...settings.agents, analyze: ['three'], plan: ['three'] } };
    for (const [work, at, spec] of [
      [kept(), {}, stated()],
      [kept(), { drafted: true }, apart()],
      [kept(), {}, apart({ plan: 'own' })],
      [small, {}, apart()],
      [{ report: null }, {}, apart()],
      [kept(), {}, apart({}, same)],
    ] as const)
      expect(planned(work, at, spec)).toMatchObject({ kind: 'ask', question: { kind: 'plan' } });
    expect(planned(kept(), {}, apart({ until: 'analyze' }))).toMatchObject({ state: { at: { kind: 'releasing' } } });
  });
});

describe('an answer to the plan', () => {
  const entered = (phase: string) => ({ kind: 'phase_entered', data: { left: 'plan', phase } });
  const answered = (
    choice: string,
    words: string | null = null,
    {
      spec = stated(),
      state = {},
      at = {},
    }: { spec?: Partial<TaskSpec>; state?: Partial<TaskState>; at?: object } = {},
  ) => decided(task(asking(planning(at)), kept(), state, spec), { questions: [answer(choice, words)] });

  it('agrees to it, and the first criterion begins with what was said', () => {
    expect(answered('go', null, { state: { said: ['a', 'b'] } })).toMatchObject({
      state: {
        at: { kind: 'developing', index: 0, key: 'SC-1', advice: 'a\nb' },
        known: { work: { plan: { criteria: [{ label: 'SC-1' }] } } },
      },
      said: [
        { kind: 'plan_agreed', data: { criteria: [{ label: 'SC-1', text: 'it fires on time' }] } },
        entered('develop'),
      ],
    });
    expect(answered('go')).toMatchObject({ state: { at: { advice: null } } });
    expect(answered('go')).not.toHaveProperty('said.0.data.besides');
  });

  it('changes it, or has another in its place', () => {
    expect(answered('change', 'in seconds')).toMatchObject({
      state: { known: { work: { plan: { text: expect.stringMatching(/\n\nThe person changed this: in seconds$/) } } } },
    });
    expect(answered('plan', 'my own way')).toMatchObject({
      state: { known: { work: { plan: { text: 'my own way' } } } },
    });
    expect(answered('proposal_1')).toMatchObject({
      state: { known: { work: { plan: { text: expect.stringContaining('multiply by 60') } } } },
    });
  });

  it('has another look taken, with the words of the person', () => {
    expect(answered('again', 'at the clock', { at: { looks: 1 } })).toMatchObject({
      state: { at: analyzing({ looks: 2, words: 'at the clock' }) },
    });
    expect(answered('again', '')).toMatchObject({ state: { at: analyzing({ looks: 1 }) } });
    expect(answered('again', '$ ls')).toMatchObject({ state: { at: analyzing({ looks: 1, words: '$ ls' }) } });
    const spec = stated({ env: 'shop-prod' }, { environments: [{ name: 'shop-prod', tier: 'prod' }] } as never);
    expect(answered('again', '$ ls\nthe timer', { spec })).toMatchObject({
      state: { at: { kind: 'looking', commands: ['ls'], looks: 1, allowed: true, words: 'the timer' } },
    });
    expect(answered('again', '$ ls', { spec })).toMatchObject({ state: { at: { words: null } } });
  });

  it('ends the task with its analysis', () => {
    expect(answered('enough')).toMatchObject({
      state: {
        at: {
          ...{ kind: 'releasing', back: planning() },
          outcome: { kind: 'not_verified', why: 'ended with the analysis', open: ['SC-1: it fires on time'] },
        },
      },
    });
  });

  it('ends a task that was to end with its plan, and begins those that do it side by side', () => {
    expect(answered('go', null, { spec: stated({ until: 'plan' }) })).toMatchObject({
      state: {
        at: {
          kind: 'releasing',
          outcome: { kind: 'not_verified', why: 'ended with the plan, as asked', open: ['SC-1: it fires on time'] },
        },
        known: { work: { plan: { criteria: [{ label: 'SC-1' }] } } },
      },
      said: [{ kind: 'plan_agreed' }, entered('release')],
    });
    expect(answered('go', null, { spec: stated({ rivals: ['a', 'b'] } as never) })).toMatchObject({
      state: { at: { kind: 'following_rivals' }, known: { work: { plan: { criteria: [{ label: 'SC-1' }] } } } },
    });
  });

  describe('that has criteria checked by a command', () => {
    const checked = (verify: string): Plan => ({
      text: 'multiply',
      criteria: [{ label: 'SC-1', text: 'it fires', verify, files: [], kind: 'behaviour' }],
    });
    const finding = (verify: string, more: object = {}): TaskStep => ({
      ...{ kind: 'finding_programs', plan: checked(verify) },
      ...more,
    });
    const found = (verify: string, missing: readonly string[]) =>
      done(task(finding(verify)), 'find-programs', { missing });

    it('leads to a look for its programs, and nobody works before', () => {
      const spec = stated({ plan: '### SC-1: it fires\n\nverify: `nope --all && npm test`\n' });
      const agreed = answered('go', null, { spec });
      expect(agreed).toMatchObject({ kind: 'advance', state: { at: { kind: 'finding_programs' } } });
      expect(agreed).not.toMatchObject({ said: [{ kind: 'plan_agreed' }] });
      expect(decided(task(finding('nope --all && npm test')))).toEqual({
        kind: 'perform',
        effect: { name: 'find-programs', input: { programs: ['nope', 'npm'] } },
      });
    });

    it('P10 is refused at the plan where one of them is missing, with its code and what brings it', () => {
      const missing = found('nope --all && npm test', ['nope']);
      expect(missing).toMatchObject({
        state: {
          at: { kind: 'troubled', failure: { error_code: 'PROGRAM_MISSING' }, back: finding('nope --all && npm test') },
        },
      });
      const asked = decided(task(missing.state.at));
      if (asked.kind !== 'ask') throw new Error(`it is ${asked.kind}`);
      expect(asked.question).toMatchObject({
        kind: 'setup_failed',
        text: 'SC-1 is checked by `nope --all && npm test`, and nope is not on this machine: install nope (PROGRAM_MISSING)',
      });
      expect(asked.question.choices.map(({ id }) => id)).toEqual(['retry', 'without', 'plan', 'cancel']);
    });

    it('begins where they are all there, or a person goes on without', () => {
      const there = found('npm test', []);
      expect(there).toMatchObject({ state: { at: { kind: 'finding_programs', found: true } } });
      const begun = { state: { at: { kind: 'developing', key: 'SC-1' } }, said: [{ kind: 'plan_agreed' }, {}] };
      expect(decided(task(there.state.at))).toMatchObject(begun);
      const without = decided(task(asking(finding('nope'))), { questions: [answer('without')] });
      expect(without).toMatchObject(begun);
      const again = decided(task(asking(finding('nope'))), { questions: [answer('retry')] });
      expect(again).toMatchObject({ state: { at: finding('nope') } });
    });
  });
});
