import { describe, expect, test } from 'vitest';
import {
  cameTo,
  chain,
  decide,
  known,
  run,
  says,
  spec,
  stateAfter,
  verdict,
  withoutSlot,
} from '../../../test/fakes/chain.ts';
import { gateResult } from '../../../test/fakes/outside.ts';
import { instant } from '../ids.ts';
import { learn } from '../parts/known.ts';
import type { Run } from '../run/run.ts';
import type { TurnOutcome } from '../run/turn.ts';
import { applyChain } from './apply.ts';
import { type Chain, type ChainSpec, type ChainState, type ChainStep, firstChainState, mostCuts } from './chain.ts';
import { afterGates } from './check.ts';
import type { Step } from './moves.ts';
import { firstTurn, labelOf, turn } from './moves.ts';

describe('a step of a chain', () => {
  test('is a fresh run, named after chain, plan and round, by its own role', () => {
    const decision = decide(chain(turn('review', 2, 3)));
    expect(decision).toMatchObject({
      kind: 'spawn',
      children: [
        {
          key: 'cx-review-23-r2',
          spec: { purpose: { agent: 'claude', mode: 'analysis', resume: null, copy: '/copy' } },
        },
      ],
    });
    expect(decide(chain(turn('impl', 1, 3)))).toMatchObject({
      children: [{ spec: { purpose: { agent: 'codex', mode: 'write' } } }],
    });
    expect(decide(chain(turn('plan-fix', 1, 3)))).toMatchObject({
      children: [{ spec: { purpose: { agent: 'codex', mode: 'analysis' } } }],
    });
  });

  test('that was cut off by a crash begins anew, so often and no more', () => {
    const lost = run('cx-impl-23-r1', { kind: 'cut_off', message: 'x' }, { kind: 'lost' });
    expect(cameTo(chain(turn('impl', 1, 3)), lost)).toMatchObject({ kind: 'turn', turn: 'impl', cuts: 1 });
    const often = { ...turn('impl', 1, 3), cuts: mostCuts };
    expect(
      cameTo(chain(often), run(`cx-impl-23-r1-c${mostCuts}`, { kind: 'cut_off', message: 'x' }, { kind: 'lost' })).kind,
    ).toBe('trouble');
  });

  test('rests where the service names a time, and is a question where it does not', () => {
    const limited = (until: number | null) => run('cx-impl-23-r1', { kind: 'limited', until, message: '' });
    expect(cameTo(chain(turn('impl', 1, 3)), limited(5_000))).toMatchObject({ kind: 'resting', until: 5_000 });
    expect(cameTo(chain(turn('impl', 1, 3)), limited(null)).kind).toBe('trouble');
    const resting: ChainStep = { kind: 'resting', until: 5_000, back: turn('impl', 1, 3) };
    expect(decide(withoutSlot(resting))).toMatchObject({ kind: 'wait', until: 5_000 });
    expect(decide(chain(resting), [], { now: instant(5_000) })).toMatchObject({
      kind: 'advance',
      state: { at: { turn: 'impl' } },
    });
  });
});

/** What a person answers to what is asked here, and where it leads. */
const answering = (thing: Chain, choice: string, words: string | null = null, children: readonly Run[] = []) => {
  const put = decide(thing, children);
  if (put.kind !== 'ask') throw new Error(put.kind);
  const asking = { ...thing, state: put.state };
  const given = { choice, words, by: 'person:Ada', channel: 'cli', at: instant(1) };
  const questions = [{ key: put.question.key, state: { kind: 'answered', answer: given } }];
  const next = decide(asking, children, { questions });
  if (next.kind !== 'advance') throw new Error(next.kind);
  return { question: put.question, said: next.said, after: { ...asking, state: next.state } };
};

