// Criteria that are worked on at once, through the real engine, store and queue; only the outside is simulated.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gateResult, joinedTree, type Outside, settings, simulateOutside, turn } from '../../test/fakes/outside.ts';
import type { Criterion } from '../domain/criterion/criterion.ts';
import type { Effect } from '../domain/effect/effect.ts';
import { instant, type TaskId, type ThingId } from '../domain/ids.ts';
import type { Purpose, RunResult } from '../domain/run/run.ts';
import { decideTask } from '../domain/task/decide.ts';
import type { TaskView } from '../domain/task/moves.ts';
import type { Settings } from '../domain/task/settings/settings.ts';
import type { Task } from '../domain/task/task.ts';
import type { EffectResult } from '../domain/thing.ts';

let outside: Outside;
beforeEach(async () => {
  outside = await simulateOutside();
});
afterEach(() => outside.close());

const ended = (task: Task) => task.ended;
const asks = (kind: string) => (task: Task) => task.state.at.kind === 'asking' && task.state.at.question === kind;

/** `SC-1 a.js`, `SC-2 b.js after SC-1`. */
const planOf = (...criteria: readonly string[]): string =>
  criteria
    .map((line) => {
      const [label = '', file = '', ...needs] = line.split(' ');
      const after = needs.length === 0 ? '' : `- Depends on: ${needs.slice(1).join(', ')}\n`;
      return `### ${label}: make ${file} as wanted\n\n- Files: \`${file}\`\n${after}`;
    })
    .join('\n');

