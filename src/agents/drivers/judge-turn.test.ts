import { expect, test } from 'vitest';
import { judgeTurnEnd } from './judge-turn.ts';

const answered = { kind: 'answered', text: 'done' } as const;
const told = (said: Parameters<typeof judgeTurnEnd>[0]['said'] = null, began = true, stderr = '') => ({
  said,
  began,
  stderr,
});

test('an answer with exit 0 is an answer', () => {
  expect(judgeTurnEnd(told(answered), { kind: 'exited', code: 0 })).toEqual(answered);
});

test('PC-26 exit 0 with no output at all is empty', () => {
  expect(judgeTurnEnd(told(null, false), { kind: 'exited', code: 0 })).toEqual({ kind: 'empty' });
});

test('exit 0 in the middle of a stream is cut off, not answered', () => {
  expect(judgeTurnEnd(told(), { kind: 'exited', code: 0 })).toMatchObject({ kind: 'cut_off' });
});

test('PC-27 exit 3 after an answer is a crash that names the code and the last line of stderr', () => {
  expect(judgeTurnEnd(told(answered, true, 'warning\nboom\n'), { kind: 'exited', code: 3 })).toEqual({
    kind: 'crashed',
    message: 'it ended with exit code 3 after its answer: boom',
  });
});

test('CM-38 a non-zero exit without output is a crash', () => {
  expect(judgeTurnEnd(told(null, false, 'no such flag'), { kind: 'exited', code: 2 })).toEqual({
    kind: 'crashed',
    message: 'it ended with exit code 2: no such flag',
  });
});

test('CM-39 what the program says of a failed turn stands, whether it exits with 0 or not', () => {
  const said = { kind: 'api_error', status: 500, message: 'overloaded' } as const;
  for (const code of [0, 1]) expect(judgeTurnEnd(told(said), { kind: 'exited', code })).toEqual(said);
});

test.each([
  [{ kind: 'exited', code: 143 }, { kind: 'cut_off' }],
  [{ kind: 'signalled', signal: 'SIGKILL' }, { kind: 'cut_off' }],
  [{ kind: 'signalled', signal: 'SIGSEGV' }, { kind: 'crashed' }],
  [{ kind: 'lost' }, { kind: 'cut_off' }],
  [{ kind: 'over_budget' }, { kind: 'cut_off' }],
  [{ kind: 'cancelled' }, { kind: 'interrupted' }],
  [
    { kind: 'stalled', quietMs: 5 },
    { kind: 'timed_out', afterMs: 5 },
  ],
  [
    { kind: 'timed_out', afterMs: 9 },
    { kind: 'timed_out', afterMs: 9 },
  ],
  [
    { kind: 'not_started', reason: 'no such folder' },
    { kind: 'crashed', message: 'no such folder' },
  ],
] as const)('the ending %j is never an answer, not even after one', (ending, outcome) => {
  expect(judgeTurnEnd(told(answered), ending)).toMatchObject(ending.kind === 'exited' ? { kind: 'crashed' } : outcome);
  expect(judgeTurnEnd(told(), ending)).toMatchObject(outcome);
});
