import { expect, it } from 'vitest';
import type { Confirmed, TaskSpec, TaskState } from '../task.ts';
import { alreadyConfirmed } from './confirm.ts';

const confirmed: Confirmed = {
  ...{ by: 'person:Ada', channel: 'telegram', branch: 'main', env: 'shop-prod', dirty: ['a.txt'], unconfined: false },
};
const spec = (more: object = {}) => ({ env: 'shop-prod', confirmed, ...more }) as unknown as TaskSpec;
const state = (more: object = {}) =>
  ({
    known: {
      place: { base: { branch: 'main' }, dirty: ['a.txt'], sandbox: 'bubblewrap', ...more },
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
])('it is asked all the same where %s', (_, one, other) => {
  expect(alreadyConfirmed(one, other)).toBeNull();
});

it('is its answer where it was said that there is no sandbox', () => {
  expect(
    alreadyConfirmed(spec({ confirmed: { ...confirmed, unconfined: true } }), state({ sandbox: 'none' })),
  ).not.toBeNull();
});
