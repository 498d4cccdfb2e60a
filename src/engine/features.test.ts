// A task that is split, through the real engine, store and queue; only the outside is simulated.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  base,
  gatePlan,
  gateResult,
  gateSettings,
  type Outside,
  report,
  settings,
  simulateOutside,
  turn,
} from '../../test/fakes/outside.ts';
import type { Effect } from '../domain/effect/effect.ts';
import type { TaskId } from '../domain/ids.ts';
import type { Purpose } from '../domain/run/run.ts';
import { retryState } from '../domain/task/phases/reopen.ts';
import type { Settings } from '../domain/task/settings/settings.ts';
import type { Task, TaskSpec } from '../domain/task/task.ts';
import type { EffectResult } from '../domain/thing.ts';

let outside: Outside;
beforeEach(async () => {
  outside = await simulateOutside();
});
afterEach(() => outside.close());

const three = [
  { title: 'first part', task: 'do the first' },
  { title: 'second part', task: 'do the second', depends_on: [1] },
  { title: 'third part', task: 'do the third' },
];
const asking: Settings = { ...settings, policy: { next_feature: 'ask', plan: 'ask' } };

/** The analysis suggests a split; every branch has a commit of its own. */
function play(
  split: unknown = three,
  more: {
    run?: (purpose: Purpose) => ReturnType<Outside['script']['run']>;
    effect?: (effect: Effect) => EffectResult | null;
  } = {},
) {
  outside.script = {
    run: (purpose) => {
      const own = more.run?.(purpose) ?? null;
      if (own !== null || purpose.kind !== 'agent' || purpose.role !== 'analyze') return own;
      return { result: turn(JSON.stringify({ ...report, split, split_why: 'each is merged by itself' })) };
    },
    effect: (effect) => {
      const own = more.effect?.(effect) ?? null;
      if (own !== null) return own;
      if (effect.name === 'commit') return { kind: 'done', output: { commit: `c-${effect.input.branch}` } };
      if (effect.name === 'confirm-push') return { kind: 'done', output: { there: true, at: effect.input.commit } };
      return null;
    },
  };
}

/** No agent gets anywhere, so somebody is asked. */
const slow = { outcome: { kind: 'api_error', status: 500, message: 'no' } } as const;

const ended = (task: Task) => task.ended;
const asks = (kind: string) => (task: Task) => task.state.at.kind === 'asking' && task.state.at.question === kind;
const outcomeOf = (task: Task) => (task.state.at.kind === 'ended' ? task.state.at.outcome : null);
const children = async (id: TaskId) =>
  ((await outside.store.read((reads) => reads.things({ kind: 'task', parent: id }))) as readonly Task[]).toReversed();
const states = (task: Task) => task.state.known.work.features?.features.map(({ id, state }) => `${id} ${state.kind}`);
const partOf = ({ spec }: Task) => spec.part?.id;
const question = async (id: TaskId) => {
  const [open] = await outside.store.read((reads) => reads.questions({ task: id, open: true }));
  if (open === undefined) throw new Error('nothing is asked');
  return open;
};
const start = (spec: Partial<TaskSpec> = {}) => outside.create({ settings: asking, ...spec });
const split = async (words?: string, spec: Partial<TaskSpec> = {}) => {
  const id = await start(spec);
  await outside.until(id, asks('plan'));
  await outside.answer(id, 'split', words);
  return id;
};

