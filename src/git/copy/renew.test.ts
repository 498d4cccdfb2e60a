import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';
import type { Base, Hub } from '../../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
let copy: string;
let hit: string;
const branch = 'drover/shop-1';
beforeEach(async () => {
  world = await makeWorld();
  ({ hub, base } = await world.ready());
  copy = join(world.folder, 'state', 'copies', 'shop-1');
  hit = join(world.folder, 'hit');
  must(await world.git.makeCopy(hub, copy, base, branch));
});
afterEach(() => world.close());

const inCopy = (...parts: string[]) => join(copy, ...parts);
const put = (path: string, text: string, mode = 0o644) => {
  mkdirSync(join(copy, path, '..'), { recursive: true });
  writeFileSync(join(copy, path), text, { mode });
};
const program = () => `touch ${hit}; cat`;
const script = () => `#!/bin/sh\ntouch ${hit}\n`;
const config = (text: string) => put('.git/config', readFileSync(inCopy('.git/config'), 'utf8') + text);
const renew = () => renewAt(copy, branch);

async function renewAt(path: string, on: string): Promise<readonly string[]> {
  const taken: string[] = [];
  must(await world.git.renewCopy(hub, path, base, on, async (name) => void taken.push(name)));
  return taken;
}
/** What a person does with their own git, in the copy and below it. */
function work(folder = copy): string {
  return execFileSync('sh', ['-c', daily], {
    cwd: folder,
    env: world.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString();
}
/** What fails is no matter to the next of them. */
const daily = `git status --porcelain
echo x >by-a-person.txt
exec >/dev/null
git diff
git add -A
git log -p -1
git commit -qm mine
git checkout -q .
git stash
git pull
git push
git gc
git rebase --continue
git submodule update --init
true`;

it('WT-43 a copy that nobody touched stays as it is, and is in order', async () => {
  writeFileSync(inCopy('README.md'), 'Changed.\n');
  expect(await renew()).toEqual([]);
  expect(work()).toBe(' M README.md\n');
  expect(await renew(), 'after daily work with git').toEqual([]);
});

describe('WT-43 what an agent left for the git of a person', () => {
  const attacks: readonly (readonly [string, () => void, string])[] = [
    ['a monitor', () => config(`[core]\n\tfsmonitor = "${program()}"\n`), 'git config core.fsmonitor'],
    [
      'a filter',
      () => {
        config(`[filter "x"]\n\tclean = "${program()}"\n\tsmudge = "${program()}"\n\trequired = true\n`);
        put('.gitattributes', '* filter=x\n');
        put('.git/info/attributes', '* filter=x\n');
      },
      'git config filter.x.clean',
    ],
    [
      'a program that shows differences',
      () => {
        config(
          `[diff]\n\texternal = "${program()}"\n[core]\n\tpager = "${program()}"\n\teditor = "${program()}"\n[diff "x"]\n\ttextconv = "${program()}"\n`,
        );
        put('.git/info/attributes', '* diff=x\n');
      },
      'git config diff.external',
    ],
    [
      'an alias, a signing program, a way to reach a remote',
      () =>
        config(
          `[alias]\n\tst = "!${program()}"\n[gpg]\n\tprogram = "${program()}"\n[commit]\n\tgpgSign = true\n[remote "origin"]\n\turl = "ext::sh -c touch% ${hit}"\n[core]\n\tsshCommand = "${program()}"\n[protocol "ext"]\n\tallow = always\n[branch "${branch}"]\n\tremote = origin\n\tmerge = refs/heads/main\n`,
        ),
      'git config alias.st',
    ],
    [
      'an included file',
      () => {
        put('evil', `[core]\n\tfsmonitor = "${program()}"\n`);
        config(`[include]\n\tpath = ${inCopy('evil')}\n[includeIf "gitdir:/**"]\n\tpath = ${inCopy('evil')}\n`);
      },
      'git config include.path',
    ],
    [
      'hooks',
      () => {
        for (const hook of ['pre-commit', 'post-checkout', 'post-index-change', 'reference-transaction', 'pre-auto-gc'])
          put(`.git/hooks/${hook}`, script(), 0o755);
      },
      '.git/hooks',
    ],
    [
      'a folder of hooks elsewhere',
      () => {
        put('hooks/pre-commit', script(), 0o755);
        config(`[core]\n\thooksPath = ${inCopy('hooks')}\n`);
      },
      'git config core.hookspath',
    ],
    [
      'the configuration of a worktree',
      () => {
        config('[extensions]\n\tworktreeConfig = true\n');
        put('.git/config.worktree', `[core]\n\tfsmonitor = "${program()}"\n`);
      },
      '.git/config.worktree',
    ],
    [
      'another common folder',
      () => {
        execFileSync('cp', ['-r', inCopy('.git'), inCopy('other')]);
        put('other/config', `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "${program()}"\n`);
        put('.git/commondir', '../other\n');
      },
      '.git/commondir',
    ],
    [
      'a .git that is a link',
      () => {
        execFileSync('mv', [inCopy('.git'), inCopy('real')]);
        put('real/config', `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "${program()}"\n`);
        symlinkSync('real', inCopy('.git'));
      },
      '.git',
    ],
    [
      'a .git that is a file',
      () => {
        execFileSync('mv', [inCopy('.git'), inCopy('real')]);
        put('real/config', `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "${program()}"\n`);
        put('.git', 'gitdir: real\n');
      },
      '.git',
    ],
    [
      'a configuration that is a link',
      () => {
        put('evil', `${readFileSync(inCopy('.git/config'), 'utf8')}[core]\n\tfsmonitor = "${program()}"\n`);
        rmSync(inCopy('.git/config'));
        symlinkSync('../evil', inCopy('.git/config'));
      },
      '.git/config',
    ],
    [
      'a rebase that goes on with a program',
      () => {
        put('.git/rebase-merge/git-rebase-todo', `exec touch ${hit}\n`);
        for (const [name, text] of [
          ['head-name', `refs/heads/${branch}`],
          ['onto', base.commit],
          ['orig-head', base.commit],
          ['interactive', ''],
          ['msgnum', '0'],
          ['end', '1'],
          ['done', ''],
        ] as const)
          put(`.git/rebase-merge/${name}`, `${text}\n`);
      },
      '.git/rebase-merge',
    ],
    [
      'other objects lent',
      () => put('.git/objects/info/alternates', '/somewhere/else\n'),
      '.git/objects/info/alternates',
    ],
    [
      'content that stands in for other content',
      () => put(`.git/refs/replace/${base.commit}`, `${base.commit}\n`),
      '.git/refs/replace',
    ],
    ['what is left out of sight', () => put('.git/info/exclude', '*\n'), '.git/info/exclude'],
  ];
  it.each(attacks)('%s: does nothing, and is told', async (_, attack, told) => {
    attack();
    expect((await renew()).join('\n')).toContain(told);
    work();
    expect(existsSync(hit)).toBe(false);
    expect(execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: copy, env: world.env }).toString().trim()).not.toBe(
      '',
    );
  });

  it('has done something before it was taken away', () => {
    attacks[0]?.[1]();
    work();
    expect(existsSync(hit)).toBe(true);
  });

  it('a log, a reference or objects that lead elsewhere are taken away, and nothing there is touched', async () => {
    const mine = join(world.folder, 'mine');
    mkdirSync(mine);
    writeFileSync(join(mine, 'profile'), 'mine\n');
    mkdirSync(inCopy('.git/logs'), { recursive: true });
    rmSync(inCopy('.git/logs/HEAD'), { force: true });
    symlinkSync(join(mine, 'profile'), inCopy('.git/logs/HEAD'));
    mkdirSync(inCopy('.git/refs/heads/x'), { recursive: true });
    linkSync(join(mine, 'profile'), inCopy('.git/refs/heads/x/y'));
    for (let byte = 0; byte < 256; byte += 1) {
      const name = byte.toString(16).padStart(2, '0');
      if (!existsSync(inCopy('.git/objects', name))) symlinkSync(mine, inCopy('.git/objects', name));
    }
    rmSync(inCopy('.git/info'), { recursive: true });
    symlinkSync(mine, inCopy('.git/info'));
    expect(await renew()).toEqual(expect.arrayContaining(['.git/logs/HEAD', '.git/refs/heads/x/y', '.git/info']));
    work();
    expect(readFileSync(join(mine, 'profile'), 'utf8')).toBe('mine\n');
    expect(execFileSync('ls', [mine]).toString()).toBe('profile\n');
  });

  it('commits, stash and what is staged stay', async () => {
    const git = (...argv: string[]) => execFileSync('git', argv, { cwd: copy, env: world.env }).toString();
    put('a.txt', 'a\n');
    git('add', 'a.txt');
    git('commit', '-qm', 'by the agent');
    put('a.txt', 'b\n');
    git('stash', '-q');
    put('b.txt', 'b\n');
    git('add', 'b.txt');
    config('[user]\n\tname = Somebody\n[core]\n\tpager = false\n');
    expect(await renew()).toEqual(['git config core.pager']);
    expect([git('log', '-1', '--format=%s'), git('status', '--porcelain'), git('stash', 'list').length > 0]).toEqual([
      'by the agent\n',
      'A  b.txt\n',
      true,
    ]);
  });
});

