// Agents that take apart what holds their work: whatever became of their copy's own git, the tree that was made counts, by a commit of Drover, and nothing of theirs leaves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskDetail } from '../../src/contract/task.ts';
import { otherwise, type Step, sumProject, turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';

const note: Step = { write: { path: 'notes.md', text: 'Done.\n' } };
const git = (...argv: string[]): Step => ({ git: ['-c', 'user.name=Agent', '-c', 'user.email=a@a', ...argv] });
const shell = (line: string): Step => ({ run: ['sh', '-c', line] });
const done: Step = { say: 'Done.' };
const marker =
  'It ends with <CODER_BLOCKED> where it cannot go on:\n\n> <CODER_BLOCKED>\n\n`<CODER_COMPLETE>`\n\nDone.';

const cases: readonly (readonly [word: string, what: string, steps: readonly Step[]])[] = [
  ['DELETES', 'deletes .git', [note, shell('rm -rf .git'), done]],
  [
    'BEGINS',
    'begins a repository of its own',
    [note, shell('rm -rf .git && git init -q .'), git('add', '-A'), git('commit', '-qm', 'sneaky'), done],
  ],
  [
    'REWRITES',
    'rewrites history',
    [git('commit', '--amend', '-qm', 'sneaky'), git('update-ref', 'refs/remotes/origin/main', 'HEAD'), note, done],
  ],
  ['ORPHANS', 'leaves all history', [git('checkout', '-q', '--orphan', 'sneaky'), note, done]],
  [
    'LEAVES',
    'leaves the branch',
    [git('checkout', '-q', '-b', 'sneaky'), note, git('add', '-A'), git('commit', '-qm', 'sneaky'), done],
  ],
  [
    'HOOKS',
    'changes the hooks, and git its settings',
    [
      shell(
        'mkdir -p .git/hooks; printf "#!/bin/sh\\necho hooked > hooked.md; exit 1\\n" > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit',
      ),
      git('config', 'core.hooksPath', '.git/hooks'),
      git('config', 'core.fsmonitor', 'touch hooked.md'),
      git('config', 'filter.x.clean', 'echo filtered'),
      note,
      done,
    ],
  ],
  [
    'HIDES',
    'has git overlook what it changed',
    [note, shell('echo "*" > .git/info/exclude; git update-index --assume-unchanged src/sum.js'), done],
  ],
  ['QUOTES', 'prints markers in quotes and code', [note, { say: marker }]],
  ['FLOODS', 'says a megabyte', [note, { say: `${'All is well. '.repeat(80_000)}Done.` }]],
];

let world: World;
const ended = new Map<string, TaskDetail>();

beforeAll(async () => {
  world = await openWorld({
    project: sumProject,
    script: { turns: [...cases.map(([word, , steps]) => turn('write', `${word}: please`, steps)), ...otherwise()] },
  });
  world.setConfig(
    `policy: hands-off\nlimits: { attempts: 2, fix_rounds: 0 }\nworkspaces:\n  shop: { path: ${world.checkout}, slots: 20 }\n`,
  );
  const tasks: [string, string][] = [];
  for (const [word] of cases) tasks.push([word, await world.start(`${word}: please`)]);
  for (const [word, task] of tasks) ended.set(word, await world.ended(task));
});
afterAll(() => world.close());

describe('an agent that', () => {
  it.each(cases)('%s: %s', async (word) => {
    const detail = ended.get(word);
    expect(detail).toMatchObject({ outcome: 'released', criteria: [{ state: 'met' }] });
    await world.git('fetch', '-q', 'origin', detail?.branch ?? '');
    expect(await world.git('rev-parse', 'FETCH_HEAD^')).toBe(detail?.base?.commit);
    expect(await world.git('diff', '--stat=80', '--name-only', 'FETCH_HEAD^', 'FETCH_HEAD')).toBe('notes.md');
    expect(await world.git('log', '-1', '--format=%an|%s', 'FETCH_HEAD')).toMatch(/^A Person\|(?!sneaky)/);
  });

  it('does all that changes neither the checkout nor the remote', async () => {
    expect(await world.git('status', '--porcelain')).toBe('');
    expect(await world.git('ls-remote', 'origin')).not.toContain('sneaky');
    expect(await world.git('log', '--all', '--format=%s')).not.toContain('sneaky');
    expect(await world.git('rev-parse', 'main')).toBe(ended.get('DELETES')?.base?.commit);
  });
});
