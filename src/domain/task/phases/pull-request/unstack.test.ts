// A feature's branch that started from another's, when that one is merged.
import { describe, expect, it } from 'vitest';
import { base } from '../../../../../test/fakes/outside.ts';
import { now, standing } from '../../../../../test/fakes/standing-task.ts';
import { nothingReviewed, type Watch } from '../../../delivery/review.ts';
import { taskId } from '../../../ids.ts';
import type { Notice } from '../../../notice.ts';
import type { Task } from '../../task.ts';
import { baseOf, ontoOf, retargeted, tellMerged, unstack } from './unstack.ts';

const [whole, first, second] = [taskId('shop', 1), taskId('shop', 2), taskId('shop', 3)];
const on = { task: first, branch: 'drover/shop-2' } as never;
const view = (thing: Task, more: object = {}) =>
  ({ thing, children: [], notices: [], questions: [], slot: { kind: 'none' }, now, ...more }) as never;
const told = (from: string, seq = 1, more: object = {}) =>
  ({
    ...{ thing: second, seq, at: now, by: 'engine', kind: 'unstacked' },
    body: { from, branch: 'main', on: null, ...more },
  }) as unknown as Notice;

describe('the task that was split', () => {
  const feature = (id: string, delivery: object, more: object = {}, branch = 'main'): Task => ({
    ...standing({ kind: 'watching' } as never, { delivery, place: { base: { ...base, branch } } } as never),
    ...({ id, key: `feature-${id}`, parent: whole, ...more } as object),
  });
  const split = (state: object = {}) =>
    standing({ kind: 'following_features' } as never, { work: { features: [] } } as never, state);
  const merged = { merged: { commit: 'm', by: null } };
  const children = (under: object, above: object = {}) => [
    feature(first, under, { ended: true }, 'release'),
    feature(second, { stackedOn: on }, above, 'drover/shop-2'),
  ];

  it('tells what stands on a merged one where that went, once', () => {
    const news = tellMerged(view(split(), { children: children(merged) }));
    expect(news).toEqual({
      ...{ kind: 'advance', said: [], state: { ...split().state, unstacked: [`${second}>${first}`] } },
      notices: [{ to: second, kind: 'unstacked', body: { from: first, branch: 'release', on: null } }],
    });
    const again = split({ unstacked: ['other', `${second}>${first}`] });
    expect(tellMerged(view(again, { children: children(merged) }))).toBeNull();
    const other = tellMerged(view(split({ unstacked: ['other'] }), { children: children(merged) }));
    expect(other).toMatchObject({ state: { unstacked: ['other', `${second}>${first}`] } });
  });

  it('says what the merged one stands on itself', () => {
    const deeper = { task: taskId('shop', 9), branch: 'drover/shop-9' };
    expect(tellMerged(view(split(), { children: children({ ...merged, stackedOn: deeper }) }))).toMatchObject({
      notices: [{ body: { on: deeper } }],
    });
  });

  it.each<[string, unknown]>([
    ['where the one below is not merged', view(split(), { children: children({ merged: null }) })],
    ['where what stands on it has ended', view(split(), { children: children(merged, { ended: true }) })],
    ['where it was not split', view(standing({ kind: 'checking' }), { children: children(merged) })],
  ])('tells nothing %s', (_, of) => {
    expect(tellMerged(of as never)).toBeNull();
  });
});

describe('the feature', () => {
  const stacked = (doing?: Watch, delivery: object = {}, branch = 'drover/shop-2') =>
    standing(
      { kind: 'watching', ...(doing && { doing }) } as never,
      {
        place: { base: { ...base, branch } },
        delivery: { stackedOn: on, review: { ...nothingReviewed, number: 7 }, ...delivery },
      } as never,
    );
  const at = (doing?: Watch) => stacked(doing).state.at as never;
  const resting: Watch = { kind: 'resting', until: 1, pauseMs: 1 };

  it('starts from where the one below went, by the last that was told of it', () => {
    const notices = [told(first, 1, { branch: 'old' }), told(first, 2), told(taskId('shop', 8), 3, { branch: 'no' })];
    expect(ontoOf(view(stacked(), { notices }))).toBe('main');
    expect(baseOf(view(stacked(), { notices }))).toEqual({ ...base, branch: 'main' });
    expect(ontoOf(view(stacked(), { notices: [] }))).toBeNull();
    expect(baseOf(view(stacked()))).toEqual({ ...base, branch: 'drover/shop-2' });
    expect(ontoOf(view(stacked(undefined, { stackedOn: null }), { notices }))).toBeNull();
  });

  it.each([undefined, resting])('has its pull request led there between two looks: %j', (doing) => {
    expect(unstack(view(stacked(doing), { notices: [told(first)] }), at(doing))).toEqual({
      kind: 'perform',
      effect: {
        name: 'retarget-pull-request',
        input: { hub: stacked().state.known.place.hub, number: 7, base: 'main', on: null },
      },
    });
  });

  it('is not led anywhere while something is done, without a number, or untold', () => {
    const notices = [told(first)];
    const looking: Watch = { kind: 'looking' };
    expect(unstack(view(stacked(looking), { notices }), at(looking))).toBeNull();
    expect(unstack(view(stacked(resting, { review: nothingReviewed }), { notices }), at(resting))).toBeNull();
    expect(unstack(view(stacked(resting)), at(resting))).toBeNull();
  });

  it('that is there already stands on what the one below stood on', () => {
    const there = stacked(resting, {}, 'main');
    expect(unstack(view(there, { notices: [told(first)] }), at(resting))).toMatchObject({
      ...{ kind: 'advance', said: [] },
      state: { at: there.state.at, known: { delivery: { stackedOn: null } } },
    });
  });

  it('that was led there merges the new base in', () => {
    const { state } = stacked(resting);
    const input = { hub: state.known.place.hub, number: 7, base: 'main', on: null };
    expect(retargeted({ state, input, output: {} } as never)).toMatchObject({
      state: {
        at: { kind: 'watching', doing: { kind: 'fetching', why: { kind: 'conflict' } } },
        known: { place: { base: { ...base, branch: 'main' } }, delivery: { stackedOn: null } },
      },
      said: [{ kind: 'unstacked', data: { from: 'drover/shop-2', onto: 'main' } }],
    });
  });
});
