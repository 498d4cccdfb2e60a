// Where an environment takes part: what is looked at, when again, and what clocks that jump do to that.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings, settings } from '../../../test/fakes/outside.ts';
import { begin, happen, type Machine, type Pick, type Played, round, say } from '../../../test/fakes/play.ts';
import type { Performed } from '../effect/effect.ts';
import type { Verification } from '../environment/look.ts';
import { type HostId, instant, taskId } from '../ids.ts';
import { type Learned, learn } from '../parts/known.ts';
import { applyTask } from './apply.ts';
import { decideTask } from './decide.ts';
import type { TaskView } from './moves.ts';
import { commandsIn, wantsToKnow } from './phases/probe.ts';
import { relocate } from './relocate.ts';
import { firstTaskState, type Known, type Task, type TaskSpec, type TaskStep } from './task.ts';
import type { Work } from './work.ts';

const minute = 60_000;
const t0 = 100_000_000;
const environments = [
  { name: 'shop-prod', tier: 'prod', soakMs: 10 * minute },
  { name: 'shop-stg', tier: 'staging' },
] as const;
const spec: TaskSpec = {
  ...{ number: 1, text: 'heartbeat does not fire', title: null, branch: null, base: null, until: null, plan: null },
  ...{ priority: 0, inferred: false, driven: 'engine', settings: { ...settings, environments }, by: 'person:test' },
  env: 'shop-prod',
};

function aTask(at: TaskStep, known: Learned<Known> = {}, change: Partial<TaskSpec> = {}): Task {
  const id = taskId('shop', 1);
  const first = firstTaskState('engine');
  const place = { hub: { path: '/hub', checkout: '/co' }, base, gatePlan, gateSettings };
  const all = learn(learn(first.known, { place }), known);
  return {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host: 'here' as HostId, version: 1, fence: 1, effects: 0 },
    ...{ ended: false, createdAt: instant(t0), updatedAt: instant(t0), spec: { ...spec, ...change } },
    state: { ...first, at, known: all },
  };
}
const decide = (thing: Task, now: number) =>
  decideTask({ thing, children: [], notices: [], questions: [], slot: { kind: 'none' } }, instant(now));

describe("WT-122 an answer that is everybody's", () => {
  const answer = (question: 'env' | 'deployed' | 'verified', back: TaskStep, choice: string) => {
    const answered = { choice, words: null, by: 'person:test', channel: 'test', at: instant(t0) };
    const question1 = {
      key: 'k',
      id: 'q1',
      kind: question,
      choices: [],
      state: { kind: 'answered', answer: answered },
    };
    const thing = aTask({ kind: 'asking', question, key: 'k', back });
    const view = {
      thing,
      children: [],
      notices: [],
      questions: [question1],
      slot: { kind: 'none' },
    } as unknown as TaskView;
    const decided = decideTask(view, instant(t0));
    return decided.kind === 'advance' ? decided.state : null;
  };
  const verified: TaskStep = { kind: 'verified', since: instant(t0), marks: {} };
  const deploying: TaskStep = { kind: 'deploying' };
  it.each([
    ['env', { kind: 'confirming' }, 'cancel'],
    ['deployed', deploying, 'cancel'],
    ['deployed', deploying, 'abandon'],
    ['verified', verified, 'cancel'],
    ['verified', verified, 'abandon'],
  ] as const)('at the question %s is no answer to it: %j %s', (question, back, choice) => {
    expect(answer(question, back as unknown as TaskStep, choice)).toMatchObject({
      at: { kind: 'releasing', outcome: { kind: choice === 'abandon' ? 'failed' : 'cancelled' } },
    });
  });
  it('tries again where it was', () => {
    expect(answer('deployed', deploying, 'retry')).toMatchObject({ at: deploying });
    expect(answer('verified', verified, 'retry')).toMatchObject({ at: verified });
  });
});

