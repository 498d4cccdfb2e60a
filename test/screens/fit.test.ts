// Replies at the widths of terminals: no line is wider, no word is torn apart, nothing of others moves the cursor.
import { describe, expect, it } from 'vitest';
import type { CommandName } from '../../src/contract/commands.ts';
import type { Replies } from '../../src/contract/replies.ts';
import { tellReply } from '../../src/surfaces/cli/output/reply.ts';
import { widthOf } from '../../src/surfaces/cli/print/cells.ts';
import type { Console } from '../../src/surfaces/cli/terminal/console.ts';
import { board, detail, now, ps, question } from './world.ts';

const replies: { readonly [Name in CommandName]?: Replies[Name] } = {
  'question.list': { questions: [question] },
  'service.board': board,
  'service.doctor': {
    checks: [
      {
        name: 'sandbox',
        state: 'bad',
        said: 'bubblewrap is not installed on this machine',
        hint: 'apt-get install bubblewrap, then drover doctor again',
      },
    ],
  },
  'service.ps': ps,
  'task.show': detail,
};

async function told(name: CommandName, columns: number, env: Record<string, string> = {}): Promise<string> {
  const out: string[] = [];
  const stdout = { isTTY: true, columns, write: (text: string) => out.push(text) };
  const here = { stdout, stderr: stdout, env, now: () => now } as unknown as Console;
  await tellReply(here, name, { ok: true, data: replies[name] } as never, { output: 'text' });
  return out.join('');
}

const shown = (text: string): string => text.replace(/\u001b\[\d+m/g, '');
/** Chinese may be broken anywhere; a line that was cut ends with an ellipsis. */
const wordsOf = (text: string): readonly string[] =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !/[\u2e80-\uff60…]/.test(word));

describe.each(Object.keys(replies) as CommandName[])('WT-25 %s', (name) => {
  it.each([40, 50, 80, 100, 120])('fits into %i columns, and tears no word apart', async (columns) => {
    const text = shown(await told(name, columns));
    const whole = new Set(wordsOf(shown(await told(name, 4000))));
    for (const line of text.split('\n'))
      expect(widthOf(line) <= columns || wordsOf(line).length === 1, `${columns}: ${line}`).toBe(true);
    expect(wordsOf(text).filter((word) => !whole.has(word))).toEqual([]);
  });

  it('is the same without colours, and obeys no sequence of others', async () => {
    const plain = await told(name, 80, { NO_COLOR: '1' });
    expect(plain).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(plain).toBe(await told(name, 80, { TERM: 'dumb' }));
    if (name !== 'question.list' && name !== 'task.show') expect(shown(await told(name, 80))).toBe(plain);
  });
});
