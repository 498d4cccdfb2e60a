import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateResult, gateSettings, report, settings, turn } from '../../../test/fakes/outside.ts';
import type { Criterion, CriterionOutcome } from '../criterion/criterion.ts';
import { type HostId, instant, taskId } from '../ids.ts';
import { type Learned, learn } from '../parts/known.ts';
import type { Report } from '../plan/report.ts';
import type { Question } from '../question/question.ts';
import type { RunResult } from '../run/run.ts';
import { applyTask } from './apply.ts';
import { decideTask } from './decide.ts';
import type { Settings } from './settings/settings.ts';
import { phaseOf } from './steps.ts';
import { firstTaskState, type Known, type Task, type TaskState, type TaskStep } from './task.ts';

const now = instant(1_000_000);
const criteria = [
  { label: 'SC-1', text: 'it fires', verify: null, files: [], kind: 'behaviour' },
  { label: 'SC-2', text: 'it is told', verify: 'npm test', files: [], kind: 'behaviour' },
] as const;
const known = learn(firstTaskState('engine').known, {
  place: {
    ...{ base, gatePlan, gateSettings, hub: { path: '/hub', checkout: '/checkout' } },
    copy: { path: '/copy', branch: 'drover/shop-1', tree: 't0' },
  },
  work: { proven: 't1', plan: { text: 'multiply', criteria } },
});
type More = Omit<Partial<TaskState>, 'known'> & { readonly known?: Learned<Known> };
const asksAll: Settings = { ...settings, preset: 'careful' };
const appoint = (appointed: Settings['appointed'], agents: Partial<Settings['agents']>): Settings => ({
  ...asksAll,
  ...{ appointed: appointed ?? [], agents: { ...settings.agents, ...agents } },
});

function aTask(at: TaskStep, chosen: Settings = asksAll, more: More = {}): Task {
  const id = taskId('shop', 1);
  const first = firstTaskState('engine');
  const { known: also = {}, at: _at, phase: _phase, ...rest } = more;
  return {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host: 'here' as HostId, version: 1, fence: 1, effects: 0 },
    ...{ ended: false, createdAt: now, updatedAt: now },
    spec: {
      ...{ number: 1, text: 'heartbeat does not fire', title: null, branch: null, base: null, until: null, plan: null },
      ...{ priority: 0, inferred: false, driven: 'engine', settings: chosen, by: 'person:test' },
    },
    state: { ...first, at, phase: phaseOf(at), slot: 'held', prices: [], known: learn(known, also), ...rest },
  };
}

const child = (more: object) => ({ ...aTask({ kind: 'opening' }), ended: true, ...more }) as unknown as Criterion;
const attempt = { number: 1, agent: 'one', tree: 't3', results: [gateResult('test', 'failed')], noProgress: false };
const ended = (outcome: CriterionOutcome, key = 'SC-1') =>
  child({
    ...{
      id: `c-${key}`,
      kind: 'criterion',
      key,
      spec: { label: 'SC-1', text: 'it fires', agents: ['one'], plan: null, attempts: 7 },
    },
    state: {
      ...{ at: { kind: 'ended', outcome }, agent: 0, attempt: 2, history: [attempt], answer: 'I tried' },
      ...{ conversation: 'c-7', idle: 1 },
    },
  });
const ran = (result: RunResult, ending: unknown = { kind: 'exited', code: 0 }) =>
  child({ kind: 'run', key: 'run-1', state: { kind: 'ended', startedAt: 1, endedAt: 2, ending, result } });
const decide = (thing: Task, children: readonly Criterion[] = [], questions: readonly Question[] = []) =>
  decideTask({ thing, children, notices: [], questions, slot: { kind: 'held' } }, now);
const answer = (choice: string, words: string | null = null) =>
  ({
    ...{ key: 'k', id: 'q1' },
    state: { kind: 'answered', answer: { choice, words, by: 'person:ada', channel: 'test', at: now } },
  }) as unknown as Question;
