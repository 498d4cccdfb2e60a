import { expect, it, vi } from 'vitest';
import type { RivalView } from '../../../../src/contract/task.ts';
import { drawn } from '../../../../test/fakes/drawn.ts';
import { Rivals } from './rivals.tsx';

// What the page asks of a browser when it is loaded.
vi.hoisted(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});

const one: RivalView = {
  ...{ task: 'shop-13', number: 1, agent: 'claude', state: '', outcome: 'proven', why: 'all gates passed' },
  ...{ criteria: { met: 2, of: 2 }, change: { files: 3, added: 40, removed: 2 }, review: 'gemini found nothing' },
  gates: [{ gate: 'test', verdict: 'passed', why: '9 passed' }],
  spend: { input_tokens: 900, cached_tokens: 0, output_tokens: 100, money: 0.42 },
  taken_by: 'sam',
};
const { taken_by: _, ...other } = one;
const text = (rival: RivalView): string =>
  drawn(<Rivals rivals={[rival]} />)
    .replace(/^.*<tbody>|<[^>]*>|\{\s*\}/gs, ' ')
    .replace(/[{}]|\s+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

it.each<[string, RivalView, string]>([
  [
    'the one that was taken, and who took it',
    one,
    '✓ proven ★ taken by sam shop-13 claude 2 of 2 criteria 3 files, +40 -2 $0.42 ✓ passed test all gates passed gemini found nothing',
  ],
  [
    'one that rests on exit codes alone',
    { ...other, weaker: 'exit_codes' },
    '✓ proven (by exit codes) shop-13 claude 2 of 2 criteria 3 files, +40 -2 $0.42 ✓ passed test all gates passed gemini found nothing',
  ],
  [
    'one that failed, what it cost all the same and at which gate',
    {
      ...{ ...other, task: 'shop-14', outcome: 'failed', why: '7 attempts', review: '' },
      ...{ criteria: { met: 1, of: 2 }, gates: [{ gate: 'lint', verdict: 'failed', why: '2 errors' }] },
    },
    '✗ failed shop-14 claude 1 of 2 criteria 3 files, +40 -2 $0.42 ✗ failed lint 7 attempts',
  ],
  [
    'one at work, which has cost nothing yet and was judged by nothing',
    {
      ...{ ...other, outcome: null, state: 'develops SC-1', why: '', review: '', gates: [] },
      ...{ criteria: { met: 0, of: 2 }, change: { files: 0, added: 0, removed: 0 } },
      spend: { input_tokens: 0, cached_tokens: 0, output_tokens: 0, money: 0 },
    },
    'develops SC-1 shop-13 claude 0 of 2 criteria 0 files, +0 -0 –',
  ],
])('T10 shows %s', (_, rival, said) => expect(text(rival)).toBe(said));

it('T10 names of strangers are text', () => {
  const hostile = '<img src=x onerror=alert(1)>';
  expect(drawn(<Rivals rivals={[{ ...one, taken_by: hostile, review: hostile }]} />)).toContain(`{${hostile}}`);
});