describe('what is looked at after a deployment', () => {
  const seen = (verdict: Verification['verdict'], at: number, more: Partial<Verification> = {}): Verification => ({
    ...{ env: 'shop-prod', against: null, at: instant(at), verdict, summary: '', silent: false },
    ...{ resolved: [], remaining: [], new: [] },
    ...more,
  });
  const verifying = (last?: Verification): TaskStep => ({
    ...{ kind: 'verifying', since: instant(t0), marks: {} },
    ...(last === undefined ? {} : { seen: last }),
  });
  const looks = { kind: 'perform', effect: { name: 'verify-environment' } };

  it('is how far the logs had come, then what came after that', () => {
    expect(decide(aTask({ kind: 'verifying', since: instant(t0) }), t0)).toMatchObject({
      effect: { name: 'mark-environment', input: { env: 'shop-prod' } },
    });
    expect(decide(aTask(verifying()), t0)).toMatchObject(looks);
  });

  it('is looked at again while it must stay quiet, by a timer, and stands at the end of the window', () => {
    const early = verifying(seen('resolved', t0 + minute));
    expect(decide(aTask(early), t0 + minute)).toEqual({
      ...{ kind: 'wait', until: t0 + minute + 30_000, on: 'what shop-prod logs' },
    });
    expect(decide(aTask(early), t0 + minute + 30_000)).toMatchObject(looks);
    const last = verifying(seen('resolved', t0 + 10 * minute - 1));
    expect(decide(aTask(last), t0 + 10 * minute - 1)).toMatchObject({ kind: 'wait', until: t0 + 10 * minute });
    expect(decide(aTask(verifying(seen('resolved', t0 + 10 * minute))), t0 + 10 * minute)).toMatchObject({
      state: {
        at: { kind: 'verified', since: t0, marks: {} },
        known: { environment: { verification: { verdict: 'resolved' } } },
      },
    });
  });

  it('that is bad, or cannot be told, stands at once', () => {
    for (const verdict of ['remaining', 'new', 'unknown'] as const)
      expect(decide(aTask(verifying(seen(verdict, t0))), t0)).toMatchObject({ state: { at: { kind: 'verified' } } });
  });

  it('and was silent may only be slow: it is waited for, at least five minutes', () => {
    const silent = (env: string, at: number) => verifying(seen('unknown', at, { env, silent: true }));
    expect(decide(aTask(silent('shop-stg', t0)), t0)).toMatchObject({ kind: 'wait' });
    expect(decide(aTask(silent('shop-stg', t0 + 5 * minute)), t0 + 5 * minute).kind).toBe('advance');
    expect(decide(aTask(silent('shop-prod', t0 + 5 * minute)), t0 + 5 * minute).kind).toBe('wait');
  });

  it('without a window stands when it is resolved', () => {
    const resolved = verifying(seen('resolved', t0, { env: 'shop-stg' }));
    expect(decide(aTask(resolved), t0)).toMatchObject({ state: { at: { kind: 'verified' } } });
  });

  it('with a clock that goes back waits for no time that has been', () => {
    const before = aTask(verifying(seen('resolved', t0 + minute)));
    expect(decide(before, t0 - 86_400_000)).toMatchObject(looks);
    const input = { env: 'shop-prod', against: null, since: instant(t0), marks: {} };
    const result = { kind: 'done', output: seen('resolved', t0 - 86_400_000) } as const;
    const { state } = applyTask(before, { name: 'verify-environment', input, result });
    expect(state.at).toMatchObject({ since: t0 - 86_400_000 });
    expect(decide({ ...before, state }, t0 - 86_400_000)).toMatchObject({
      kind: 'wait',
      until: t0 - 86_400_000 + 1_000,
    });
  });

  it('with a clock that goes forward is looked at before the window counts as over', () => {
    expect(decide(aTask(verifying(seen('resolved', t0 + minute))), t0 + 86_400_000)).toMatchObject(looks);
  });
});

describe('a task whose host is gone while it looks', () => {
  it('begins anew with the environment that a person chose, and looks again', () => {
    const looking = aTask(
      { kind: 'probing', next: 'confirming' },
      {
        place: { copy: null },
        environment: { env: 'shop-stg', looks: {} },
      },
    );
    expect(relocate(looking, [])).toMatchObject({
      at: { kind: 'opening' },
      known: { environment: { env: 'shop-stg' }, place: { hub: null } },
    });
    expect(relocate(looking, [])?.known.environment).not.toHaveProperty('looks');
  });
});

describe('before the work', () => {
  const lookedAt = (env: string, looked: readonly string[], withheld: string) => {
    const [prod, staging] = environments;
    const all = [prod, staging, { name: 'shop-local', tier: 'local' } as const].map((each) =>
      each.name === withheld ? { ...each, withheld: true as const } : each,
    );
    const looks = Object.fromEntries(looked.map((name) => [name, {}]));
    const known = { environment: { looks } } as Learned<Known>;
    const change = { env, settings: { ...settings, environments: all } };
    const thing = aTask({ kind: 'probing', next: 'confirming' }, known, change);
    const decided = decide({ ...thing, state: { ...thing.state, slot: 'held' } }, t0);
    return decided.kind === 'perform' ? decided.effect.input : decided.kind;
  };

  it('the task’s own is looked at, then each that it may be deployed to, and none that may not take part', () => {
    expect(lookedAt('shop-stg', [], 'shop-prod')).toMatchObject({ env: 'shop-stg' });
    expect(lookedAt('shop-stg', ['shop-stg'], 'shop-prod')).toMatchObject({ env: 'shop-local' });
    expect(lookedAt('shop-stg', ['shop-stg', 'shop-local'], 'shop-prod')).toBe('advance');
    expect(lookedAt('shop-stg', ['shop-stg', 'shop-local'], '')).toMatchObject({ env: 'shop-prod' });
    expect(lookedAt('shop-prod', [], 'shop-prod')).toMatchObject({ env: 'shop-prod' });
  });
});

