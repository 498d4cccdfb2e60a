import { describe, expect, it } from 'vitest';
import { settings } from '../../../test/fakes/outside.ts';
import type { QuestionKind } from '../question/question.ts';
import { policyFor } from './ask.ts';
import type { PolicyPreset } from './settings/settings.ts';

/** What each preset does at each kind: careful, normal, normal where workspace or environment was guessed, hands-off. */
const table: Readonly<Record<QuestionKind, readonly ['ask' | 'auto', 'ask' | 'auto', 'ask' | 'auto', 'ask' | 'auto']>> =
  {
    workspace: ['ask', 'ask', 'ask', 'auto'],
    env: ['ask', 'ask', 'ask', 'ask'],
    proceed: ['ask', 'auto', 'ask', 'auto'],
    base_red: ['ask', 'ask', 'ask', 'auto'],
    setup_failed: ['ask', 'ask', 'ask', 'ask'],
    unreachable: ['ask', 'ask', 'ask', 'ask'],
    plan: ['ask', 'ask', 'ask', 'auto'],
    plan_changed: ['ask', 'ask', 'ask', 'auto'],
    tests_failed: ['ask', 'ask', 'ask', 'ask'],
    submit: ['ask', 'ask', 'ask', 'auto'],
    deployed: ['ask', 'ask', 'ask', 'ask'],
    verified: ['ask', 'auto', 'auto', 'auto'],
    next_feature: ['ask', 'ask', 'ask', 'auto'],
    permission: ['ask', 'ask', 'ask', 'ask'],
    stuck: ['ask', 'ask', 'ask', 'ask'],
    budget: ['ask', 'ask', 'ask', 'ask'],
    effect: ['ask', 'ask', 'ask', 'ask'],
    comments: ['ask', 'ask', 'ask', 'ask'],
    checks: ['ask', 'ask', 'ask', 'ask'],
    best: ['ask', 'ask', 'ask', 'ask'],
  };
const kinds = Object.keys(table) as QuestionKind[];
const never = kinds.filter((kind) => table[kind][3] === 'ask');

describe('policy', () => {
  it.each(kinds)('answers %s as its preset says', (kind) => {
    const by = (preset: PolicyPreset, inferred: boolean) => policyFor(kind, { ...settings, preset }, inferred);
    expect([by('careful', false), by('normal', false), by('normal', true), by('hands-off', true)]).toEqual(table[kind]);
    expect(by('careful', true)).toBe('ask');
  });

  it.each(kinds)('a word for %s alone wins over the preset, but for what policy never answers', (kind) => {
    const by = (preset: PolicyPreset, word: 'ask' | 'auto') =>
      policyFor(kind, { ...settings, preset, policy: { [kind]: word } }, true);
    expect(by('hands-off', 'ask')).toBe('ask');
    expect(by('careful', 'auto')).toBe(never.includes(kind) ? 'ask' : 'auto');
  });
});
