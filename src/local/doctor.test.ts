// The doctor on made-up machines: a PATH of small programs of our own.
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { doctor } from './doctor.ts';

function machine(programs: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return { stateFolder: join(folder, 'state'), socket: join(folder, 'none.sock'), env: { PATH: folder } };
}

const check = async (options: ReturnType<typeof machine>, name: string) =>
  (await doctor(options)).find((each) => each.name === name);

it('on an empty machine it names what is missing and how to get it', async () => {
  const empty = machine({});
  expect(await check(empty, 'git')).toMatchObject({ state: 'bad', hint: 'install git 2.39 or newer' });
  expect(await check(empty, 'sandbox')).toMatchObject({ state: 'note', hint: 'install bubblewrap' });
  expect(await check(empty, 'agents')).toMatchObject({ state: 'note', said: 'none found' });
  expect(await check(empty, 'ssh')).toMatchObject({ state: 'note' });
  expect(await check(empty, 'daemon')).toMatchObject({ state: 'ok' });
  expect(await check(empty, 'state')).toMatchObject({ state: 'ok' });
});

it('a git that is too old is bad, a newer one is well', async () => {
  expect(await check(machine({ git: 'echo git version 2.34.1' }), 'git')).toMatchObject({ state: 'bad' });
  expect(await check(machine({ git: 'echo git version 2.39.5' }), 'git')).toMatchObject({ state: 'ok' });
});

it('a sandbox that is there and forbidden is not called working', async () => {
  const forbidden = machine({ bwrap: 'echo "bwrap: No permissions to create new namespace" >&2; exit 1' });
  expect(await check(forbidden, 'sandbox')).toMatchObject({
    state: 'note',
    said: 'bwrap: No permissions to create new namespace',
  });
});

it('agents that answer are named with their versions', async () => {
  const found = await check(machine({ claude: 'echo 2.1.0', codex: 'exit 3' }), 'agents');
  expect(found).toMatchObject({ state: 'ok', said: 'claude 2.1.0' });
});

it('a state folder open to others is bad', async () => {
  const open = machine({});
  mkdirSync(open.stateFolder);
  chmodSync(open.stateFolder, 0o755);
  expect(await check(open, 'state')).toMatchObject({ state: 'bad', hint: `chmod 700 ${open.stateFolder}` });
});