describe('a split task', () => {
  it('makes a task of each feature, one at a time with a question between them, and is released by theirs', async () => {
    play();
    const id = await start();
    await outside.until(id, asks('plan'));
    const plan = await question(id);
    expect(plan.choices.map((each) => each.id)).toContain('split');
    expect(plan.text).toContain('2. second part (after 1)');
    await outside.answer(id, 'split');
    await outside.until(id, asks('next_feature'));
    expect((await question(id)).text).toContain('Go on with F-2 "second part"?');
    expect((await children(id)).map(partOf)).toEqual(['F-1']);
    await outside.answer(id, 'continue');
    await outside.until(id, letOn('F-3'));
    await outside.answer(id, 'continue');
    const task = await outside.until(id, ended);
    expect(outcomeOf(task)).toMatchObject({ kind: 'released', open: [] });
    expect(states(task)).toEqual(['F-1 done', 'F-2 done', 'F-3 done']);
    expect((await children(id)).map((child) => outcomeOf(child)?.kind)).toEqual(['released', 'released', 'released']);
    expect(outside.acts.get(`commit ${id}`)).toBeUndefined();
  });

  it.each([
    [null, null, 'exit_codes'],
    [1, 1, 'counts'],
    [1, null, 'exit_codes'],
  ])(
    'rests on the least that is known of the tests of any of them: counts %j and %j',
    async (first, second, weaker) => {
      const counted = (count: number | null) => count && { passed: count, failed: 0, skipped: 0, total: count };
      play(three, {
        run: (purpose) => {
          if (purpose.kind !== 'gate') return null;
          const counts = counted(purpose.folder.includes('shop-2') ? first : second) || null;
          const verdict = purpose.only === null ? 'passed' : 'failed';
          return { result: { kind: 'gate', result: gateResult('test', verdict, { counts }) } };
        },
      });
      const id = await split('[{"title":"a"},{"title":"b"}]');
      await outside.until(id, asks('next_feature'));
      await outside.answer(id, 'continue');
      const task = await outside.until(id, ended);
      const wanted = [weaker, ...[first, second].map((count) => (count === null ? 'exit_codes' : 'counts'))];
      expect([task, ...(await children(id))].map((each) => outcomeOf(each)?.weaker)).toEqual(wanted);
      const told = await outside.store.read((reads) => reads.facts({ kind: 'task_ended', limit: 9 }));
      expect(told.map(({ data }) => data.weaker).toSorted()).toEqual(wanted.toSorted());
      const met = await outside.store.read((reads) => reads.facts({ kind: 'criterion_ended', limit: 9 }));
      expect(met.map(({ data }) => data.weaker).toSorted()).toEqual(wanted.slice(1).toSorted());
    },
  );

  it('a feature starts from the branch of the one it needs, with its own text and what the whole found out', async () => {
    play();
    const id = await start({ settings: { ...settings, policy: { plan: 'ask' } } });
    await outside.until(id, asks('plan'));
    await outside.answer(id, 'split');
    await outside.until(id, ended);
    const [first, third, second] = await byPart(id, 'F-1', 'F-3', 'F-2');
    expect(second?.spec.base).toBe(first?.state.known.place.copy?.branch);
    expect(second?.state.known.delivery.stackedOn).toEqual({
      task: first?.id,
      branch: first?.state.known.place.copy?.branch,
    });
    expect([first?.spec.base, third?.spec.base]).toEqual([base.branch, base.branch]);
    expect(second?.spec.text).toMatch(/^second part\n\ndo the second\n/);
    expect(second?.spec.plan).toContain(report.cause);
    expect(outside.runs.filter((run) => run.kind === 'agent' && run.role === 'analyze')).toHaveLength(1);
  });

  it('hands-off it splits as the analysis says and asks nothing', async () => {
    play();
    const id = await outside.create();
    const task = await outside.until(id, ended);
    expect(outcomeOf(task)?.kind).toBe('released');
    expect(await children(id)).toHaveLength(3);
  });

  it('is not offered for parts that need one another where nothing is pushed, so that hands-off asks nothing for ever', async () => {
    play();
    const id = await outside.create({ until: 'test' });
    const task = await outside.until(id, ended);
    expect(outcomeOf(task)?.kind).toBe('proven');
    expect(await children(id)).toEqual([]);
  });

  it('asked to stop after the plan it ends with its features as what is left open', async () => {
    play();
    const id = await outside.create({ until: 'plan' });
    const open = ['F-1: first part', 'F-2: second part', 'F-3: third part'];
    expect(outcomeOf(await outside.until(id, ended))).toMatchObject({ kind: 'not_verified', open });
    expect(await children(id)).toEqual([]);
  });

  it('is not offered where the analysis suggests none, or one part only', async () => {
    play([{ title: 'all of it' }]);
    const id = await start();
    await outside.until(id, asks('plan'));
    expect((await question(id)).choices.map((each) => each.id)).not.toContain('split');
  });

  it('CM-78 a skipped feature lets go what waited for it, which is told; the task ends with it as an open point', async () => {
    play();
    const id = await split();
    await outside.until(id, letOn('F-2'));
    await outside.answer(id, 'skip');
    await outside.until(id, letOn('F-3'));
    await outside.answer(id, 'continue');
    const task = await outside.until(id, ended);
    expect(outcomeOf(task)).toMatchObject({ kind: 'released', open: ['F-2: second part (skipped)'] });
    expect((await children(id)).map(partOf)).toEqual(['F-1', 'F-3']);
  });

  it('without what was skipped the one that took it for granted is made, from the base, and knows', async () => {
    play();
    const id = await split('[{"title":"a"},{"title":"b","depends_on":[1]},{"title":"c","depends_on":[2]}]');
    await outside.until(id, letOn('F-2'));
    expect((await question(id)).text).toContain('If it is skipped: F-3 would do without it.');
    await outside.answer(id, 'skip');
    await outside.until(id, letOn('F-3'));
    await outside.answer(id, 'continue');
    await outside.until(id, ended);
    const [first, third] = await byPart(id, 'F-1', 'F-3');
    expect(third?.spec.text).toContain('Skipped, so do without it: F-2 "b".');
    expect(third?.spec.base).toBe(first?.state.known.place.copy?.branch);
  });

  it('words that are no plan lead to the same question again, and nothing is begun', async () => {
    play();
    const id = await split('[{"title":"a","depends_on":[2]},{"title":"b","depends_on":[1]}]');
    await outside.until(id, (task) => asks('plan')(task) && task.state.asked === 3);
    expect(await children(id)).toEqual([]);
    const facts = await outside.store.read((reads) => reads.facts({ task: id, limit: 1000 }));
    expect(facts.find(({ kind }) => kind === 'split_refused')?.data.why).toContain('in a circle: F-1, F-2');
  });

  it('stopped between features it begins no more, and is not verified', async () => {
    play();
    const id = await split();
    await outside.until(id, asks('next_feature'));
    await outside.answer(id, 'stop');
    const task = await outside.until(id, ended);
    expect(outcomeOf(task)).toMatchObject({ kind: 'not_verified', open: ['F-2: second part', 'F-3: third part'] });
    expect(await children(id)).toHaveLength(1);
  });

  it('one that failed stops only what needs it; a person tries it again, and what it did before counts no more', async () => {
    let broken = true;
    play(three, {
      run: (purpose) =>
        broken && purpose.kind === 'agent' && purpose.role === 'develop' && purpose.prompt.includes('do the first')
          ? { result: turn('', slow) }
          : null,
    });
    const id = await outside.create();
    const first = await untilChild(id, 'F-1', asks('stuck'));
    await outside.answer(first.id as TaskId, 'abandon');
    await outside.until(id, asks('next_feature'));
    expect(states(await outside.task(id))).toEqual(['F-1 failed', 'F-2 pending', 'F-3 done']);
    expect((await question(id)).choices.map((each) => each.id)).toEqual(['again', 'skip', 'stop']);
    broken = false;
    await outside.answer(id, 'again');
    expect(outcomeOf(await outside.until(id, ended))?.kind).toBe('released');
    expect((await children(id)).map(partOf).toSorted()).toEqual(['F-1', 'F-1', 'F-2', 'F-3']);
  });

  it('holds no slot while it follows, so that one slot is enough', async () => {
    play();
    const id = await outside.create();
    await outside.until(id, ended);
    expect(settings.workspace.slots).toBe(1);
  });

  it('a pause and its end reach the features', async () => {
    play(three, {
      run: (purpose) => (purpose.kind === 'agent' && purpose.role === 'develop' ? { result: turn('', slow) } : null),
    });
    const id = await outside.create();
    const first = await untilChild(id, 'F-1', asks('stuck'));
    await outside.say(id, 'pause');
    await outside.until(first.id as TaskId, (task) => task.state.paused);
    await outside.until(id, (task) => task.state.paused);
    await outside.say(id, 'resume');
    await outside.until(first.id as TaskId, (task) => !task.state.paused);
  });

  it.each(['cancel', 'finish'] as const)(
    '%s reaches the features, and what is not done stays an open point',
    async (how) => {
      play(three, {
        run: (purpose) => (purpose.kind === 'agent' && purpose.role === 'develop' ? { result: turn('', slow) } : null),
      });
      const id = await outside.create();
      await untilChild(id, 'F-1', asks('stuck'));
      await outside.say(id, how);
      const kind = how === 'cancel' ? 'cancelled' : 'not_verified';
      const task = await outside.until(id, ended);
      expect(outcomeOf(task)).toMatchObject({ kind, open: ['F-1: first part', 'F-2: second part', 'F-3: third part'] });
      for (const child of await children(id)) expect(outcomeOf(child)?.kind).toBe(kind);
    },
  );

  it('begun again after a cancel it asks about what was cut off, and makes that anew', async () => {
    let stuck = true;
    play(three, {
      run: (purpose) =>
        stuck && purpose.kind === 'agent' && purpose.role === 'develop' ? { result: turn('', slow) } : null,
    });
    const id = await outside.create();
    await untilChild(id, 'F-1', asks('stuck'));
    await outside.say(id, 'cancel');
    const task = await outside.until(id, ended);
    stuck = false;
    const state = retryState(task, 1);
    await outside.store.transact((tx) =>
      tx.update(id, task.version, { state, ended: false, effects: task.effects, at: task.updatedAt }),
    );
    await outside.say(id, 'look');
    for (const part of ['F-1', 'F-3']) {
      await outside.until(id, letOn(part));
      await outside.answer(id, 'again');
    }
    expect(outcomeOf(await outside.until(id, ended))?.kind).toBe('released');
    expect((await children(id)).map(partOf).toSorted()).toEqual(['F-1', 'F-1', 'F-2', 'F-3', 'F-3']);
  });

  it('after a crash in the middle there is one task of each feature', async () => {
    play();
    const id = await outside.create();
    for (const part of ['F-1', 'F-3', 'F-2']) {
      await untilChild(id, part, () => true);
      await outside.restart();
    }
    await outside.until(id, ended);
    expect((await children(id)).map(partOf).toSorted()).toEqual(['F-1', 'F-2', 'F-3']);
  });
});