const snapshot = (tree: string) =>
  ({ name: 'snapshot', input: {}, result: { kind: 'done', output: { tree, commits: 0, changes: [] } } }) as never;
const developing: TaskStep = { kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null };
const blocked = ended({ kind: 'blocked', why: '2 attempts without progress' });

describe('advice', () => {
  const advised = appoint(['advise'], { advise: ['one', 'two'] });

  it('PC-31 is sought of another agent before a person is asked about a blocked criterion, at most twice', () => {
    const sought = decide(aTask(developing, advised), [blocked]);
    expect(sought).toMatchObject({ kind: 'advance', state: { at: { kind: 'advising', tree: null } } });
    if (sought.kind !== 'advance') throw new Error(sought.kind);
    const again = decide(aTask(developing, advised, { advised: sought.state.advised ?? [] }), [blocked]);
    expect(again).toMatchObject({ kind: 'advance', state: { advised: ['SC-1', 'SC-1'], at: { kind: 'advising' } } });
    expect(decide(aTask(developing, advised, { advised: ['SC-1', 'SC-1'] }), [blocked])).toMatchObject({
      kind: 'ask',
      question: { kind: 'stuck' },
    });
  });

  it('is not sought where nobody is appointed, where only the one that is stuck is, or where nothing was tried', () => {
    const idle = { ...blocked, state: { ...blocked.state, history: [] } } as typeof blocked;
    expect(decide(aTask(developing), [blocked])).toMatchObject({ kind: 'ask' });
    expect(decide(aTask(developing, appoint(['advise'], { advise: ['one'] })), [blocked])).toMatchObject({
      kind: 'ask',
    });
    expect(decide(aTask(developing, advised), [idle])).toMatchObject({ kind: 'ask' });
  });

  it('is one turn that may only read, and is told what failed and what was done', () => {
    const at: TaskStep = { kind: 'advising', back: developing, why: 'no progress', agent: 0, tree: 't3' };
    expect(decide(aTask({ ...at, tree: null }, advised), [blocked])).toMatchObject({ effect: { name: 'snapshot' } });
    const begun = decide(aTask(at, advised), [blocked]);
    expect(begun).toMatchObject({
      kind: 'spawn',
      children: [{ spec: { purpose: { role: 'advise', agent: 'two', mode: 'analysis', changesSince: base.tree } } }],
    });
    for (const part of ['no progress', 'it does not work', 'I tried', 'it fires'])
      expect(JSON.stringify(begun)).toContain(part);
  });

  it('PC-30 goes to the one that works, whose attempts are counted on; what the adviser wrote is undone', () => {
    const at: TaskStep = { kind: 'advising', back: developing, why: 'no progress', agent: 0, tree: 't3' };
    const given = decide(aTask(at, advised, { runs: 1 }), [blocked, ran(turn('Look at the clock.'))]);
    expect(given).toMatchObject({ kind: 'advance', state: { at: { kind: 'reading_advice', tree: 't3' }, fetched: 1 } });
    if (given.kind !== 'advance') throw new Error(given.kind);
    const same = applyTask(aTask(given.state.at, advised), snapshot('t3')).state;
    expect(same.at).toMatchObject({ kind: 'developing', key: 'SC-1.2', counsel: { from: 'two' } });
    expect(applyTask(aTask(given.state.at, advised), snapshot('t4')).state.at).toMatchObject({
      ...{ kind: 'undoing_reading', tree: 't3', next: { kind: 'developing' } },
    });
    expect(decide(aTask(same.at, advised), [blocked])).toMatchObject({
      kind: 'spawn',
      children: [
        {
          key: 'SC-1.2',
          spec: { attempts: 7, earlier: { number: 1 }, counsel: { from: 'two', text: 'Look at the clock.' } },
          state: { attempt: 2, conversation: 'c-7', idle: 1 },
        },
      ],
    });
  });

  it.each<[string, Partial<typeof developing> & object, object, object]>([
    ['advice goes on at the turn that failed', { goesOn: true }, { beat: 'code' }, { attempt: 2, conversation: 'c-7' }],
    ['a person’s word goes on at it as well', { stillRed: true }, { beat: 'code' }, { attempt: 1, conversation: null }],
    ['what begins anew has its tests first', {}, { beat: undefined, redTests: undefined }, { attempt: 1 }],
  ])('PC-12 after red tests %s', (_, more, expected, also) => {
    const redTests = { tree: 't2', why: 'red (exit 1)' };
    const { state } = blocked as Criterion;
    const before = { ...blocked, state: { ...state, beat: 'code', redTests } } as typeof blocked;
    const begun = decide(aTask({ ...developing, key: 'SC-1.2', ...more } as TaskStep, advised), [before]);
    if (begun.kind !== 'spawn') throw new Error(begun.kind);
    const [first] = begun.children as unknown as readonly Pick<Criterion, 'state'>[];
    expect(first?.state).toMatchObject(also);
    expect({ beat: first?.state.beat, redTests: first?.state.redTests }).toEqual({ redTests, ...expected });
  });

  it('that did not help has had its attempts: a person raises them as usual', () => {
    const back = { ...developing, goesOn: true, counsel: { from: 'two', text: 'Look at the clock.' } } as TaskStep;
    const asking: TaskStep = { kind: 'asking', question: 'stuck', key: 'k', back };
    const raised = decide(aTask(asking, advised), [blocked], [answer('raise')]);
    expect(raised).toMatchObject({ state: { at: { kind: 'developing', key: 'SC-1.2' } } });
    if (raised.kind !== 'advance') throw new Error(raised.kind);
    const anew = decide(aTask(raised.state.at, advised), [blocked]);
    expect(anew).toMatchObject({ children: [{ spec: { attempts: 7 }, state: { attempt: 1, conversation: null } }] });
  });

  it('PC-30 is sought where it is doubted as well, of whoever is installed where nobody is appointed', () => {
    const doubted = ended({ kind: 'doubted', confidence: 4 });
    const others = { ...asksAll, advisers: ['one', 'two'] };
    const sought = decide(aTask(developing, others), [doubted]);
    expect(sought).toMatchObject({
      state: { at: { kind: 'advising', why: 'there is confidence 0.4 in it' }, advised: ['SC-1'] },
    });
    if (sought.kind !== 'advance') throw new Error(sought.kind);
    const looking = aTask({ ...sought.state.at, tree: 't3' } as TaskStep, others);
    expect(decide(looking, [doubted])).toMatchObject({ children: [{ spec: { purpose: { agent: 'two' } } }] });
  });

  it('PC-30 that nobody could give, or that was given twice, leaves it to go on: no attempt is lost', () => {
    const doubted = ended({ kind: 'doubted', confidence: 4 });
    const on = decide(aTask(developing, advised, { advised: ['SC-1', 'SC-1'] }), [doubted]);
    expect(on).toMatchObject({ state: { at: { ...developing, key: 'SC-1.2', goesOn: true } } });
    if (on.kind !== 'advance') throw new Error(on.kind);
    expect(decide(aTask(on.state.at, advised, { advised: ['SC-1', 'SC-1'] }), [doubted])).toMatchObject({
      children: [
        {
          spec: { attempts: 7, earlier: { number: 1 }, looks: { by: ['one', 'two'], left: 0 } },
          state: { attempt: 2 },
        },
      ],
    });
  });

  it('is not sought after the last attempt, and the question has those of all rounds', () => {
    const round = (key: string, number: number, more: object = {}) => {
      const { spec, state } = blocked as Criterion;
      const history = [{ ...attempt, number }];
      return {
        ...blocked,
        key,
        spec: { ...spec, attempts: 3, ...more },
        state: { ...state, history },
      } as unknown as typeof blocked;
    };
    const before = round('SC-1', 1);
    const next = [round('SC-1.2', 2, { earlier: attempt }), round('SC-1.3', 3, { earlier: attempt })];
    const at = { ...developing, key: 'SC-1.3', goesOn: true } as TaskStep;
    const asked = decide(aTask(at, advised), [round('SC-1', 9), before, ...next]);
    expect(asked).toMatchObject({
      question: { kind: 'stuck', shown: { history: [{ number: 1 }, { number: 2 }, { number: 3 }] } },
    });
  });

  it('that nobody can give leads to the person', () => {
    const failed = ran(turn('', { outcome: { kind: 'limited', until: null, message: 'later' } }));
    const at: TaskStep = { kind: 'advising', back: developing, why: 'no progress', agent: 0, tree: 't3' };
    const next = decide(aTask(at, advised, { runs: 1 }), [blocked, failed]);
    expect(next).toMatchObject({ state: { at: { kind: 'advising', agent: 1 } } });
    expect(decide(aTask({ ...at, agent: 1 }, advised), [blocked])).toMatchObject({ state: { at: developing } });
  });
});

