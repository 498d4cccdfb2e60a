// What a person must have seen before it is used: one question after another, and what their answers make of it.
import { describe, expect, it } from 'vitest';
import type { ToTrust } from '../place/to-trust.ts';
import { nextTrust, takeTrust, withoutAgreed } from './trust.ts';

const programs = { hash: 'h1', lines: ['set-up: npm ci', 'gate test: a\nb'] };
const secrets = [
  { path: '.env', hash: 's1' },
  { path: 'conf/key\n', hash: 's2' },
];
const agreed = { grants: ['programs h1'], by: 'person:ada' };
const of = { checkout: '/checkout', workspace: 'shop' };
const next = (toTrust?: ToTrust) => nextTrust(toTrust, of);

describe('what is asked', () => {
  it('is nothing where all was seen', () => {
    expect(next()).toBeNull();
    expect(next({ programs: null, secrets: [] })).toBeNull();
  });

  it('is programs first, each on a line of its own', () => {
    expect(next({ programs, secrets })).toEqual({
      kind: 'ask',
      text: 'There is no sandbox here: these programs of shop would run with all your rights, and are new or have changed.\n- set-up: npm ci\n- gate test: a\\nb',
      choices: [{ id: 'trust', label: 'trust them', words: 'none' }],
      binding: 'h1',
      shown: { programs: programs.lines, hash: 'h1' },
    });
  });

  it('is files with secrets then, bound to what is in them', () => {
    expect(next({ programs: null, secrets })).toEqual({
      kind: 'ask',
      text: 'These files look like holding secrets, and the copy that agents work in would be given them:\n- .env\n- conf/key\\n',
      choices: [
        { id: 'take', label: 'give them to the copy', words: 'none' },
        { id: 'leave', label: 'go on without them', words: 'none' },
      ],
      binding: 's1 s2',
      shown: { files: secrets },
    });
  });

  it('is nothing before what was agreed to is on record', () => {
    const input = { checkout: '/checkout', grants: ['programs h1'], by: 'person:ada' };
    expect(next({ programs, secrets, agreed })).toEqual({ kind: 'remember', input });
    expect(withoutAgreed({ programs: null, secrets, agreed })).toEqual({ programs: null, secrets });
    expect(withoutAgreed(undefined)).toEqual({ programs: null, secrets: [] });
  });
});

describe('an answer', () => {
  const by = 'person:ada';
  const take = (choice: string, toTrust: ToTrust) =>
    takeTrust({ toTrust, copyFiles: ['./.env', 'conf/key\n', 'a.txt'] }, { choice, by });
  const copyFiles = ['./.env', 'conf/key\n', 'a.txt'];

  it.each([
    ['trust', { programs, secrets }, { programs: null, secrets, agreed }],
    [
      'take',
      { programs: null, secrets },
      { programs: null, secrets: [], agreed: { grants: ['copy s1 .env', 'copy s2 conf/key\n'], by } },
    ],
  ])('%s agrees to what was shown and to nothing else', (choice, before, toTrust) => {
    expect(take(choice, before)).toEqual({ toTrust, copyFiles, said: [] });
  });

  it.each(['leave', 'trust'])('%s where only secrets were shown leaves them out, and says which', (choice) => {
    expect(take(choice, { programs: null, secrets })).toEqual({
      toTrust: { programs: null, secrets: [] },
      copyFiles: ['a.txt'],
      said: [{ kind: 'secrets_left_out', data: { paths: ['.env', 'conf/key\n'] } }],
    });
  });
});
