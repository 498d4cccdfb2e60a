import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateResult, gateSettings, settings } from '../../../../test/fakes/outside.ts';
import type { Finding } from '../../evidence/verdict.ts';
import { type HostId, instant, taskId } from '../../ids.ts';
import type { QuestionDraft } from '../../question/question.ts';
import { choiceMeant } from '../../question/words-of-answers.ts';
import type { TaskView } from '../moves.ts';
import { firstTaskState, type Known, type Task } from '../task.ts';
import { askToSubmit } from './submit.ts';

const now = instant(1_000_000);
function view(known: Partial<Known>): TaskView {
  const id = taskId('shop', 1);
  const first = firstTaskState('engine');
  const thing: Task = {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host: 'here' as HostId, version: 1, fence: 1, effects: 0 },
    ...{ ended: false, createdAt: now, updatedAt: now },
    spec: {
      ...{ number: 1, text: 'too early', title: null, branch: null, base: null, until: null, plan: null },
      ...{ priority: 0, inferred: false, driven: 'engine', settings, by: 'person:test' },
    },
    state: {
      ...first,
      at: { kind: 'submitting' },
      known: {
        ...first.known,
        ...{ base, gatePlan, gateSettings, proven: 't1', copy: { path: '/copy', branch: 'b', tree: 't0' } },
        ...known,
      },
    },
  };
  return { thing, children: [], notices: [], questions: [], slot: { kind: 'held' }, now };
}
const asked = (known: Partial<Known>, lead?: string) => {
  const decided = askToSubmit(view(known), { kind: 'submitting' }, lead);
  if (decided.kind !== 'ask') throw new Error(decided.kind);
  return decided as typeof decided & { readonly question: QuestionDraft };
};
const finding = (file: string, what: string, more: Partial<Finding> = {}): Finding => ({
  ...{ gate: 'tamper', what, file, line: null, weight: 'note' },
  ...more,
});
const tamper = (...findings: Finding[]) => [gateResult('tamper', 'passed', { findings })];

describe('the question before anything leaves', () => {
  it('is answered by policy where everything is proven and nothing protected is touched', () => {
    const { answeredBy, question } = asked({ results: tamper(finding('package.json', 'changed: description')) });
    expect(answeredBy).toEqual({ choice: 'submit' });
    expect(question.choices[0]?.id).toBe('submit');
  });

  it('says that the branch has a number, for the one that was wanted is taken', () => {
    const copy = { path: '/copy', branch: 'fix/beat-2', tree: 't0', wanted: 'fix/beat' };
    const line = 'The branch is fix/beat-2, for fix/beat was taken.';
    expect(asked({ copy }).question.text).toContain(line);
    expect(asked({ copy }).question.shown).toMatchObject({ brief: { red: [line] } });
    expect(asked({}).question.text).not.toContain('was taken');
  });

  it('names each protected file on a line of its own, has no plain yes, and is never answered by policy', () => {
    const needs = 'yes' as const;
    const results = tamper(
      finding('.github/workflows/ci.yml', 'protected: continuous integration', { needs }),
      finding('AGENTS.md', 'protected: instructions for agents', { needs }),
    );
    const { answeredBy, question } = asked({ results });
    expect(answeredBy).toBeNull();
    expect(question.text).toContain('- .github/workflows/ci.yml: protected: continuous integration\n- AGENTS.md: ');
    expect(question.choices.map(({ id }) => id)).toEqual(['submit_with_protected', 'edit', 'change', 'abandon']);
    expect(question.choices[0]?.label).toBe('submit, and yes to .github/workflows/ci.yml, AGENTS.md');
    for (const words of ['yes', 'ok', 'submit', '提交', '继续'])
      expect(choiceMeant(question, words)?.choice.id, words).not.toBe('submit_with_protected');
  });

  it('keeps a file whose name holds a new line on one line', () => {
    const results = tamper(finding('.github/x\n- nothing else', 'protected: continuous integration', { needs: 'yes' }));
    const changes = [
      { path: 'a\nb', kind: 'added', from: null, added: 2, removed: 1, binary: false, bytes: 4 },
    ] as const;
    const { question } = asked({ results, changes });
    expect(question.text).toContain('- .github/x\\n- nothing else: protected');
    expect(question.text.split('\n')).not.toContain('- nothing else: protected: continuous integration');
    expect(question.text).toContain('- a\\nb (added');
    expect(question.text).toContain('1 file changed, +2 -1');
  });

  it('begins with the words it is given, and says what is not verified', () => {
    const { question, answeredBy } = asked({ unverified: ['lint'] }, 'Push two more commits?');
    expect(question.text).toMatch(/^Push two more commits\?\nNOT VERIFIED: lint/);
    expect(answeredBy).toBeNull();
  });
});
