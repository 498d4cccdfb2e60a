import { expect, it } from 'vitest';
import { settings as usual } from '../../../../test/fakes/outside.ts';
import { decided, standing } from '../../../../test/fakes/standing-task.ts';
import type { Confirmed, TaskSpec, TaskState } from '../task.ts';
import { alreadyConfirmed } from './confirm.ts';

const confirmed: Confirmed = {
  ...{ by: 'person:Ada', channel: 'telegram', branch: 'main', env: 'shop-prod', dirty: ['a.txt'], unconfined: false },
};
const settings = (isolation = 'clone') => ({ workspace: { isolation } });
const spec = (more: object = {}) =>
  ({ env: 'shop-prod', confirmed, settings: settings(), ...more }) as unknown as TaskSpec;
const state = (more: object = {}) =>
  ({
    known: {
      place: { base: { branch: 'main' }, dirty: ['a.txt'], sandbox: 'bubblewrap', notes: [], ...more },
      ...{ work: {}, delivery: {}, environment: {} },
    },
  }) as unknown as TaskState;

it('what was confirmed by chat is the answer to proceed, by the same person there', () => {
  expect(alreadyConfirmed(spec(), state())).toEqual({ choice: 'yes', by: 'person:Ada', channel: 'telegram' });
  expect(alreadyConfirmed(spec(), state({ dirty: [] }))).not.toBeNull();
});

it.each([
  ['nobody confirmed it', spec({ confirmed: undefined }), state()],
  ['it starts from another branch', spec(), state({ base: { branch: 'next' } })],
  ['another environment takes part', spec({ env: 'shop-staging' }), state()],
  ['another file is left behind', spec(), state({ dirty: ['a.txt', 'b.txt'] })],
  ['there is no sandbox, and nobody said so', spec(), state({ sandbox: 'none' })],
  ['text of strangers takes part', spec({ issue: { address: 'https://x/1', number: 1 } }), state()],
  ['a pull request of others does', spec({ pull: { address: 'https://x/2', number: 2 } }), state()],
  ['words of others that were passed on do', spec({ strangers: true }), state()],
  ['nobody but a trigger stated it', spec({ trigger: { kind: 'email' } }), state()],
  ['it would be told of the checkout that nobody saw', spec(), state({ notes: ['there are submodules'] })],
  ['the work is done in the checkout itself', spec({ settings: settings('checkout') }), state()],
  ['it is done in a linked worktree', spec({ settings: settings('worktree') }), state()],
])('it is asked all the same where %s', (_, one, other) => {
  expect(alreadyConfirmed(one, other)).toBeNull();
});

it('is its answer where it was said that there is no sandbox', () => {
  expect(
    alreadyConfirmed(spec({ confirmed: { ...confirmed, unconfined: true } }), state({ sandbox: 'none' })),
  ).not.toBeNull();
});

it.each<[string, object, 'proceed' | 'env', 'yes' | null]>([
  ['an environment where several fit', { envs: ['a', 'b'] }, 'env', null],
  ['no environment where it is part of a whole', { envs: ['a', 'b'], part: undefined }, 'proceed', 'yes'],
  ['to begin where a trigger made it', { trigger: { name: 'bugs', by: null } }, 'proceed', null],
  [
    'nothing where a trigger made the whole of it',
    { trigger: { name: 'bugs', by: null }, part: undefined },
    'proceed',
    'yes',
  ],
])('a person is asked for %s', (_, stated, kind, answer) => {
  const part = 'part' in stated ? { part: { parent: 'shop-9', id: 'F-1', number: 1, of: 2 } } : {};
  const policy = { ...usual.policy, proceed: 'auto' as const };
  const thing = standing({ kind: 'confirming' }, {}, {}, { ...stated, ...part, settings: { ...usual, policy } });
  expect(decided(thing)).toMatchObject({ question: { kind }, answeredBy: answer && { choice: answer } });
});
