// One task that two do, each for itself, with the real daemon, keeper, git and command line: a person takes one, and that alone is submitted.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import type { SpendTable } from '../../src/contract/record.ts';
import type { TaskEvidence } from '../../src/contract/task.ts';
import { judgeBundle } from '../../src/domain/bundle/judge-bundle.ts';
import { readBundle } from '../../src/domain/bundle/read-bundle.ts';
import { deeply, rarely } from './depth.ts';
import { childrenOf, expectPushed } from './split-task.ts';
import { newTest, otherwise, report, sumProject, turn } from './sum-project.ts';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

const twice = 'export const sum = (a, b) => a + b;\nexport const twice = (a) => sum(a, a);\n';
const turns = [
  turn('analysis', 'TWICE', [report('behaviour')]),
  turn('write', 'TWICE', [
    newTest('twice', 'all.twice(4), 8'),
    { write: { path: 'src/sum.js', text: twice } },
    { usage: { inputTokens: 900, outputTokens: 100, money: 0.25 } },
    { say: 'Done.' },
  ]),
  turn('write', 'BROKEN', [
    { write: { path: 'src/sum.js', text: 'export const sum = (a, b) => a - b;\n' } },
    { usage: { inputTokens: 900, outputTokens: 100, money: 0.5 } },
    { say: 'Done.' },
  ]),
  ...otherwise('behaviour'),
];
const open = async (policy = 'hands-off', more: typeof turns = []) => {
  world = await openWorld({
    project: sumProject,
    script: { turns: [...more, ...turns] },
    config: `policy: ${policy}\nlimits: { attempts: 1, fix_rounds: 0 }\n`,
  });
};
const start = async (text: string, ...more: string[]) =>
  (await world.must<{ task: string }>(['do', text, '--best-of', '2', '--agents', 'scripted', '-d', ...more])).task;

