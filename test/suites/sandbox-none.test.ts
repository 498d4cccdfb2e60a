// The port's suite without a sandbox: the same program, and it says so.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { choose, none } from '../../src/sandbox/choose.ts';
import { agentHomes } from '../fakes/footprints.ts';
import { shell } from './keeper-room.ts';
import { sandboxSuite, unwrap } from './sandbox.suite.ts';

sandboxSuite('none', () => none);

const place = {
  home: '/nowhere/home',
  stateFolder: '/nowhere/state',
  node: process.execPath,
  agentHomes,
  gateway: '/nowhere',
  path: '/nowhere',
};
const missing = bubblewrap(place);

describe('no sandbox', () => {
  test('leaves the program as it is but for its home, and says that it has all rights', async () => {
    const home = join(process.env.TMPDIR ?? '/tmp', 'none-home');
    const program = shell('true');
    const confined = unwrap(await none.confine(program, { writable: [], readable: [], network: 'none', home }));
    expect(confined).toEqual({ ...program, env: { ...program.env, HOME: home } });
    expect((await none.probe()).why).toContain('no sandbox');
  });
});

describe('choosing a sandbox', () => {
  test('off is none, whatever there is', async () => {
    expect(unwrap(await choose('off', [missing])).name).toBe('none');
  });

  test('auto falls back to none where none works', async () => {
    expect(unwrap(await choose('auto', [missing])).name).toBe('none');
    expect(unwrap(await choose('auto', [])).name).toBe('none');
  });

  test('required refuses where none works, and says how to get one', async () => {
    const refused = await choose('required', [missing]);
    expect(refused).toMatchObject({
      ok: false,
      failure: { error_code: 'SANDBOX_MISSING', message: expect.stringContaining('install') },
    });
  });

  test('a sandbox that does not work confines nothing', async () => {
    const refused = await missing.confine(shell('true'), {
      writable: [],
      readable: [],
      network: 'all',
      home: '/tmp/x',
    });
    expect(refused).toMatchObject({ ok: false, failure: { error_code: 'SANDBOX_MISSING' } });
  });
});
