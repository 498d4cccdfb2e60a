// `config edit` and `events --json`, with a console and a daemon of the test's own.
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Ask } from './daemon/ask.ts';
import { runConfigEdit } from './handlers/config-edit.ts';
import { runEvents } from './handlers/follow.ts';
import type { Console } from './terminal/console.ts';

function stage(env: Record<string, string>, replies: Record<string, unknown>, events: readonly unknown[] = []) {
  const asked: [string, unknown][] = [];
  const shown = { out: '', error: '' };
  const ask = (async (command: string, input: unknown, options?: { onEvent?: (event: unknown) => void }) => {
    asked.push([command, input]);
    for (const event of events) options?.onEvent?.(event);
    return replies[command];
  }) as unknown as Ask;
  const console = {
    ...{ env, cwd: '/', now: () => 0, onInterrupt: () => () => undefined, stdin: {} },
    stdout: { write: (text: string) => (shown.out += text) },
    stderr: { write: (text: string) => (shown.error += text) },
  } as unknown as Console;
  return { ask, asked, console, shown };
}

/** An editor that is a program of a line; its file is `$1`. */
function editor(line: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'editor-')), 'an editor');
  writeFileSync(file, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  return `'${file}'`;
}

const text = { ok: true, data: { path: '/c.yaml', text: 'policy: normal\n' } };
const invalid = {
  ok: false,
  error: '/c.yaml:1:9: policy: expected careful',
  error_code: 'CONFIG_INVALID',
  hint: 'Mend it.',
};

it('WT-32 the editor gets a copy, and what it leaves takes the place of what was there', async () => {
  const EDITOR = editor('echo "policy: careful" > "$1"; echo "$1" > "$1.seen"');
  const replaced = { ok: true, data: { path: '/c.yaml' } };
  const { ask, asked, console, shown } = stage({ EDITOR }, { 'config.text': text, 'config.replace': replaced });
  expect(await runConfigEdit(console, ask, {}, { output: 'text' })).toBe(0);
  expect(asked[1]).toEqual(['config.replace', { text: 'policy: careful\n', before: 'policy: normal\n' }]);
  expect(shown).toEqual({ out: '/c.yaml is changed.\n', error: '' });
});

it('WT-32 no editor of a terminal is started where there is none', async () => {
  const { ask, asked, console, shown } = stage({ PATH: '' }, { 'config.text': text });
  expect(await runConfigEdit(console, ask, {}, { output: 'json' })).toBe(2);
  expect([asked, JSON.parse(shown.out)]).toMatchObject([[], { ok: false, error_code: 'USAGE' }]);
});

it('WT-32 with --json there is one document, also where nothing was changed and the editor spoke', async () => {
  const { ask, console, shown } = stage({ EDITOR: editor('echo of the editor') }, { 'config.text': text });
  expect(await runConfigEdit(console, ask, {}, { output: 'json' })).toBe(0);
  expect(JSON.parse(shown.out)).toEqual({ ok: true, data: { path: '/c.yaml', changed: false } });
});

it('WT-32 nothing is replaced where nothing changed or the editor failed', async () => {
  for (const [line, exit, said] of [
    [': ', 0, 'Nothing was changed.'],
    ['echo x > "$1"; exit 3', 2, 'ended with 3; nothing was changed.'],
  ] as const) {
    const { ask, asked, console, shown } = stage({ VISUAL: editor(line), EDITOR: 'false' }, { 'config.text': text });
    expect(await runConfigEdit(console, ask, {}, { output: 'text' })).toBe(exit);
    expect([asked.length, shown.error]).toEqual([1, expect.stringContaining(said)]);
  }
});

it('WT-32 a text that is refused is kept, and it is said where', async () => {
  const EDITOR = editor('echo "policy: loose" > "$1"');
  const { ask, console, shown } = stage({ EDITOR }, { 'config.text': text, 'config.replace': invalid });
  expect(await runConfigEdit(console, ask, {}, { output: 'text' })).toBe(4);
  const kept = /Your text is kept: (.*)\n/.exec(shown.error)?.[1] ?? '';
  expect([existsSync(kept), shown.error]).toEqual([
    true,
    expect.stringContaining('/c.yaml:1:9: policy: expected careful'),
  ]);
});

it('WT-32 `events --json` is one document; a line each without it; never ends with --follow, so it is refused', async () => {
  const reply = { 'service.events': { ok: true, data: { position: 2, ended: false } } };
  const events = [{ seq: 1 }, { seq: 2 }];
  const one = stage({}, reply, events);
  expect(await runEvents(one.console, one.ask, {}, { output: 'json' })).toBe(0);
  expect(
    one.shown.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ ok: true, data: { position: 2, ended: false, events } }]);
  for (const output of ['text', 'jsonl'] as const) {
    const each = stage({}, reply, events);
    await runEvents(each.console, each.ask, {}, { output });
    expect(each.shown.out).toBe('{"seq":1}\n{"seq":2}\n');
  }
  const never = stage({}, reply, events);
  expect(await runEvents(never.console, never.ask, { follow: true }, { output: 'json' })).toBe(2);
  expect([JSON.parse(never.shown.out).error, never.asked]).toEqual([expect.stringContaining('`--jsonl`'), []]);
});
