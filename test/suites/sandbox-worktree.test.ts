// An agent in a linked worktree, confined with what git needs of the person's repository: git works, and nothing of that repository can be changed.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { agentHomes } from '../fakes/footprints.ts';
import { makeWorld, must, type World } from '../fakes/git-remote/make-world.ts';
import { needs } from '../needs/needs.ts';
import { shell } from './keeper-room.ts';

describe('an agent in a linked worktree', needs('bwrap'), attacks);

function attacks(): void {
  let world: World;
  let copy: string;
  let readable: readonly string[];
  const git = () => join(world.checkout, '.git');
  beforeAll(async () => {
    world = await makeWorld();
    await world.by(['config', 'remote.origin.pushurl', 'https://ada:token-of-ada@example.org/shop']);
    const { hub, base } = await world.ready();
    copy = join(world.folder, 'home', 'state', 'copies', 'shop-1');
    must(await world.git.makeWorktree(hub, copy, base, 'drover/shop-1'));
    readable = await world.git.lentTo(hub, copy);
  });
  afterAll(() => world.close());

  async function inside(script: string): Promise<string> {
    const home = join(world.folder, 'home');
    const sandbox = bubblewrap({
      ...{ home, stateFolder: join(home, 'state'), node: process.execPath, path: '/usr/bin:/bin' },
      agentHomes,
      gateway: fileURLToPath(new URL('../../src/sandbox/gateway/main.ts', import.meta.url)),
    });
    const within = {
      writable: [copy],
      readable,
      network: 'all',
      home: join(home, 'state', 'homes', 'shop-1'),
    } as const;
    const { argv, env, cwd } = must(await sandbox.confine(shell(script, { cwd: copy }), within));
    const [file = '', ...rest] = argv;
    const ran = await promisify(execFile)(file, rest, { cwd, env });
    return ran.stdout + ran.stderr;
  }

  test('can ask git what has changed', async () => {
    const said = await inside('git log -1 --format=%s; echo more >> README.md; git status --short; git diff --stat');
    expect(said).toContain('start\n');
    expect(said).toContain(' M README.md\n');
    expect(said).toContain('1 file changed');
  });

  test('cannot read the credentials of a remote', async () => {
    expect(await inside(`cat ${git()}/config; git config --list; git remote -v; true`)).not.toContain('token-of-ada');
  });

  test('cannot commit, nor move a branch', async () => {
    const before = await world.by(['for-each-ref']);
    await inside(
      'git commit -q --allow-empty -m x; git branch -f main HEAD; git update-ref refs/heads/evil HEAD; true',
    );
    await inside(`echo bad > ${git()}/refs/heads/evil; echo bad > ${git()}/HEAD; true`);
    expect(await world.by(['for-each-ref'])).toBe(before);
    expect(await world.by(['status', '--porcelain'])).toBe('');
  });

  test('has no hook and no monitor run at the next git of the person', async () => {
    const hit = join(world.folder, 'home', 'hit');
    const evil = join(copy, 'evil');
    await mkdir(copy, { recursive: true });
    await writeFile(evil, `#!/bin/sh\ntouch ${hit}\n`, { mode: 0o755 });
    const hooks = readdirSync(join(git(), 'hooks'));
    const config = readFileSync(join(git(), 'config'), 'utf8');
    const worktree = join(git(), 'worktrees', 'shop-1');
    await inside(
      [
        `git config core.fsmonitor ${evil}`,
        `git config --worktree core.fsmonitor ${evil}`,
        `printf '[core]\\n\\tfsmonitor = ${evil}\\n' > ${git()}/config`,
        `printf '[core]\\n\\tfsmonitor = ${evil}\\n' > ${worktree}/config.worktree`,
        `mkdir -p ${git()}/hooks; for h in post-checkout pre-commit post-index-change; do cp evil ${git()}/hooks/$h; done`,
        `echo ${copy}/fake > ${worktree}/commondir; echo ${copy}/fake > ${worktree}/gitdir`,
        `mv ${git()} ${git()}.old; ln -s ${copy}/fake ${git()}; true`,
      ].join('\n'),
    );
    expect(readdirSync(join(git(), 'hooks'))).toEqual(hooks);
    expect(readFileSync(join(git(), 'config'), 'utf8')).toBe(config);
    await world.by(['status']);
    await world.by(['checkout', '-q', '-b', 'next']);
    await world.by(['commit', '-q', '--allow-empty', '-m', 'next']);
    await world.by(['worktree', 'list']);
    expect(existsSync(hit)).toBe(false);
  });
}
