import { expect, it } from 'vitest';
import { differs } from './differs.ts';
import { tellChanges } from './tell-changes.ts';
import type { Facts } from './tested.ts';

const tested = { flags: ['--json', '--model'], handshake: ['can.fork: true', 'name: string'] };
const same: Facts = { version: '1.0', ...tested, silence: '' };

it('what presents itself as before has not changed', () => {
  expect(tellChanges(tested, same)).toEqual([]);
});

it('what is gone is told before what is new', () => {
  const now = { ...same, flags: ['--json', '--web'], handshake: ['can.fork: false', 'name: string'] };
  expect(tellChanges(tested, now)).toEqual([
    'flags that are gone: --model',
    'no longer in its answer: can.fork: true',
    'new flags: --web',
    'new in its answer: can.fork: false',
  ]);
});

it('a program that no longer answers says why, and not that everything in its answer is gone', () => {
  expect(tellChanges(tested, { ...same, handshake: null, silence: 'it ended (2)' })).toEqual([
    'it does not answer as it did: it ended (2)',
  ]);
});

it('one that never answered is not missed', () => {
  expect(tellChanges({ ...tested, handshake: null }, { ...same, handshake: null, silence: 'x' })).toEqual([]);
});

it('long lists are cut', () => {
  const flags = Array.from({ length: 15 }, (_, index) => `--f${index}`);
  expect(tellChanges({ ...tested, flags: [] }, { ...same, flags })[0]).toMatch(/^new flags: --f0, .*--f11 and 3 more$/);
});

it.each([
  ['2.1.329 (Claude Code)', '2.1.329', false],
  ['codex-cli 0.169.0', '0.169.0', false],
  ['2.1.330 (Claude Code)', '2.1.329', true],
  ['2.1.3290', '2.1.329', true],
  ['who knows', '2.1.329', true],
  [null, '2.1.329', true],
])('%s is compared with %s by its number', (installed, version, different) => {
  expect(differs(installed, version)).toBe(different);
});
