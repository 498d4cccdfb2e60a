// Parts of a change tried beside the question `submit`, through the real engine, store and queue, which go down at every moment of it; only the outside is simulated.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gateResult, type Outside, settings, simulateOutside } from '../../test/fakes/outside.ts';
import type { HunkToTry } from '../domain/evidence/hunk.ts';
import type { TaskId } from '../domain/ids.ts';
import type { Task } from '../domain/task/task.ts';

let outside: Outside;
beforeEach(async () => {
  outside = await simulateOutside();
});
afterEach(() => outside.close());

const hunk = (key: string): HunkToTry => ({
  ...{ path: `${key}.js`, lines: [3, 4], size: 1, shown: [`${key}();`], key, tests: [] },
});
/** A file of tests that is run with other expected values. */
const values: HunkToTry = {
  ...{ path: 'a.test.js', lines: [7, 7], size: 0, shown: [], key: 'values a.test.js', tests: ['a.test.js'] },
  asks: [{ id: 'a.test.js > new', line: 7, key: 'kn' }],
};
const cut = {
  values: [values],
  ...{ hunks: [hunk('h1'), hunk('h2')], left: [], leftMore: 0, agreed: 0, demanded: 0 },
  ...{ none: { data: 0, unread: 0 }, files: null },
};
const green = gateResult('test', 'passed', {
  ids: { passed: ['a.test.js > old', 'a.test.js > new'], failed: [], skipped: [] },
});
const otherwise = gateResult('test', 'failed', {
  ids: { passed: ['a.test.js > old'], failed: ['a.test.js > new'], skipped: [] },
});
/** `needless`: how many of the parts no test demands. */
const script = (needless: number): Outside['script'] => {
  const staged: string[] = [];
  return {
    effect: (effect) => {
      const overlay = effect.name === 'stage-tree' ? effect.input.overlay : null;
      if (overlay !== null && 'without' in overlay) staged.push(overlay.without.key);
      if (overlay !== null && 'exchanged' in overlay) staged.push('values');
      return effect.name === 'cut-hunks' ? { kind: 'done', output: cut } : null;
    },
    run: (purpose) => {
      if (purpose.kind !== 'gate' || !purpose.folder.includes('/hunk-')) return null;
      if (staged.at(-1) === 'values') return { result: { kind: 'gate', result: otherwise } };
      const isNeedless = Number(staged.at(-1)?.slice(1)) <= needless;
      return { result: { kind: 'gate', result: isNeedless ? green : gateResult('test', 'failed') } };
    },
  };
};

const asks = (task: Task) => task.state.at.kind === 'asking' && task.state.at.question === 'submit';
const isBeside = ({ state: { at } }: Task) =>
  at.kind === 'asking' && at.back.kind === 'submitting' && at.back.beside !== undefined;
const rests = (task: Task) => asks(task) && !isBeside(task) && task.state.slot === 'none';
const partRuns = async (task: TaskId) =>
  (await outside.store.read((reads) => reads.things({ task, kind: 'run' }))).filter(({ spec }) =>
    JSON.stringify(spec).includes('/hunk-'),
  ).length;
const submits = async (task: TaskId) =>
  (await outside.store.read((reads) => reads.questions({ task }))).filter(({ kind }) => kind === 'submit');

async function upTo(preset: 'careful' | 'normal' | 'hands-off'): Promise<TaskId> {
  const id = await outside.create({ settings: { ...settings, preset } });
  if (preset === 'hands-off') return id;
  if (preset === 'careful') {
    await outside.until(id, ({ state: { at } }) => at.kind === 'asking' && at.question === 'proceed');
    await outside.answer(id, 'yes');
  }
  await outside.until(id, ({ state: { at } }) => at.kind === 'asking' && at.question === 'plan');
  return id;
}

/** Each moment of the task's own effects and runs once it comes to its parts: the engine goes down there, once for each. */
async function goDownAtEach(id: TaskId, atMoment: (number: number) => Promise<void>): Promise<() => number> {
  const seen = new Set<string>();
  outside.reach = async (point, thing, effect) => {
    const key = `${point} ${thing} ${effect} ${thing === id ? (await outside.task(id)).effects : 0}`;
    const { state } = await outside.task(id);
    const isPart = asks(await outside.task(id)) || JSON.stringify(state.at).includes('"yes":true');
    if (!isPart || seen.has(key)) return;
    seen.add(key);
    const { signal } = outside.engine;
    const down = new Promise((resolve) => signal.addEventListener('abort', resolve));
    const number = seen.size;
    queueMicrotask(() => void atMoment(number).then(() => outside.restart()));
    await down;
    throw new Error('it went down');
  };
  return () => seen.size;
}

