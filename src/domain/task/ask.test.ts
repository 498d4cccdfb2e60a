import { describe, expect, it } from 'vitest';
import { settings } from '../../../test/fakes/outside.ts';
import { spec, standing } from '../../../test/fakes/standing-task.ts';
import type { Learned } from '../parts/known.ts';
import { choice } from '../question/choice.ts';
import type { QuestionKind } from '../question/question.ts';
import { ask, trouble } from './ask.ts';
import type { Known, TaskSpec } from './task.ts';

const at = { kind: 'checking' } as const;
const asked = (
  kind: QuestionKind,
  known: Learned<Known> = {},
  stated: Partial<TaskSpec> = {},
  auto: string | null = 'yes',
) => {
  const thing = standing(at, known, { asked: 2 }, stated);
  const question = { kind, text: 'T', choices: [choice('yes', 'yes')], binding: 'b', shown: null, auto };
  const decision = ask(thing.state, thing.spec, question, at);
  if (decision.kind !== 'ask') throw new Error(decision.kind);
  return decision;
};
const careful = { settings: { ...settings, preset: 'careful' } } as const;

describe('what a task asks', () => {
  it('has the next number, and leads back where it came from', () => {
    expect(asked('submit', {}, careful)).toMatchObject({
      question: { key: 'submit-3', kind: 'submit', text: 'T', binding: 'b' },
      ...{
        answeredBy: null,
        state: { asked: 3, at: { kind: 'asking', question: 'submit', key: 'submit-3', back: at } },
      },
    });
  });

  it.each([
    ['proceed', 'yes'],
    ['plan', 'yes'],
    ['plan_changed', 'yes'],
    ['submit', 'yes'],
    ['verified', 'yes'],
    ['next_feature', 'yes'],
    ['base_red', undefined],
    ['stuck', undefined],
  ] as const)('a plain ok to %s means %s', (kind, assent) => {
    expect(asked(kind, {}, careful).question.assent).toBe(assent);
    expect(asked(kind, {}, careful, null).question.assent).toBeUndefined();
  });

  it('is answered by policy where that may, and by nobody where there is nothing to be answered with', () => {
    expect(asked('submit').answeredBy).toEqual({ choice: 'yes' });
    expect(asked('submit', {}, {}, null).answeredBy).toBeNull();
  });

  const all = ['proceed', 'plan', 'submit', 'stuck', 'tests_failed', 'base_red', 'verified'] as const;
  it.each<readonly [string, RegExp, readonly string[], Learned<Known>, Partial<TaskSpec>]>([
    ['that there is no sandbox', /There is no sandbox here/, all.slice(0, 5), { place: { sandbox: 'none' } }, {}],
    [
      'whose words take part',
      /Text of strangers takes part: https:\/\/f\/1, https:\/\/f\/2, a message that was passed on$/,
      all.slice(0, 3),
      {},
      { issue: { address: 'https://f/1' }, pull: { address: 'https://f/2' }, strangers: true } as never,
    ],
    [
      'that lines of logs take part',
      /which anybody may have caused: production$/,
      all.slice(0, 3),
      {
        environment: {
          looks: {
            production: { kind: 'seen', errors: [{}] },
            quiet: { kind: 'seen', errors: [] },
            away: { kind: 'failed' },
          } as never,
        },
      },
      {},
    ],
  ])('says %s where something is let run or published', (_, words, kinds, known, stated) => {
    for (const kind of all) {
      const { text } = asked(kind, known, stated).question;
      expect(words.test(text), kind).toBe(kinds.includes(kind));
    }
    for (const kind of all) expect(asked(kind, { place: { sandbox: 'bubblewrap' } }).question.text).toBe('T');
  });
});

it('what does not work outside is tried again, or the task is ended', () => {
  const { state } = standing(at, {}, { asked: 2 });
  expect(trouble(state, spec, 'unreachable', 'no network', at, [choice('without', 'go on')])).toMatchObject({
    answeredBy: null,
    question: {
      ...{ kind: 'unreachable', text: 'no network', binding: 'checking:2', shown: { text: 'no network' } },
      choices: [
        { id: 'retry', label: 'try again' },
        { id: 'without', label: 'go on' },
        { id: 'cancel', label: 'cancel the task' },
      ],
    },
  });
});