describe('PC-34 a criterion at which attempts were made elsewhere', () => {
  const begunElsewhere = (made: Record<string, number>) => {
    const task = aTask(developing);
    return { ...task, spec: { ...task.spec, continues: { session: 's', done: [], made } } };
  };

  it.each([
    [{ 'SC-1': 2 }, 3],
    [{ 'SC-1': 7 }, 7],
    [{ 'SC-2': 5 }, 1],
    [{}, 1],
  ])('after %j begins with attempt %i', (made, attempt) => {
    expect(decide(begunElsewhere(made))).toMatchObject({ children: [{ spec: { attempts: 7 }, state: { attempt } }] });
  });

  it('has all of them once a person raised them', () => {
    const raised: TaskStep = { ...developing, key: 'SC-1.2' };
    const decided = decideTask(
      {
        thing: { ...begunElsewhere({ 'SC-1': 5 }), state: aTask(raised).state },
        children: [blocked],
        notices: [],
        questions: [],
        slot: { kind: 'held' },
      },
      now,
    );
    expect(decided).toMatchObject({ children: [{ state: { attempt: 1 } }] });
  });
});

describe('a fix of the whole', () => {
  const fixing: TaskStep = { kind: 'developing', index: 2, key: 'FIX-1', advice: 'mend it', agents: null };

  it('is looked at twice over all its rounds', () => {
    const second = { ...fixing, key: 'FIX-1.2', goesOn: true } as TaskStep;
    const { spec, state } = blocked as Criterion;
    const first = { ...blocked, key: 'FIX-1', spec: { ...spec, label: 'FIX-1' }, state } as unknown as typeof blocked;
    const advised = appoint(['advise'], { advise: ['two'] });
    expect(decide(aTask(second, advised, { advised: ['FIX-1'] }), [first])).toMatchObject({
      children: [{ key: 'FIX-1.2', spec: { label: 'FIX-1', looks: { left: 1 }, text: 'mend it' } }],
    });
  });

  it('is made by those appointed for it, else by those who develop', () => {
    const others = { fix: ['two'], develop: ['one'] };
    expect(decide(aTask(fixing, appoint(['fix'], others)))).toMatchObject({
      children: [{ spec: { agents: ['two'], role: 'fix' } }],
    });
    expect(decide(aTask(fixing, appoint([], others)))).toMatchObject({ children: [{ spec: { agents: ['one'] } }] });
    const developed = decide(aTask(developing, appoint(['fix'], others)));
    expect(developed).toMatchObject({ children: [{ spec: { agents: ['one'] } }] });
    expect(JSON.stringify(developed)).not.toContain('"role":"fix"');
  });
});

