import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findManagers } from './tool-managers.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'managers-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const lay = (folder: string): string => {
  mkdirSync(join(home, folder), { recursive: true });
  return join(home, folder);
};

it('a manager is found at its usual place, or where the person has it, and told inside', () => {
  const [pyenv, volta] = [lay('.pyenv'), lay('elsewhere/volta')];
  expect(findManagers({ home, agentHomes: [] }, { VOLTA_HOME: volta })).toEqual({
    folders: [pyenv, volta],
    env: { PYENV_ROOT: pyenv, VOLTA_HOME: volta },
  });
});

it.each(['.local/share/pnpm', 'elsewhere/pnpm'])(
  'pnpm is shown and keeps what it fetches in the home inside: %s',
  (at) => {
    const pnpm = lay(at);
    expect(findManagers({ home, agentHomes: [] }, { PNPM_HOME: pnpm })).toEqual({ folders: [pnpm], env: {} });
  },
);