describe('what is asked besides', () => {
  it('are the lines of a person’s words that begin with a dollar', () => {
    expect(commandsIn('$ tail -5 a.log\nand why?\n  $uptime\n$')).toEqual({
      commands: ['tail -5 a.log', 'uptime'],
      rest: 'and why?\n$',
    });
  });

  it('are at most ten, and none that nobody would read', () => {
    const looks = ['x'.repeat(1_001), ...Array.from({ length: 30 }, (_, n) => `tail -${n} a.log`)];
    const report = { report: { looks }, text: '' } as unknown as Work['report'];
    const wanted = wantsToKnow(aTask({ kind: 'planning', looks: 0 }, { work: { report } }), 0);
    expect(wanted?.commands).toEqual(looks.slice(1, 11));
    expect(commandsIn(looks.map((each) => `$ ${each}`).join('\n')).commands).toEqual(looks.slice(1, 11));
  });

  it('is nothing where no environment takes part, or it was asked twice', () => {
    const report = { report: { looks: ['uptime'] }, text: '' } as unknown as Work['report'];
    const wanted = (known: Learned<Known>, change: Partial<TaskSpec> = {}) =>
      wantsToKnow(aTask({ kind: 'planning', looks: 0 }, learn<Learned<Known>>({ work: { report } }, known), change), 1);
    expect(wanted({})).toEqual({ kind: 'looking', commands: ['uptime'], looks: 1, words: null, allowed: false });
    expect(wanted({ environment: { asked: { rounds: 2, allowed: true, all: [] } } })).toBeNull();
    expect(wanted({ environment: { env: null } })).toBeNull();
    expect(wanted({}, { env: null })).toBeNull();
  });
});

describe('whatever comes where an environment takes part', () => {
  const machine: Machine = {
    decide: (seen, at) => decideTask(seen as unknown as TaskView, at),
    apply: (thing, performed, now) => applyTask(thing as Task, performed as Performed, now),
  };
  const from = (choices: readonly number[]): Pick => {
    let next = 0;
    return (count) => (choices[next++ % choices.length] ?? 0) % count;
  };
  const chosen = { ...settings, environments, elsewhere: ['blog'], preset: 'careful' } as const;
  const stated = (): Played => {
    const task = aTask({ kind: 'opening' }, {}, { settings: chosen, envs: ['shop-prod', 'shop-stg'], env: null });
    return begin({ ...task, state: firstTaskState('engine') });
  };
  const submitted = (): Played => {
    const plan = { text: 'x', criteria: [{ label: 'SC-1', text: 'x', verify: null, files: [], kind: 'behaviour' }] };
    const known = {
      work: { plan },
      place: { copy: { path: '/copy', branch: 'b', tree: 't0' } },
      delivery: { pullRequest: 'file:///x', commit: 'c1' },
    };
    return begin(aTask({ kind: 'deploying' }, known as Learned<Known>, { settings: chosen }));
  };

  it('nothing throws, nothing is released as proven that was not resolved, and a cancel leads to the end', () => {
    let released = 0;
    fc.assert(
      fc.property(
        fc.array(fc.nat(10_000), { minLength: 40, maxLength: 300 }),
        fc.nat(400),
        fc.boolean(),
        (numbers, rounds, late) => {
          const pick = from(numbers);
          let at = late ? submitted() : stated();
          const rolledBack = () => (at.seen.thing.state as Task['state']).at.kind === 'rolling_back';
          for (let n = 0; n < rounds && !at.ended && !rolledBack(); n += 1) {
            at = round(machine, at, pick);
            if (at.waits !== null) at = happen(at, pick);
          }
          const { state } = at.seen.thing as Task;
          if (
            at.ended &&
            state.at.kind === 'ended' &&
            state.at.outcome.kind === 'released' &&
            state.known.environment.env !== null
          ) {
            released += 1;
            expect(state.known.environment.verification?.verdict).toBe('resolved');
          }
          if (at.ended) return;
          at = say(at, 'cancel');
          for (let n = 0; n < 30 && !at.ended; n += 1) {
            at = round(machine, at, pick);
            if (at.waits !== null) at = happen(at, pick);
          }
          expect(at.ended).toBe(true);
        },
      ),
      { numRuns: 500, seed: 11 },
    );
    expect(released).toBeGreaterThan(0);
  });
});
