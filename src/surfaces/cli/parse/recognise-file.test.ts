import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAsPlan, recogniseFile } from './recognise-file.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'recognise-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const put = (path: string) => {
  mkdirSync(join(cwd, path, '..'), { recursive: true });
  writeFileSync(join(cwd, path), 'text');
};
const of = (...file: string[]) => recogniseFile({ file }, { cwd });

it('one file, standard input, and nothing are one text', () => {
  put('a.md');
  for (const file of ['a.md', '-', 'not-there']) expect(of(file), file).toEqual({ kind: 'one' });
  expect(recogniseFile({}, { cwd })).toEqual({ kind: 'one' });
});

it('several files are several plans, and a folder is the plans in it by their numbers', () => {
  for (const name of ['plans/10-last.md', 'plans/2-second.md', 'plans/1-first.txt', 'plans/picture.png']) put(name);
  expect(of('a.md', 'b.md')).toMatchObject({ kind: 'plans', plans: ['a.md', 'b.md'] });
  const folder = of('plans');
  expect(folder).toMatchObject({ plans: ['plans/1-first.txt', 'plans/2-second.md', 'plans/10-last.md'] });
  expect(folder).toMatchObject({ said: expect.stringContaining('3 plans') });
});

it('a session folder is a flow, and a folder without a plan is none', () => {
  put('WFS-x/workflow-session.json');
  put('empty/picture.png');
  put("it's/.task/IMPL-1.json");
  expect([of('WFS-x'), of("it's")]).toMatchObject([
    { kind: 'flow', path: 'WFS-x' },
    { kind: 'flow', path: "it's" },
  ]);
  expect(of('empty')).toMatchObject({ kind: 'refused', failure: { error_code: 'PATH_NOT_FOUND' } });
});

it('a text with criteria is a plan, called after its heading; any other is a text', () => {
  expect(readAsPlan('Meta\n# Fix the beat\nSC-1: it fires\nSC-2: it is told')).toMatchObject({
    text: 'Fix the beat',
    said: 'Taken as a plan with 2 criteria: SC-1, SC-2',
  });
  const many = Array.from({ length: 500 }, (_, at) => `SC-${at + 1}: it fires`).join('\n');
  expect(readAsPlan(many)?.said).toMatch(/^Taken as a plan with 500 criteria: SC-1, .*, SC-12 and 488 more$/);
  expect(readAsPlan('Fix the beat, please.')).toBeNull();
});