describe('a chain with a budget', () => {
  const limited = (at: ChainStep, budget: object, more: Partial<ChainState> = {}): Chain => {
    const settings = { ...spec.settings, limits: { attempts: 3, fixRounds: 3, budget } };
    return { ...chain(at, more), spec: { ...spec, settings } } as Chain;
  };
  const used = (key: string, money: number, tokens = 1_000) => {
    const run_ = run(key, { kind: 'answered', text: '{}' });
    const { state } = run_ as unknown as { state: { result: { turn: object } } };
    const usage = { inputTokens: tokens, outputTokens: 0, money };
    return {
      ...run_,
      state: { ...state, result: { ...state.result, turn: { ...state.result.turn, usage } } },
    } as unknown as Run;
  };
  const dollars = (money: number) => ({ task: { money, tokens: null }, day: null });

  test('tells each turn what is left of it; without one nothing is told', () => {
    expect(decide(limited(turn('impl', 1, 3), dollars(5)), [used('cx-plan-review-23-r1', 1)])).toMatchObject({
      children: [{ spec: { purpose: { budget: { money: 4, tokens: null } } } }],
    });
    expect(JSON.stringify(decide(chain(turn('impl', 1, 3))))).not.toContain('budget');
  });

  test('asks before the next turn once four fifths are used, and goes on with more, or with a cheaper model', () => {
    const spent = [used('cx-plan-review-23-r1', 4.5)];
    const asks = decide(limited(turn('impl', 1, 3), dollars(5)), spent);
    if (asks.kind !== 'advance') throw new Error(asks.kind);
    const thing = limited(asks.state.at, dollars(5));
    const more = answering(thing, 'more', '$3', spent);
    expect(more.question).toMatchObject({ kind: 'budget', binding: 'budget-0-0' });
    expect(more.question.text).toMatch(/x7 has used .*4.*of \$5.*No turn of codex begins before you say so/);
    expect(more.question.choices.map(({ id }) => id)).toEqual(['more', 'cheaper', 'park', 'cancel']);
    expect(more.said).toMatchObject([{ kind: 'budget_raised', data: { by: 'person:Ada' } }]);
    expect(decide(more.after, spent)).toMatchObject({
      children: [{ key: 'cx-impl-23-r1', spec: { purpose: { budget: { money: 3.5 } } } }],
    });
    const cheaper = answering(thing, 'cheaper', 'small', spent);
    expect(decide(cheaper.after, spent)).toMatchObject({ children: [{ spec: { purpose: { model: 'small' } } }] });
  });

  test('meters the day before each turn, and asks where that is used up', () => {
    const day = { task: null, day: { money: 10, tokens: null } };
    const thing = limited(turn('impl', 1, 3), day);
    expect(decide(thing)).toMatchObject({ effect: { name: 'meter-day' } });
    const metered = (money: number) =>
      applyChain(thing, {
        ...{ name: 'meter-day', input: {} },
        result: { kind: 'done', output: { money, tokens: 0, unpriced: 0 } },
      }).state;
    expect(decide({ ...thing, state: metered(1) })).toMatchObject({ kind: 'spawn' });
    const held = decide({ ...thing, state: metered(9) });
    expect(held).toMatchObject({ state: { at: { kind: 'trouble', on: 'budget' } } });
    // The next turn looks again.
    const next = { ...metered(1), at: turn('review', 1, 3) };
    expect(decide({ ...thing, state: next })).toMatchObject({ effect: { name: 'meter-day' } });
  });

  test('begins a turn anew that was stopped for it, after a person’s word', () => {
    const stopped = {
      ...used('cx-impl-23-r1', 5),
      state: {
        ...{ kind: 'ended', ending: { kind: 'signalled', signal: 'SIGTERM' }, over: true },
        result: {
          kind: 'turn',
          turn: {
            outcome: { kind: 'interrupted' },
            ...{ conversation: 'talk', tools: 0, usage: { inputTokens: 1, outputTokens: 0, money: 5 } },
          },
        },
      },
    } as unknown as Run;
    const decision = decide(limited(turn('impl', 1, 3), dollars(5)), [stopped]);
    expect(decision).toMatchObject({ said: [{ kind: 'turn_stopped' }], state: { at: { kind: 'turn', cuts: 1 } } });
    if (decision.kind !== 'advance') throw new Error(decision.kind);
    expect(decide(limited(decision.state.at, dollars(5)), [stopped])).toMatchObject({
      state: { at: { kind: 'trouble', on: 'budget' } },
    });
  });
});

describe('a step whose agent fails', () => {
  const two = (at: ChainStep, more: Partial<ChainState> = {}): Chain => {
    const agents = { ...spec.settings.agents, develop: ['codex', 'gemini'] };
    return { ...chain(at, more), spec: { ...spec, settings: { ...spec.settings, agents } } };
  };
  const crashed = (key: string) => run(key, { kind: 'crashed', message: 'x' });

  test('is begun anew by the next that is configured, and so are the plan’s other steps; a limit is not waited for meanwhile', () => {
    const limited = run('cx-impl-23-r1', { kind: 'limited', until: 5_000, message: '' });
    for (const failed of [crashed('cx-impl-23-r1'), limited]) {
      const decision = decide(two(turn('impl', 1, 3)), [failed]);
      expect(decision).toMatchObject({ said: [{ kind: 'agent_failed', data: { agent: 'codex' } }] });
      const { at, known: then } = stateAfter(decision);
      expect(at).toMatchObject({ kind: 'turn', turn: 'impl', cuts: 1 });
      expect(decide(two(at, { known: then }), [failed])).toMatchObject({
        children: [{ key: 'cx-impl-23-r1-c1', spec: { purpose: { agent: 'gemini' } } }],
      });
      expect(decide(two(turn('fix', 1, 3), { known: then }))).toMatchObject({
        children: [{ spec: { purpose: { agent: 'gemini' } } }],
      });
      expect(decide(two(turn('review', 1, 3), { known: then }))).toMatchObject({
        children: [{ spec: { purpose: { agent: 'claude' } } }],
      });
    }
  });

  test('is a limit’s or a person’s after the last; what a person has tried again begins with the first', () => {
    const last = { known: learn(known, { work: { agents: { worker: 1 } } }) };
    const limited = run('cx-impl-23-r1', { kind: 'limited', until: 5_000, message: '' });
    expect(stateAfter(decide(two(turn('impl', 1, 3), last), [limited])).at).toMatchObject({
      kind: 'resting',
      until: 5_000,
    });
    const stuck = stateAfter(decide(two(turn('impl', 1, 3), last), [crashed('cx-impl-23-r1')]));
    expect(stuck).toMatchObject({ at: { kind: 'trouble' }, known: { work: { agents: { worker: 0 } } } });
  });

  test('is moved to the agent that a person names, for the plans that follow too; one that there is not is asked for again', () => {
    const decision = decide(chain(turn('impl', 1, 3)), [crashed('cx-impl-23-r1')]);
    const thing = {
      ...chain(stateAfter(decision).at),
      spec: { ...spec, settings: { ...spec.settings, known: ['codex', 'pi'] } },
    };
    const failing = decide({ ...thing, state: chain(turn('impl', 1, 3)).state }, [crashed('cx-impl-23-r1')]);
    const asked = { ...thing, state: stateAfter(failing) };
    const { question, after } = answering(asked, 'another', 'pi');
    expect(question.choices.map(({ id }) => id)).toEqual(['retry', 'another', 'park', 'cancel']);
    expect(decide(after)).toMatchObject({ children: [{ spec: { purpose: { agent: 'pi' } } }] });
    expect(decide({ ...after, state: { ...after.state, at: turn('fix', 2, 3) } })).toMatchObject({
      children: [{ spec: { purpose: { agent: 'pi' } } }],
    });
    expect(decide({ ...after, state: { ...after.state, at: turn('review', 1, 3) } })).toMatchObject({
      children: [{ spec: { purpose: { agent: 'claude' } } }],
    });
    const unknown = answering(asked, 'another', 'nobody');
    expect(unknown.said).toEqual([{ kind: 'agent_unknown', data: { agent: 'nobody' } }]);
    expect(answering(unknown.after, 'retry').after.state.at).toMatchObject({ kind: 'turn', turn: 'impl' });
  });

  test('goes back to the first agent with the next plan', () => {
    const at = { kind: 'committing', tree: 't', override: null, results: [] } as const;
    const thing = two(at, { known: learn(known, { work: { agents: { worker: 1 } } }) });
    const result = { kind: 'done', output: { commit: 'c1' } };
    expect(applyChain(thing, { name: 'commit', input: {}, result } as never).state.known.work.agents).toEqual({});
  });

  test('is a person’s where its limit is long past, and would be met again at once', () => {
    const past = run('cx-impl-23-r1', { kind: 'limited', until: 1_000, message: '' });
    expect(stateAfter(decide(chain(turn('impl', 1, 3)), [past], { now: instant(100_000) })).at.kind).toBe('trouble');
  });

  test('is a person’s where its copy is gone: no other agent could begin there', () => {
    const failure = { error_code: 'COPY_MISSING', message: 'gone' };
    const ending = { kind: 'ended', ending: null, result: { kind: 'refused', failure } };
    const refused = { ...crashed('cx-impl-23-r1'), state: ending } as unknown as Run;
    expect(stateAfter(decide(two(turn('impl', 1, 3)), [refused])).at.kind).toBe('trouble');
  });

  test('is begun anew where a signal ended its turn', () => {
    const killed = run('cx-impl-23-r1', { kind: 'cut_off', message: 'x' }, { kind: 'exited', code: 137 });
    expect(stateAfter(decide(chain(turn('impl', 1, 3)), [killed])).at).toMatchObject({ kind: 'turn', cuts: 1 });
  });
});

