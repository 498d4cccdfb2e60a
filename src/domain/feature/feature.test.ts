import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Result } from '../error.ts';
import { failFeature, finishFeature, reopenFeature, skipFeature } from './change-feature.ts';
import { dependentsOf, type FeatureList, findFeature, isComplete, isThere, type Work } from './feature.ts';
import { beginFeature, nextFeature, progressOf, readyOf, whyBlocked } from './next-feature.ts';
import { parseFeatures } from './parse-features.ts';
import { planFeatures } from './plan-features.ts';
import { footingOf } from './stack.ts';

const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};
const plan = (value: unknown, before: FeatureList | null = null, force = false) => {
  const drafts = parseFeatures(typeof value === 'string' ? value : JSON.stringify(value));
  return drafts.ok ? planFeatures(before, drafts.value, force) : drafts;
};
const three = [
  { title: 'extract middleware', task: 'move it' },
  { title: 'add tokens', depends_on: [1] },
  { title: 'move sessions', depends_on: ['F-2'] },
];
const at = (list: FeatureList, id: string) => {
  const found = findFeature(list, id);
  if (found === null) throw new Error(`no ${id}`);
  return found;
};
const states = (list: FeatureList) => list.features.map(({ state }) => state.kind);
const work = (commit: string): Work & { proof: { kind: 'evidence'; tree: string } } => ({
  ...{ commit, branch: `b-${commit}`, pullRequest: null, task: null },
  proof: { kind: 'evidence', tree: `t-${commit}` },
});
const done = (list: FeatureList, id: string) => must(finishFeature(list, at(list, id), work(`c-${id}`), null));
const took = (list: FeatureList, owner = 'ann') => {
  const next = nextFeature(list, owner);
  if (next.kind !== 'feature') throw new Error(next.kind);
  return next;
};

describe('a list of features', () => {
  it('CM-76 is kept with all of them pending; the first ready one is given out and marked', () => {
    const list = must(plan(three));
    expect(list.features).toMatchObject([
      { id: 'F-1', title: 'extract middleware', task: 'move it', dependsOn: [] },
      { id: 'F-2', task: 'add tokens', dependsOn: ['F-1'] },
      { id: 'F-3', dependsOn: ['F-2'] },
    ]);
    expect(states(list)).toEqual(['pending', 'pending', 'pending']);
    const { feature, list: next } = took(list);
    expect(feature.id).toBe('F-1');
    expect(states(next)).toEqual(['in_progress', 'pending', 'pending']);
  });

  it('CM-76 with nothing ready the next one is blocked, and it is said by what', () => {
    const { list } = took(must(plan(three)));
    expect(nextFeature(list, 'bob')).toEqual({
      kind: 'blocked',
      why: 'F-1 is worked on by ann; F-2 waits for F-1; F-3 waits for F-2',
    });
  });

  it('CM-77 when all are done or skipped there is no next one, and the branch of each is on record', () => {
    let list = done(must(plan(three)), 'F-1');
    expect(at(list, '1').state).toMatchObject({ kind: 'done', branch: 'b-c-F-1' });
    list = must(skipFeature(list, at(list, 'F-2'), 'ann')).list;
    expect(progressOf(list)).toBe('2/3');
    list = done(list, 'F-3');
    expect(nextFeature(list, 'ann')).toEqual({ kind: 'all_complete' });
  });

  it('CM-78 skipping one lets go what waited for it, and names what took it for granted', () => {
    const list = done(must(plan(three)), 'F-1');
    const skipped = must(skipFeature(list, at(list, 'F-2'), 'ann'));
    expect(skipped.assumed.map(({ id }) => id)).toEqual(['F-3']);
    expect(readyOf(skipped.list).map(({ id }) => id)).toEqual(['F-3']);
  });

  it('CM-78 a circle is refused whole, with the ids of those in it', () => {
    const circle = [{ title: 'a', depends_on: [2] }, { title: 'b', depends_on: [1] }, 'c'];
    expect(plan(circle)).toMatchObject({
      failure: { error_code: 'DEPENDENCY_CYCLE', message: expect.stringContaining('in a circle: F-1, F-2') },
    });
  });

  it.each([
    ['itself', [{ title: 'a', depends_on: [1] }], 'depends on itself'],
    ['number 0', [{ title: 'a' }, { title: 'b', depends_on: [0] }], 'number 0; they count from 1 to 2'],
    ['a number beyond', [{ title: 'a', depends_on: [3] }, 'b'], 'number 3'],
    ['an unknown id', [{ title: 'a', depends_on: ['F-9'] }], 'F-9, which is not there'],
    [
      'the same id',
      [
        { id: 'x1', title: 'a' },
        { id: 'X1', title: 'b' },
      ],
      'there twice',
    ],
    ['an unknown key', [{ title: 'a', dependsOn: [1] }], '"dependsOn"'],
    ['no title', [{ title: ' ' }], 'no title'],
    ['no list', { title: 'a' }, 'a list'],
    ['nothing', [], 'at least one'],
    ['no JSON', '[{"title"', 'no JSON'],
  ])('CM-78 %s is refused whole', (_, value, why) => {
    const refused = plan(value);
    expect(refused).toMatchObject({ ok: false, failure: { error_code: 'FEATURES_INVALID' } });
    expect(refused.ok ? '' : refused.failure.message).toContain(why);
  });

  it('may be titles, one a line', () => {
    const list = must(plan('1. first thing\n\n- second thing\nthird'));
    expect(list.features.map(({ title }) => title)).toEqual(['first thing', 'second thing', 'third']);
  });

  it('CM-78 asked twice by one owner the next is the same one, by two owners two different ones', () => {
    const { list, feature } = took(must(plan(['a', 'b'])));
    const again = took(list);
    expect([again.feature.id, again.list]).toEqual([feature.id, list]);
    expect(took(list, 'bob').feature.id).toBe('F-2');
  });

  it('CM-78 replanning keeps what is begun and done under its id, and forced it keeps nothing', () => {
    const before = took(done(must(plan(three)), 'F-1')).list;
    const next = [{ title: 'Add tokens' }, { title: 'new one', depends_on: ['F-1'] }];
    const kept = must(plan(next, before));
    expect(kept.features.map(({ id, state }) => [id, state.kind])).toEqual([
      ['F-1', 'done'],
      ['F-2', 'in_progress'],
      ['F-4', 'pending'],
    ]);
    expect(at(kept, 'F-4').dependsOn).toEqual(['F-1']);
    expect(states(must(plan([{ title: 'extract middleware' }], before, true)))).toEqual(['pending']);
  });

  it('refuses a plan without the one that is worked on', () => {
    const { list } = took(must(plan(three)));
    expect(plan(['something else'], list)).toMatchObject({ failure: { error_code: 'FEATURE_NOT_READY' } });
  });
});

