import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Ask } from '../daemon/ask.ts';
import type { Console } from '../terminal/console.ts';
import { giveAnswer } from './give-answer.ts';

const refused = (error_code: string) => ({ ok: false, error: error_code, error_code, hint: '' });
const proposal = { choice: 'skip', label: 'skip it', words: 'do session first' };
const proposed = { question: 'q7', binding: 'hash', agent: 'codex', proposal, choices: [] };

/** The daemon as it answers one request after another. */
function open(replies: readonly object[], typed = '') {
  const asked: unknown[] = [];
  const left = [...replies];
  const ask = (async (command: string, input: object) => {
    asked.push([command, input]);
    return left.shift() ?? refused('INTERNAL');
  }) as unknown as Ask;
  const out = { write: () => true };
  const console = { stdin: Readable.from([typed]), stdout: out, stderr: out } as unknown as Console;
  return { asked, ask, console };
}
const given = { question: 'q7', choice: 'not JWT, do session first' };
const says = (line: string | null) => ({ secret: false, confirm: async () => line });

it('words the table does not know are proposed, and a yes is the answer, bound to what was proposed', async () => {
  const { console, ask, asked } = open([refused('USAGE'), { ok: true, data: proposed }, { ok: true, data: {} }]);
  expect((await giveAnswer(console, ask, given, says('y'))).ok).toBe(true);
  expect(asked).toEqual([
    ['question.answer', given],
    ['question.propose', { question: 'q7', text: given.choice }],
    ['question.answer', { question: 'q7', choice: 'skip', words: 'do session first', binding: 'hash' }],
  ]);
});

it.each(['n', '', null, 'yes please'])('%j is no yes: nothing is answered', async (line) => {
  const { console, ask, asked } = open([refused('USAGE'), { ok: true, data: proposed }]);
  expect(await giveAnswer(console, ask, given, says(line))).toMatchObject({ error_code: 'USAGE' });
  expect(asked).toHaveLength(2);
});

it('no agent is asked for a slip of the finger, nor where nobody could say yes, nor for another refusal', async () => {
  for (const [choice, help, code] of [
    ['sumbit', says('y'), 'USAGE'],
    [given.choice, { secret: false }, 'USAGE'],
    [given.choice, says('y'), 'QUESTION_ANSWERED'],
  ] as const) {
    const { console, ask, asked } = open([refused(code)]);
    expect(await giveAnswer(console, ask, { question: 'q7', choice }, help)).toMatchObject({ error_code: code });
    expect(asked).toHaveLength(1);
  }
});

it('what was not understood stays refused as it was', async () => {
  const { console, ask } = open([refused('USAGE'), { ok: true, data: { ...proposed, proposal: null } }]);
  expect(await giveAnswer(console, ask, given, says('y'))).toMatchObject({ error_code: 'USAGE' });
});

it('a PIN is read where one may be, and only then', async () => {
  const there = open([refused('PIN_REQUIRED'), { ok: true, data: {} }], '2468\n');
  const answer = { question: 'q7', choice: 'submit' };
  expect((await giveAnswer(there.console, there.ask, answer, { secret: true })).ok).toBe(true);
  expect(there.asked[1]).toEqual(['question.answer', { ...answer, pin: '2468' }]);
  const none = open([refused('PIN_REQUIRED')], '2468\n');
  expect(await giveAnswer(none.console, none.ask, answer, { secret: false })).toMatchObject({
    error_code: 'PIN_REQUIRED',
  });
});
