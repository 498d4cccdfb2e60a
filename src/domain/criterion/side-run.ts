// A run of a criterion beside the turns of its own work: a command or an agent that is asked, in its copy, and what that came to.
import { defined } from '../defined.ts';
import { judgeTurn } from '../parts/turn.ts';
import { isLimitTold } from '../run/is-limit-told.ts';
import { type Looked, type Lookup, lookupSpec } from '../run/lookup.ts';
import type { AgentPurpose, Run, RunSpec } from '../run/run.ts';
import { budgetLeft } from './budget.ts';
import type { Aside, CriterionNow, CriterionState, CriterionView } from './criterion.ts';
import { advance, type CriterionDecision } from './moves.ts';

type Wanted = Pick<Lookup, 'command' | 'values' | 'servers' | 'tells'>;

export function runLookup({ thing: { spec } }: CriterionView, wanted: Wanted): RunSpec {
  const { copy: folder, hub, dependencies, sandbox, below } = spec;
  const given = wanted.command.kind === 'read' ? spec.given : undefined;
  return lookupSpec({ kind: 'lookup', ...wanted, folder, hub, dependencies, ...defined({ below, given }) }, sandbox);
}

type Asked = Pick<AgentPurpose, 'role' | 'mode' | 'prompt' | 'values' | 'resume' | 'model'> & {
  /** null: whoever works on the criterion. */
  readonly agent: string | null;
  /** That is meant, as its file names it; absent: all of it. */
  readonly folder?: string | null;
};

/** What it would change in the copy is judged as all else is. */
export function askAgent(view: CriterionView, { folder = null, ...asked }: Asked): RunSpec {
  const { spec, state } = view.thing;
  const agent = asked.agent ?? spec.agents[state.agent] ?? '';
  const meant = [spec.below ?? '', folder ?? ''].filter((part) => part !== '').join('/');
  const prompt = meant === '' ? asked.prompt : `Look in the folder ${meant} of this one.\n\n${asked.prompt}`;
  return {
    purpose: { kind: 'agent', ...asked, prompt, agent, copy: spec.copy, hub: spec.hub, ...budgetLeft(view) },
    deadlineMs: spec.agentDeadlineMs,
    sandbox: spec.sandbox,
  };
}

/** Where the service of whoever was asked takes no work until then: that is waited for, and it is asked again. Said, for the task is to wake it. Null: it does. */
export function waitForLimit(
  { thing: { spec }, now }: CriterionNow,
  state: CriterionState,
  run: Run,
  back: Aside,
): CriterionDecision | null {
  const came = judgeTurn(run, null);
  const { purpose } = run.spec;
  if (purpose.kind !== 'agent' || came.kind !== 'failed' || !isLimitTold(came.until, now)) return null;
  const { agent } = purpose;
  return advance(state, { kind: 'limited', until: came.until, message: came.why, back, agent }, [
    { kind: 'agent_failed', data: { criterion: spec.label, agent, why: came.why } },
  ]);
}

export function lookedOf(run: Run): Looked {
  if (run.state.kind === 'ended' && run.state.result.kind === 'looked') return run.state.result.looked;
  const came = judgeTurn(run, null);
  switch (came.kind) {
    case 'answered': {
      const bytes = new TextEncoder().encode(came.text).length;
      return { ok: true, why: '', bytes, cut: false, told: { output: came.text, errors: '', exit: 0 } };
    }
    case 'refused':
      return notLooked(came.failure.message);
    case 'failed':
      return notLooked(came.why);
    case 'over':
      return notLooked('it used more than it may');
    case 'cut':
      return notLooked('its turn was cut');
    default:
      return notLooked('its turn came to nothing');
  }
}

const notLooked = (why: string): Looked => ({
  ok: false,
  why,
  bytes: 0,
  cut: false,
  told: { output: '', errors: why, exit: 1 },
});
