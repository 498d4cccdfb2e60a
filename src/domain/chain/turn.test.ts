import { describe, expect, it } from 'vitest';
import { chain, decide, done, known, run, says, spec, stateAfter, withoutSlot } from '../../../test/fakes/chain.ts';
import { instant } from '../ids.ts';
import { learn } from '../parts/known.ts';
import { agentAt, agentsFor } from './agents.ts';
import { type Chain, type ChainState, mostCuts, type TurnKind, type TurnStep } from './chain.ts';
import { isChainStopped } from './decide.ts';
import { turn } from './moves.ts';
import { stepName } from './turn.ts';

const issue = { title: 'Slow', text: 'It is slow.', address: null };

describe('the name of a step', () => {
  const named = (at: TurnStep, more: Partial<ChainState> = {}) => stepName(chain(at, more), at);

  it('says its plan, its round, and how often it was begun', () => {
    expect(named(turn('impl', 1, 3))).toBe('cx-impl-23-r1');
    expect(named({ ...turn('fix', 2, 3), cuts: 2 })).toBe('cx-fix-23-r2-c2');
    const again = { missing: [], conversation: null };
    expect(named({ ...turn('review', 2, 3), cuts: 1, again })).toBe('cx-review-23-r2-c1-again');
    expect(named(turn('impl', 1, 3), { known: learn(known, { work: { replans: 1 } }) })).toBe('cx-impl-23-p2-r1');
    expect(named(turn('map', 1, 3), { known: learn(known, { work: { replans: 1 } }) })).toBe('cx-map-r1');
    expect(named(turn('impl', 1, 3), { plan: 1 })).toBe('cx-impl-plan-r1');
  });
});

describe('who takes a turn, and what it may do', () => {
  it.each<readonly [TurnKind, string, 'analysis' | 'write', string]>([
    ['map', 'codex', 'analysis', 'cx-map-r1'],
    ['map-review', 'claude', 'analysis', 'cx-map-review-r1'],
    ['map-fix', 'codex', 'analysis', 'cx-map-fix-r1'],
    ['extract', 'codex', 'analysis', 'cx-extract-r1'],
    ['plan-review', 'claude', 'analysis', 'cx-plan-review-23-r1'],
    ['plan-fix', 'codex', 'analysis', 'cx-plan-fix-23-r1'],
    ['replan', 'codex', 'analysis', 'cx-replan-23-r1'],
    ['impl', 'codex', 'write', 'cx-impl-23-r1'],
    ['review', 'claude', 'analysis', 'cx-review-23-r1'],
    ['fix', 'codex', 'write', 'cx-fix-23-r1'],
  ])('%s is by %s, to %s', (kind, agent, mode, key) => {
    const thing: Chain = { ...chain(turn(kind, 1, 3)), spec: { ...spec, issue } };
    expect(decide(thing)).toMatchObject({
      kind: 'spawn',
      children: [
        {
          ...{ kind: 'run', key, state: { kind: 'requested' } },
          spec: {
            purpose: {
              ...{ kind: 'agent', role: mode === 'write' ? 'develop' : 'analyze', agent, mode, resume: null },
              ...{ copy: '/copy', hub: known.place.hub, prompt: expect.any(String) },
            },
            ...{ deadlineMs: 120 * 60_000, sandbox: 'auto' },
          },
        },
      ],
      said: [{ kind: 'chain_step_started', data: { step: key, agent } }],
    });
  });

  it('for as long as its agent may, in the conversation it is asked again in', () => {
    const settings = { ...spec.settings, agent: { codex: { maxRuntimeMs: 5_000 } } } as never;
    const at = { ...turn('impl', 1, 3), again: { missing: ['x'], conversation: 'talk' } };
    expect(decide({ ...chain(at), spec: { ...spec, settings } })).toMatchObject({
      children: [{ spec: { deadlineMs: 5_000, purpose: { resume: 'talk' } } }],
    });
  });

  it('those that are configured follow whom it was begun with, each once; whom a person chose stands for all', () => {
    const settings = { ...spec.settings, agents: { develop: ['pi', 'codex'], review: ['pi'] } } as never;
    const thing: Chain = { ...chain(turn('impl', 1, 3)), spec: { ...spec, settings } };
    expect(agentsFor(thing, turn('impl', 1, 3))).toEqual(['codex', 'pi']);
    expect(agentsFor(thing, turn('review', 1, 3))).toEqual(['claude', 'pi']);
    const chosen = {
      ...thing,
      state: { ...thing.state, known: learn(known, { work: { chosen: { worker: ['qwen'] } } }) },
    };
    expect(agentsFor(chosen, turn('fix', 1, 3))).toEqual(['qwen']);
    expect(agentsFor(chosen, turn('review', 1, 3))).toEqual(['claude', 'pi']);
    const beyond = {
      ...thing,
      state: { ...thing.state, known: learn(known, { work: { agents: { worker: 5, reviewer: 5 } } }) },
    };
    expect(agentAt(beyond, turn('impl', 1, 3))).toBe('codex');
    expect(agentAt(beyond, turn('review', 1, 3))).toBe('claude');
  });
});