describe('a review', () => {
  test('leads to work, to a fix with its findings, and after the last round to a person', () => {
    expect(cameTo(chain(turn('plan-review', 1, 3)), run('cx-plan-review-23-r1', verdict('approve')))).toMatchObject({
      turn: 'impl',
      round: 1,
    });
    expect(
      cameTo(chain(turn('plan-review', 1, 3)), run('cx-plan-review-23-r1', verdict('change', ['why?']))),
    ).toMatchObject({
      turn: 'plan-fix',
      findings: ['why?'],
    });
    expect(cameTo(chain(turn('review', 2, 3)), run('cx-review-23-r2', verdict('change', ['a'])))).toMatchObject({
      turn: 'fix',
      round: 2,
    });
    expect(cameTo(chain(turn('review', 3, 3)), run('cx-review-23-r3', verdict('change', ['a'])))).toMatchObject({
      kind: 'trouble',
      on: 'rounds',
      back: { turn: 'fix', of: 6 },
      accept: { kind: 'looking', to: 'inspect' },
    });
  });

  test('that sees a large departure stops whatever its verdict; a small one is noted', () => {
    const large = cameTo(chain(turn('review', 1, 3)), run('cx-review-23-r1', verdict('approve', [], 'large')));
    expect(large).toMatchObject({ kind: 'trouble', on: 'divergence', replan: { turn: 'replan', round: 1 } });
    const small = decide(chain(turn('review', 1, 3)), [run('cx-review-23-r1', verdict('approve', [], 'small'))]);
    expect(small).toMatchObject({ kind: 'advance', state: { notes: ['cx-review-23-r1: n'] } });
  });

  test('is asked for once more in the same conversation, then it is a question', () => {
    const prose: TurnOutcome = { kind: 'answered', text: 'Approved.' };
    const again = cameTo(chain(turn('review', 1, 3)), run('cx-review-23-r1', prose));
    expect(again).toMatchObject({ kind: 'turn', again: { conversation: 'talk' } });
    expect(cameTo(chain(again), run('cx-review-23-r1-again', prose))).toMatchObject({ kind: 'trouble', on: 'trouble' });
  });
});

describe('what passed all gates', () => {
  test('WT-51 is not committed without a person where it holds secrets by their names', () => {
    const results = [
      gateResult('test', 'passed'),
      gateResult('secrets', 'passed', {
        findings: [
          { gate: 'secrets', what: 'a key by its name', file: 'a\n.key', line: null, weight: 'note', needs: 'yes' },
        ],
      }),
    ];
    expect(afterGates({ kind: 'recording', tree: 't', round: 1, of: 3, results })).toMatchObject({
      ...{ kind: 'trouble', text: expect.stringContaining('- a\\n.key: a key by its name') },
      accept: { kind: 'committing', override: 'a person, in the chain' },
    });
  });
});

