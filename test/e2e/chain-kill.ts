// A chain from an issue to its commit while the daemon is killed at named points; and what must be true at its end.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ChainCreated, ChainList, ChainView } from '../../src/contract/chain.ts';
import { openWorld, type World } from './world.ts';

const approve = { report: { verdict: 'approve', findings: [], divergence: 'none', note: '' } };
const turns = [
  { when: { prompt: 'You map an issue' }, do: [{ report: { plan: 'Write a.' } }] },
  { when: { prompt: 'You review' }, do: [approve] },
  {
    when: { prompt: 'You cut the map' },
    do: [{ report: { plans: [{ name: 'write a', text: '# Write a\n\nWrite a.txt.\n' }] } }],
  },
  { when: { prompt: 'You carry out' }, do: [{ write: { path: 'a.txt', text: 'first\n' } }, { say: 'Wrote a.txt.' }] },
];
const project = {
  '.drover.yaml': 'setup: ["sh setup.sh"]\ngates:\n  test: sh check.sh\n',
  'setup.sh': 'true\n',
  'check.sh': 'test -f a.txt || test -f README.md\n',
  'README.md': 'A shop.\n',
};

/** Every effect a chain and its runs have. */
export const effectsOfChain = [
  ...['claim-slot', 'open-hub', 'survey-base', 'make-copy', 'prepare-dependencies', 'seal-dependencies'],
  ...['furnish-copy', 'restore-copy', 'write-note', 'snapshot', 'inspect-change', 'stage-tree'],
  ...['judge-guarded', 'record-evidence'],
  ...['commit', 'remove-copy', 'release', 'start-run', 'read-run'],
];

/** `when`: see `crashPoints`. Returns `POINT EFFECT` of every point at which the daemon was killed. */
export async function chainKilled(when: string): Promise<readonly string[]> {
  const world = await openWorld({ project, config: 'policy: careful\n', remote: null, script: { turns } });
  const points = join(world.folder, 'points');
  try {
    writeFileSync(join(world.checkout, 'issue.md'), '# Files\n\nOne file is missing.\n');
    world.env.DROVER_TEST_CRASH = `daemon:${when}:${points}`;
    const id = await begin(world);
    const done = await world.until(
      async () => {
        const shown = await world.ask<ChainView>(['chain', 'show', id]);
        return shown.ok ? shown.data : null;
      },
      (chain) => chain !== null && (chain.outcome !== null || chain.needs_person),
      300_000,
    );
    delete world.env.DROVER_TEST_CRASH;
    await expectOnce(world, done as ChainView);
    return existsSync(points) ? killedAt(readFileSync(points, 'utf8')) : [];
  } finally {
    delete world.env.DROVER_TEST_CRASH;
    await world.close();
  }
}

const killedAt = (lines: string): readonly string[] =>
  lines
    .split('\n')
    .filter((line) => line.startsWith('KILL'))
    .map((line) => line.split(' ').slice(1, 3).join(' '));

/** A request whose reply was cut may have been done: it is looked for before it is made again. */
async function begin(world: World): Promise<string> {
  const words = [
    'chain',
    '--issue',
    'issue.md',
    '--name',
    'cx',
    '--agent',
    'scripted',
    '--review-by',
    'scripted',
    '-d',
  ];
  for (let tries = 0; tries < 20; tries += 1) {
    const list = await world.ask<ChainList>(['chain', 'list', '--all']);
    const found = list.ok ? list.data.chains[0] : undefined;
    if (found !== undefined) return found.id;
    if (!list.ok) continue;
    const made = await world.ask<ChainCreated>(words);
    if (made.ok) return made.data.chains[0] ?? '';
  }
  throw new Error(`the chain could not be made: ${world.log()}`);
}

/** One commit on the base, every step once, slot and lease given back. */
async function expectOnce(world: World, done: ChainView): Promise<void> {
  expect(done, JSON.stringify(done)).toMatchObject({ outcome: 'done', plans: [{ state: 'done', verified: true }] });
  const base = await world.git('rev-parse', 'HEAD');
  await world.git('fetch', '--quiet', done.copy ?? '', `${done.branch}:chain`);
  expect(await world.git('log', '--format=%s', `${base}..chain`)).toBe('Write a');
  const { out } = await world.drover(['chain', '--resume', done.id, '--jsonl']);
  const steps = out.split('\n').filter((line) => line.includes('"chain_step_started"'));
  expect(steps.map((line) => /cx-[\w-]+/.exec(line)?.[0])).toEqual(
    ['map', 'map-review', 'extract', 'plan-review-1', 'impl-1', 'review-1'].map((step) => `cx-${step}-r1`),
  );
  expect(readFileSync(done.note ?? '', 'utf8')).toContain('1 of 1 plans');
  const { leases } = await world.must<{ leases: readonly unknown[] }>(['workspace', 'check', 'shop']);
  expect(leases ?? []).toEqual([]);
}
