// `isolation: worktree` through the whole program: said before it begins, worked in, taken away; an agent reaches nothing of the checkout's own.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { demoScript } from '../../src/local/demo-script.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { needs } from '../needs/needs.ts';

let world: World;
afterEach(() => world.close());

it(
  'a task works in a linked worktree of the checkout and comes to its end; its hooks and monitors never reach the checkout',
  needs('bwrap'),
  async () => {
    world = await openWorld({ config: 'policy: careful\nsandbox: required\n' });
    const git = join(world.checkout, '.git');
    const attack = `git config core.fsmonitor 'touch ${world.folder}/hit; false'; cp /bin/true ${git}/hooks/post-checkout; git commit -am mine; true`;
    const [look, ...others] = demoScript.turns;
    const work = others.map((turn) => ({ ...turn, do: [{ run: ['sh', '-c', attack] }, ...turn.do] }));
    world.setScript({ ...demoScript, turns: [look, ...work] });
    await world.must(['workspace', 'add', 'shop', world.checkout]);
    await world.must(['workspace', 'set', 'shop', 'isolation', 'worktree']);
    const config = readFileSync(join(git, 'config'), 'utf8');
    const task = await world.start('Too early.', '-w', 'shop');
    const answer = async (kind: string, ...words: string[]) => {
      const asked = await world.asked(task, kind);
      const question = asked.open_questions.find((each) => each.kind === kind);
      const told = await world.drover(['answer', question?.id ?? '', ...words]);
      expect(told.code, told.err + told.out).toBe(0);
      return { copy: asked.copy ?? '', branch: asked.branch ?? '', text: question?.text ?? '' };
    };
    expect((await answer('proceed', 'yes')).text).toContain('linked worktree');
    const { copy, branch } = await answer('plan', 'go');
    expect(await world.git('worktree', 'list')).toContain(copy);
    await answer('submit', 'submit');
    expect((await world.ended(task)).outcome).toBe('released');
    expect(await world.remoteBranch(branch)).not.toBeNull();
    expect(readFileSync(join(git, 'config'), 'utf8')).toBe(config);
    expect(existsSync(join(git, 'hooks', 'post-checkout'))).toBe(false);
    await world.git('status');
    expect(existsSync(join(world.folder, 'hit'))).toBe(false);
    await world.must(['step', 'release', task, '--cleanup']);
    await world.until(
      () => world.git('worktree', 'list'),
      (list) => !list.includes(copy),
    );
    expect(await world.git('branch', '--list', 'drover/*')).toBe('');
  },
);

it('PC-48 a branch that a task has is refused to a second one; PC-46 what nobody committed is kept when the copy goes', async () => {
  world = await openWorld({ config: 'policy: careful\n' });
  await world.must(['workspace', 'add', 'shop', world.checkout]);
  await world.must(['workspace', 'set', 'shop', 'isolation', 'worktree']);
  const named = ['-w', 'shop', '--branch', 'fix/beat'];
  const task = await world.start('Too early.', ...named, '--yes', 'proceed');
  const { copy, branch } = await world.asked(task, 'plan');
  if (copy === null) throw new Error('a task that asks for its plan has a copy');
  expect(branch).toBe('fix/beat');
  writeFileSync(join(copy, 'notes.txt'), 'mine\n');
  writeFileSync(join(copy, 'README.md'), 'half a line');

  expect(await world.ask(['do', 'Too early again.', ...named, '-d'])).toMatchObject({
    ok: false,
    error_code: 'BRANCH_TAKEN',
  });
  expect(readFileSync(join(copy, 'README.md'), 'utf8')).toBe('half a line');
  expect(await world.git('worktree', 'list')).toContain(copy);

  await world.must(['task', 'cancel', task, '--remove']);
  expect((await world.ended(task)).outcome).toBe('cancelled');
  expect(existsSync(copy)).toBe(false);
  const [, kept = ''] = /kept as (\S+)/.exec((await world.drover(['task', 'log', task])).out) ?? [];
  const [hub = ''] = readdirSync(join(world.state, 'hubs'));
  const inHub = (path: string) => world.git(`--git-dir=${join(world.state, 'hubs', hub)}`, 'show', `${kept}:${path}`);
  expect([await inHub('notes.txt'), await inHub('README.md')].map((text) => text.trim())).toEqual([
    'mine',
    'half a line',
  ]);
});

it(
  'a task in the checkout itself comes to its end; what its agent makes of the git there is run by nobody, and nothing goes elsewhere',
  needs('bwrap'),
  async () => {
    world = await openWorld({ config: 'policy: hands-off\nsandbox: required\n' });
    const hit = join(world.folder, 'hit');
    const attack = [
      `git config core.sshCommand 'touch ${hit}; false'`,
      'git remote set-url origin ssh://nowhere.test/evil',
      `printf '#!/bin/sh\\ntouch ${hit}\\n' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout`,
      'echo /tmp > .git/commondir; mv .git .gone; rm -rf .git/refs/heads',
    ].join('; ');
    const [look, ...others] = demoScript.turns;
    const work = others.map((turn) => ({ ...turn, do: [{ run: ['sh', '-c', `${attack}; true`] }, ...turn.do] }));
    world.setScript({ ...demoScript, turns: [look, ...work] });
    await world.must(['workspace', 'add', 'shop', world.checkout]);
    await world.must(['workspace', 'set', 'shop', 'isolation', 'checkout']);
    const config = readFileSync(join(world.checkout, '.git', 'config'), 'utf8');
    const detail = await world.ended(await world.start('Too early.', '-w', 'shop'));
    expect(existsSync(hit)).toBe(false);
    expect(detail).toMatchObject({ outcome: 'released' });
    expect(await world.remoteBranch(detail.branch ?? '')).not.toBeNull();
    expect(readFileSync(join(world.checkout, '.git', 'config'), 'utf8')).toBe(config);
    expect(readdirSync(join(world.checkout, '.git'))).not.toContain('commondir');
  },
);