describe('what decides what gates say', () => {
  const guarded = (needs?: 'yes') => [
    gateResult('test', 'passed'),
    gateResult('guarded', 'passed', {
      findings: [
        {
          gate: 'guarded',
          what: 'was changed',
          file: 'jest.config.js',
          line: null,
          weight: 'note',
          ...(needs && { needs }),
        },
      ],
    }),
  ];
  const led = (results: Step<'recording'>['results']) =>
    afterGates({ kind: 'recording', tree: 't', round: 1, of: 3, results });

  test('is changed by a plan only after a person’s yes that shows it; the work stays proven then', () => {
    expect(led(guarded('yes'))).toMatchObject({
      ...{ kind: 'trouble', text: expect.stringContaining('- jest.config.js: was changed') },
      ...{ accept: { kind: 'committing', override: null }, back: { turn: 'fix' } },
    });
    expect(led(guarded())).toMatchObject({ kind: 'committing', override: null });
  });

  test('is told without a place where gates do not pass with it as it was', () => {
    const what = 'with it as it was, gates do not pass: test: a';
    const finding = { gate: 'guarded', what, file: null, line: null, weight: 'note', needs: 'yes' } as const;
    const all = [gateResult('test', 'passed'), gateResult('guarded', 'passed', { findings: [finding] })];
    expect(led(all)).toMatchObject({ kind: 'trouble', text: expect.stringContaining(`\n- ${what}`) });
  });

  test('goes back with what else fails, and nobody is asked about it then', () => {
    const red = [...guarded('yes'), gateResult('lint', 'failed')];
    expect(led(red)).toMatchObject({ turn: 'fix', round: 1 });
  });
});

describe('a person', () => {
  const asking: ChainStep = {
    kind: 'asking',
    key: 'rounds-1',
    on: 'rounds',
    text: 'T',
    back: turn('fix', 3, 6, ['a']),
    accept: { kind: 'leaving' },
  };
  const answered = (choice: string, words: string | null = null) =>
    decide(chain(asking), [], {
      questions: [{ key: 'rounds-1', state: { kind: 'answered', answer: { choice, words, by: 'person:Ada' } } }],
    });

  test('takes it as it is, gives it more rounds with words, or parks it', () => {
    expect(answered('go_on')).toMatchObject({
      state: { at: { kind: 'leaving' }, notes: [expect.stringContaining('person:Ada')] },
    });
    expect(answered('again', 'mind the list')).toMatchObject({
      state: { at: { turn: 'fix', findings: ['a', 'A person says: mind the list'] } },
    });
    expect(answered('park')).toMatchObject({ state: { at: { kind: 'parked', back: { turn: 'fix' } } } });
  });

  test('ends it after what runs has ended; a parked one goes on only when told', () => {
    const living = { ...run('cx-impl-23-r1', says(1)), ended: false, state: { kind: 'running' } } as unknown as Run;
    const notices = [{ seq: 1, kind: 'cancel', by: 'person:Ada' }];
    const asked = decide(chain(turn('impl', 1, 3)), [living], { notices });
    expect(asked).toMatchObject({
      kind: 'advance',
      state: { stopping: 'person:Ada' },
      notices: [{ to: 'r1', kind: 'cancel' }],
    });
    const stopping = chain(turn('impl', 1, 3), { stopping: 'person:Ada', told: true });
    expect(decide(stopping, [living], { notices }).kind).toBe('wait');
    expect(decide(stopping, [], { notices })).toMatchObject({ state: { at: { outcome: { kind: 'cancelled' } } } });
    const parked: ChainStep = { kind: 'parked', back: turn('fix', 1, 3) };
    expect(decide(withoutSlot(parked)).kind).toBe('wait');
    expect(decide(chain(parked), [], { notices: [{ seq: 1, kind: 'resume', by: 'p' }] })).toMatchObject({
      state: { at: { turn: 'fix' }, since: 1 },
    });
    const again = { ...withoutSlot(parked), state: { ...withoutSlot(parked).state, since: 1 } };
    expect(decide(again, [], { notices: [{ seq: 1, kind: 'resume', by: 'p' }] }).kind).toBe('wait');
  });
});

describe('a chain that is told to stand still', () => {
  const notices = [{ seq: 1, kind: 'pause', by: 'person:Ada' }];
  const living = { ...run('cx-impl-23-r1', says(1)), ended: false, state: { kind: 'running' } } as unknown as Run;

  test('waits for the end of what runs, begins nothing, and is parked', () => {
    expect(decide(chain(turn('impl', 1, 3)), [living], { notices }).kind).toBe('wait');
    expect(decide(chain(turn('impl', 1, 3)), [], { notices })).toMatchObject({
      state: { at: { kind: 'parked', back: { turn: 'impl' } }, since: 1 },
      said: [{ kind: 'chain_parked', data: { by: 'person:Ada' } }],
    });
  });

  test('goes on where a person said so since', () => {
    const resumed = [...notices, { seq: 2, kind: 'resume', by: 'p' }];
    expect(
      decide(chain({ kind: 'parked', back: turn('fix', 1, 3) }, { since: 1 }), [], { notices: resumed }),
    ).toMatchObject({
      state: { at: { turn: 'fix' }, since: 2 },
    });
    expect(decide(chain(turn('fix', 1, 3), { since: 2 }), [], { notices: resumed }).kind).not.toBe('wait');
  });
});

