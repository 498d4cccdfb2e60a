// What a criterion finds out before its first turn: the pre-analysis of its task file, one command after the other.
import { defined } from '../defined.ts';
import type { Said } from '../fact/fact.ts';
import { afterLookup, nextLookup, preAnalysisBegun } from '../flow/pre-analysis.ts';
import type { PreCommand } from '../flow/pre-command.ts';
import type { Values } from '../run/lookup.ts';
import type { RunSpec } from '../run/run.ts';
import { holdTurn, meteredFirst } from './budget.ts';
import type { CriterionNow, CriterionView, Step } from './criterion.ts';
import { loopFirst } from './loop.ts';
import { advance, type CriterionDecision, type CriterionRows, ended, spawn, wait } from './moves.ts';
import { askAgent, lookedOf, runLookup, waitForLimit } from './side-run.ts';

export const lookUpSteps: CriterionRows<'looking_up'> = {
  looking_up: { says: (where) => `finds out for ${where}`, ...meteredFirst, instead: lookUp },
};

/** Then its loop. Null: there is neither, or both are done. */
export function lookUpFirst(view: CriterionView): CriterionDecision | null {
  const { spec, state } = view.thing;
  if (spec.lookups === undefined || state.preAnalysis !== undefined) return loopFirst(view);
  return advance({ ...state, preAnalysis: preAnalysisBegun }, { kind: 'looking_up', key: null });
}

/** Null: the day is metered first. */
function lookUp(view: CriterionNow, { key }: Step<'looking_up'>): CriterionDecision | null {
  const { thing, children } = view;
  const { state, spec } = thing;
  const steps = spec.lookups?.steps ?? [];
  const at = state.preAnalysis ?? preAnalysisBegun;
  if (key === null) return begin(view);
  const run = children.find((child) => child.key === key);
  if (run?.state.kind !== 'ended') return wait('its pre-analysis');
  if (run.state.ending?.kind === 'lost') return advance(state, { kind: 'looking_up', key: null });
  const limited = waitForLimit(view, state, run, 'looking_up');
  if (limited !== null) return limited;
  const preAnalysis = afterLookup(steps, at, { run: run.id, looked: lookedOf(run) });
  const fresh = preAnalysis.notes.slice(at.notes.length);
  return advance({ ...state, preAnalysis }, { kind: 'looking_up', key: null }, fresh.map(noteOn(spec.label)));
}

const noteOn =
  (node: string) =>
  (note: string): Said => ({ kind: 'pre_analysis_noted', data: { node, note } });

/** The next command, the first turn, or the end. */
function begin(view: CriterionView): CriterionDecision | null {
  const { state, spec } = view.thing;
  const preAnalysis = state.preAnalysis ?? preAnalysisBegun;
  const next = nextLookup(spec.lookups?.steps ?? [], preAnalysis);
  if (next.kind === 'done') return advance(state, { kind: 'prompting', cut: false });
  if (next.kind === 'failed') return advance(state, ended({ kind: 'blocked', why: next.why }));
  const held = next.command.kind === 'run' ? holdTurn(view, 'looking_up') : undefined;
  if (held !== undefined) return held;
  const key = `lookup-${state.runs + 1}`;
  const begun = { ...state, at: { kind: 'looking_up' as const, key }, runs: state.runs + 1 };
  return spawn(begun, key, runOf(view, next.command, preAnalysis.values));
}

function runOf(view: CriterionView, command: PreCommand, values: Values): RunSpec {
  const servers = view.thing.spec.lookups?.servers;
  if (command.kind !== 'run') return runLookup(view, { command, values, ...defined({ servers }) });
  const { agent, model, prompt, cd: folder } = command;
  const asked = { role: 'analyze', mode: 'analysis', agent, prompt, values, resume: null, folder } as const;
  return askAgent(view, { ...asked, ...(model !== null && { model }) });
}