describe('WT-43 repositories inside a copy', () => {
  it.each(['sub', 'deep/er/sub', '-x', 'a b\n'])('one in %j is moved aside, its files stay', async (folder) => {
    put(`${folder}/a.txt`, 'a\n');
    execFileSync('git', ['init', '-q'], { cwd: inCopy(folder), env: world.env });
    writeFileSync(
      inCopy(folder, '.git/config'),
      `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "${program()}"\n`,
    );
    expect(await renew()).toEqual([`${folder}/.git`]);
    work(inCopy(folder));
    expect([
      existsSync(hit),
      existsSync(inCopy(folder, 'a.txt')),
      existsSync(inCopy('.git/drover-taken/1/config')),
    ]).toEqual([false, true, true]);
  });

  it('a bare one, and one whose .git is a link or a file, do nothing', async () => {
    execFileSync('git', ['init', '-q', '--bare', inCopy('bare')], { env: world.env });
    writeFileSync(
      inCopy('bare/config'),
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${copy}\n\tfsmonitor = "${program()}"\n`,
    );
    mkdirSync(inCopy('one'));
    symlinkSync('../bare', inCopy('one/.git'));
    put('two/.git', 'gitdir: ../bare\n');
    put('node_modules/x/.GIT', 'gitdir: ../../bare\n');
    expect([...(await renew())].sort()).toEqual([
      'bare/config',
      'bare/hooks',
      'node_modules/x/.GIT',
      'one/.git',
      'two/.git',
    ]);
    for (const folder of ['bare', 'one', 'two']) work(inCopy(folder));
    expect(existsSync(hit)).toBe(false);
  });

  it('a bare one that is part of the base stays', async () => {
    await world.by(['init', '-q', '--bare', '--template=', join(world.checkout, 'fixture')]);
    for (const path of ['objects/keep', 'refs/keep']) await world.write(`fixture/${path}`, '');
    await world.by(['add', '-A']);
    await world.by(['commit', '-qm', 'A fixture']);
    await world.by(['push', '-q', 'origin', 'main']);
    ({ base } = await world.ready());
    copy = join(world.folder, 'state', 'copies', 'shop-2');
    must(await world.git.makeCopy(hub, copy, base, 'drover/shop-2'));
    expect(await renew()).toEqual([]);
    put('fixture/config', `[core]\n\tfsmonitor = "${program()}"\n`);
    expect(await renew()).toEqual(['fixture/config']);
  });
});

it('WT-43 the .git of a linked worktree leads to its own place again', async () => {
  const other = join(world.folder, 'state', 'copies', 'shop-3');
  must(await world.git.makeWorktree(hub, other, base, 'drover/shop-3'));
  expect(await renewAt(other, 'drover/shop-3')).toEqual([]);
  const line = readFileSync(join(other, '.git'), 'utf8');
  mkdirSync(join(other, 'real'));
  execFileSync('git', ['init', '-q', '--bare', join(other, 'real')], { env: world.env });
  writeFileSync(join(other, '.git'), 'gitdir: real\n');
  expect(await renewAt(other, 'drover/shop-3')).toContain('.git');
  expect(readFileSync(join(other, '.git'), 'utf8')).toBe(line);
});