describe('a plan that was left by much', () => {
  const replan = turn('replan', 1, 3, ['The work left the plan: another file']);

  test('is made anew, and reviewed under names of its own, with what it was left for', () => {
    const thing = chain(replan);
    const made = decide(thing, [run('cx-replan-23-r1', says({ plan: '# Write b' }))]);
    if (made.kind !== 'advance') throw new Error(made.kind);
    expect(made.state.known).toMatchObject({ work: { plan: '# Write b', replans: 1 } });
    const next = { ...thing, state: { ...made.state, at: turn('plan-review', 1, 3) } };
    expect(decide(next)).toMatchObject({
      children: [
        {
          key: 'cx-plan-review-23-p2-r1',
          spec: { purpose: { prompt: expect.stringMatching(/# Write b[\s\S]*another file/) } },
        },
      ],
    });
    expect(labelOf(next)).toBe('x7/plan-1-p2');
  });

  test('is forgotten with its commit', () => {
    const at: ChainStep = { kind: 'committing', tree: 't', override: null, results: [] };
    const { state } = applyChain(chain(at, { known: learn(known, { work: { replans: 2, divergence: 'd' } }) }), {
      name: 'commit',
      input: {} as never,
      result: { kind: 'done', output: { commit: 'abc' } },
    });
    expect(state).toMatchObject({ plan: 1, known: { work: { replans: 0, divergence: null, plan: null } } });
  });
});

describe('what only a person can decide', () => {
  const asks = says({ verdict: 'approve', findings: [], divergence: 'none', note: '', questions: ['Which port?'] });

  test('stops an approved plan too, and what they say is mended into it', () => {
    const stopped = cameTo(chain(turn('plan-review', 1, 3)), run('cx-plan-review-23-r1', asks));
    expect(stopped).toMatchObject({
      kind: 'trouble',
      on: 'unclear',
      text: expect.stringContaining('Which port?'),
      back: { turn: 'plan-fix', findings: ['Which port?'] },
      accept: { turn: 'impl' },
    });
  });

  test('left to the agent in the last round is no way around the review', () => {
    const unsure = says({ verdict: 'change', findings: ['f'], questions: ['Which port?'] });
    const stopped = cameTo(chain(turn('review', 3, 3)), run('cx-review-23-r3', unsure));
    expect(stopped).toMatchObject({ back: { turn: 'fix', of: 4 }, accept: { turn: 'fix', of: 4, findings: ['f'] } });
  });
});

describe('an issue', () => {
  const ofIssue = { ...spec, plans: [], issue: { title: 'Slow', text: 'It is slow.', address: null } } as ChainSpec;
  const from = (at: ChainStep, more: Partial<ChainState> = {}): Chain => ({ ...chain(at, more), spec: ofIssue });

  test('is mapped, its map reviewed, and then cut into plans that are files', () => {
    expect(firstTurn(from({ kind: 'furnishing' }))).toMatchObject({ turn: 'map' });
    expect(decide(from(turn('map', 1, 3)))).toMatchObject({
      children: [{ key: 'cx-map-r1', spec: { purpose: { prompt: expect.stringContaining('It is slow.') } } }],
    });
    expect(cameTo(from(turn('map', 1, 3)), run('cx-map-r1', says({ plan: 'M' })))).toMatchObject({
      turn: 'map-review',
    });
    expect(cameTo(from(turn('map-review', 1, 3)), run('cx-map-review-r1', verdict('change', ['f'])))).toMatchObject({
      turn: 'map-fix',
      findings: ['f'],
    });
    expect(cameTo(from(turn('map-review', 1, 3)), run('cx-map-review-r1', verdict('approve')))).toMatchObject({
      turn: 'extract',
    });
    const cut = decide(from(turn('extract', 1, 3)), [
      run(
        'cx-extract-r1',
        says({
          plans: [
            { name: 'Read ../it!', text: '# Read' },
            { name: '', text: '# Write' },
          ],
        }),
      ),
    ]);
    expect(cut).toMatchObject({
      state: {
        cut: [
          { label: '1', path: 'chains/x7/plans/1-read-it.md', text: '# Read' },
          { label: '2', path: 'chains/x7/plans/2-plan.md' },
        ],
        at: { kind: 'filing', name: 'cx-extract-r1', next: { kind: 'filing', name: 'plans/1-read-it' } },
      },
    });
  });

  test('that comes to no plans, or to too many, is asked for again', () => {
    for (const plans of [[], [{ name: 'a', text: ' ' }], Array.from({ length: 51 }, () => ({ name: 'a', text: 'b' }))])
      expect(cameTo(from(turn('extract', 1, 3)), run('cx-extract-r1', says({ plans })))).toMatchObject({
        turn: 'extract',
        again: { conversation: 'talk' },
      });
  });

  test('without plans is not at its end; with all of them done it is', () => {
    const preparing: ChainStep = { kind: 'preparing' };
    const gatePlan = {
      setup: [],
      dependencyKey: 'k',
      dependencyFolders: [],
    } as unknown as ChainState['known']['place']['gatePlan'];
    const at = (more: Partial<ChainState>) =>
      decide(from(preparing, { known: learn(known, { place: { gatePlan } }), ...more }));
    expect(at({})).toMatchObject({ state: { at: { kind: 'furnishing' } } });
    expect(at({ cut: [{ label: '1', path: 'p', text: 't' }], plan: 1 })).toMatchObject({
      state: { at: { kind: 'filing', name: 'hand-off' } },
    });
  });
});

describe('a slot', () => {
  const work = turn('impl', 1, 3);

  test('is claimed before anything, and waited for', () => {
    expect(decide(withoutSlot({ kind: 'opening' }))).toMatchObject({
      kind: 'perform',
      effect: { name: 'claim-slot', input: { workspace: 'shop', slots: 3, exclusive: false } },
    });
    expect(decide(withoutSlot(work, 'waiting'), [], { slot: { kind: 'waiting' } })).toMatchObject({
      kind: 'wait',
      on: 'a free slot of shop',
    });
    expect(decide(withoutSlot(work, 'waiting'))).toMatchObject({
      kind: 'advance',
      state: { at: work, slot: 'held' },
      said: [{ kind: 'slot_granted' }],
    });
  });

  test('is alone where work is done in the checkout', () => {
    const alone = { ...spec.settings, workspace: { ...spec.settings.workspace, isolation: 'checkout' as const } };
    const thing = { ...withoutSlot({ kind: 'opening' }), spec: { ...spec, settings: alone } };
    expect(decide(thing)).toMatchObject({ effect: { name: 'claim-slot', input: { exclusive: true } } });
  });

  test('is given back while a person or a service is waited for, and an answer needs none', () => {
    const asking: ChainStep = { kind: 'asking', key: 'k', on: 'trouble', text: 'T', back: work, accept: null };
    const open = [{ key: 'k', state: { kind: 'open' } }];
    const cancel = [{ key: 'k', state: { kind: 'answered', answer: { choice: 'cancel', words: null, by: 'p' } } }];
    expect(decide(chain(asking), [], { questions: open })).toMatchObject({ effect: { name: 'free-slot' } });
    expect(decide(withoutSlot(asking), [], { questions: open }).kind).toBe('wait');
    expect(decide(withoutSlot(asking), [], { questions: cancel })).toMatchObject({ state: { stopping: 'p' } });
    expect(decide(chain({ kind: 'parked', back: work }))).toMatchObject({ effect: { name: 'free-slot' } });
    expect(decide(chain({ kind: 'resting', until: 5_000, back: work }))).toMatchObject({
      effect: { name: 'free-slot' },
    });
  });

  test('is given back at the end, whatever the end', () => {
    const outcome = { kind: 'cancelled', by: 'p' } as const;
    expect(decide(chain({ kind: 'releasing', outcome }))).toMatchObject({
      effect: { name: 'release', input: { workspace: 'shop', slots: 3, outcome: 'cancelled' } },
    });
    for (const result of [
      { kind: 'done', output: {} },
      { kind: 'failed', failure: { error_code: 'DISK_FULL', message: 'm' } },
    ] as const)
      expect(
        applyChain(chain({ kind: 'releasing', outcome }), { name: 'release', input: {} as never, result }),
      ).toMatchObject({ state: { at: { kind: 'ended', outcome } } });
  });
});

test('a chain of an earlier version claims its slot, and comes to its end', () => {
  const { map: _, divergence: __, replans: ___, ...work } = firstChainState.known.work;
  const place = { ...firstChainState.known.place, hub: known.place.hub };
  const old = (at: ChainStep) => chain(at, { known: { place, work }, slot: 'none' });
  expect(decide(old(turn('impl', 1, 3)))).toMatchObject({ effect: { name: 'claim-slot' } });
  expect(labelOf(old({ kind: 'opening' }))).toBe('x7/plan-1');
  const last: ChainStep = {
    ...{ kind: 'filing', name: 'hand-off', text: 'T' },
    next: { kind: 'ended', outcome: { kind: 'done', verified: true } },
  };
  const filed = applyChain(old(last), {
    ...{ name: 'write-note', input: {} as never },
    result: { kind: 'done', output: { path: '/note' } },
  });
  expect(filed).toMatchObject({
    state: { at: { kind: 'ended' }, known: { work: { note: '/note' } } },
    said: [{ kind: 'chain_ended' }],
  });
});

describe('what is easily lost', () => {
  const asking = (on: 'divergence' | 'rounds'): ChainStep => ({
    ...{ kind: 'asking', key: 'k', on, text: 'T', back: turn('fix', 1, 3), accept: { kind: 'leaving' } },
    replan: turn('replan', 1, 3, ['left']),
  });
  const answer = (choice: string, words: string | null = null) => ({
    questions: [{ key: 'k', state: { kind: 'answered', answer: { choice, words, by: 'person:Ada' } } }],
  });

  test('a plan is made anew with the words of the person, and not mended instead', () => {
    expect(decide(chain(asking('divergence')), [], answer('replan', 'keep c'))).toMatchObject({
      state: { at: { turn: 'replan', findings: ['left', 'A person says: keep c'] } },
    });
    expect(decide(chain(asking('divergence')), [], answer('back'))).toMatchObject({ state: { at: { turn: 'fix' } } });
  });

  test('a second plan made anew has a third name', () => {
    const thing = chain(turn('replan', 1, 3, ['left']), { known: learn(known, { work: { replans: 1 } }) });
    expect(decide(thing, [run('cx-replan-23-p2-r1', says({ plan: '# C' }))])).toMatchObject({
      state: { known: { work: { replans: 2 } } },
    });
  });

  test('rounds over a map and over a plan count on, and end with a person', () => {
    const mended = run('cx-map-fix-r2', says({ plan: 'M' }));
    expect(cameTo(chain(turn('map-fix', 2, 3)), mended)).toMatchObject({ turn: 'map-review', round: 3 });
    for (const kind of ['map-review', 'plan-review'] as const) {
      const key = kind === 'map-review' ? 'cx-map-review-r3' : 'cx-plan-review-23-r3';
      expect(cameTo(chain(turn(kind, 3, 3)), run(key, verdict('change', ['f'])))).toMatchObject({
        ...{ kind: 'trouble', on: 'rounds', back: { of: 6 } },
        accept: { turn: kind === 'map-review' ? 'extract' : 'impl' },
      });
    }
  });

  test('a chain that is through sets nothing up any more, and one that is over keeps no slot', () => {
    const gatePlan = { setup: [['npm', 'ci']], dependencyKey: 'k', dependencyFolders: [] } as never;
    const through = chain({ kind: 'preparing' }, { known: learn(known, { place: { gatePlan } }), plan: 1 });
    expect(decide(through)).toMatchObject({ state: { at: { kind: 'filing' } } });
    const before = chain({ kind: 'preparing' }, { known: learn(known, { place: { gatePlan } }) });
    expect(decide(before)).toMatchObject({ effect: { name: 'prepare-dependencies' } });
    const outcome = { kind: 'done', verified: true } as const;
    expect(decide(withoutSlot({ kind: 'releasing', outcome }))).toMatchObject({ effect: { name: 'release' } });
    const freed = applyChain(chain({ kind: 'releasing', outcome }), {
      ...{ name: 'release', input: {} as never, result: { kind: 'done', output: {} } },
    });
    expect(freed.state.slot).toBe('none');
  });

  test('later reviews hear what was noted, and plans of an issue what map they are cut from', () => {
    const promptOf = (thing: Chain) => {
      const decision = decide(thing);
      if (decision.kind !== 'spawn') throw new Error(decision.kind);
      const [{ spec }] = decision.children as unknown as readonly [{ spec: { purpose: { prompt: string } } }];
      return spec.purpose.prompt;
    };
    const told = promptOf(
      chain(turn('plan-review', 1, 3), { notes: ['noted!'], known: learn(known, { work: { map: 'THE MAP' } }) }),
    );
    expect(told).toContain('- noted!');
    expect(told).toMatch(/plan 1 of 1[\s\S]*THE MAP/);
    expect(promptOf(chain(turn('impl', 1, 3), { notes: ['noted!'] }))).not.toContain('noted!');
  });

  test('the commit names its issue, and the end says whether every plan is proven', () => {
    const address = 'https://forge.test/issues/12';
    const issue = { ...spec, issue: { title: 'Slow', text: 'x', address } };
    const at: ChainStep = { kind: 'committing', tree: 't', override: null, results: [] };
    const gatePlan = { setup: [], definitions: 'd' } as never;
    const committing = { ...chain(at, { known: learn(known, { place: { gatePlan } }), cut: spec.plans }), spec: issue };
    expect(decide(committing)).toMatchObject({
      effect: { name: 'commit', input: { message: expect.stringContaining(`Issue: ${address}\n`) } },
    });
    const done = { label: '23', commit: 'c', gates: [] };
    for (const verified of [true, false])
      expect(
        decide(
          chain(
            { kind: 'preparing' },
            { known: learn(known, { place: { gatePlan } }), plan: 1, done: [{ ...done, verified }] },
          ),
        ),
      ).toMatchObject({ state: { at: { next: { kind: 'releasing', outcome: { verified } } } } });
  });
});

describe('a repository that is new to a person', () => {
  const surveyed = (toTrust: object) =>
    applyChain(chain({ kind: 'surveying' }), {
      name: 'survey-base',
      input: {} as never,
      result: {
        kind: 'done',
        output: { base: {}, plan: { gates: [] }, settings: {}, copy: ['./.env', 'a.txt'], hooks: [], toTrust } as never,
      },
    });

  /** Through the question: what is asked, and where the answer leads. */
  const answer = (state: ChainState, choice: string) => {
    const asked = decide(chain(state.at, state));
    if (asked.kind !== 'advance') throw new Error(asked.kind);
    const put = decide(chain(asked.state.at, asked.state));
    if (put.kind !== 'ask') throw new Error(put.kind);
    const { key } = put.question;
    const given = { choice, words: null, by: 'person:Ada', channel: 'cli', at: instant(1) };
    const questions = [{ key, state: { kind: 'answered', answer: given } }];
    const next = decide(chain(put.state.at, put.state), [], { questions });
    if (next.kind !== 'advance') throw new Error(next.kind);
    return { question: put.question, next };
  };
  const programs = { hash: 'h', lines: ['set-up: npm ci'] };
  const secrets = [{ path: '.env', hash: 's' }];

  test('asks as a task does before anything of it runs where nothing holds it, and a yes is on record before the copy is made', () => {
    const { state } = surveyed({ programs, secrets: [] });
    expect(state.at).toEqual({ kind: 'trusting' });
    const { question, next } = answer(state, 'trust');
    expect(question).toMatchObject({ kind: 'permission', binding: 'h', shown: { hash: 'h' } });
    expect(question.text).toContain('- set-up: npm ci');
    expect(question.choices.map(({ id }) => id)).toEqual(['trust', 'park', 'cancel']);
    const trusting = chain(next.state.at, next.state);
    const grants = ['programs h'];
    expect(decide(trusting)).toMatchObject({
      effect: { name: 'remember-trust', input: { checkout: '/shop', grants, by: 'person:Ada' } },
    });
    const kept = applyChain(trusting, {
      ...{ name: 'remember-trust', input: {} as never },
      result: { kind: 'done', output: {} },
    });
    expect(kept.said).toEqual([{ kind: 'trusted', data: { what: grants } }]);
    expect(decide(chain(kept.state.at, kept.state))).toMatchObject({ state: { at: { kind: 'copying' } } });
  });

  test('is given a file that looks like a secret after a yes alone', () => {
    const { state } = surveyed({ programs: null, secrets });
    const taken = answer(state, 'take').next;
    expect(taken.state.known).toMatchObject({
      place: { copyFiles: ['./.env', 'a.txt'], toTrust: { agreed: { grants: ['copy s .env'] } } },
    });
    const left = answer(state, 'leave').next;
    expect(left.state.known.place.copyFiles).toEqual(['a.txt']);
    expect(left.said).toEqual([{ kind: 'secrets_left_out', data: { paths: ['.env'] } }]);
    expect(decide(chain(left.state.at, left.state))).toMatchObject({ state: { at: { kind: 'copying' } } });
  });

  test('goes on at once where all was agreed to before; what an older version asked is looked at again', () => {
    expect(surveyed(undefined as never).state.at).toEqual({ kind: 'copying', tried: 0 });
    const asked = {
      kind: 'asking',
      key: 'trouble-1',
      on: 'trouble',
      text: 'Say yes to them in a task first',
      accept: null,
    };
    const old = chain({ ...asked, back: { kind: 'surveying' } } as ChainStep);
    const given = { choice: 'retry', words: null, by: 'person:Ada', channel: 'cli', at: instant(1) };
    const questions = [{ key: 'trouble-1', state: { kind: 'answered', answer: given } }];
    expect(decide(old, [], { questions })).toMatchObject({ state: { at: { kind: 'surveying' } } });
  });
});

test('set-up of a chain that met a full disk is done again by itself when room may have come', () => {
  const gatePlan = { setup: [['npm', 'ci']] } as never;
  const thing = chain(
    { kind: 'setting_up', folder: '/d', index: 0 },
    { known: learn(known, { place: { gatePlan } }), runs: 1 },
  );
  const failure = { error_code: 'DISK_FULL', message: 'no space' };
  const full = {
    ...{ id: 'r1', kind: 'run', key: 'run-1', ended: true, spec: { purpose: { kind: 'setup' } } },
    state: {
      ...{ kind: 'ended', ending: { kind: 'exited', code: 1 }, endedAt: 1_000 },
      result: { kind: 'plain', ok: false, why: 'no space', tail: '', failure },
    },
  } as unknown as Run;
  expect(decide(thing, [full])).toMatchObject({ kind: 'wait', on: 'room on the disk', until: 31_000 });
  expect(decide(thing, [full], { now: instant(31_000) })).toMatchObject({
    said: [{ kind: 'disk_was_full' }],
    state: { at: { kind: 'preparing' }, dealt: 1 },
  });
});

describe('a copy that somebody removed', () => {
  const gatePlan = { setup: [], definitions: 'd', dependencyFolders: ['node_modules'] } as never;
  test('is made anew once a person says so, and the step goes on in it', () => {
    const thing = chain(
      { kind: 'looking', round: 1, of: 3, to: 'review' },
      { known: learn(known, { place: { gatePlan } }) },
    );
    const failure = { error_code: 'COPY_MISSING', message: 'it is gone' } as const;
    const { state } = applyChain(thing, {
      ...{ name: 'snapshot', input: {} as never },
      result: { kind: 'failed', failure },
    });
    if (state.at.kind !== 'trouble') throw new Error(state.at.kind);
    const mending = chain(state.at.back, { known: state.known });
    expect(decide(mending)).toMatchObject({
      effect: { name: 'mend-copy', input: { workspace: 'shop', copy: '/copy', branch: 'drover/cx', tree: 'tree' } },
    });
    const mended = applyChain(mending, {
      ...{ name: 'mend-copy', input: {} as never },
      result: { kind: 'done', output: { made: true, tree: 'tree' } },
    });
    expect(mended).toMatchObject({ state: { at: { kind: 'looking' } }, said: [{ kind: 'copy_made_anew' }] });
  });

  test('keeps no agent from its turn for good', () => {
    const refused = {
      ...{ id: 'r1', key: 'cx-impl-23-r1', ended: true },
      state: {
        ...{ kind: 'ended', ending: null },
        result: { kind: 'refused', failure: { error_code: 'COPY_MISSING', message: 'it is gone' } },
      },
    } as unknown as Run;
    const decision = decide(chain(turn('impl', 1, 3)), [refused]);
    expect(decision).toMatchObject({
      state: { at: { kind: 'trouble', back: { kind: 'mending', next: { cuts: 1 } } } },
    });
  });
});

describe('WT-122 gates of a chain', () => {
  const led = (round: number, of: number, verdict: 'passed' | 'failed') =>
    afterGates({
      kind: 'recording',
      tree: 't',
      round,
      of,
      results: [gateResult('test', verdict, { why: 'wrong' })],
    } as never);

  test.each([
    [1, 3],
    [2, 3],
  ])('that say no in round %i of %i go back to the worker with what they say', (round, of) => {
    expect(led(round, of, 'failed')).toMatchObject({ turn: 'fix', round, of });
    expect(JSON.stringify(led(round, of, 'failed'))).toContain('wrong');
  });

  test.each([
    [3, 3],
    [4, 3],
  ])('that say no in round %i of %i are a question', (round, of) => {
    expect(led(round, of, 'failed')).toMatchObject({ kind: 'trouble', on: 'rounds' });
  });

  test('that say yes lead to the commit in any round', () => {
    for (const round of [1, 3]) expect(led(round, 3, 'passed')).toMatchObject({ kind: 'committing', override: null });
  });
});