describe('a feature', () => {
  it('CM-80 that is opened again is proven by nothing, and what was made on top of it is named', () => {
    const list = done(done(must(plan(three)), 'F-1'), 'F-2');
    const opened = reopenFeature(list, at(list, 'F-1'));
    expect(at(opened.list, 'F-1').state).toEqual({ kind: 'pending' });
    expect(opened.built.map(({ id }) => id)).toEqual(['F-2']);
  });

  it('done twice with one commit is done once; with another it is refused', () => {
    const list = done(must(plan(three)), 'F-1');
    expect(must(finishFeature(list, at(list, 'F-1'), work('c-F-1'), null))).toBe(list);
    expect(finishFeature(list, at(list, 'F-1'), work('other'), null)).toMatchObject({ ok: false });
  });

  it('is not done with the commit of another, before what it needs, or by somebody else than who has it', () => {
    const list = took(must(plan(['a', 'b', { title: 'c', depends_on: [1] }])), 'ann').list;
    expect(finishFeature(list, at(list, 'F-1'), work('c'), 'bob')).toMatchObject({ ok: false });
    expect(finishFeature(list, at(list, 'F-3'), work('c'), null)).toMatchObject({ ok: false });
    const first = done(list, 'F-1');
    expect(finishFeature(first, at(first, 'F-2'), work('c-F-1'), null)).toMatchObject({ ok: false });
    expect(finishFeature(first, at(first, 'F-2'), work('c-F-2'), null)).toMatchObject({ ok: true });
  });

  it('that failed stops only those that need it', () => {
    const list = must(plan(['a', { title: 'b', depends_on: [1] }, 'c']));
    const failed = failFeature(list, at(list, 'F-1'), 'it broke');
    expect(readyOf(failed).map(({ id }) => id)).toEqual(['F-3']);
    expect(whyBlocked(failed)).toContain('F-1 failed: it broke; F-2 waits for F-1');
  });
});

