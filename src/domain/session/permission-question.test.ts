import { describe, expect, it } from 'vitest';
import type { Question } from '../question/question.ts';
import type { AgentQuestion } from './agent-question.ts';
import type { Ask } from './ask.ts';
import { answerOfPerson, answerOfPolicy, draftQuestion } from './permission-question.ts';
import { reconcileAsks } from './reconcile-asks.ts';
import { settleAsk } from './settle-ask.ts';

const yesOrNo: AgentQuestion['choices'] = [
  { id: 'y', label: 'Yes', means: 'allow_once' },
  { id: 'a', label: 'Always', means: 'allow_always' },
  { id: 'n', label: 'No', means: 'deny' },
];
const asked = (id: string, more: Partial<AgentQuestion> = {}): AgentQuestion => ({
  ...{ id, about: 'permission', text: `May I ${id}?`, wanted: { tool: 'Bash', subject: id }, choices: yesOrNo },
  ...more,
});
const ask = (nth: number, more: Partial<AgentQuestion> = {}, from: Ask['from'] = 'protocol'): Ask => ({
  ...{ asked: asked(`a${nth}`, more), from, nth, hash: `h${nth}`, verdict: { kind: 'ask', why: '' } },
});
const question = (asks: readonly Ask[], state: object = { kind: 'open' }): Question => {
  const draft = draftQuestion(asks, [], 'kept', 'session');
  return { ...draft, state } as unknown as Question;
};
const answer = (choice: string, words: string | null = null) => ({
  ...{ kind: 'answered', answer: { choice, words, by: 'person:A' } },
});

describe('what an agent asks, put to a person', () => {
  it('is one question for all of one tool that wait, and says what else waits', () => {
    const edit = ask(3, { wanted: { tool: 'Edit', subject: 'x' }, text: 'May I edit?' });
    expect(draftQuestion([ask(1), ask(2), edit], [], 'kept', 'session')).toMatchObject({
      ...{ key: 'permission-1', binding: 'h1+h2', text: 'kept asks 2 times:\n- May I a1?\n- May I a2?' },
      shown: { asks: [{ nth: 1 }, { nth: 2 }], also: ['May I edit?'] },
      choices: [
        { id: 'once', label: 'allow once, both' },
        { id: 'session', label: 'allow for this session, both' },
        { id: 'always', label: 'always allow here, both' },
        { id: 'deny', label: 'deny, both', words: 'optional' },
      ],
    });
    expect(draftQuestion([ask(1), ask(2), ask(4)], [], 'kept', 'task')?.choices[1]?.label).toBe(
      'allow for this task, all 3',
    );
  });

  it('is asked once: what a question speaks of already is left out', () => {
    const open = question([ask(1)]);
    expect(draftQuestion([ask(1)], [open], 'kept', 'session')).toBeNull();
    expect(draftQuestion([ask(1), ask(2)], [open], 'kept', 'session')).toMatchObject({
      ...{ key: 'permission-2', text: 'kept asks: May I a2?' },
    });
    const other = { ...open, kind: 'budget' } as Question;
    expect(draftQuestion([ask(1)], [other], 'kept', 'session')).not.toBeNull();
  });

  it('cannot be allowed for longer where the agent does not say what it is for', () => {
    const choices = draftQuestion([ask(1, { wanted: null })], [], 'kept', 'session')?.choices;
    expect(choices?.map(({ id }) => id)).toEqual(['once', 'deny']);
  });

  it("has the agent's own choices where it cannot be allowed once and refused, and stands alone", () => {
    const choices: AgentQuestion['choices'] = [
      { id: '1', label: 'Trust', means: 'other' },
      { id: '2', label: 'Leave', means: 'deny' },
    ];
    const trust = ask(1, { about: 'trust', choices });
    expect(draftQuestion([trust, ask(2)], [], 'kept', 'session')).toMatchObject({
      binding: 'h1',
      choices: [
        { id: '1', label: 'Trust', words: 'none' },
        { id: '2', label: 'Leave', words: 'optional' },
      ],
    });
    for (const means of ['allow_once', 'deny'] as const) {
      const one = ask(1, { choices: choices.map((choice) => ({ ...choice, means })) });
      expect(draftQuestion([one], [], 'kept', 'session')?.choices.map(({ id }) => id)).toEqual(['1', '2']);
    }
    const free = draftQuestion([ask(1, { about: 'dialog', choices: [] })], [], 'kept', 'session');
    expect(free?.choices).toMatchObject([
      { id: 'say', words: 'required' },
      { id: 'leave', words: 'none' },
    ]);
  });
});

