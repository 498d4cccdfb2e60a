// An agent in a person's own checkout, confined so that it can commit there: nothing that it leaves in the repository is run or followed by git outside.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { agentHomes } from '../fakes/footprints.ts';
import { makeWorld, must, type World } from '../fakes/git-remote/make-world.ts';
import { needs } from '../needs/needs.ts';
import { shell } from './keeper-room.ts';

describe('an agent that may commit', needs('bwrap'), attacks);

function attacks(): void {
  let world: World;
  let hit: string;
  let linked: string;
  const git = () => join(world.checkout, '.git');
  beforeAll(async () => {
    world = await makeWorld();
    hit = join(world.folder, 'hit');
    linked = join(world.folder, 'linked');
    await world.by(['worktree', 'add', '-q', '-b', 'linked', linked]);
    await world.by(['worktree', 'add', '-q', '-b', 'other', join(world.folder, 'other')]);
    mkdirSync(join(git(), 'modules', 'lib'), { recursive: true });
    writeFileSync(join(git(), 'modules', 'lib', 'config'), '[core]\n');
  });
  afterAll(() => world.close());

  type Open = { readonly cwd?: string; readonly folders?: readonly string[]; readonly checkouts?: readonly string[] };
  const guard = ({ cwd = world.checkout, folders = [cwd], checkouts = [cwd] }: Open) =>
    world.git.guard(folders, checkouts, cwd);

  /** Every line of the script is tried, whatever becomes of the one before. */
  async function inside(script: readonly string[], open: Open = {}): Promise<string> {
    const { cwd = world.checkout, folders = [cwd] } = open;
    const home = join(world.folder, 'home');
    const sandbox = bubblewrap({
      ...{ home, stateFolder: join(home, 'state'), node: process.execPath, path: '/usr/bin:/bin' },
      agentHomes,
      gateway: fileURLToPath(new URL('../../src/sandbox/gateway/main.ts', import.meta.url)),
    });
    const { writable, readable } = must(await guard(open));
    const within = {
      writable: [...folders, ...writable],
      readable,
      network: 'all',
      home: join(home, 'state', 'homes', 'run-1'),
    } as const;
    const who = 'export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b';
    const tried = [who, ...script.map((line) => `( ${line} )`), 'true'].join('\n');
    const confined = must(await sandbox.confine(shell(tried, { cwd }), within));
    const [file = '', ...rest] = confined.argv;
    const ran = await promisify(execFile)(file, rest, { cwd, env: confined.env });
    return ran.stdout + ran.stderr;
  }

  const held = [
    'config',
    'commondir',
    'hooks',
    'info/attributes',
    'info/exclude',
    'objects/info/alternates',
    'modules/lib/config',
    'worktrees/linked/commondir',
    'worktrees/linked/gitdir',
    'worktrees/other/gitdir',
  ];
  const asItIs = () =>
    held.map((name) => {
      const path = join(git(), name);
      return [name, existsSync(path) && name !== 'hooks' ? readFileSync(path, 'utf8') : readdirSync(path)];
    });
  const evil = () => `[core]\n\tfsmonitor = touch ${hit}; false\n\tsshCommand = touch ${hit}; false\n`;
  /** `mv` would copy what it cannot rename. */
  const aside = (path: string) => `perl -e 'exit !rename("${path}", "gone")'`;
  const attack = (at: string) => [
    `git config core.fsmonitor 'touch ${hit}; false'`,
    `git remote set-url origin ssh://nowhere.test/evil`,
    ...held.flatMap((name) => [
      `printf '${evil()}' > ${at}/${name}`,
      `printf '${evil()}' > ${at}/new; mv -f ${at}/new ${at}/${name}`,
      `rm -rf ${at}/${name} && printf '${evil()}' > ${at}/${name}`,
    ]),
    ...['hooks', 'info', 'objects/info', 'objects', 'modules/lib', 'modules', 'worktrees/linked', 'worktrees'].map(
      (name) => `${aside(`${at}/${name}`)} && cp -r gone ${at}/${name}`,
    ),
    `printf '#!/bin/sh\\ntouch ${hit}\\n' > ${at}/hooks/post-index-change; chmod +x ${at}/hooks/post-index-change`,
    `echo '* filter=evil' > ${at}/info/attributes`,
    `${aside(at)} && cp -r gone ${at} && printf '${evil()}' >> ${at}/config`,
    `${aside('.git')} && echo gitdir: /tmp > .git`,
  ];

  test.each(['the checkout', 'a linked worktree'])('of %s makes no commit less than before', async (where) => {
    const cwd = where === 'the checkout' ? world.checkout : linked;
    const said = await inside(
      [
        'echo more >> README.md; git add -A; git commit -q -m more && git log -1 --format="<%s>"',
        'git checkout -q --detach && git commit -q --allow-empty -m side && git checkout -q - && git merge -q --no-ff -m merged @{-1} && git log -1 --format="<%s>"',
        'echo less >> README.md; git stash -q && git stash pop -q && git checkout -q README.md',
        'git gc -q && git status --porcelain --branch',
      ],
      { cwd },
    );
    expect(said).toMatch(/^<more>\n<merged>\n## (?:main|linked)[^\n]*\n$/);
  });

  test.each(['the checkout', 'a linked worktree'])(
    'of %s changes nothing that git runs or is led by',
    async (where) => {
      const open = where === 'the checkout' ? {} : { cwd: linked };
      await inside([], open);
      const before = asItIs();
      const file = readFileSync(join(linked, '.git'), 'utf8');
      await inside(attack(git()), open);
      expect(asItIs()).toEqual(before);
      expect(readFileSync(join(linked, '.git'), 'utf8')).toBe(file);
      for (const cwd of [world.checkout, linked]) {
        await world.by(['status'], cwd);
        await world.by(['commit', '-q', '--allow-empty', '-m', 'next'], cwd);
        await world.by(['fetch', '-q'], cwd);
      }
      expect(existsSync(hit)).toBe(false);
    },
  );

  test('of a folder that holds a checkout changes nothing of that one, nor moves it aside', async () => {
    const inner = join(world.checkout, 'vendor', 'deep', 'inner');
    await world.by(['init', '-q', inner]);
    const config = readFileSync(join(inner, '.git', 'config'), 'utf8');
    const swap = (path: string) => `${aside(path)} && cp -r gone ${path} && printf '${evil()}' >> ${inner}/.git/config`;
    await inside([...attack(join(inner, '.git')), swap('vendor'), swap('vendor/deep'), swap('vendor/deep/inner')], {
      checkouts: [world.checkout, inner],
    });
    expect(readFileSync(join(inner, '.git', 'config'), 'utf8')).toBe(config);
    await world.by(['status'], inner);
    expect(existsSync(hit)).toBe(false);
    rmSync(join(world.checkout, 'vendor'), { recursive: true });
  });

  test('what is laid so that nobody else makes it is nothing to git', async () => {
    must(await guard({}));
    expect(readFileSync(join(git(), 'commondir'), 'utf8')).toBe('.\n');
    await world.by(['fsck', '--no-dangling']);
    await world.by(['worktree', 'list']);
    expect((await world.by(['rev-parse', '--path-format=absolute', '--git-common-dir'])).trim()).toBe(git());
    expect(must(await world.git.inspect(world.checkout))).toMatchObject({ root: world.checkout, gitFolder: git() });
  });

  test.each([
    [
      'a link in the place of the hooks',
      () => {
        rmSync(join(git(), 'hooks'), { recursive: true });
        symlinkSync(world.folder, join(git(), 'hooks'));
        return () => rmSync(join(git(), 'hooks'));
      },
      /hooks is a link/,
    ],
    [
      'a repository that is led elsewhere',
      () => {
        writeFileSync(join(git(), 'commondir'), '../other\n');
        return () => rmSync(join(git(), 'commondir'));
      },
      /commondir leads elsewhere/,
    ],
  ])('cannot be held, and is not started: %s', async (_, make, why) => {
    const undo = make();
    try {
      expect(await guard({})).toMatchObject({
        failure: { error_code: 'UNSUPPORTED', message: expect.stringMatching(why) },
      });
    } finally {
      undo();
    }
  });

  test('writes no file that the configuration takes in, and is not started where such a file could be made', async () => {
    await world.by(['config', 'include.path', '../tools/gitconfig']);
    expect(await guard({})).toMatchObject({ failure: { error_code: 'UNSUPPORTED' } });
    mkdirSync(join(world.checkout, 'tools'));
    writeFileSync(join(world.checkout, 'tools', 'gitconfig'), '[core]\n');
    await inside([
      `printf '${evil()}' >> tools/gitconfig`,
      `${aside('tools')} && mkdir tools && echo > tools/gitconfig`,
    ]);
    expect(readFileSync(join(world.checkout, 'tools', 'gitconfig'), 'utf8')).toBe('[core]\n');
    await world.by(['config', '--unset', 'include.path']);
  });

  test('has git write nowhere else: links that lead out of the repository are found and taken away', async () => {
    const kept = join(world.folder, 'kept');
    writeFileSync(kept, 'mine\n');
    expect(await world.git.linksOut(world.checkout)).toEqual([]);
    const names = ['COMMIT_EDITMSG', 'FETCH_HEAD', 'logs/HEAD', 'logs/refs/heads/next', 'refs/heads/deep'];
    await inside([
      ...names.map((name) => `mkdir -p .git/$(dirname ${name}); ln -sfn ${kept} .git/${name}`),
      'ln -s HEAD .git/within',
    ]);
    expect([...(await world.git.linksOut(world.checkout))].sort()).toEqual(names);
    await world.git.dropLinks(world.checkout, [...names, 'HEAD']);
    expect(await world.git.linksOut(world.checkout)).toEqual([]);
    await world.by(['checkout', '-q', '-b', 'next']);
    await world.by(['commit', '-q', '--allow-empty', '-m', 'after']);
    await world.by(['fetch', '-q']);
    expect(readFileSync(kept, 'utf8')).toBe('mine\n');
  });

  test('is shown no folder because a work tree says that its repository is there', async () => {
    const keys = join(world.folder, 'keys');
    const tree = join(world.folder, 'tree');
    for (const folder of [tree, keys, join(keys, 'worktrees', 'x')]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(tree, '.git'), `gitdir: ${join(keys, 'worktrees', 'x')}\n`);
    expect(await world.git.repositoryOf(tree)).toBe(null);
    expect(must(await guard({ cwd: tree }))).toEqual({ writable: [], readable: [join(tree, '.git')] });
    expect(await world.git.repositoryOf(linked)).toBe(git());
  });
}
