import { chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeReadyWorld, must, type World } from '../../test/fakes/git-remote/make-world.ts';
import type { Base, Hub } from '../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
let path: string;
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
  path = join(world.folder, 'state', 'copies', 'shop-1');
});
afterEach(() => world.close());

const copy = async (branch = 'drover/shop-1') => must(await world.git.makeCopy(hub, path, base, branch));
const snap = async (label = 'shop-1/1') => must(await world.git.snapshot(hub, path, base.commit, label));
const changed = async (tree: string) =>
  must(await world.git.changes(hub, base.tree, tree)).map(({ kind, path: name }) => `${kind} ${name}`);
const there = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );

describe('what a copy was made with is not read again, and whatever has changed is seen', () => {
  const old = new Date(Date.now() - 3_600_000);
  const changes = {
    'of the same size in the same moment': () => writeFile(join(path, 'README.md'), 'A shap.\n'),
    'of the same size, under the times it had': async () => {
      const { atime, mtime } = await stat(join(path, 'README.md'));
      await writeFile(join(path, 'README.md'), 'A shap.\n');
      await utimes(join(path, 'README.md'), atime, mtime);
    },
    'by another file in its place, that looks older': async () => {
      await writeFile(join(path, 'other'), 'A shap.\n');
      await utimes(join(path, 'other'), old, old);
      await rename(join(path, 'other'), join(path, 'README.md'));
    },
    'by making it a program': () => chmod(join(path, 'README.md'), 0o755),
    'by a link in its place': async () => {
      await rm(join(path, 'README.md'));
      await symlink('/etc/passwd', join(path, 'README.md'));
    },
    'in what the copy says of it by itself': async () => {
      await writeFile(join(path, 'README.md'), 'A shap.\n');
      await world.by(['add', '-A'], path);
      await world.by(['update-index', '--assume-unchanged', 'README.md'], path);
    },
  };

  test.each(Object.entries(changes))('%s', async (_, change) => {
    await copy();
    expect((await snap()).tree).toBe(base.tree);
    await change();
    expect(await changed((await snap()).tree)).toEqual(['modified README.md']);
    // Nothing but the changed file makes the difference to a look that reads all.
    expect((await snap()).tree).toBe(must(await world.git.snapshot(hub, path, await otherBase(), 'all')).tree);
  });

  /** The same tree under another commit: nothing is kept of that. */
  const otherBase = async () =>
    (await world.by(['--git-dir', hub.path, 'commit-tree', base.tree, '-m', 'the same'])).trim();

  test('a file that is ignored and tracked counts, one that is ignored does not, one that is gone is gone', async () => {
    await copy();
    await writeFile(join(path, '.gitignore'), 'node_modules/\nREADME.md\nnew.txt\n');
    await writeFile(join(path, 'README.md'), 'changed');
    await writeFile(join(path, 'new.txt'), 'new');
    await rm(join(path, 'src/main.js'));
    const { tree } = await snap();
    expect(await changed(tree)).toEqual(['modified .gitignore', 'modified README.md', 'deleted src/main.js']);
    expect(tree).toBe(must(await world.git.snapshot(hub, path, await otherBase(), 'all')).tree);
  });
});