const labelOf = ({ prompt }: Extract<Purpose, { kind: 'agent' }>): string =>
  /at criterion (\S+) \(/.exec(prompt)?.[1] ?? '';
/** What the task's copy holds; and what each look came to, for it may be made again. */
let standing = 't0';
let looks = new Map<string, string>();

/** A tree is called after the copy that it is of, after the trees that were joined in it, or after the attempt that made it of another. */
function following(effect: Effect): EffectResult | null {
  if (effect.name === 'join-work') {
    standing = joinedTree(effect.input);
    looks.set('joined', standing);
  }
  if (effect.name !== 'snapshot') return null;
  const { copy, label } = effect.input;
  const member = /\.(SC-\d+(?:\.\d+)*)$/.exec(copy)?.[1];
  if (member !== undefined) return { kind: 'done', output: { tree: `t-${member}`, changes: [] } };
  if (!label.includes('/attempt-')) return { kind: 'done', output: { tree: standing, changes: [] } };
  const isCheck = looks.get('joined') === standing && label.endsWith('attempt-1');
  const tree = looks.get(label) ?? (isCheck ? standing : `${standing} ${label.split('/')[1]}`);
  looks.set(label, tree);
  standing = tree;
  return { kind: 'done', output: { tree, changes: [] } };
}

const start = (plan: string, limits: Partial<Settings['limits']> = {}): Promise<TaskId> => {
  standing = 't0';
  looks = new Map();
  return outside.create({ plan, settings: { ...settings, limits: { ...settings.limits, together: 2, ...limits } } });
};
const criteriaOf = async (id: TaskId): Promise<readonly Criterion[]> =>
  (await outside.store.read((reads) => reads.things({ kind: 'criterion', task: id }))).toReversed();
const factsOf = async (id: ThingId) => outside.store.read((reads) => reads.facts({ thing: id, limit: 1000 }));
const blocked = (word: string) => (purpose: Purpose) =>
  purpose.kind === 'agent' && labelOf(purpose) === word ? { result: authMissing } : null;
const authMissing: RunResult = turn('', { outcome: { kind: 'auth_missing', message: 'log in' } as never });

/** How many criteria were at work at once, at most, as the engine moved. */
function countLiving(id: () => TaskId) {
  let most = 0;
  const seen: string[] = [];
  outside.reach = async () => {
    const living = (await criteriaOf(id())).filter(({ state: { at } }) => !('outcome' in at));
    most = Math.max(most, living.length);
    seen.push(living.map(({ key }) => key).join(' '));
  };
  return { most: () => most, seen: () => [...new Set(seen)] };
}

describe('a plan whose criteria have nothing in common', () => {
  it('PC-01 PC-33 is worked on in groups: its members begin and end together, and are put together in the order of the plan and checked once', async () => {
    outside.script = { run: () => null, effect: following };
    let id = 'shop-1' as TaskId;
    const living = countLiving(() => id);
    id = await start(planOf('SC-1 a.js', 'SC-2 b.js', 'SC-3 c.js after SC-1', 'SC-4 d.js'));
    const task = await outside.until(id, ended);
    expect(task.state.at).toMatchObject({ outcome: { kind: 'released' } });
    expect(task.state.known.work.done).toEqual(['SC-1', 'SC-2', 'SC-3', 'SC-4']);
    expect(living.most()).toBe(2);
    const all = await criteriaOf(id);
    expect(all.map(({ key, spec }) => [key, spec.member?.among.join(' ') ?? spec.label])).toEqual([
      ['SC-1', 'SC-1 SC-2'],
      ['SC-2', 'SC-1 SC-2'],
      ['SC-2.2', 'SC-1, SC-2'],
      ['SC-3', 'SC-3 SC-4'],
      ['SC-4', 'SC-3 SC-4'],
      ['SC-4.2', 'SC-3, SC-4'],
    ]);
    // Each by itself and all of a group at once are proven from what was proven before it.
    expect(all.map(({ spec }) => spec.start?.tree ?? 'base')).toEqual([
      ...['base', 'base', 'base'],
      ...['t-SC-1+t-SC-2', 't-SC-1+t-SC-2', 't-SC-1+t-SC-2'],
    ]);
    expect(
      all.filter(({ key }) => key.includes('.')).map(({ state }) => state.history.map(({ tree }) => tree)),
    ).toEqual([['t-SC-1+t-SC-2'], ['t-SC-3+t-SC-4']]);
    expect([outside.acts.get('mend-copy'), outside.acts.get('remove-member-copy')]).toEqual([4, 4]);
    expect(outside.runs.filter((each) => each.kind === 'agent').length).toBe(4);
    expect(outside.acts.get('join-work')).toBe(2);
  });

  it('is checked by what the plan says of each of them; each has the proof that it had by itself, and what was said of all at once has a row', async () => {
    const own = (purpose: Purpose) =>
      purpose.kind === 'gate' && purpose.definition.gate.startsWith('verify')
        ? { result: { kind: 'gate', result: gateResult(purpose.definition.gate, 'passed') } as const }
        : null;
    outside.script = { run: own, effect: following };
    const verify = (label: string) => `### ${label}: make it\n\n- Files: \`${label}.js\`\n- Verify: \`see ${label}\`\n`;
    const id = await start([1, 2].map((at) => verify(`SC-${at}`)).join('\n'));
    const { state } = await outside.until(id, ended);
    const whole = (await criteriaOf(id)).find(({ spec }) => spec.together !== undefined);
    const gates = whole?.state.history[0]?.results.map(({ gate }) => gate) ?? [];
    expect(gates.filter((gate) => /^(?:verify|test$|red)/.test(gate))).toEqual([
      ...['test', 'verify SC-1', 'verify SC-2', 'red-first'],
    ]);
    expect(state.known.work.proofs?.map(({ of, check }) => `${of} ${check}`)).toEqual([
      ...['SC-1 verify', 'SC-1 red-first', 'SC-2 verify', 'SC-2 red-first', 'SC-1, SC-2 put together'],
    ]);
    expect(state.known.work.proofs?.at(-1)).toMatchObject({
      verdict: 'passed',
      seen: expect.stringMatching(/test passed; .*verify SC-1 passed; verify SC-2 passed; .*red-first passed/),
    });
    const evidence = await outside.store.read((reads) => reads.evidence(id));
    expect(new Set(evidence.filter(({ tree }) => tree.includes('+')).map(({ criterion }) => criterion))).toEqual(
      new Set([null]),
    );
  });

  it('of which each kind is proven in its own way, is checked kind by kind', async () => {
    outside.script = { run: () => null, effect: following };
    const of = (at: number, kind: string) => `### SC-${at}: make it\n\n- Files: \`${at}.js\`\n- Kind: ${kind}\n`;
    const id = await start([of(1, 'behaviour'), of(2, 'behaviour'), of(3, 'docs')].join('\n'), { together: 3 });
    await outside.until(id, ended);
    expect((await criteriaOf(id)).map(({ key, spec }) => [key, spec.label]).slice(3)).toEqual([
      ['SC-2.2', 'SC-1, SC-2'],
      ['SC-3.2', 'SC-3'],
    ]);
  });

  it('PC-32 is worked on one by one where one at a time is wanted, in the copy of the task', async () => {
    outside.script = { run: () => null, effect: following };
    let id = 'shop-1' as TaskId;
    const living = countLiving(() => id);
    id = await start(planOf('SC-1 a.js', 'SC-2 b.js'), { together: 1 });
    await outside.until(id, ended);
    expect(living.most()).toBe(1);
    expect((await criteriaOf(id)).map(({ key, spec }) => [key, spec.copy, spec.member])).toEqual([
      ['SC-1', '/copy', undefined],
      ['SC-2', '/copy', undefined],
    ]);
    expect(outside.acts.get('find-room')).toBeUndefined();
  });

  it.each(['auto', 2] as const)('takes as many at once as there is room for: %s', async (together) => {
    outside.script = {
      run: () => null,
      effect: (effect) => (effect.name === 'find-room' ? { kind: 'done', output: { atMost: 1 } } : following(effect)),
    };
    let id = 'shop-1' as TaskId;
    const living = countLiving(() => id);
    id = await start(planOf('SC-1 a.js', 'SC-2 b.js'), { together });
    await outside.until(id, ended);
    expect(living.most()).toBe(together === 'auto' ? 1 : 2);
    expect(outside.acts.get('find-room') ?? 0).toBe(together === 'auto' ? 1 : 0);
  });

  it('PC-02 one after another in its order where files are common, as ever', async () => {
    outside.script = { run: () => null, effect: following };
    let id = 'shop-1' as TaskId;
    const living = countLiving(() => id);
    id = await start(planOf('SC-1 a.js', 'SC-2 a.js'));
    await outside.until(id, ended);
    expect(living.seen().filter((each) => each !== '')).toEqual(['SC-1', 'SC-2']);
  });
});

describe('the copies of a group', () => {
  /** What removes them waits until `free`. */
  function holdCopies() {
    const free = Promise.withResolvers<void>();
    outside.script = { run: () => null, effect: following };
    outside.reach = async (point, _, effect) => {
      if (point === 'effect' && effect === 'remove-member-copy') await free.promise;
    };
    return free;
  }
  const checked = async (id: TaskId) =>
    outside.until(`${id}/SC-2.2` as TaskId, (check: Task | null) => check?.ended === true);

  it('are closed while what was made in them is put together and checked, and before the task goes on from there', async () => {
    const free = holdCopies();
    try {
      const id = await start(planOf('SC-1 a.js', 'SC-2 b.js', 'SC-3 c.js after SC-1'));
      await checked(id);
      const view = (await outside.store.read((reads) => reads.view(id))) as TaskView | null;
      expect(view?.thing.state.at.kind).toBe('checking_group');
      expect(view && decideTask(view, instant(0))).toMatchObject({ kind: 'wait' });
      free.resolve();
      const task = await outside.until(id, ended);
      expect(task.state.known.work.done).toEqual(['SC-1', 'SC-2', 'SC-3']);
    } finally {
      free.resolve();
    }
  });

  it('end with a task that is ended meanwhile', async () => {
    const free = holdCopies();
    try {
      const id = await start(planOf('SC-1 a.js', 'SC-2 b.js'));
      await checked(id);
      await outside.say(id, 'cancel');
      await outside.until(id, ({ state }) => state.stopping !== null);
      free.resolve();
      const task = await outside.until(id, ended);
      expect(task.state.at).toMatchObject({ outcome: { kind: 'cancelled' } });
      expect((await criteriaOf(id)).every((each) => each.ended)).toBe(true);
      expect(outside.acts.get('remove-member-copy')).toBe(2);
    } finally {
      free.resolve();
    }
  });
});

describe('one that does not get on', () => {
  it('PC-04 leaves those running that do not need it; who needs it is not begun; then a person is asked', async () => {
    outside.script = { run: blocked('SC-1'), effect: following };
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js', 'SC-3 c.js after SC-1', 'SC-4 d.js'));
    const task = await outside.until(id, asks('stuck'));
    expect(task.state.known.work.done).toEqual(['SC-2', 'SC-4']);
    const [question] = await outside.store.read((reads) => reads.questions({ task: id, open: true }));
    expect(question?.text).toMatch(/^SC-1 is blocked: [\s\S]*For it wait: SC-3\./);
    expect((await criteriaOf(id)).map(({ key }) => key)).not.toContain('SC-3');
    outside.script = { run: () => null, effect: following };
    await outside.answer(id, 'raise');
    const over = await outside.until(id, ended);
    expect(over.state.at).toMatchObject({ outcome: { kind: 'released' } });
    expect(over.state.known.work.done).toEqual(['SC-2', 'SC-4', 'SC-1', 'SC-3']);
  });

  it('is blocked by a conflict with the others, and goes on with both sides once a person says so', async () => {
    outside.script = {
      run: () => null,
      effect: (effect) => {
        if (effect.name !== 'join-work') return following(effect);
        const { ours, theirs, more } = effect.input;
        if (theirs === 't-SC-2') return { kind: 'done', output: { tree: ours, conflicts: ['b.js'] } };
        return more === undefined
          ? following(effect)
          : { kind: 'done', output: { tree: theirs, conflicts: [], more: [['b.js']] } };
      },
    };
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js', 'SC-3 c.js after SC-2'));
    await outside.until(id, asks('stuck'));
    const [question] = await outside.store.read((reads) => reads.questions({ task: id, open: true }));
    expect(question?.text).toMatch(/^SC-2 is blocked: .* in conflict with the others in b\.js/);
    expect(question?.choices.map((each) => each.id)).toContain('fix');
    expect((await factsOf(id)).map(({ kind }) => kind)).toContain('criterion_clashed');
    outside.script = { run: () => null, effect: following };
    await outside.answer(id, 'fix');
    const task = await outside.until(id, ended);
    expect(task.state.known.work.done).toEqual(['SC-1', 'SC-2', 'SC-3']);
    const round = (await criteriaOf(id)).find(({ key }) => key === 'SC-2.2');
    expect([round?.spec.clash, round?.spec.member]).toEqual([['b.js'], undefined]);
    const prompts = outside.runs.flatMap((each) => (each.kind === 'agent' ? [each.prompt] : []));
    expect(prompts.some((prompt) => /between markers[\s\S]*b\.js/.test(prompt))).toBe(true);
  });

  it('in conflict with one of several: the others are checked together without it', async () => {
    outside.script = {
      run: () => null,
      effect: (effect) =>
        effect.name === 'join-work' && effect.input.more?.length === 2
          ? { kind: 'done', output: { tree: 't-SC-1+t-SC-3', conflicts: [], more: [['b.js'], []] } }
          : following(effect),
    };
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js', 'SC-3 c.js'), { together: 3 });
    const task = await outside.until(id, asks('stuck'));
    expect(task.state.known.work.done).toEqual(['SC-1', 'SC-3']);
    const [question] = await outside.store.read((reads) => reads.questions({ task: id, open: true }));
    expect(question?.text).toMatch(/^SC-2 is blocked: .* in conflict with the others in b\.js/);
  });

  it('three in conflict: the first stands, and each of the others is mended in its turn, on top of those before it', async () => {
    const clash = ['x.test.js'];
    outside.script = {
      run: () => null,
      effect: (effect) => {
        if (effect.name !== 'join-work') return following(effect);
        const { ours, theirs, more = [], markers } = effect.input;
        const isFirst = theirs === 't-SC-1';
        standing = isFirst ? theirs : markers ? `${ours} <${theirs}>` : ours;
        looks.set('joined', standing);
        const conflicts = isFirst ? [] : clash;
        return { kind: 'done', output: { tree: standing, conflicts, more: more.map(() => clash) } };
      },
    };
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js', 'SC-3 c.js'), { together: 3 });
    const open = async () => (await outside.store.read((reads) => reads.questions({ task: id, open: true })))[0]?.text;
    const first = await outside.until(id, asks('stuck'));
    expect(first.state.known.work.done).toEqual(['SC-1']);
    expect(await open()).toMatch(/^SC-2 is blocked: .* in conflict with the others in x\.test\.js/);
    await outside.answer(id, 'fix');
    const second = await outside.until(id, (task) => asks('stuck')(task) && task.state.known.work.done.length === 2);
    expect(second.state.known.work.done).toEqual(['SC-1', 'SC-2']);
    expect(await open()).toMatch(/^SC-3 is blocked: .* in conflict with the others in x\.test\.js/);
    await outside.answer(id, 'fix');
    const task = await outside.until(id, ended);
    expect(task.state.known.work.done).toEqual(['SC-1', 'SC-2', 'SC-3']);
    const rounds = (await criteriaOf(id)).filter(({ spec }) => spec.clash !== undefined);
    expect(rounds.map(({ spec }) => spec.label)).toEqual(['SC-2', 'SC-3']);
    // The second is mended where the first of the two is in already.
    expect(rounds[1]?.spec.start?.tree).toContain('<t-SC-2>');
  });

  it('is red only beside one of the others: those between are met, and the later of the two goes on', async () => {
    let isMended = false;
    outside.script = {
      run: (purpose) => {
        if (purpose.kind === 'agent' && labelOf(purpose) === 'SC-4' && standing.includes('+')) isMended = true;
        const both = standing.includes('t-SC-1') && standing.includes('t-SC-4');
        return purpose.kind === 'gate' && purpose.folder.includes('.') && both && !isMended
          ? { result: { kind: 'gate', result: gateResult('test', 'failed') } }
          : null;
      },
      effect: following,
    };
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js', 'SC-3 c.js', 'SC-4 d.js'), { together: 4 });
    const task = await outside.until(id, ended);
    expect(task.state.known.work.done).toEqual(['SC-1', 'SC-2', 'SC-3', 'SC-4']);
    const turns = outside.runs.flatMap((each) => (each.kind === 'agent' ? [labelOf(each)] : []));
    expect(turns.toSorted()).toEqual(['SC-1', 'SC-2', 'SC-3', 'SC-4', 'SC-4']);
  });

  it('breaks the others: it is found by halves, those before it are met, and its agent alone goes on', async () => {
    let isMended = false;
    outside.script = {
      run: (purpose) => {
        if (purpose.kind === 'agent' && labelOf(purpose) === 'SC-3' && standing.includes('+')) isMended = true;
        return purpose.kind === 'gate' && purpose.folder.includes('.') && standing.includes('t-SC-3') && !isMended
          ? { result: { kind: 'gate', result: gateResult('test', 'failed') } }
          : null;
      },
      effect: following,
    };
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js', 'SC-3 c.js', 'SC-4 d.js'), { together: 4 });
    const task = await outside.until(id, ended);
    expect(task.state.known.work.done).toEqual(['SC-1', 'SC-2', 'SC-3', 'SC-4']);
    const all = await criteriaOf(id);
    expect(all.map(({ key, spec }) => `${key} ${spec.label}`).slice(4)).toEqual([
      ...['SC-4.2 SC-1, SC-2, SC-3, SC-4', 'SC-2.2 SC-1, SC-2', 'SC-3.2 SC-3', 'SC-4.3 SC-4'],
    ]);
    const turns = outside.runs.flatMap((each) => (each.kind === 'agent' ? [labelOf(each)] : []));
    expect(turns.toSorted()).toEqual(['SC-1', 'SC-2', 'SC-3', 'SC-3', 'SC-4']);
    const red = (await factsOf(id)).filter(({ kind }) => kind === 'group_red');
    expect(red.map(({ data }) => data)).toEqual([{ criteria: ['SC-1', 'SC-2', 'SC-3', 'SC-4'] }]);
  });

  it('is red beside the others and green alone: its agent goes on with it, on top of them', async () => {
    const isJoined = (purpose: Purpose) => purpose.kind === 'gate' && /SC-2\.[23]\/1/.test(purpose.folder);
    outside.script = {
      run: (purpose) => (isJoined(purpose) ? { result: { kind: 'gate', result: gateResult('test', 'failed') } } : null),
      effect: following,
    };
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js'));
    await outside.until(id, ended);
    const round = (await criteriaOf(id)).find(({ key }) => key === 'SC-2.3');
    expect(round?.state.history.map(({ results }) => results.find(({ gate }) => gate === 'test')?.verdict)).toEqual([
      ...['failed', 'passed'],
    ]);
    const turns = outside.runs.flatMap((each) => (each.kind === 'agent' ? [labelOf(each)] : []));
    expect(turns.toSorted()).toEqual(['SC-1', 'SC-2', 'SC-2']);
  });
});

describe('a plan that changes meanwhile', () => {
  it('keeps what was met beside the one that did not fit, and goes on by what it says of the rest', async () => {
    const answer = JSON.stringify({
      plan_changed: {
        why: 'it is two things',
        criteria: [{ text: 'both halves', verify: null, files: ['a.js'], kind: 'behaviour' }],
      },
    });
    outside.script = {
      run: (purpose) =>
        purpose.kind === 'agent' && labelOf(purpose) === 'SC-1'
          ? { result: turn(`\`\`\`json\n${answer}\n\`\`\``) }
          : null,
      effect: following,
    };
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js', 'SC-3 c.js after SC-1'));
    const asked = await outside.until(id, asks('plan_changed'));
    expect(asked.state.known.work.done).toEqual(['SC-2']);
    await outside.answer(id, 'accept');
    const task = await outside.until(id, ended);
    expect(task.state.at).toMatchObject({ outcome: { kind: 'released' } });
    // The new one takes the place of the one at hand and of all that was left; what was met stands before it.
    expect(task.state.known.work.plan?.criteria.map(({ label }) => label)).toEqual(['SC-2', 'SC-4']);
    expect(task.state.known.work.done).toEqual(['SC-2', 'SC-4']);
  });

  it('another agent looks at a member in the copy of the task, with its work in it, once the others are through', async () => {
    const failing = gateResult('test', 'failed');
    outside.script = {
      run: (purpose) =>
        purpose.kind === 'gate' && /\/SC-1\/\d/.test(purpose.folder)
          ? { result: { kind: 'gate', result: failing } }
          : null,
      effect: following,
    };
    const id = await outside.create({
      plan: planOf('SC-1 a.js', 'SC-2 b.js'),
      settings: { ...settings, advisers: ['two'], limits: { ...settings.limits, together: 2 } },
    });
    const task = await outside.until(id, ended);
    expect(task.state.known.work.done).toEqual(['SC-2', 'SC-1']);
    const round = (await criteriaOf(id)).find(({ key }) => key === 'SC-1.2');
    expect([round?.spec.member, round?.spec.counsel?.from, round?.state.history[0]?.number]).toEqual([
      ...[undefined, 'two'],
      expect.any(Number),
    ]);
    expect(round?.state.history[0]?.number).toBeGreaterThan(1);
  });
});

describe('a person', () => {
  /** Holds every turn of a developer until it is let go. */
  function hold(many: number) {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let count = 0;
    outside.script = { run: () => null, effect: following };
    outside.reach = async (point, thing, effect) => {
      if (point !== 'effect' || effect !== 'read-run') return;
      const run = await outside.store.read((reads) => reads.thing(thing));
      const purpose = (run?.spec as { purpose?: Purpose } | undefined)?.purpose;
      if (purpose?.kind !== 'agent') return;
      count += 1;
      if (count === many) begun.resolve();
      await gate.promise;
    };
    return { begun: begun.promise, letGo: gate.resolve };
  }

  it('is heard by the one that the words name, and by all where they name none', async () => {
    const held = hold(2);
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js'));
    await held.begun;
    await outside.say(id, 'say', 'SC-2 wants a blue button');
    await outside.say(id, 'say', 'be quick');
    const heard = async (key: string) => {
      const child = (await criteriaOf(id)).find((each) => each.key === key);
      const view = await outside.store.read((reads) => reads.view(child?.id ?? id));
      return (view?.notices ?? []).filter(({ kind }) => kind === 'say').map(({ body }) => body);
    };
    await outside.until(id, ({ state }) => state.heard >= 2);
    expect([await heard('SC-1'), await heard('SC-2')]).toEqual([
      ['be quick'],
      ['SC-2 wants a blue button', 'be quick'],
    ]);
    held.letGo();
    await outside.until(id, ended);
  });

  it.each([
    ['cancel', { kind: 'cancelled' }],
    ['finish', { kind: 'not_verified' }],
  ] as const)('PC-41 says %s: all end, and no copy is left', async (how, outcome) => {
    const held = hold(2);
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js'));
    await held.begun;
    await outside.say(id, how);
    held.letGo();
    const task = await outside.until(id, ended);
    expect(task.state.at).toMatchObject({ outcome });
    expect((await criteriaOf(id)).map(({ state }) => state.at)).toMatchObject([
      { kind: 'ended', outcome: { kind: 'cancelled' } },
      { kind: 'ended', outcome: { kind: 'cancelled' } },
    ]);
    expect(outside.acts.get('remove-member-copy')).toBe(2);
  });

  it('pauses it: all stand still, and go on when it is resumed', async () => {
    const held = hold(2);
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js'));
    await held.begun;
    await outside.say(id, 'pause');
    held.letGo();
    await outside.until(id, ({ state }) => state.paused && state.slot === 'none');
    expect((await criteriaOf(id)).map(({ state }) => state.paused)).toEqual([true, true]);
    await outside.say(id, 'resume');
    expect((await outside.until(id, ended)).state.known.work.done).toEqual(['SC-1', 'SC-2']);
  });

  it('who wants the copy gets it when the group has ended', async () => {
    const held = hold(2);
    const id = await start(planOf('SC-1 a.js', 'SC-2 b.js', 'SC-3 a.js'));
    await held.begun;
    await outside.say(id, 'take');
    held.letGo();
    const task = await outside.until(id, ({ state }) => state.at.kind === 'in_hand');
    expect((await criteriaOf(id)).filter(({ spec, ended: over }) => spec.member !== undefined && !over)).toEqual([]);
    expect(task.state.known.work.proven).not.toBeNull();
  });
});

it('PC-34 goes down at every moment of a plan in two groups, and nothing is done twice or left behind', async () => {
  outside.script = { run: () => null, effect: following };
  const seen = new Set<string>();
  const begin = planOf('SC-1 a.js', 'SC-2 b.js', 'SC-3 c.js after SC-1', 'SC-4 d.js');
  let isGoing = false;
  outside.reach = async (point, thing, effect) => {
    const { signal } = outside.engine;
    const down = new Promise((resolve) => signal.addEventListener('abort', resolve));
    const row = await outside.store.read((reads) => reads.thing(thing));
    const key = `${point} ${thing} ${effect} ${row?.effects}`;
    const isNew = !seen.has(key) && (String(thing).includes('/SC-') || ['find-room', 'join-work'].includes(effect));
    if (!isNew && !isGoing && !signal.aborted) return;
    if (isNew && !isGoing && !signal.aborted) {
      seen.add(key);
      isGoing = true;
      signal.addEventListener('abort', () => {
        isGoing = false;
      });
      queueMicrotask(() => void outside.restart());
    }
    if (!signal.aborted) await down;
    throw new Error('it went down');
  };
  const id = await start(begin, { together: 'auto' });
  const task = await outside.until(id, ended);
  expect(task.state.at).toMatchObject({ outcome: { kind: 'released' } });
  expect(task.state.known.work.done).toEqual(['SC-1', 'SC-2', 'SC-3', 'SC-4']);
  // One turn each, and a check of those that were joined.
  const rows = await outside.store.read((reads) => reads.things({ kind: 'run', task: id }));
  expect(rows.filter(({ spec }) => spec.purpose.kind === 'agent').length).toBe(4);
  const all = await criteriaOf(id);
  expect(all.map(({ key }) => key)).toEqual(['SC-1', 'SC-2', 'SC-2.2', 'SC-3', 'SC-4', 'SC-4.2']);
  const facts = (await factsOf(id)).map(({ kind }) => kind);
  const times = (kind: string) => facts.filter((each) => each === kind).length;
  expect([times('group_started'), times('group_ended'), times('criterion_joined')]).toEqual([2, 2, 4]);
  expect(seen.size).toBeGreaterThan(80);
}, 120_000);
