import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sessionTextWith, taskTextWith } from './task-text.ts';

const at = Date.UTC(2026, 10, 21, 12);
const begun = { from: 'pending', to: 'in_progress', at } as const;
const done = { from: 'in_progress', to: 'completed', at: at + 1000 } as const;

const text = `{
    "id": "IMPL-1", "big": 12345678901234567890, "text": "\\u0061\\/b",
    "odd":   [1,2,
  3],
    "status": "pending",
    "status_history": [{ "from": "", "to": "pending", "changed_at": "2026-01-01T00:00:00Z" }]
}
`;

it('PC-59 a status and its history are put into the file, and all else in it stays byte by byte', () => {
  const told = taskTextWith(text, { status: 'completed', moves: [begun, done] });
  const [before = '', after = ''] = [text, told ?? ''].map((each) => each.slice(0, each.indexOf('"status":')));
  expect(after).toBe(before);
  expect(after).toContain('12345678901234567890');
  const { status, status_history } = JSON.parse(told ?? '') as Record<string, unknown>;
  expect(status).toBe('completed');
  expect(status_history).toEqual([
    { from: '', to: 'pending', changed_at: '2026-01-01T00:00:00Z' },
    { from: 'pending', to: 'in_progress', changed_at: '2026-11-21T12:00:00.000Z' },
    { from: 'in_progress', to: 'completed', changed_at: '2026-11-21T12:00:01.000Z' },
  ]);
});

it('PC-60 the same once more changes nothing, and of 20 changes there are 20 entries', () => {
  const moves = Array.from({ length: 20 }, (_, index) => ({ ...begun, at: at + index }));
  const once = taskTextWith(text, { status: 'in_progress', moves }) ?? '';
  expect(taskTextWith(once, { status: 'in_progress', moves })).toBe(once);
  expect((JSON.parse(once) as { status_history: unknown[] }).status_history).toHaveLength(21);
});

it.each([
  ['{}', '\n'],
  ['{"id":"a","status_history":null}', '\n'],
  ['{\r\n\t"id": "a"\r\n}', '\r\n'],
])('a file without a status gets one: %j', (given, eol) => {
  const told = taskTextWith(given, { status: 'failed', moves: [begun] }) ?? '';
  expect(JSON.parse(told)).toMatchObject({
    status: 'failed',
    status_history: [{ from: 'pending', to: 'in_progress' }],
  });
  expect(told.includes('\r\n')).toBe(eol === '\r\n');
});

it.each([
  '{\n  "id":"a",\n  "title":"t"\n}\n',
  '{"id" : "a"\n,\t"odd":[1,2\n, 3] }',
  '{\r\n "id":"a",\r\n "more":{"b":1}}\r\n',
  '\uFEFF{\n\t"id":"a"\n}',
])('PC-59 what stands before and behind what is put in stays byte by byte: %j', (given) => {
  const told = taskTextWith(given, { status: 'completed', moves: [begun] }) ?? '';
  const end = given.trimEnd().length - 1;
  const behind = /\s*$/.exec(given.slice(0, end))?.[0] ?? '';
  const before = given.slice(0, end - behind.length);
  expect(told.slice(0, before.length)).toBe(before);
  expect(told.slice(-given.slice(before.length).length)).toBe(given.slice(before.length));
  expect(JSON.parse(told.replace(/^\uFEFF/, ''))).toMatchObject({ id: 'a', status: 'completed' });
  expect(taskTextWith(told, { status: 'completed', moves: [begun] })).toBe(told);
});

it('a mark of byte order at the beginning of a session file is left there', () => {
  expect(sessionTextWith('\uFEFF{"status":"planning"}', 'active', null)).toBe('\uFEFF{"status":"active"}');
});

it.each(['', '[]', '"x"', 'null', '{"id":', '{"a":1}}', '// no\n{}'])('%j is no task file, and stays', (given) => {
  expect(taskTextWith(given, { status: 'failed', moves: [begun] })).toBeNull();
  expect(sessionTextWith(given, 'paused', at)).toBeNull();
});

it('a session has its word and when something of it changed last', () => {
  const given = '{\n  "session_id": "WFS-x",\n  "status": "active"\n}\n';
  const told = sessionTextWith(given, 'completed', at) ?? '';
  expect(JSON.parse(told)).toEqual({
    session_id: 'WFS-x',
    status: 'completed',
    updated_at: '2026-11-21T12:00:00.000Z',
  });
  expect(sessionTextWith(told, 'completed', at)).toBe(told);
  expect(sessionTextWith(given, 'active', null)).toBe(given);
});

it('PC-59 whatever else a file says and however it is laid out, its status and history alone are changed', () => {
  const own = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 });
  fc.assert(
    fc.property(own, fc.constantFrom<string | number>(0, 1, 4, '\t'), (rest, indent) => {
      const { status: _, status_history: __, ...more } = rest as Record<string, unknown>;
      const given = JSON.stringify({ ...more, status: 'pending' }, null, indent);
      const told = taskTextWith(given, { status: 'completed', moves: [begun, done] }) ?? '';
      const { status_history, ...left } = JSON.parse(told) as { readonly status_history: readonly unknown[] };
      expect(left).toEqual(JSON.parse(JSON.stringify({ ...more, status: 'completed' })));
      expect(status_history).toHaveLength(2);
      expect(taskTextWith(told, { status: 'completed', moves: [begun, done] })).toBe(told);
    }),
  );
});