describe('a copy', () => {
  test('is a clone of its own on a new branch, with the objects of the hub and no remote', async () => {
    await copy();
    expect(await world.by(['status', '--porcelain', '--branch'], path)).toBe('## drover/shop-1\n');
    expect(await world.by(['remote'], path)).toBe('');
    expect(await readFile(join(path, '.git/objects/info/alternates'), 'utf8')).toBe(`${join(hub.path, 'objects')}\n`);
    expect(await world.by(['rev-parse', 'HEAD', 'origin/main'], path)).toBe(`${base.commit}\n${base.commit}\n`);
    expect(await world.by(['worktree', 'list'], world.checkout)).not.toContain('shop-1');
  });

  test('lets an agent commit as the person, unsigned', async () => {
    await world.by(['config', '--global', 'commit.gpgSign', 'true']);
    await copy();
    await world.by(['commit', '-q', '--allow-empty', '-m', 'mine'], path);
    expect(await world.by(['log', '-1', '--format=%an %ae'], path)).toBe('Ada Lovelace ada@example.org\n');
  });

  test('is found when it is asked for again, with the work in it', async () => {
    await copy();
    await writeFile(join(path, 'work.txt'), 'work');
    await copy();
    expect(await there(join(path, 'work.txt'))).toBe(true);
  });

  test('that was half made is made again', async () => {
    await mkdir(join(`${path}.making`, '.git'), { recursive: true });
    await writeFile(join(`${path}.making`, 'half.txt'), 'half');
    await copy();
    expect(await readdir(path)).toEqual(['.git', '.gitignore', 'README.md', 'src']);
    expect(await readdir(join(path, '..'))).toEqual(['shop-1']);
  });

  test('has the tags, for tools that read versions from them', async () => {
    await world.by(['tag', '-a', 'v1', '-m', 'one']);
    await world.by(['push', '-q', 'origin', 'v1']);
    await world.ready();
    await copy();
    expect(await world.by(['describe', '--tags'], path)).toBe('v1\n');
  });

  test('is refused a branch that is taken: by another copy, by the remote, by a name above it', async () => {
    await copy();
    const other = (branch: string) => world.git.makeCopy(hub, `${path}-other`, base, branch);
    expect(await other('drover/shop-1')).toMatchObject({ failure: { error_code: 'ALREADY_EXISTS' } });
    expect(await other('drover')).toMatchObject({ failure: { error_code: 'ALREADY_EXISTS' } });
    await world.by(['commit', '-q', '--allow-empty', '-m', 'theirs']);
    await world.by(['push', '-q', 'origin', 'HEAD:fix', 'HEAD:team']);
    await world.ready();
    for (const branch of ['fix', 'team/fix', '--all', 'a..b'])
      expect(await other(branch), branch).toMatchObject({ ok: false });
    expect(await there(`${path}-other`)).toBe(false);
  });

  test('twenty at once each get their branch, and one branch goes to one of twenty', async () => {
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        world.git.makeCopy(hub, `${path}-${at}`, base, at < 10 ? `b${at}` : 'same'),
      ),
    );
    expect(many.slice(0, 10).every(({ ok }) => ok)).toBe(true);
    expect(many.slice(10).filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('has the bytes of the commit whatever its attributes say', async () => {
    await world.write(
      '.gitattributes',
      '*.bat text eol=crlf\n*.id ident\n*.wide working-tree-encoding=UTF-16\n*.big filter=lfs\n',
    );
    for (const [name, text] of [
      ['a.bat', 'one\ntwo\n'],
      ['a.id', '$Id$\n'],
      ['a.wide', 'wide\n'],
      ['a.big', 'pointer\n'],
    ] as const)
      await world.write(name, name === 'a.wide' ? Buffer.from('\ufeffwide\n', 'utf16le') : text);
    await world.by(['add', '-A']);
    await world.by(['commit', '-q', '-m', 'attributes']);
    await world.by(['push', '-q', 'origin', 'main']);
    ({ base } = await world.ready());
    await copy();
    expect(await readFile(join(path, 'a.bat'), 'utf8')).toBe('one\ntwo\n');
    expect(await readFile(join(path, 'a.id'), 'utf8')).toBe('$Id$\n');
    expect(await readFile(join(path, 'a.wide'), 'utf8')).toMatch(/wide\n$/);
    expect(await world.by(['status', '--porcelain'], path)).toBe('');
    expect((await snap()).tree).toBe(base.tree);
  });
});

async function withSubmodule(): Promise<void> {
  await world.write('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ../sub\n');
  await world.by(['add', '-A']);
  await world.by(['update-index', '--add', '--cacheinfo', `160000,${base.commit},sub`]);
  await world.by(['commit', '-q', '-m', 'sub']);
  await world.by(['push', '-q', 'origin', 'main']);
  ({ base } = await world.ready());
}

describe('a snapshot', () => {
  beforeEach(async () => {
    await copy();
  });

  test('has new, changed and deleted files, not the ignored ones, and leaves the copy as it was', async () => {
    await world.write('src/main.js', 'export const price = 2;\n', path);
    await world.write('src/new.js', 'new\n', path);
    await world.write('node_modules/x/index.js', 'x', path);
    await rm(join(path, 'README.md'));
    const before = await world.by(['status', '--porcelain'], path);
    const { tree, head } = await snap();
    expect(await changed(tree)).toEqual(['deleted README.md', 'modified src/main.js', 'added src/new.js']);
    expect(head).toBe(base.commit);
    expect(await world.by(['status', '--porcelain'], path)).toBe(before);
    expect(await world.by(['--git-dir', hub.path, 'rev-parse', 'refs/drover/snap/shop-1/1'])).toBe(`${tree}\n`);
    expect(await readdir(join(hub.path, 'scratch'))).toEqual([]);
  });

  test('of the same files is the same tree', async () => {
    await world.write('x', 'x', path);
    expect((await snap('a')).tree).toBe((await snap('b')).tree);
  });

  test('does not care what the agent staged, committed or locked', async () => {
    await world.write('a.txt', 'a', path);
    await world.by(['add', '-A'], path);
    await world.by(['commit', '-q', '-m', 'one'], path);
    await world.by(['rm', '-q', '--cached', 'README.md'], path);
    await writeFile(join(path, '.git', 'index.lock'), '');
    const { tree, head } = await snap();
    expect(await changed(tree)).toEqual(['added a.txt']);
    expect(head).toBe((await world.by(['rev-parse', 'HEAD'], path)).trim());
  });

  test('takes odd names as they are: line breaks, quotes, bytes that are not UTF-8', async () => {
    for (const name of ['line\nbreak', '"quoted"', '-dash', ' space ', '日本.txt']) await world.write(name, name, path);
    await writeFile(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff, 0x2e, 0x78])]), 'bytes');
    const { tree } = await snap();
    const found = await world.git.tree(hub, tree).paths();
    expect(found).toEqual(
      expect.arrayContaining(['line\nbreak', '"quoted"', '-dash', ' space ', '日本.txt', '\udcff.x']),
    );
    expect(Buffer.from((await world.git.tree(hub, tree).read('\udcff.x')) ?? []).toString()).toBe('bytes');
    const back = must(await world.git.compose(hub, base.tree, tree, ['\udcff.x', 'line\nbreak']));
    expect(await changed(back)).toEqual(['added line\nbreak', 'added \udcff.x']);
  });

  test('keeps links as links and reads nothing behind them', async () => {
    await writeFile(join(world.folder, 'secret'), 'secret');
    await symlink(join(world.folder, 'secret'), join(path, 'link'));
    await symlink(world.folder, join(path, 'out'));
    const { tree } = await snap();
    expect(await changed(tree)).toEqual(['added link', 'added out']);
    expect(await world.git.tree(hub, tree).read('link')).toBeNull();
  });

  test('has the files of a repository inside the tree, without its .git and what is ignored', async () => {
    await world.write('app/index.js', 'app', path);
    await world.write('app/node_modules/x.js', 'x', path);
    await world.by(['init', '-q'], join(path, 'app'));
    await world.write('full/lib/a.js', 'a', path);
    await world.by(['init', '-q'], join(path, 'full'));
    await world.by(['add', '-A'], join(path, 'full'));
    await world.by(['commit', '-q', '-m', 'x'], join(path, 'full'));
    expect(await changed((await snap()).tree)).toEqual(['added app/index.js', 'added full/lib/a.js']);
  });

  test('keeps submodules at the commit of the base', async () => {
    await rm(path, { recursive: true });
    await world.git.removeCopy(hub, path, 'gone');
    await withSubmodule();
    await copy('second');
    expect(await snap()).not.toHaveProperty('aside');
    await world.write('sub/evil.js', 'x', path);
    await world.by(['init', '-q'], join(path, 'sub'));
    expect(await snap()).toMatchObject({ tree: base.tree, aside: ['sub'] });
    await rm(join(path, 'sub'), { recursive: true });
    expect(await changed((await snap()).tree)).toEqual(['deleted sub']);
  });
});