describe('CM-80 all features together', () => {
  const red = gateResult('test', 'failed', { ids: { passed: [], failed: ['a.test.js > old'], skipped: [] } });

  it('are merged in their order on the base, and the gates run on the outcome', async () => {
    play();
    const id = await outside.create();
    await outside.until(id, ended);
    expect(outside.acts.get(`merge-heads ${id}`)).toBe(1);
    const evidence = await outside.store.read((reads) => reads.evidence(id));
    expect(evidence.filter(({ tree }) => tree === 't-all').map(({ result }) => result.verdict)).toEqual(['passed']);
  });

  it('red, nothing is pushed and a person is asked; let pass, the task is not verified', async () => {
    play(three, {
      run: (purpose) =>
        purpose.kind === 'gate' && purpose.folder.includes('together')
          ? { result: { kind: 'gate', result: red } }
          : null,
    });
    const id = await outside.create();
    await outside.until(id, asks('tests_failed'));
    expect((await question(id)).text).toContain('but not all together');
    expect(outside.acts.get(`confirm-push ${id}`)).toBeUndefined();
    await outside.answer(id, 'pass');
    expect(outcomeOf(await outside.until(id, ended))).toMatchObject({
      kind: 'not_verified',
      why: expect.stringContaining('not green together, let pass by person:test'),
    });
  });

  it('in conflict, the one that does not fit is named; done again it is looked at once more', async () => {
    let conflict = true;
    play(three, {
      effect: (effect) => {
        if (effect.name !== 'merge-heads' || !conflict) return null;
        conflict = false;
        return { kind: 'done', output: { kind: 'conflict', feature: 'F-3', files: ['src/a.js'] } };
      },
    });
    const id = await outside.create();
    await outside.until(id, asks('tests_failed'));
    expect((await question(id)).text).toContain('F-3 does not fit together with the features before it: src/a.js');
    await outside.answer(id, 'redo', 'F-3');
    expect(outcomeOf(await outside.until(id, ended))?.kind).toBe('released');
    expect(outside.acts.get(`merge-heads ${id}`)).toBe(2);
    expect((await children(id)).map(partOf).toSorted()).toEqual(['F-1', 'F-2', 'F-3', 'F-3']);
  });
});

