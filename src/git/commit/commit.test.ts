import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeReadyWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';
import type { Base, CommitSpec, Hub } from '../../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
});
afterEach(() => world.close());

const spec = (message = 'Fix the price\n\nIt was wrong.'): CommitSpec => ({
  tree: base.tree,
  parent: base.commit,
  message,
  atSeconds: 1_800_000_000,
});
const show = (commit: string, format: string) =>
  world.by(['--git-dir', hub.path, 'log', '-1', `--format=${format}`, commit]);

test('a commit has the author of the checkout, the date of the spec and the whole message', async () => {
  await world.by(['config', 'user.email', 'ada@work.example']);
  const { commit } = must(await world.git.commit(hub, spec('标题 #1\n\n- one\n# not a comment')));
  expect(await show(commit, '%an <%ae> %at %ct %P %T')).toBe(
    `Ada Lovelace <ada@work.example> 1800000000 1800000000 ${base.commit} ${base.tree}\n`,
  );
  expect(await show(commit, '%B')).toBe('标题 #1\n\n- one\n# not a comment\n\n');
});

test('the same spec is the same commit, another one is another', async () => {
  const first = must(await world.git.commit(hub, spec()));
  expect(must(await world.git.commit(hub, spec()))).toEqual(first);
  expect(must(await world.git.commit(hub, spec('else')))).not.toEqual(first);
});

test('no author is said with what to do, and none is guessed', async () => {
  await world.by(['config', '--global', '--remove-section', 'user']);
  const result = await world.git.commit(hub, spec());
  expect(result).toMatchObject({ failure: { error_code: 'GIT_FAILED', details: { hint: 'git config user.name' } } });
});

test('a person who signs with ssh gets a signed commit, the same one when repeated', async () => {
  const key = join(world.folder, 'home', 'key');
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  for (const [name, value] of [
    ['gpg.format', 'ssh'],
    ['user.signingKey', `${key}.pub`],
    ['commit.gpgSign', 'true'],
  ])
    await world.by(['config', '--global', name!, value!]);
  const { commit } = must(await world.git.commit(hub, spec()));
  expect(await world.by(['--git-dir', hub.path, 'cat-file', 'commit', commit])).toContain(
    '-----BEGIN SSH SIGNATURE-----',
  );
  expect(must(await world.git.commit(hub, spec()))).toEqual({ commit });
});

test('a program of the person signs; its signature is never the same, the commit is', async () => {
  const program = join(world.folder, 'home', 'sign');
  await writeFile(
    program,
    `#!/bin/sh\ncat >/dev/null\necho "[GNUPG:] SIG_CREATED D" >&2\necho "-----BEGIN PGP SIGNATURE-----"\ndate +%s%N\necho "-----END PGP SIGNATURE-----"\n`,
  );
  await chmod(program, 0o755);
  await world.by(['config', '--global', 'gpg.program', program]);
  await world.by(['config', 'commit.gpgSign', 'true']);
  const first = must(await world.git.commit(hub, spec()));
  expect(await world.by(['--git-dir', hub.path, 'cat-file', 'commit', first.commit])).toContain('BEGIN PGP SIGNATURE');
  expect(must(await world.git.commit(hub, spec()))).toEqual(first);
});

test('a key that is not there fails in a sentence, and nothing is committed unsigned', async () => {
  for (const [name, value] of [
    ['gpg.format', 'ssh'],
    ['user.signingKey', join(world.folder, 'no-key')],
    ['commit.gpgSign', 'true'],
  ])
    await world.by(['config', '--global', name!, value!]);
  const result = await world.git.commit(hub, spec());
  expect(result).toMatchObject({
    failure: {
      error_code: 'GIT_FAILED',
      message: expect.stringMatching(/could not be signed/),
      details: { signing: true },
    },
  });
});

test('a signing program named by the repository alone does not run', async () => {
  const program = join(world.folder, 'evil');
  await writeFile(program, `#!/bin/sh\ntouch ${program}.hit\nexit 1\n`, { mode: 0o755 });
  await world.by(['config', 'gpg.program', program]);
  await world.by(['config', 'commit.gpgSign', 'true']);
  expect(await world.git.commit(hub, spec())).toMatchObject({ ok: false });
  await expect(readFile(`${program}.hit`)).rejects.toThrow(/ENOENT/);
});