describe('a plan by an agent of its own', () => {
  const large = { ...report, risk: 'high' as const };
  const found = { work: { report: { report: large, text: '' }, plan: null } } as unknown as Learned<Known>;
  const planner = appoint(['plan'], { plan: ['two'] });
  const planning: TaskStep = { kind: 'planning', looks: 0 };

  it('WT-29 shows other ways with what they are and what may go wrong, numbered as the choices are', () => {
    const proposals = [
      { title: 'cache it', text: 'Keep the last answer.', recommended: true },
      { title: 'no cache', text: 'Ask each time.', risk: 'slow when many ask', recommended: false },
    ];
    const known: Learned<Known> = {
      work: { report: { report: { ...(report as Report), proposals }, text: '' }, plan: null },
    };
    const asked = decide(aTask({ ...planning, drafted: true }, planner, { known }));
    if (asked.kind !== 'ask') throw new Error(asked.kind);
    expect(asked.question.text).toContain(
      'Other ways:\n\nProposal 2: no cache\nAsk each time.\nRisk: slow when many ask',
    );
    expect(asked.question.text).not.toContain('Proposal 1: cache it');
    expect(asked.question.choices.slice(0, 2)).toEqual([
      { id: 'go', label: 'do it like this: cache it', words: 'none' },
      { id: 'proposal_2', label: 'proposal 2: no cache', words: 'none' },
    ]);
  });

  it('is made from the analysis before the person sees it, once, and not for small work', () => {
    const drafted = decide(aTask(planning, planner, { known: found }));
    expect(drafted).toMatchObject({ kind: 'advance', state: { at: { kind: 'analyzing', role: 'plan' } } });
    if (drafted.kind !== 'advance') throw new Error(drafted.kind);
    expect(decide(aTask(drafted.state.at, planner, { known: found }))).toMatchObject({
      kind: 'spawn',
      children: [{ spec: { purpose: { role: 'plan', agent: 'two', prompt: expect.stringContaining(large.cause) } } }],
    });
    expect(decide(aTask({ ...planning, drafted: true }, planner, { known: found }))).toMatchObject({ kind: 'ask' });
    const small = { ...report, risk: 'low', locations: [{ file: 'a.js', line: 1, what: 'it' }] };
    const asked = decide(
      aTask(planning, planner, { known: { work: { report: { report: small, text: '' } } } as never }),
    );
    expect(asked).toMatchObject({ kind: 'ask', question: { kind: 'plan', shown: { size: { kind: 'small' } } } });
    expect(JSON.stringify(asked)).toContain('Small work (one file, low risk, one way to do it)');
  });

  it('that cannot be read leaves the analysis as it is', () => {
    const step = (text: string, asked = true): TaskStep => ({
      ...{ kind: 'reading_analysis', agent: 0, text, conversation: 'c', asked, looks: 0, role: 'plan' },
    });
    const thing = (at: TaskStep) => aTask(at, planner, { known: found });
    const kept = applyTask(thing(step('no plan')), snapshot('t0')).state;
    expect(kept).toMatchObject({
      at: { kind: 'planning', drafted: true },
      known: { work: { report: { report: large } } },
    });
    const again = applyTask(thing(step('no plan', false)), snapshot('t0')).state;
    expect(again.at).toMatchObject({ kind: 'analyzing', role: 'plan', resume: 'c' });
    const better = { ...large, cause: 'seconds' };
    const read = applyTask(thing(step(JSON.stringify(better))), snapshot('t0')).state;
    expect(read).toMatchObject({
      at: { kind: 'planning', drafted: true },
      known: { work: { report: { report: better } } },
    });
  });

  it('that no agent can make is a question', () => {
    const failed = ran(turn('', { outcome: { kind: 'crashed', message: 'boom' } }));
    const at: TaskStep = {
      kind: 'analyzing',
      agent: 0,
      resume: null,
      missing: null,
      looks: 0,
      words: null,
      role: 'plan',
    };
    expect(decide(aTask(at, planner, { runs: 1, known: found }), [failed])).toMatchObject({
      kind: 'ask',
      question: { kind: 'stuck', text: expect.stringContaining('No agent could plan this. two: it failed') },
    });
  });
});