describe('an answer', () => {
  it('of a person goes to each ask that its question spoke of, as the agent names it', () => {
    const both = question([ask(1), ask(2)], answer('always'));
    expect(answerOfPerson([ask(1), ask(2)], [both])).toEqual({
      ...{ asked: 'a1', choice: 'y', note: null, by: 'person:A' },
      remember: { pattern: 'Bash(a1)', scope: 'always' },
      about: { tool: 'Bash', subject: 'a1', choice: 'always' },
    });
    expect(answerOfPerson([ask(2)], [both])).toMatchObject({ asked: 'a2', remember: { pattern: 'Bash(a2)' } });
    expect(answerOfPerson([ask(3)], [both])).toBeNull();
    expect(answerOfPerson([ask(1)], [question([ask(1)])])).toBeNull();
  });

  it('that allows once or refuses is remembered by nobody', () => {
    expect(answerOfPerson([ask(1)], [question([ask(1)], answer('once'))])).toMatchObject({
      ...{ choice: 'y', remember: null },
    });
    expect(answerOfPerson([ask(1)], [question([ask(1)], answer('deny', 'not here'))])).toMatchObject({
      ...{ choice: 'n', remember: null, note: 'not here' },
    });
  });

  it("to a question with the agent's own choices is that choice, or words alone", () => {
    const trust = ask(1, { about: 'trust', choices: [{ id: '1', label: 'Trust', means: 'other' }], wanted: null });
    expect(answerOfPerson([trust], [question([trust], answer('1'))])).toMatchObject({
      ...{ choice: '1', remember: null, about: { tool: 'trust', subject: '' } },
    });
    const free = ask(1, { about: 'dialog', choices: [] });
    expect(answerOfPerson([free], [question([free], answer('say', 'blue'))])).toMatchObject({
      ...{ choice: '', note: 'blue' },
    });
  });

  it('of policy is given only where the agent can allow once and refuse', () => {
    const allowed = (more: Partial<AgentQuestion> = {}): Ask => ({
      ...ask(1, more),
      verdict: { kind: 'allow', why: 'x' },
    });
    expect(answerOfPolicy(allowed(), [])).toMatchObject({ choice: 'y', note: null, by: 'policy', remember: null });
    expect(answerOfPolicy(allowed({ about: 'trust' }), [])).toBeNull();
    expect(answerOfPolicy(ask(1), [])).toBeNull();
    expect(answerOfPolicy(ask(1, { wanted: null }), ['Bash'])).toBeNull();
  });

  it('that was remembered never allows what is denied', () => {
    const denied: Ask = { ...ask(1), verdict: { kind: 'deny', why: 'Bash is denied' } };
    expect(answerOfPolicy(denied, ['Bash(a1)'])).toMatchObject({ choice: 'n', note: 'Policy: Bash is denied.' });
    expect(answerOfPolicy(ask(1), ['Bash(a1)'])).toMatchObject({ choice: 'y', note: null });
  });
});

const around = { judge: () => ({ kind: 'ask', why: 'x' }) as const, sha256: (text: string) => `hash ${text.length}` };
const none = { asks: [], settled: [], asked: 0 };
const seen = (asks: readonly Pick<Ask, 'asked' | 'from'>[], closed: readonly string[] = [], over = false) => ({
  ...{ asks, closed, over },
});

describe('the questions an agent has open', () => {
  it('are numbered as they come, judged, and bound to what was shown', () => {
    const before = { asks: [ask(1)], settled: [], asked: 4 };
    const after = reconcileAsks(before, seen([ask(1), ask(2), ask(3)]), around);
    expect(after?.asks.asks).toMatchObject([
      { nth: 1 },
      { nth: 5, asked: { id: 'a2' }, verdict: { kind: 'ask', why: 'x' } },
      { nth: 6, asked: { id: 'a3' } },
    ]);
    expect([after?.asks.asked, after?.gone, after?.said]).toEqual([6, [], []]);
    const shown = asked('a2');
    const text = JSON.stringify([shown.about, shown.text, shown.wanted, shown.choices]);
    expect(after?.asks.asks[1]?.hash).toBe(around.sha256(text));
    expect(reconcileAsks(before, seen([ask(1)]), around)).toBeNull();
  });

  it('of a protocol are gone when that is said, and never asked again', () => {
    const before = { ...none, asks: [ask(1)], asked: 1 };
    expect(reconcileAsks(before, seen([]), around)).toBeNull();
    const after = reconcileAsks(before, seen([], ['a1']), around);
    expect(after).toEqual({
      asks: { asks: [], settled: ['protocol a1'], asked: 1 },
      ...{ gone: [1], said: [{ kind: 'permission_gone', data: { text: 'May I a1?' } }] },
    });
    expect(reconcileAsks(after?.asks ?? none, seen([ask(1)]), around)).toBeNull();
  });

  it('of a screen are gone when it shows them no more, and may come again', () => {
    const shown = ask(1, {}, 'screen');
    const before = { ...none, asks: [shown], asked: 1 };
    expect(reconcileAsks(before, seen([shown]), around)).toBeNull();
    const after = reconcileAsks(before, seen([]), around);
    expect(after).toMatchObject({ asks: { asks: [], settled: [] }, gone: [1] });
    const answered = { asks: [], settled: ['screen a1', 'protocol a9'], asked: 1 };
    expect(reconcileAsks(answered, seen([shown]), around)).toBeNull();
    expect(reconcileAsks(answered, seen([]), around)?.asks.settled).toEqual(['protocol a9']);
    expect(reconcileAsks(none, seen([shown]), around)?.asks.asks).toHaveLength(1);
  });

  it('are all gone with the agent', () => {
    const before = { ...none, asks: [ask(1), ask(2, {}, 'screen')], asked: 2 };
    expect(reconcileAsks(before, seen([], [], true), around)?.gone).toEqual([1, 2]);
  });

  it('that were answered are remembered, the last hundred of them', () => {
    const before = { asks: [ask(1), ask(2)], settled: Array.from({ length: 100 }, (_, at) => `protocol x${at}`) };
    const after = settleAsk(before, 'a2');
    expect(after.asks).toEqual([ask(1)]);
    expect([after.settled.length, after.settled[0], after.settled.at(-1)]).toEqual([100, 'protocol x1', 'protocol a2']);
    expect(settleAsk(before, 'a3')).toEqual(before);
  });
});