describe('the branch a feature starts from', () => {
  const none = () => false;
  const of = (list: FeatureList, id: string, merged = none as (id: string) => boolean) => footingOf(list, id, merged);

  it('is that of what it needs, or the base where that is merged or there is none', () => {
    const list = done(must(plan(three)), 'F-1');
    expect(of(list, 'F-1')).toEqual({ kind: 'base' });
    expect(of(list, 'F-2')).toEqual({ kind: 'on', id: 'F-1' });
    expect(of(list, 'F-2', () => true)).toEqual({ kind: 'base' });
  });

  it('passes over what was skipped', () => {
    const list = done(must(plan(three)), 'F-1');
    expect(of(must(skipFeature(list, at(list, 'F-2'), 'ann')).list, 'F-3')).toEqual({ kind: 'on', id: 'F-1' });
  });

  it('of two that a third needs is the first for the second, so that the third finds both', () => {
    let list = must(plan(['a', 'b', { title: 'c', depends_on: [1, 2] }]));
    expect(of(list, 'F-2')).toEqual({ kind: 'wait', id: 'F-1' });
    list = done(list, 'F-1');
    expect(of(list, 'F-2')).toEqual({ kind: 'on', id: 'F-1' });
  });

  it('is not to be had where both stand beside one another already', () => {
    let list = must(plan(['a', 'b']));
    list = done(done(list, 'F-1'), 'F-2');
    list = must(plan([{ title: 'c', depends_on: ['F-1', 'F-2'] }], list));
    expect(of(list, 'F-3')).toEqual({ kind: 'beside', ids: ['F-1', 'F-2'] });
  });
});

describe('whatever the list', () => {
  /** Each may need earlier ones, so there is no circle; then they are shuffled. */
  const drafts = fc.array(fc.array(fc.nat(20), { maxLength: 3 }), { minLength: 1, maxLength: 9 }).chain((needs) =>
    fc.shuffledSubarray(
      needs.map((each, index) => ({
        id: `x${index}`,
        title: `part ${index}`,
        task: '',
        dependsOn: index === 0 ? [] : [...new Set(each.map((need) => `x${need % index}`))],
      })),
      { minLength: needs.length },
    ),
  );
  const acts = fc.array(fc.tuple(fc.nat(8), fc.constantFrom('done', 'skip', 'fail', 'reopen', 'next')), {
    maxLength: 30,
  });

  it('one after another all are given out once, each after what it needs, and each finds its needs below it', () => {
    fc.assert(
      fc.property(drafts, (given) => {
        let list = must(planFeatures(null, given));
        const under = new Map<string, Set<string>>();
        for (let rounds = 0; !isComplete(list); rounds += 1) {
          expect(rounds).toBeLessThan(20);
          const open = readyOf(list).map((each) => ({ each, on: footingOf(list, each.id, () => false) }));
          const able = open.find(({ on }) => on.kind === 'base' || on.kind === 'on');
          expect(able).toBeDefined();
          if (able === undefined) return;
          const { each, on } = able;
          const below = on.kind === 'on' ? new Set([...(under.get(on.id) ?? []), on.id]) : new Set<string>();
          for (const need of each.dependsOn) expect(below).toContain(need);
          under.set(each.id, below);
          const begun = beginFeature(list, each, { owner: 'ann', key: null, on: on.kind === 'on' ? on.id : null });
          list = done(begun, each.id);
        }
      }),
    );
  });

  it('no two owners have the same one, and none is begun before what it needs is there', () => {
    fc.assert(
      fc.property(drafts, acts, (given, moves) => {
        let list = must(planFeatures(null, given));
        for (const [index, [number, act]] of moves.entries()) {
          const feature = list.features[number % list.features.length];
          if (feature === undefined) return;
          if (act === 'fail' && !isThere(feature)) list = failFeature(list, feature, 'why');
          if (act === 'reopen') list = reopenFeature(list, feature).list;
          if (act === 'skip') {
            const skipped = skipFeature(list, feature, 'ann');
            if (skipped.ok) list = skipped.value.list;
          }
          if (act === 'done') {
            const finished = finishFeature(list, feature, work(`c${index}`), null);
            if (finished.ok) list = finished.value;
          }
          if (act === 'next') {
            const next = nextFeature(list, `owner-${number % 3}`);
            if (next.kind === 'feature' && next.list !== list)
              for (const need of next.feature.dependsOn) expect(isThere(at(list, need))).toBe(true);
            if (next.kind === 'feature') list = next.list;
            expect(next.kind === 'all_complete').toBe(isComplete(list));
          }
          const owners = list.features.flatMap(({ state }) => (state.kind === 'in_progress' ? [state.owner] : []));
          expect(new Set(owners).size).toBe(owners.length);
          const commits = list.features.flatMap(({ state }) => (state.kind === 'done' ? [state.commit] : []));
          expect(new Set(commits).size).toBe(commits.length);
        }
      }),
    );
  });

  it('what needs a feature is never among what it needs', () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const list = must(planFeatures(null, given));
        for (const each of list.features)
          for (const need of each.dependsOn)
            expect(dependentsOf(list, each.id).map(({ id }) => id)).not.toContain(need);
      }),
    );
  });

  it('the same plan again changes nothing', () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const list = must(planFeatures(null, given));
        expect(must(planFeatures(list, given))).toEqual(list);
      }),
    );
  });
});
