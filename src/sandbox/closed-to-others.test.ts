import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ClosedToOthers } from './closed-to-others.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-closed-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'keys'), { mode: 0o755 });
  for (const name of ['open', 'keys/open']) writeFileSync(join(folder, name), '', { mode: 0o644 });
  symlinkSync('open', join(folder, 'link'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, mode: number) => writeFileSync(join(folder, name), '', { mode });

/** The kernel's clock of files goes by ticks: what follows has another time than what was there. */
function awaitTick(): void {
  const probe = `${folder}.probe`;
  const before = Math.max(...[folder, join(folder, 'keys')].map((path) => statSync(path).ctimeMs));
  do writeFileSync(probe, '');
  while (statSync(probe).ctimeMs <= before);
  rmSync(probe);
}

/** Two looks with a change between them: what the second one hides, and how many folders each of them listed. */
function twoLooks(now: () => number, change: () => void) {
  const listed: string[] = [];
  const closed = new ClosedToOthers(now, (path) => {
    listed.push(path);
    return readdirSync(path, { withFileTypes: true });
  });
  expect(closed.mountsOf(folder)).toEqual([]);
  const first = listed.length;
  awaitTick();
  change();
  const hidden = closed.mountsOf(folder).map(({ kind, path }) => `${kind} ${path.slice(folder.length + 1)}`);
  return { hidden, first, second: listed.length - first };
}

const nothing = (): void => undefined;
const later = () => Date.now() + 60_000;

it.each([
  ['nothing', nothing, [], 0],
  ['a file that was closed', () => chmodSync(join(folder, 'keys/open'), 0o600), ['blank keys/open'], 0],
  ['a folder that was closed', () => chmodSync(join(folder, 'keys'), 0o700), ['hidden keys'], 0],
  ['a new file', () => put('keys/shadow', 0o600), ['blank keys/shadow'], 1],
  [
    'a file in the place of another',
    () => {
      put('new', 0o600);
      renameSync(join(folder, 'new'), join(folder, 'open'));
    },
    ['blank open'],
    1,
  ],
  [
    'a folder in the place of another',
    () => {
      mkdirSync(join(folder, 'other'), { mode: 0o755 });
      put('other/shadow', 0o600);
      renameSync(join(folder, 'keys'), join(folder, 'before'));
      renameSync(join(folder, 'other'), join(folder, 'keys'));
    },
    ['blank keys/shadow'],
    3,
  ],
] as const)('hides from the next program what is closed by then: %s', (_, change, hidden, lists) => {
  expect(twoLooks(later, change)).toEqual({ hidden, first: 2, second: lists });
});

it('trusts no listing of a folder that was changed a moment ago, or at a time that is to come', () => {
  for (const now of [() => Date.now(), () => Date.now() - 1000])
    expect(twoLooks(now, nothing)).toEqual({ hidden: [], first: 2, second: 2 });
});

it('a folder that cannot be listed, and one that is not there, hide nothing', () => {
  expect(new ClosedToOthers().mountsOf(join(folder, 'none'))).toEqual([]);
  expect(new ClosedToOthers().mountsOf(join(folder, 'open'))).toEqual([]);
});
