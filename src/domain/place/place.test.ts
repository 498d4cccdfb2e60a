// What a place tells of itself.
import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings, hub } from '../../../test/fakes/outside.ts';
import { copiedPaths, withoutSecrets } from './copied-paths.ts';
import { isolationRisk } from './isolation.ts';
import { nothingFound, placeIn } from './place.ts';
import { addressOf, portVariables } from './preview.ts';
import { programsGrant, secretGrant } from './to-trust.ts';

describe('what is known of it', () => {
  const found = { ...{ hub, base, gatePlan, gateSettings }, copyFiles: ['.env'], dependencies: '/deps' };

  it('is known together, with dependencies or without', () => {
    expect(placeIn(found)).toEqual(found);
    expect(placeIn({ ...found, dependencies: null })).toEqual({ ...found, dependencies: null });
    expect(placeIn({ ...nothingFound, ...found })).toEqual(found);
  });

  it.each(['hub', 'base', 'gatePlan', 'gateSettings'])('is not known while there is no %s', (part) => {
    expect(placeIn({ ...found, [part]: null })).toBeNull();
  });

  it('is nothing at first', () => {
    expect(nothingFound).toEqual({
      ...{ hub: null, dirty: [], notes: [], base: null, gatePlan: null, gateSettings: null },
      ...{ copyFiles: [], hooks: [], sandbox: null, copy: null, dependencies: null },
    });
  });
});

describe('what a copy is given', () => {
  it.each([
    [undefined, []],
    [
      ['.env', './a//b/', 'a/./b', '.hidden/x'],
      ['.env', 'a/b', 'a/b', '.hidden/x'],
    ],
  ] as const)('%j is, as git names it, %j', (copyFiles, paths) => {
    expect(copiedPaths(copyFiles === undefined ? {} : { copyFiles })).toEqual(paths);
  });

  it.each([
    ['the secret itself, however it is written', ['./.env', 'a.txt'], ['.env'], ['a.txt']],
    ['a folder that holds one, as a whole', ['conf/', 'a.txt'], ['conf/key.pem', 'conf/other'], ['a.txt']],
    ['not what only begins like it', ['conf', '.env.sample'], ['config/key.pem', '.env'], ['conf', '.env.sample']],
    ['not what lies beside it', ['conf/a', 'conf/b'], ['conf/a'], ['conf/b']],
    ['nothing where none is secret', ['conf'], [], ['conf']],
  ] as const)('leaves out %s', (_, files, secrets, left) => {
    expect(withoutSecrets(files, secrets)).toEqual(left);
  });
});

it.each([
  ['clone', true, null],
  ['clone', false, null],
  ['checkout', true, /^the work is done in your checkout itself\. In the sandbox an agent .* itself$/],
  ['checkout', false, /^the work is done in your checkout itself: .* next git command, yours or Drover's$/],
  ['worktree', true, /^the copy is a linked worktree: .* with your checkout\. In the sandbox an agent .* itself$/],
  ['worktree', false, /^the copy is a linked worktree: .* with your checkout\. No sandbox .* in the checkout$/],
] as const)('a %s, its programs confined: %s, puts at risk: %s', (isolation, confined, said) => {
  const risk = isolationRisk(isolation, confined);
  expect(risk).toEqual(said === null ? null : expect.stringMatching(said));
});

it('its ports are told by number from 1, and it is looked at on the first', () => {
  expect(portVariables([4_001, 4_002])).toEqual({ DROVER_PORT_1: '4001', DROVER_PORT_2: '4002' });
  expect(portVariables([])).toEqual({});
  expect(addressOf([4_001, 4_002])).toBe('http://localhost:4001/');
  expect(addressOf([])).toBeNull();
});

it('what was agreed to is remembered by what it was', () => {
  expect(programsGrant('h1')).toBe('programs h1');
  expect(secretGrant({ path: 'a/.env', hash: 's1' })).toBe('copy s1 a/.env');
});
