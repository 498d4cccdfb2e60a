// When a wait for a session that asks is over.
import { describe, expect, it } from 'vitest';
import type { Session } from '../domain/session/session.ts';
import { judgeSession } from './judge-wait.ts';

const asking = {
  spec: { name: 'writer' },
  state: { kind: 'live', stood: { standing: { kind: 'asks' } }, turn: { number: 1 }, last: null },
} as unknown as Session;

describe('a session whose agent asks', () => {
  it('is waited for until the question can be answered', () => {
    expect(judgeSession(asking, 'asks', { pending: 0, questions: 0 })).toBeNull();
    expect(judgeSession(asking, 'asks', { pending: 0, questions: 1 })).toMatchObject({ state: 'asks', exit: 0 });
  });

  it('waits for a person only while a question is open: one that was answered is on its way', () => {
    expect(judgeSession(asking, 'done', { pending: 0, questions: 0 })).toBeNull();
    expect(judgeSession(asking, 'done', { pending: 0, questions: 1 })).toMatchObject({ state: 'asks', exit: 6 });
    expect(judgeSession(asking, 'turn', { pending: 0, questions: 1 })).toBeNull();
  });
});