describe('what a turn came to', () => {
  const impl = turn('impl', 1, 3);
  const key = 'cx-impl-23-r1';
  const lost = { kind: 'lost' };
  const failing = { kind: 'crashed', message: 'x' } as const;
  const refusal = (failure: object, ending: object | null = null) =>
    ({
      ...run(key, failing),
      state: { kind: 'ended', ending, result: { kind: 'refused', failure } },
    }) as never;

  it('is waited for by its own name', () => {
    const running = { ...run(key, failing), state: { kind: 'running' } } as never;
    expect(decide(chain(impl), [running])).toEqual({ kind: 'wait', until: null, on: key });
    const other = run('cx-impl-23-r2', failing);
    expect(decide(chain(impl), [other]).kind).toBe('spawn');
  });

  it('an answer is filed, and its step said to be over; of who may not write, the copy is restored', () => {
    const wrote = decide(chain(impl), [run(key, says('words'))]);
    expect(wrote).toMatchObject({
      said: [{ kind: 'chain_step_ended', data: { step: key, what: 'worked' } }],
      state: { at: { kind: 'filing', name: key, text: '"words"', next: { kind: 'looking' } } },
    });
    const at = turn('plan-fix', 1, 3);
    const mended = decide(chain(at, { notes: ['before'] }), [run('cx-plan-fix-23-r1', says({ plan: 'P' }))]);
    expect(mended).toMatchObject({
      said: [{ data: { what: 'mended the plan' } }],
      state: {
        ...{ notes: ['before'], known: { work: { plan: 'P' } } },
        at: { kind: 'filing', next: { kind: 'restoring', next: { turn: 'plan-review', round: 2 } } },
      },
    });
    expect(stateAfter(mended).cut).toBeUndefined();
  });

  it('one that was cut off is begun anew and said to be lost, so often; then it is a failing of its agent', () => {
    const cut = (at: TurnStep) => [run(stepName(chain(at), at), { kind: 'cut_off', message: 'x' }, lost)];
    expect(decide(chain(impl), cut(impl))).toMatchObject({
      state: { at: { ...impl, cuts: 1, again: null } },
      said: [{ kind: 'chain_step_lost', data: { step: key } }],
    });
    const last = { ...impl, cuts: mostCuts };
    expect(stateAfter(decide(chain(last), cut(last))).at).toMatchObject({
      ...{ kind: 'trouble', on: 'agent', back: { cuts: mostCuts + 1 }, accept: null },
      text: `cx-impl-23-r1-c${mostCuts} came to no end: its turn was cut ${mostCuts} times.`,
    });
  });

  it('one that could not begin names why; where what held it died it begins anew', () => {
    const failure = { error_code: 'SANDBOX_MISSING', message: 'no sandbox' };
    expect(decide(chain(impl), [refusal(failure)])).toMatchObject({
      state: { at: { kind: 'trouble', on: 'agent', text: `${key} could not begin: no sandbox` } },
      said: [],
    });
    expect(decide(chain(impl), [refusal(failure, lost)])).toMatchObject({
      ...{ state: { at: { cuts: 1 } }, said: [{ kind: 'chain_step_lost' }] },
    });
    const last = { ...impl, cuts: mostCuts };
    const late = { ...(refusal(failure, lost) as object), key: `${key}-c${mostCuts}` } as never;
    expect(stateAfter(decide(chain(last), [late])).at.kind).toBe('trouble');
  });

  it('a conversation that its agent does not know is begun afresh', () => {
    const at = { ...impl, again: { missing: ['x'], conversation: 'talk' } };
    const child = run(`${key}-again`, failing) as unknown as { state: { result: { turn: object } } };
    const forgotten = {
      ...child,
      state: {
        ...child.state,
        result: { kind: 'turn', turn: { ...child.state.result.turn, conversation: null } },
      },
    } as never;
    expect(decide(chain(at), [forgotten])).toMatchObject({
      state: { at: { ...impl, cuts: 1, again: null } },
      said: [],
    });
  });

  it('a run that was no turn is a bug', () => {
    const plain = { ...run(key, failing), state: { kind: 'ended', ending: null, result: { kind: 'plain' } } } as never;
    expect(() => decide(chain(impl), [plain])).toThrow(`${key}: the run was no turn`);
  });

  it('a failing agent hands over with its reason; the last one is asked about', () => {
    const settings = { ...spec.settings, agents: { develop: ['codex', 'pi'], review: ['claude'] } } as never;
    const two: Chain = { ...chain(impl), spec: { ...spec, settings } };
    expect(decide(two, [run(key, failing)])).toMatchObject({
      state: { known: { work: { agents: { worker: 1 } } } },
      said: [{ kind: 'agent_failed', data: { step: key, agent: 'codex', why: 'it failed (ENGINE_ERROR): x' } }],
    });
    const { at, known: then } = stateAfter(decide(chain(impl), [run(key, failing)]));
    expect(at).toMatchObject({
      ...{ kind: 'trouble', on: 'agent', text: `${key} came to no end: it failed (ENGINE_ERROR): x.` },
      asks: { choices: [{ id: 'retry', words: 'none' }] },
    });
    expect(then.work.agents).toBeUndefined();
    const limited = run(key, { kind: 'limited', until: 5_000, message: '' });
    expect(decide(chain(impl), [limited])).toMatchObject({
      state: { at: { kind: 'resting', until: 5_000, back: { cuts: 1 } } },
      said: [{ kind: 'chain_limited', data: { step: key, until: 5_000 } }],
    });
  });

  it('a rest lasts until its time', () => {
    const at = { kind: 'resting', until: 5_000, back: impl } as const;
    expect(decide(withoutSlot(at), [], { now: instant(4_999) })).toEqual({
      ...{ kind: 'wait', until: 5_000, on: "the agent's service" },
    });
    expect(decide(chain(at), [], { now: instant(4_999) })).toMatchObject({ effect: { name: 'free-slot' } });
    expect(stateAfter(decide(withoutSlot(at), [], { now: instant(5_000) })).at).toEqual(impl);
  });

  it('what was metered is of its step', () => {
    const used = { money: 1, tokens: 2, unpriced: 0 };
    expect(done(chain(impl), 'meter-day', used).state).toMatchObject({ at: impl, metered: { step: key, used } });
  });
});