describe('a plan that does not fit', () => {
  const instead = [{ text: 'it fires at noon', verify: null, files: [], kind: 'behaviour' as const }];
  const more = [...criteria.map(({ label: _label, ...each }) => each), ...instead];
  const amended = (given: readonly object[]) =>
    ended({ kind: 'amended', amendment: { why: 'there is no clock', criteria: given as never } });
  const asking: TaskStep = { kind: 'asking', question: 'plan_changed', key: 'k', back: developing };

  it('is a question with what goes and what comes', () => {
    const asked = decide(aTask(developing), [amended(instead)]);
    expect(asked).toMatchObject({ kind: 'ask', question: { kind: 'plan_changed' } });
    if (asked.kind !== 'ask') throw new Error(asked.kind);
    expect(asked.question.text).toContain('there is no clock');
    for (const line of ['- SC-1: it fires', '- SC-2: it is told [npm test]', '+ SC-3: it fires at noon'])
      expect(asked.question.text).toContain(line);
    expect(asked.question.choices.map(({ id }) => id)).toEqual(['accept', 'keep', 'cancel']);
  });

  it('goes on by the changed plan where the person accepts it', () => {
    const accepted = decide(aTask(asking), [amended(instead)], [answer('accept')]);
    expect(accepted).toMatchObject({
      kind: 'advance',
      state: {
        at: { kind: 'developing', index: 0, key: 'SC-3.1' },
        known: { work: { plan: { criteria: [{ label: 'SC-3' }] } } },
      },
    });
    const criterion = JSON.stringify(decide(aTask(developing, asksAll, (accepted as { state: TaskState }).state)));
    expect(criterion).toContain('Changed meanwhile: there is no clock');
  });

  it('goes on by the old one, and says so to the agent, where the person keeps it', () => {
    expect(decide(aTask(asking), [amended(instead)], [answer('keep', 'use the timer')])).toMatchObject({
      state: {
        at: {
          kind: 'developing',
          key: 'SC-1.2',
          advice: expect.stringMatching(/stays as it was agreed.*\nuse the timer/s),
        },
        known: { work: { plan: { criteria } } },
      },
    });
    expect(decide(aTask(asking), [amended(instead)], [answer('cancel')])).toMatchObject({
      state: { at: { kind: 'releasing', outcome: { kind: 'cancelled' } } },
    });
  });

  it('policy accepts only what leaves nothing out, and twice at most', () => {
    expect(decide(aTask(developing, settings), [amended(more)])).toMatchObject({ answeredBy: { choice: 'accept' } });
    expect(decide(aTask(developing, settings), [amended(instead)])).toMatchObject({ answeredBy: null });
    const unproven = more.map((each) => ({ ...each, verify: null }));
    expect(decide(aTask(developing, settings), [amended(unproven)])).toMatchObject({ answeredBy: null });
    expect(decide(aTask(developing, settings, { amended: 2 }), [amended(more)])).toMatchObject({ answeredBy: null });
  });
});

it.each([
  ['what was planned', 'multiply by 60', 'multiply by 60'],
  ['what the analysis said, where the plan only says the task again', 'heartbeat does not fire', 'It counts minutes.'],
])('who develops is told %s', (_, text, plan) => {
  const task = aTask(developing, asksAll, {
    known: { work: { plan: { text, criteria }, report: { report: null, text: 'It counts minutes.' } } },
  });
  expect(decide(task)).toMatchObject({
    kind: 'spawn',
    children: [{ kind: 'criterion', key: 'SC-1', spec: { label: 'SC-1', text: 'it fires', plan } }],
  });
});
