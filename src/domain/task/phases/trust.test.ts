// What a person must have seen before a copy is made, asked of them and put on record.
import { describe, expect, it } from 'vitest';
import { answer, asking, decided, done, standing } from '../../../../test/fakes/standing-task.ts';
import type { ToTrust } from '../../place/to-trust.ts';
import type { TaskView } from '../moves.ts';
import type { TaskStep } from '../task.ts';
import { trustFirst } from './trust.ts';

const copying: TaskStep = { kind: 'copying', tried: 0 };
const programs = { lines: ['npm ci'], hash: 'h1' };
const secrets = [{ path: '.env', hash: 'h2' }];
const toTrust = (more: object = {}): ToTrust => ({ programs: null, secrets: [], ...more }) as unknown as ToTrust;
const task = (at: TaskStep, trust: ToTrust | undefined) =>
  standing(at, { place: { ...(trust && { toTrust: trust }), copyFiles: ['.env', 'a.json'] } });
const first = (trust: ToTrust | undefined) =>
  trustFirst({ thing: task(copying, trust), children: [], notices: [], questions: [] } as unknown as TaskView);
const given = (trust: ToTrust | undefined, choice: string) =>
  decided(task(asking(copying), trust), { questions: [answer(choice)] });

describe('before a copy is made', () => {
  it('nothing is asked where there is nothing to be seen', () => {
    expect([first(undefined), first(toTrust())]).toEqual([null, null]);
  });

  it('programs and files are asked for, and a task can be cancelled instead', () => {
    expect(first(toTrust({ programs }))).toMatchObject({
      ...{ kind: 'ask', answeredBy: null, state: { at: { back: copying } } },
      question: {
        ...{ kind: 'permission', text: expect.stringContaining('- npm ci'), binding: 'h1' },
        choices: [{ id: 'trust' }, { id: 'cancel', label: 'cancel the task' }],
      },
    });
    expect(first(toTrust({ secrets }))).toMatchObject({
      question: { kind: 'permission', choices: [{ id: 'take' }, { id: 'leave' }, { id: 'cancel' }] },
    });
  });

  it('what was agreed to is remembered for the checkout, and said once it is', () => {
    const agreed = { grants: ['programs:h1'], by: 'person:test' };
    expect(first(toTrust({ agreed }))).toEqual({
      kind: 'perform',
      effect: { name: 'remember-trust', input: { checkout: '/checkout', ...agreed } },
    });
    const remembered = done(task(copying, toTrust({ agreed, secrets })), 'remember-trust', {}, agreed);
    expect(remembered).toMatchObject({
      state: { at: copying, known: { place: { toTrust: { secrets } } } },
      said: [{ kind: 'trusted', data: { what: ['programs:h1'] } }],
    });
    expect(remembered.state.known.place.toTrust).not.toHaveProperty('agreed');
  });
});

describe('an answer to it', () => {
  it('is kept with who gave it', () => {
    expect(given(toTrust({ programs }), 'trust')).toMatchObject({
      ...{ kind: 'advance', said: [] },
      state: {
        at: copying,
        known: { place: { toTrust: { programs: null, agreed: { by: 'person:test' } }, copyFiles: ['.env', 'a.json'] } },
      },
    });
  });

  it('leaves files out of the copy, and says which', () => {
    expect(given(toTrust({ secrets }), 'leave')).toMatchObject({
      state: { at: copying, known: { place: { toTrust: { secrets: [] }, copyFiles: ['a.json'] } } },
      said: [{ kind: 'secrets_left_out', data: { paths: ['.env'] } }],
    });
  });

  it('goes on where there is nothing to be seen any more', () => {
    expect(given(undefined, 'trust')).toMatchObject({ kind: 'advance', state: { at: copying } });
  });
});
