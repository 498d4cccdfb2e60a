// When a wait for a session that asks is over.
import { describe, expect, it } from 'vitest';
import type { Session } from '../../domain/session/session.ts';
import { judgeSession } from './conditions.ts';

const asking = {
  spec: { name: 'writer' },
  state: { kind: 'live', stood: { standing: { kind: 'asks' } }, turn: { number: 1 }, last: null },
} as unknown as Session;

it('WT-89 a session that a crash cut off is told with what goes on with its conversation', () => {
  const state = { kind: 'ended', ending: { kind: 'lost' }, refused: null, conversation: 'c-1', last: null };
  const lost = { spec: { name: 'writer', agent: 'claude', cwd: '/my work' }, state } as unknown as Session;
  const none = { pending: 0, questions: 0 };
  expect(judgeSession(lost, 'ended', none)).toMatchObject({
    exit: 125,
    why: "writer ended: cut off by a crash; to go on with its conversation: drover start claude --name writer --cwd '/my work' --resume c-1",
  });
});

it('WT-84 a session to which a message is being given is not ready, though nobody has seen it work yet', () => {
  const at = (turn: object | null) =>
    ({
      spec: { name: 'writer' },
      state: { kind: 'live', stood: { standing: { kind: 'ready' } }, turn, last: null },
    }) as unknown as Session;
  const none = { pending: 0, questions: 0 };
  expect(judgeSession(at({ number: 1 }), 'ready', none)).toBeNull();
  expect(judgeSession(at(null), 'ready', none)).toMatchObject({ state: 'ready', exit: 0 });
});

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
