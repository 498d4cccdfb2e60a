// WT-120: which answers want a step-up, row by row; removing any clause fails here.
import { describe, expect, it } from 'vitest';
import type { QuestionKind } from './question.ts';
import { needsStepUp } from './step-up.ts';

describe('WT-120 a step-up is wanted', () => {
  it.each<[QuestionKind, string, boolean]>([
    ['submit', 'submit', true],
    ['submit', 'submit_override', true],
    ['submit', 'abandon', false],
    ['submit', 'edit', false],
    ['submit', 'resubmit', false],
    ['submit', 'roll_back', false],
    ['submit', 'more', false],
    ['verified', 'roll_back', true],
    ['verified', 'release', false],
    ['verified', 'fix', false],
    ['verified', 'submit', false],
    ['verified', 'more', false],
    ['budget', 'more', true],
    ['budget', 'pause', false],
    ['budget', 'abandon', false],
    ['budget', 'submit', false],
    ['budget', 'roll_back', false],
    ['plan', 'submit', false],
    ['stuck', 'more', false],
    ['deployed', 'roll_back', false],
  ])('%s, %s: %s', (kind, choice, wanted) => {
    expect(needsStepUp(kind, choice)).toBe(wanted);
  });
});
