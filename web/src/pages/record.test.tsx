import { expect, it, vi } from 'vitest';
import type { SpendLine, SpendTable } from '../../../src/contract/record.ts';
import type { HistoryEntry } from '../../../src/contract/session.ts';
import { drawn } from '../../../test/fakes/drawn.ts';
import { language } from '../words/words.ts';
import { Entries, SpendLines } from './record.tsx';

// What the page asks of a browser when it is loaded.
vi.hoisted(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});

const line = (key: string, more: Partial<SpendLine> = {}): SpendLine => ({
  ...{ key, turns: 2, unpriced_turns: 0, input_tokens: 900, cached_tokens: 0, output_tokens: 100, money: 0.5 },
  ...more,
});
const unknown = { unpriced_turns: 2, money: 0 };
const rows = (lines: readonly SpendLine[], total: Partial<SpendLine>): readonly string[] =>
  drawn(<SpendLines table={{ by: 'day', lines, total: line('total', total) } as SpendTable} />)
    .split('<tr')
    .slice(2);

it('a day whose cost nobody knows has no bar, for an empty one would say that it cost nothing', () => {
  const [known = '', not = '', some = ''] = rows(
    [line('2026-11-01'), line('2026-11-02', unknown), line('2026-11-03', { unpriced_turns: 1 })],
    { money: 1, unpriced_turns: 3 },
  );
  expect(known).toContain('<meter');
  expect(not).not.toContain('<meter');
  expect(not).toContain('2 turns without a price');
  expect(some).toContain('<meter');
});

it('where no price is known at all bars are of tokens, and nothing spent is said to be so', () => {
  const [only = ''] = rows([line('2026-11-02', unknown)], unknown);
  expect(only).toContain('<meter');
  expect(only).not.toContain('$');
  expect(
    drawn(<SpendLines table={{ by: 'day', lines: [], total: line('total', { turns: 0 }) } as SpendTable} />),
  ).toContain('Nothing was spent');
});

it('who ended, and how, stands in the words of the reader, and never as a name of the program', () => {
  const entry = (role: string, outcome: string) =>
    ({
      ...{ row: `${role}${outcome}`, id: 'r1', agent: 'claude', task: null, role, outcome, duration_ms: null },
      ...{ ended_at: 0, usage: { input_tokens: 900, cached_tokens: 0, output_tokens: 100, money: null } },
    }) as unknown as HistoryEntry;
  const entries = [
    entry('advise', 'refused_by_permission'),
    entry('session', 'exited 3'),
    entry('constructor', 'toString'),
  ];
  const english = drawn(<Entries entries={entries} />);
  for (const word of ['advise', 'refused by permission', 'exited 3', 'constructor', 'toString', '1.0k tok'])
    expect(english).toContain(word);
  expect(english).not.toContain('refused_by');
  language.value = 'zh';
  const chinese = drawn(<Entries entries={entries} />);
  language.value = 'en';
  for (const word of ['建议', '权限不允许', '会话', '1.0k token']) expect(chinese).toContain(word);
});
