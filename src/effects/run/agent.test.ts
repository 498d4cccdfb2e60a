import { expect, it } from 'vitest';
import { conversationFor } from './agent.ts';

it.each([
  ['goes on in its conversation', { resume: 'c1' }, true, { resume: 'c1', fork: false }],
  ['goes on in a fork of one that went on elsewhere', { resume: 'c1', fork: true }, true, { resume: 'c1', fork: true }],
  ['begins afresh where its agent cannot fork', { resume: 'c1', fork: true }, false, { resume: null, fork: false }],
  ['has nothing to fork at its beginning', { resume: null, fork: true }, true, { resume: null, fork: false }],
] as const)('a turn %s', (_, purpose, fork, conversation) => {
  expect(conversationFor(purpose, { fork })).toEqual(conversation);
});
