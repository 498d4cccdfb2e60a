// A chain that stands at one of its steps with all before it known, and what the rows say of it then.
import { applyChain } from '../../src/domain/chain/apply.ts';
import type { Chain, ChainSpec, ChainState, ChainStep } from '../../src/domain/chain/chain.ts';
import { firstChainState } from '../../src/domain/chain/chain.ts';
import { decideChain } from '../../src/domain/chain/decide.ts';
import type { Failure } from '../../src/domain/error.ts';
import { instant } from '../../src/domain/ids.ts';
import { learn } from '../../src/domain/parts/known.ts';
import type { Run } from '../../src/domain/run/run.ts';
import type { TurnOutcome } from '../../src/domain/run/turn.ts';
import { gatePlan, gateSettings } from './outside.ts';

export const spec = {
  name: 'cx',
  worker: 'codex',
  reviewer: 'claude',
  plans: [{ label: '23', path: 'plans/23.md', text: '# Write a' }],
  branch: 'drover/cx',
  base: null,
  by: 'person:Ada',
  settings: {
    ...{ agent: {}, sandbox: 'auto', agents: { develop: ['codex'], review: ['claude'] } },
    workspace: { name: 'shop', path: '/shop', slots: 3, isolation: 'clone' },
  },
} as unknown as ChainSpec;
export const known: ChainState['known'] = learn(firstChainState.known, {
  place: {
    hub: { path: '/hub', checkout: '/shop' },
    copy: { path: '/copy', branch: 'drover/cx' },
    base: { commit: 'c0ffee', tree: 'base', branch: 'main', from: 'local', protected: [] },
    ...{ gatePlan, gateSettings },
  },
  work: { tree: 'tree' },
});

export const chain = (at: ChainStep, more: Partial<ChainState> = {}): Chain =>
  ({ id: 'x7', spec, state: { ...firstChainState, known, slot: 'held', at, ...more } }) as unknown as Chain;
export const withoutSlot = (at: ChainStep, slot: 'none' | 'waiting' = 'none'): Chain => chain(at, { slot });
export const run = (key: string, outcome: TurnOutcome, ending: unknown = { kind: 'exited', code: 0 }): Run =>
  ({
    id: 'r1',
    key,
    ended: true,
    state: {
      kind: 'ended',
      ending,
      result: { kind: 'turn', turn: { outcome, conversation: 'talk', tools: 0, usage: {} } },
    },
  }) as unknown as Run;
export const says = (value: unknown): TurnOutcome => ({ kind: 'answered', text: JSON.stringify(value) });
export const verdict = (word: string, findings: readonly string[] = [], divergence = 'none') =>
  says({ verdict: word, findings, divergence, note: 'n' });

export const decide = (thing: Chain, children: readonly Run[] = [], more: object = {}) =>
  decideChain({ thing, children, notices: [], questions: [], slot: { kind: 'held' }, now: instant(1_000), ...more });
/** What its act brought: where that leads, and what is said of it. */
export const done = (thing: Chain, name: string, output: object) =>
  applyChain(thing, { name, input: {}, result: { kind: 'done', output } } as never);
export const failed = (thing: Chain, name: string, failure: Failure) =>
  applyChain(thing, { name, input: {}, result: { kind: 'failed', failure } } as never);

/** The state that a decision leads to. */
export const stateAfter = (decision: ReturnType<typeof decide>): ChainState => {
  if (decision.kind !== 'advance') throw new Error(decision.kind);
  return decision.state;
};
/** Through what is filed and restored on the way. */
export const cameTo = (thing: Chain, child: Run): ChainStep => {
  let { at } = stateAfter(decide(thing, [child]));
  while (at.kind === 'filing' || at.kind === 'restoring') at = at.next;
  return at;
};