describe('parts that are tried beside the question', () => {
  it.each(['careful', 'normal'] as const)(
    '%s: it is asked before any is tried, and says in the end what came of all',
    async (preset) => {
      outside.script = script(0);
      const id = await upTo(preset);
      let atFirst: number | null = null;
      outside.reach = async (_point, thing, effect) => {
        if (thing === id && effect === 'cut-hunks') atFirst ??= (await submits(id)).length;
      };
      await outside.answer(id, 'go');
      await outside.until(id, rests);
      expect(atFirst).toBe(1);
      const [question, ...others] = await submits(id);
      expect(others).toEqual([]);
      expect(question?.revision).toBeGreaterThan(1);
      expect(question?.text).toContain('2 parts of the change put back alone: tests fail without each');
      expect(question?.text).toContain('1 red test with another expected value: it fails');
      expect(question?.text).not.toContain('Still at work');
      expect(await partRuns(id)).toBe(3);
      await outside.answer(id, 'submit');
      expect((await outside.until(id, ({ ended }) => ended)).state.at).toMatchObject({ outcome: { kind: 'released' } });
    },
  );

  it('hands-off: nobody is asked before all are tried, and a needless one is asked', async () => {
    outside.script = script(1);
    const id = await upTo('hands-off');
    await outside.until(id, asks);
    expect(await partRuns(id)).toBe(3);
    expect(outside.acts.get('commit')).toBeUndefined();
    const [question, ...others] = await submits(id);
    expect([question?.choices[0]?.id, others]).toEqual(['submit_with_protected', []]);
  });

  it('a change that is asked for ends what runs, and the next whole has parts of its own', async () => {
    outside.script = script(0);
    const id = await upTo('normal');
    await outside.answer(id, 'go');
    await outside.until(id, isBeside);
    await outside.answer(id, 'change', 'say it otherwise');
    await outside.until(id, rests);
    expect(await submits(id)).toHaveLength(2);
    const things = await outside.store.read((reads) => reads.things({ task: id, kind: 'run' }));
    expect(things.filter(({ ended }) => !ended)).toEqual([]);
  });

  it.each<readonly ['careful' | 'normal', number, number, number]>([
    ['careful', 0, 3, 1],
    ['careful', 1, 12, 2],
    ['normal', 1, 3, 1],
    ['careful', 2, 1000, 2],
    ['normal', 2, 1000, 1],
  ])(
    '%s, %i needless, a yes at moment %i: whatever moment it went down at, %i questions, each part once, and no commit before them',
    async (preset, needless, yesAt, questions) => {
      outside.script = script(needless);
      const id = await upTo(preset);
      const count = await goDownAtEach(id, async (number) => {
        if (number === yesAt && (await submits(id)).some(({ state }) => state.kind === 'open'))
          await outside.answer(id, 'submit');
      });
      await outside.answer(id, 'go');
      const over = (task: Task) => task.ended || rests(task);
      let task = await outside.until(id, over);
      if (rests(task) && needless > 0 && preset === 'careful') {
        expect(outside.acts.get('commit')).toBeUndefined();
        await outside.answer(id, 'submit_with_protected');
      } else if (rests(task)) await outside.answer(id, 'submit');
      task = await outside.until(id, ({ ended }) => ended);
      expect(count()).toBeGreaterThan(yesAt < 1000 ? Math.min(yesAt, 6) : 15);
      expect(task.state.at).toMatchObject({ outcome: { kind: 'released' } });
      expect(await submits(id)).toHaveLength(questions);
      const toldBy = (own: string) => task.state.known.work.results.filter(({ gate }) => gate === own);
      const [told, ofValues] = [toldBy('hunks'), toldBy('values')];
      expect([told.length, ofValues.length]).toEqual([1, 1]);
      const wasTried = ofValues[0]?.why === '1 red test with another expected value: it fails';
      expect(wasTried || ofValues[0]?.why === 'not tried: answered before', ofValues[0]?.why).toBe(true);
      if (preset === 'careful') expect([await partRuns(id), wasTried]).toEqual([3, true]);
      if (preset === 'normal' && yesAt < 1000) expect(told[0]?.why).toContain('a yes came before');
    },
    30_000,
  );
});