describe('whatever an agent makes of the git of its copy, the work is seen against the base, and nothing is lost', () => {
  const mine = ['-c', 'user.name=x', '-c', 'user.email=x@y'];
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    'takes it away': () => rm(join(path, '.git'), { recursive: true }),
    'makes a new one': async () => {
      await rm(join(path, '.git'), { recursive: true });
      await world.by(['init', '-q'], path);
      await world.by(['add', '-A'], path);
      await world.by([...mine, 'commit', '-qm', 'mine'], path);
    },
    'puts a file in its place': async () => {
      await rm(join(path, '.git'), { recursive: true });
      await writeFile(join(path, '.git'), 'gitdir: /nowhere\n');
    },
    'commits by itself': async () => {
      await world.write('mine.txt', 'mine', path);
      await world.by(['add', '-A'], path);
      await world.by([...mine, 'commit', '-qm', 'mine'], path);
    },
    'rewrites history': () => world.by([...mine, 'commit', '-q', '--amend', '-am', 'mine'], path),
    'begins another history': () =>
      world.by(['switch', '-q', '--orphan', 'empty', '--discard-changes'], path).catch(() => {}),
    'leaves the branch': () => world.by(['switch', '-qc', 'elsewhere'], path),
    'detaches its head and deletes the branch': async () => {
      const branch = (await world.by(['branch', '--show-current'], path)).trim();
      await world.by(['switch', '-q', '--detach'], path);
      await world.by(['branch', '-qD', branch], path);
    },
    'stages that all is gone': () => world.by(['rm', '-rq', '--cached', '.'], path),
  };

  test.each(Object.entries(acts))('%s', async (_, act) => {
    await copy();
    await act();
    await world.write('README.md', 'A shape of mine.\n', path);
    await world.write('src/new.js', 'x', path);
    const seen = await snap();
    expect(await changed(seen.tree)).toEqual(expect.arrayContaining(['modified README.md', 'added src/new.js']));
    expect(Buffer.from((await world.git.tree(hub, seen.tree).read('src/new.js')) ?? []).toString()).toBe('x');
    expect((await world.by(['rev-parse', 'main'])).trim()).toBe(base.commit);
  });
});