describe('a slot', () => {
  const impl = turn('impl', 1, 3);
  const line = { granted: false, ahead: ['shop-1'], more: 2 };

  it('that is claimed is held, or waited for in line; one that was given back is none', () => {
    expect(done(withoutSlot(impl), 'claim-slot', { granted: true, ahead: [] })).toMatchObject({
      state: { at: impl, slot: 'held' },
      said: [{ kind: 'slot_granted' }],
    });
    expect(done(withoutSlot(impl), 'claim-slot', line)).toMatchObject({
      state: { at: impl, slot: 'waiting' },
      said: [{ kind: 'slot_waited', data: { ahead: ['shop-1'], more: 2 } }],
    });
    expect(done(chain({ kind: 'parked', back: impl }), 'free-slot', {})).toMatchObject({
      state: { slot: 'none' },
      said: [{ kind: 'slot_freed' }],
    });
    expect(decide(withoutSlot(impl))).toEqual({
      kind: 'perform',
      effect: { name: 'claim-slot', input: { workspace: 'shop', slots: 3, priority: 0, exclusive: false } },
    });
    expect(decide(chain({ kind: 'parked', back: impl }))).toEqual({
      kind: 'perform',
      effect: { name: 'free-slot', input: { workspace: 'shop', slots: 3 } },
    });
    expect(decide(withoutSlot(impl, 'waiting'), [], { slot: { kind: 'none' } }).kind).toBe('wait');
  });
});

describe('an end that a person wants', () => {
  const impl = turn('impl', 1, 3);
  const cancel = { seq: 2, kind: 'cancel', by: 'person:Ada' };
  const isStopped = (thing: Chain, ...notices: readonly object[]) => isChainStopped(thing, notices as never);

  it('is heard once, of what was said since, and not after the end', () => {
    expect(isStopped(chain(impl), cancel)).toBe(true);
    expect(isStopped(chain(impl), { ...cancel, kind: 'pause' })).toBe(false);
    expect(isStopped(chain(impl, { since: 2 }), cancel)).toBe(false);
    expect(isStopped(chain(impl, { stopping: 'p' }), cancel)).toBe(false);
    expect(isStopped(chain({ kind: 'ended', outcome: { kind: 'done', verified: true } }), cancel)).toBe(false);
    expect(isStopped(chain({ kind: 'releasing', outcome: { kind: 'done', verified: true } }), cancel)).toBe(false);
  });

  it('closes what is asked and tells what runs, then ends', () => {
    const living = { ...run('cx-impl-23-r1', says(1)), ended: false, state: { kind: 'running' } } as never;
    expect(decide(chain(impl), [living], { notices: [cancel] })).toMatchObject({
      state: { at: impl, stopping: 'person:Ada', told: true },
      said: [{ kind: 'stop_asked', data: { how: 'cancel', by: 'person:Ada' } }],
      ...{ notices: [{ to: 'r1', kind: 'cancel', body: null }], closeQuestions: 'the chain is ended by person:Ada' },
    });
    expect(decide(chain(impl, { stopping: 'person:Ada', told: true }))).toMatchObject({
      state: { at: { kind: 'releasing', outcome: { kind: 'cancelled', by: 'person:Ada' } } },
      said: [{ kind: 'chain_ended', data: { outcome: 'cancelled', by: 'person:Ada' } }],
    });
  });
});
