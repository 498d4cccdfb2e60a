// A task too large for one cycle: split into features, each a task of its own with branch and page, stacked where one needs another.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import type { FeatureListView, FeatureNext } from '../../src/contract/feature.ts';
import type { ManualTaskTaken } from '../../src/contract/manual.ts';
import type { TaskEvidence, TaskList, WatchEnd } from '../../src/contract/task.ts';
import { judgeBundle } from '../../src/domain/bundle/judge-bundle.ts';
import { readBundle } from '../../src/domain/bundle/read-bundle.ts';
import { often, rarely } from './depth.ts';
import { childrenOf, expectPushed, splitScript } from './split-task.ts';
import { sumProject } from './sum-project.ts';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

const open = async (config = 'policy: hands-off\n') => {
  world = await openWorld({ project: sumProject, script: splitScript, config });
};
const features = (task: string) => world.must<FeatureListView>(['step', 'feature', 'list', task]);
const states = async (task: string) => (await features(task)).features.map(({ id, status }) => `${id} ${status}`);
const asked = async (task: string, about: string) => {
  const shown = await world.until(
    () => world.show(task),
    (detail) => detail.open_questions.some(({ kind, text }) => kind === 'next_feature' && text.includes(about)),
  );
  return shown.open_questions[0]?.id ?? '';
};

describe('a split task', () => {
  often(
    'hands-off makes all its features, a dependent one on the branch of what it needs, and proves them together',
    async () => {
      await open();
      const task = await world.start('REWORK the whole shop');
      const done = await world.ended(task);
      expect([done.outcome, done.state, done.open_points]).toEqual([
        'released',
        expect.stringContaining('released'),
        [],
      ]);
      expect(await states(task)).toEqual(['F-1 done', 'F-2 done', 'F-3 done']);
      const tasks = await childrenOf(world, task);
      const commit = async (id: string) => (await world.remoteBranch(tasks.get(id)?.branch ?? '')) ?? '';
      const [one, two, three, main] = [
        await commit('F-1'),
        await commit('F-2'),
        await commit('F-3'),
        await world.git('rev-parse', 'HEAD'),
      ];
      await world.git('fetch', '--quiet', 'origin');
      expect(await world.git('rev-parse', `${one}^`, `${two}^`, `${three}^`)).toBe([main, one, main].join('\n'));
      expect(tasks.get('F-2')?.base?.branch).toBe(tasks.get('F-1')?.branch);
      await expectPushed(world, [...tasks.values()]);
      const { evidence } = await world.must<TaskEvidence>(['task', 'evidence', task]);
      const together = evidence.at(-1);
      expect(together).toMatchObject({ gate: 'test', verdict: 'passed', criterion: null });
      expect(together?.counts?.passed).toBe(4);
      const bundle = join(dirname(world.checkout), 'split.jsonl');
      await world.must(['task', 'evidence', task, '--export', bundle, '--unsigned']);
      const read = readBundle(readFileSync(bundle));
      const judged = read.ok
        ? judgeBundle(read.value, (text) => createHash('sha256').update(text).digest('hex'))
        : read;
      expect(judged.ok ? judged.value.proof : judged.failure).toMatchObject({ proven: true, missing: [] });
      const parts = judged.ok ? judged.value.parts : [];
      expect(parts.map(({ feature }) => feature)).toEqual(['F-1', 'F-2', 'F-3']);
      for (const { proof } of parts)
        expect(proof.criteria).toEqual(
          expect.arrayContaining([expect.objectContaining({ red: [expect.any(String)] })]),
        );
      const listed = (await world.must<TaskList>(['task', 'list', '--all'])).tasks.map(
        ({ id, part }) => part?.feature ?? id,
      );
      expect(listed).toEqual([task, 'F-1', 'F-2', 'F-3']);
      expect((await world.drover(['task', 'show', task])).out).toMatch(/F-2 +done +The second part/);
      const copies = [done, ...tasks.values()].map(({ copy }) => copy ?? '');
      expect(copies.map((copy) => existsSync(copy))).toEqual([true, true, true, true]);
      await world.must(['step', 'release', task, '--cleanup']);
      expect(copies.filter((copy) => existsSync(copy))).toEqual([]);
    },
  );

  rarely('asks between features: one is skipped by words, the plan is made anew, what is done stays', async () => {
    await open('policy: { proceed: auto, plan: ask, submit: auto, next_feature: ask }\n');
    const task = await world.start('REWORK the whole shop');
    const plan = (await world.asked(task, 'plan')).open_questions[0];
    expect(plan?.text).toContain('Too large for one cycle: Each is merged by itself.');
    expect((await world.drover(['answer', plan?.id ?? '', 'split'])).code).toBe(0);
    const second = await asked(task, 'F-2 "The second part"?');
    expect((await world.drover(['answer', second, '跳过'])).code).toBe(0);
    const third = await asked(task, 'F-3 "The third part"?');
    const bad = await world.ask(['step', 'feature', 'plan', task, '[{"title":"x","depends_on":[1]}]']);
    expect(bad).toMatchObject({ ok: false, error_code: 'FEATURES_INVALID' });
    const anew = JSON.stringify([
      { title: 'The third part', task: 'do GAMMA' },
      { title: 'One more', task: 'do DELTA', depends_on: ['F-1'] },
    ]);
    const replanned = await world.must<FeatureListView>(['step', 'feature', 'plan', task, '-f', '-'], { input: anew });
    expect(replanned.features.map(({ id, status }) => `${id} ${status}`)).toEqual([
      ...['F-1 done', 'F-2 skipped', 'F-3 pending', 'F-4 pending'],
    ]);
    expect(await world.ask(['answer', third, 'continue'])).toMatchObject({ ok: false, error_code: 'QUESTION_STALE' });
    expect((await world.drover(['answer', await asked(task, 'F-3 "The third part"?'), 'continue'])).code).toBe(0);
    expect((await world.drover(['answer', await asked(task, 'F-4 "One more"?'), 'ok'])).code).toBe(0);
    const done = await world.ended(task);
    expect([done.outcome, done.open_points]).toEqual(['released', ['F-2: The second part (skipped)']]);
    const tasks = await childrenOf(world, task);
    expect([...tasks.keys()].toSorted()).toEqual(['F-1', 'F-3', 'F-4']);
    for (const each of tasks.values()) expect(each.outcome).toBe('released');
    expect(await world.ask(['step', 'feature', 'update', task, 'F-2', '--status', 'pending'])).toMatchObject({
      ok: false,
      error_code: 'TASK_ENDED',
    });
  });

  rarely('who watches the whole is asked what a feature asks', async () => {
    await open('policy: { proceed: auto, plan: auto, submit: ask, next_feature: auto }\n');
    const task = await world.start('REWORK the whole shop');
    const watched = await world.must<WatchEnd>(['task', 'watch', task]);
    expect([watched.why, watched.open_questions[0]?.kind]).toEqual(['needs_person', 'submit']);
    expect(watched.open_questions[0]?.task).not.toBe(task);
    expect((await world.drover(['task', 'finish', task])).code).toBe(0);
    expect((await world.ended(task)).outcome).toBe('not_verified');
    for (const each of (await childrenOf(world, task)).values()) expect(each.outcome).toBe('not_verified');
  });
});