describe('an agent that wants to run something by our git', () => {
  const hit = () => join(world.folder, 'hit');
  const everything = async () => {
    const { tree } = await snap();
    must(await world.git.restore(hub, path, base.tree, 'shop-1/r'));
    must(await world.git.diff(hub, base.tree, tree, 10_000));
    must(
      await world.git.checkout(hub, tree, join(world.folder, 'state', 'gate'), { repository: true, hooksFrom: null }),
    );
    must(
      await world.git.checkout(hub, tree, join(world.folder, 'state', 'gate'), { repository: false, hooksFrom: null }),
    );
    must(await world.git.commit(hub, { tree, parent: base.commit, message: 'x', atSeconds: 1 }));
    must(await world.git.inspect(world.checkout));
    must(await world.git.removeCopy(hub, path, 'shop-1/end'));
    expect(await there(hit())).toBe(false);
  };
  beforeEach(async () => {
    await copy();
    await writeFile(join(world.folder, 'evil'), `#!/bin/sh\ntouch ${hit()}\ncat\n`, { mode: 0o755 });
  });

  test.each([
    ['a monitor', [['core.fsmonitor', 'EVIL']]],
    ['a hooks folder', [['core.hooksPath', 'EVILDIR']]],
    [
      'an ssh command and an editor',
      [
        ['core.sshCommand', 'EVIL'],
        ['core.editor', 'EVIL'],
        ['core.pager', 'EVIL'],
      ],
    ],
    [
      'an external diff and a text converter',
      [
        ['diff.external', 'EVIL'],
        ['diff.evil.textconv', 'EVIL'],
        ['diff.evil.command', 'EVIL'],
      ],
    ],
    [
      'filters',
      [
        ['filter.evil.clean', 'EVIL'],
        ['filter.evil.smudge', 'EVIL'],
        ['filter.evil.process', 'EVIL'],
        ['filter.evil.required', 'true'],
      ],
    ],
    [
      'a signing program',
      [
        ['commit.gpgSign', 'true'],
        ['gpg.program', 'EVIL'],
      ],
    ],
    [
      'a remote of the kind ext',
      [
        ['remote.origin.url', 'ext::EVIL'],
        ['protocol.ext.allow', 'always'],
        ['remote.origin.promisor', 'true'],
      ],
    ],
    [
      'a command for alternates and for packs',
      [
        ['core.alternateRefsCommand', 'EVIL'],
        ['uploadpack.packObjectsHook', 'EVIL'],
      ],
    ],
  ])('has no luck with %s', async (_, settings) => {
    await mkdir(join(world.folder, 'evildir'));
    for (const hook of ['post-checkout', 'pre-commit', 'post-index-change', 'reference-transaction', 'post-commit'])
      await writeFile(join(world.folder, 'evildir', hook), `#!/bin/sh\ntouch ${hit()}\n`, { mode: 0o755 });
    await world.write('.gitattributes', '* filter=evil diff=evil\n', path);
    await world.write('new.txt', 'new', path);
    await world.write('.git/info/attributes', '* filter=evil diff=evil\n', path);
    await world.write('.git/hooks/post-checkout', `#!/bin/sh\ntouch ${hit()}\n`, path);
    await world.by(['add', '-A'], path);
    await world.by(['commit', '-q', '-m', 'work'], path);
    for (const [key, value] of settings)
      await world.by(
        [
          'config',
          key!,
          value!.replace('EVILDIR', join(world.folder, 'evildir')).replace('EVIL', join(world.folder, 'evil')),
        ],
        path,
      );
    await everything();
  });

  test.each([
    ['core.fsmonitor', ['status']],
    ['filter.evil.clean', ['add', '-A']],
    ['diff.external', ['diff', 'HEAD']],
  ])('would have luck with an ordinary git by %s', async (key, argv) => {
    await world.write('.git/info/attributes', '* filter=evil\n', path);
    await world.write('README.md', 'changed', path);
    await world.by(['config', key, join(world.folder, 'evil')], path);
    await world.by(argv, path);
    expect(await there(hit())).toBe(true);
  });

  test('has no luck with a repository inside the tree that has filters, attributes and a monitor of its own', async () => {
    await world.write('sub/a.txt', 'a', path);
    await world.by(['init', '-q'], join(path, 'sub'));
    await world.by(['add', '-A'], join(path, 'sub'));
    await world.by(['commit', '-q', '-m', 'x'], join(path, 'sub'));
    await world.write('sub/.gitattributes', '* filter=evil\n', path);
    await world.write('sub/a.txt', 'b', path);
    for (const key of ['core.fsmonitor', 'filter.evil.clean'])
      await world.by(['config', key, join(world.folder, 'evil')], join(path, 'sub'));
    await everything();
  });

  test('cannot change what is recorded by attributes, excludes or a work tree of its own', async () => {
    await world.write(
      '.gitattributes',
      '* text eol=crlf ident -diff working-tree-encoding=UTF-16\n[attr]evil filter=evil\n',
      path,
    );
    await world.write('a.txt', 'one\r\n$Id$\n', path);
    await world.write('.git/info/exclude', 'a.txt\n', path);
    await world.by(['config', 'core.worktree', '/tmp'], path);
    const { tree } = await snap();
    expect(Buffer.from((await world.git.tree(hub, tree).read('a.txt')) ?? []).toString()).toBe('one\r\n$Id$\n');
    expect(must(await world.git.diff(hub, base.tree, tree, 10_000))).toContain('+$Id$');
  });

  test('cannot make us wait or read elsewhere by its HEAD, refs and objects', async () => {
    await rm(join(path, '.git', 'HEAD'));
    await world.by(['-c', 'alias.fifo=!mkfifo', 'fifo', join(path, '.git', 'HEAD')], world.folder);
    await symlink(join(world.checkout, '.git', 'refs', 'heads', 'main'), join(path, '.git', 'refs', 'heads', 'linked'));
    await writeFile(
      join(path, '.git', 'objects', 'info', 'alternates'),
      `${join(world.checkout, '.git', 'objects')}\n`,
    );
    expect(await snap()).toMatchObject({ head: null });
    expect(must(await world.git.removeCopy(hub, path, 'x'))).toEqual({ kept: null });
  });

  test('cannot put a forged object into the hub', async () => {
    await world.write('real.txt', 'real\n', path);
    await world.by(['add', '-A'], path);
    await world.by(['commit', '-q', '-m', 'x'], path);
    const forged = (await world.by(['rev-parse', 'HEAD:real.txt'], path)).trim();
    const other = (await world.by(['hash-object', '-w', '/dev/null'], path)).trim();
    const file = (id: string) => join(path, '.git', 'objects', id.slice(0, 2), id.slice(2));
    await rm(file(forged));
    await writeFile(file(forged), await readFile(file(other)));
    await rm(join(path, 'real.txt'));
    await world.git.removeCopy(hub, path, 'x');
    await expect(world.by(['--git-dir', hub.path, 'cat-file', '-e', forged])).rejects.toThrow();
    await world.by(['--git-dir', hub.path, 'fsck', '--strict']);
  });
});