describe('a split task on a forge', () => {
  it('goes on as soon as a feature is submitted; merged, what stands on it is led to the base, which is merged in', async () => {
    const merged = new Set<string>();
    const retargeted: string[] = [];
    const addressOf = (branch: string) => `https://forge.example/${branch}`;
    play(three.slice(0, 2), {
      effect: (effect) => {
        if (effect.name === 'open-pull-request')
          return { kind: 'done', output: { address: addressOf(effect.input.branch) } };
        if (effect.name === 'survey-base' && effect.input.wanted !== null && effect.input.wanted !== base.branch)
          return { kind: 'done', output: { ...surveyed, base: { ...base, branch: effect.input.wanted } } };
        if (effect.name === 'retarget-pull-request') retargeted.push(`${effect.input.number} ${effect.input.base}`);
        if (effect.name === 'join-base') return { kind: 'done', output: { tree: 't1', conflicts: [] } };
        if (effect.name === 'change-pull-request') return { kind: 'done', output: { changed: true } };
        if (effect.name !== 'look-at-pull-request') return null;
        const { branch } = effect.input;
        const state = merged.has(branch) ? 'merged' : 'open';
        return { kind: 'done', output: { look: { ...pullRequest, branch, address: addressOf(branch), state } } };
      },
    });
    const id = await outside.create();
    const first = await untilChild(id, 'F-1', (task) => task.state.at.kind === 'watching');
    const second = await untilChild(id, 'F-2', resting);
    await outside.until(id, (task) => task.state.known.work.together !== undefined);
    expect(states(await outside.task(id))).toEqual(['F-1 submitted', 'F-2 submitted']);
    expect(second.state.known.place.base?.branch).toBe(first.state.known.place.copy?.branch);
    merged.add(first.state.known.place.copy?.branch ?? '');
    await outside.say(first.id, 'look');
    await outside.until(first.id as TaskId, ended);
    const led = await outside.until(
      second.id as TaskId,
      (task) => task.state.known.delivery.stackedOn === null && resting(task),
    );
    expect(retargeted).toEqual(['7 main']);
    expect(led.state.known.place.base?.branch).toBe('main');
    expect(outside.acts.get(`join-base ${second.id}`)).toBe(1);
    expect(states(await outside.task(id))).toEqual(['F-1 done', 'F-2 submitted']);
    merged.add(second.state.known.place.copy?.branch ?? '');
    await outside.say(second.id, 'look');
    expect(outcomeOf(await outside.until(id, ended))?.kind).toBe('released');
  });
});