describe('features by hand', () => {
  rarely('CM-76 CM-77 are planned, given out to two owners at once, proven by a step, and done', async () => {
    await open();
    const { task, copy } = await world.must<ManualTaskTaken>(['step', 'take', 'by hand']);
    await world.must(['step', 'feature', 'plan', task, 'one\ntwo']);
    const [ann, bob] = await Promise.all(
      ['ann', 'bob'].map((owner) => world.must<FeatureNext>(['step', 'feature', 'next', task, '--owner', owner])),
    );
    expect([ann?.feature?.id, bob?.feature?.id].toSorted()).toEqual(['F-1', 'F-2']);
    const mine = ann?.feature?.id ?? '';
    expect(
      (await world.must<FeatureNext>(['step', 'feature', 'next', '--owner', 'ann'], { cwd: copy })).feature?.id,
    ).toBe(mine);
    expect(await world.ask(['step', 'feature', 'done', mine, '--owner', 'ann'], { cwd: copy })).toMatchObject({
      ok: false,
      error_code: 'EVIDENCE_MISSING',
    });
    writeFileSync(join(copy, 'done.md'), 'by hand\n');
    for (const argv of [
      ['add', '.'],
      ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'by hand'],
    ])
      await world.git('-C', copy, ...argv);
    expect(await world.ask(['step', 'feature', 'done', mine], { cwd: copy })).toMatchObject({ ok: false });
    expect((await world.drover(['step', 'test', task])).code).toBe(0);
    const bobs = await world.ask(['step', 'feature', 'done', task, mine, '--owner', 'bob']);
    expect(bobs).toMatchObject({ ok: false, error_code: 'FEATURE_NOT_READY' });
    const done = await world.drover(['step', 'feature', 'done', mine, '--owner', 'ann'], { cwd: copy });
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('1 over, 1 left')]);
    const third = await world.drover(['step', 'feature', 'next', task, '--owner', 'eve']);
    expect(third.out).toContain('Nothing is ready (1/2)');
    expect((await world.drover(['step', 'feature', 'update', task, 'F-9', '--status', 'skipped'])).code).toBe(3);
    expect((await world.drover(['step', 'feature'])).err).toContain('plan, next, done, update, list');
  });
});