describe('taking away', () => {
  beforeEach(async () => {
    await copy();
  });

  test('a copy without work leaves nothing, its branch is free again, and repeating is nothing', async () => {
    expect(must(await world.git.removeCopy(hub, path, 'shop-1'))).toEqual({ kept: null });
    expect(await there(path)).toBe(false);
    expect(must(await world.git.removeCopy(hub, path, 'shop-1'))).toEqual({ kept: null });
    must(await world.git.makeCopy(hub, `${path}-next`, base, 'drover/shop-1'));
  });

  test('a copy with work keeps files and commits in the hub and says where', async () => {
    await world.write('a.txt', 'a', path);
    await world.by(['add', '-A'], path);
    await world.by(['commit', '-q', '-m', 'agent'], path);
    await world.write('b.txt', 'b', path);
    const { kept } = must(await world.git.removeCopy(hub, path, 'shop-1'));
    expect(kept).toBe('refs/drover/kept/shop-1');
    const hubSays = (argv: string[]) => world.by(['--git-dir', hub.path, ...argv]);
    expect(await hubSays(['ls-tree', '--name-only', kept!])).toContain('b.txt');
    expect(await hubSays(['log', '--format=%s', kept!])).toMatch(/agent/);
    expect(must(await world.git.removeCopy(hub, path, 'shop-1'))).toEqual({ kept });
  });

  test('PC-46 a copy with work in the folder of a submodule keeps that, and one whose folder is empty has none', async () => {
    must(await world.git.removeCopy(hub, path, 'shop-1/before'));
    await withSubmodule();
    await copy();
    expect(must(await world.git.removeCopy(hub, path, 'shop-1/end'))).toEqual({ kept: null });
    for (const inside of ['sub', 'sub/deep']) {
      await copy();
      await world.write(`${inside}/mine.js`, 'mine', path);
      await world.by(['init', '-q'], join(path, inside));
      const { kept } = must(await world.git.removeCopy(hub, path, `shop-1/${inside.length}`));
      expect(await world.by(['--git-dir', hub.path, 'show', `${kept}:${inside}/mine.js`])).toBe('mine');
    }
  });

  test('a removal that was cut off goes on', async () => {
    await mkdir(`${path}.removing/x`, { recursive: true });
    must(await world.git.removeCopy(hub, path, 'shop-1'));
    expect(await readdir(join(path, '..'))).toEqual([]);
  });

  test('restoring gives the tree back, says what differed and keeps it, each time', async () => {
    for (const text of ['first', 'second']) {
      await world.write('README.md', text, path);
      await world.write('extra.txt', text, path);
      await world.write('x.log', 'ignored', path);
      await rm(join(path, 'src'), { recursive: true });
      await writeFile(join(path, 'src'), 'a file now');
      expect(must(await world.git.restore(hub, path, base.tree, 'shop-1/a')).changed).toEqual([
        'README.md',
        'extra.txt',
        'src',
        'src/main.js',
      ]);
      expect((await snap()).tree).toBe(base.tree);
      expect(await there(join(path, 'x.log'))).toBe(true);
    }
    const kept = (await world.by(['--git-dir', hub.path, 'for-each-ref', '--format=%(refname)', 'refs/drover/kept']))
      .trim()
      .split('\n');
    expect(kept).toEqual(['refs/drover/kept/shop-1/a', 'refs/drover/kept/shop-1/a.2']);
    expect(await world.by(['--git-dir', hub.path, 'show', `${kept[0]}:extra.txt`])).toBe('first');
    expect(must(await world.git.restore(hub, path, base.tree, 'shop-1/a')).changed).toEqual([]);
  });

  test('a copy that is not there cannot be looked at', async () => {
    await rm(path, { recursive: true });
    expect(await world.git.snapshot(hub, path, base.commit, 'x')).toMatchObject({
      failure: { error_code: 'PATH_NOT_FOUND' },
    });
    await expect(stat(path)).rejects.toThrow();
  });
});