describe('one task that two do', () => {
  deeply(
    'ends with one question, side by side; the one that is taken is proven again and submitted, the other stays',
    async () => {
      await open();
      const task = await start('TWICE, please');
      const asked = await world.asked(task, 'best');
      const [question] = asked.open_questions;
      const rivals = await childrenOf(world, task);
      const ids = ['R-1', 'R-2'].map((id) => rivals.get(id)?.id ?? '');
      expect([...rivals.values()].map(({ outcome }) => outcome)).toEqual(['proven', 'proven']);
      const lines = question?.text.split('\n').filter((line) => /^\d\. /.test(line)) ?? [];
      expect(lines).toHaveLength(2);
      for (const [at, line] of lines.entries()) {
        expect(line).toMatch(
          new RegExp(`^${at + 1}\\. ${ids[at]} by scripted: proven; 1 of 1 criteria; passed: .*test`),
        );
        expect(line).toMatch(/; 2 files, \+\d+ -0; \$0\.25; /);
      }
      expect(question?.choices.map(({ id }) => id)).toEqual(['rival_1', 'rival_2', 'alone', 'abandon']);
      await world.must(['answer', question?.id ?? '', 'rival_2']);
      const done = await world.ended(task);
      expect([done.outcome, done.criteria.map(({ id, state }) => `${id} ${state}`)]).toEqual([
        'released',
        ['SC-1 met'],
      ]);
      // Its tests are shown beside its criteria, as those of a task that did them itself.
      expect(done.proof).toContainEqual(expect.objectContaining({ check: 'reader' }));
      const seen = (await world.show(task)).rivals;
      expect(seen?.map(({ task: id, taken_by: by }) => [id, by])).toEqual([
        [ids[0], undefined],
        [ids[1], expect.any(String)],
      ]);
      for (const rival of seen ?? []) {
        expect(rival).toMatchObject({
          ...{ agent: 'scripted', outcome: 'proven', criteria: { met: 1, of: 1 }, change: { files: 2, removed: 0 } },
          spend: { money: 0.25 },
        });
        expect(rival.gates).toContainEqual(expect.objectContaining({ gate: 'test', verdict: 'passed' }));
      }
      await expectPushed(world, [done]);
      await world.git('fetch', '-q', 'origin', done.branch ?? '');
      expect(await world.git('show', 'FETCH_HEAD:src/sum.js')).toContain('twice');
      const { evidence } = await world.must<TaskEvidence>(['task', 'evidence', task]);
      expect(evidence.findLast(({ gate }) => gate === 'test')).toMatchObject({ verdict: 'passed', criterion: null });
      const bundle = join(dirname(world.checkout), 'taken.jsonl');
      await world.must(['task', 'evidence', task, '--export', bundle, '--unsigned']);
      const read = readBundle(readFileSync(bundle));
      const judged = read.ok
        ? judgeBundle(read.value, (text) => createHash('sha256').update(text).digest('hex'))
        : read;
      expect(judged.ok ? judged.value.proof : judged.failure).toMatchObject({
        proven: true,
        missing: [],
        criteria: [],
      });
      expect(judged.ok ? judged.value.parts : []).toMatchObject([
        { feature: 'R-2', proof: { criteria: [{ label: 'SC-1', red: [expect.any(String)] }] } },
      ]);
      for (const id of ids) expect((await world.show(id)).copy).not.toBeNull();
    },
  );

  rarely('all begin from its own commit, with what was said of it, though its branch moves meanwhile', async () => {
    const told = turn('write', 'say it twice', [
      newTest('twice', 'all.twice(4), 8'),
      { write: { path: 'src/sum.js', text: twice } },
      { say: 'Done.' },
    ]);
    await open('{ proceed: auto, plan: ask, submit: auto }', [told]);
    const task = await start('PLAIN, please');
    const [plan] = (await world.asked(task, 'plan')).open_questions;
    await world.must(['task', 'say', task, 'say it twice']);
    await world.git('commit', '-q', '--allow-empty', '-m', 'Meanwhile');
    await world.git('push', '-q', 'origin', 'HEAD:main');
    await world.must(['answer', plan?.id ?? '', 'go']);
    const [question] = (await world.asked(task, 'best')).open_questions;
    expect(question?.choices.map(({ id }) => id)).toEqual(['rival_1', 'rival_2', 'alone', 'abandon']);
    const rivals = await childrenOf(world, task);
    for (const [at, { id, criteria }] of [...rivals.values()].entries()) {
      expect([question?.choices[at]?.label, criteria.map(({ state }) => state)]).toEqual([
        `take ${at + 1}: ${id}`,
        ['met'],
      ]);
    }
    await world.must(['answer', question?.id ?? '', 'abandon']);
  });

  rarely('PC-34 is two rivals and one question where the daemon is killed in their middle', async () => {
    await open();
    const task = await start('TWICE, please');
    while ((await childrenOf(world, task)).size < 2) await world.show(task);
    const begun = await childrenOf(world, task);
    process.kill(await world.daemonPid(), 'SIGKILL');
    const asked = await world.asked(task, 'best');
    const rivals = await childrenOf(world, task);
    expect([...rivals].map(([key, { id }]) => [key, id])).toEqual([...begun].map(([key, { id }]) => [key, id]));
    expect(asked.open_questions.map(({ kind }) => kind)).toEqual(['best']);
    for (const rival of rivals.values()) {
      expect(rival.outcome).toBe('proven');
      expect(rival.criteria.map(({ attempts }) => attempts.map(({ number }) => number))).toEqual([[1]]);
    }
    await world.must(['answer', asked.open_questions[0]?.id ?? '', 'abandon']);
  });

  rarely('who does not get on asks nobody and cannot be taken; then it is given up', async () => {
    await open();
    const task = await start('BROKEN, please');
    const [question] = (await world.asked(task, 'best')).open_questions;
    const rivals = await childrenOf(world, task);
    expect([...rivals.values()].map(({ outcome, open_questions }) => [outcome, open_questions])).toEqual([
      ['failed', []],
      ['failed', []],
    ]);
    expect(question?.choices.map(({ id }) => id)).toEqual(['alone', 'abandon']);
    expect(question?.text.match(/^- .*: failed: .*; \$0\.50(?:;|$)/gm)).toHaveLength(2);
    await world.must(['answer', question?.id ?? '', 'abandon']);
    expect((await world.ended(task)).outcome).toBe('failed');
    const seen = (await world.show(task)).rivals;
    expect(seen?.map(({ outcome, spend, taken_by: by }) => [outcome, spend.money, by])).toEqual([
      ['failed', 0.5, undefined],
      ['failed', 0.5, undefined],
    ]);
    expect(seen?.map(({ why }) => why).join()).not.toBe(',');
    // What failed was paid all the same.
    const day = await world.must<SpendTable>(['spend', '--by', 'day']);
    expect(day.total.money).toBe(1);
  });
});