const resting = ({ state: { at } }: Task): boolean => at.kind === 'watching' && at.doing?.kind === 'resting';
const pullRequest = {
  ...{ number: 7, address: '', title: '', body: '', author: '', draft: false, merged: null, branch: '', fork: false },
  ...{ head: null, base: 'main', mergeable: 'yes', checks: [], threads: [], notes: [], state: 'open' },
} as const;
const surveyed = { plan: gatePlan, settings: gateSettings, copy: [], hooks: [], sandbox: 'bubblewrap' };

const byPart = async (id: TaskId, ...parts: string[]) => {
  const all = await children(id);
  return parts.map((part) => all.find((child) => partOf(child) === part));
};

/** The newest task of this feature, once it is there and so. */
async function untilChild(id: TaskId, part: string, when: (task: Task) => boolean): Promise<Task> {
  const newest = async () => (await children(id)).findLast((child) => partOf(child) === part);
  await outside.until(
    id,
    (task) => states(task)?.some((each) => each !== `${part} pending` && each.startsWith(part)) === true,
  );
  const child = await newest();
  if (child === undefined) throw new Error(`no task does ${part}`);
  return outside.until(child.id as TaskId, when);
}

/** Asked whether to go on with this one. */
const letOn = (part: string) => (task: Task) =>
  task.state.at.kind === 'asking' &&
  task.state.at.back.kind === 'following_features' &&
  task.state.at.back.about === part;
