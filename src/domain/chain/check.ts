// The gates of one plan's work, on a clean checkout of its tree; what fails goes back to the worker.
import { programGates, resultOf } from '../criterion/gate.ts';
import { absentResult, failing, fromFindings } from '../criterion/judge-attempt.ts';
import { judgeGates } from '../evidence/judge-gates.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import { showPath } from '../text/safe/show-path.ts';
import { type Chain, type ChainState, type ChainStep, type ChainView, mostRounds } from './chain.ts';
import {
  advance,
  type ChainDecision,
  known,
  labelOf,
  lastRun,
  type Step,
  startRun,
  stuck,
  turn,
  wait,
} from './move.ts';

export const stagingOf = (chain: Chain, at: Step<'staging'>) => ({
  hub: known(chain.state, 'hub'),
  tree: at.tree,
  base: known(chain.state, 'base').tree,
  overlay: null,
  label: `${labelOf(chain)}-r${at.round}`,
  dependencies: chain.state.known.dependencies,
  folders: known(chain.state, 'gatePlan').dependencyFolders,
  repository: false,
});

/** Tamper guard and secrets, as results beside those of programs. */
export const foundResults = (tamper: readonly Finding[], secrets: readonly Finding[]): readonly GateResult[] => [
  fromFindings('tamper', tamper),
  fromFindings('secrets', secrets),
];

export function gate(view: ChainView, at: Step<'gating'>): ChainDecision {
  const { state, spec } = view.thing;
  const definition = programGates(known(state, 'gatePlan').gates)[at.results.length];
  const { kind: _, folder: __, found, results, ...checked } = at;
  if (definition === undefined)
    return advance(state, { ...checked, kind: 'recording', results: [...results, ...found] });
  const add = (result: GateResult, from: ChainState): ChainDecision =>
    advance(from, { ...at, results: [...results, result] }, [
      { kind: 'gate_judged', data: { on: 'tree', gate: definition.gate, verdict: result.verdict, why: result.why } },
    ]);
  const absent = absentResult(definition);
  if (absent !== null) return add(absent, state);
  const run = lastRun(view);
  if (run === 'wait') return wait(`the gate ${definition.gate}`);
  if (run !== null) {
    const dealt = { ...state, dealt: state.runs };
    const lost = run.state.kind === 'ended' && run.state.ending?.kind === 'lost';
    return lost ? advance(dealt, at) : add(resultOf(run, definition), dealt);
  }
  return startRun(state, {
    purpose: { kind: 'gate', definition, folder: at.folder, only: null, dependencies: state.known.dependencies },
    deadlineMs: definition.deadlineMs,
    sandbox: spec.settings.sandbox,
  });
}

/** What only a person lets through, by name. */
const secretsOf = (results: readonly GateResult[]): readonly string[] =>
  results
    .flatMap(({ findings }) => findings)
    .filter(({ gate, needs }) => gate === 'secrets' && needs === 'yes')
    .map(({ file, what }) => `${showPath(file ?? '')}: ${what}`);

/** After the results are on record: to the commit, back to the worker, or to a person. */
export function afterGates({ tree, round, of, results }: Step<'recording'>): ChainStep {
  const verdict = judgeGates(results);
  const secret = secretsOf(results);
  const commit = (override: string | null): ChainStep => ({ kind: 'committing', tree, override, results });
  if (verdict !== 'failed' && secret.length > 0)
    return stuck(
      'rounds',
      `The work is done, and these files would be committed with it:\n${secret.map((each) => `- ${each}`).join('\n')}`,
      turn('fix', round, of + mostRounds, [`These must not be part of the change: ${secret.join(', ')}`]),
      { accept: commit('a person, in the chain') },
    );
  if (verdict === 'passed') return commit(null);
  if (verdict === 'not_verified') return commit('the chain: no test gate is configured to prove it');
  const red = failing(results);
  const findings = red.map(
    ({ gate, why, tail }) => `The gate ${gate} says no: ${why}${tail === '' ? '' : `\n${tail}`}`,
  );
  if (round < of) return turn('fix', round, of, findings);
  const text = `The gates still say no after ${round} rounds: ${red.map(({ gate, why }) => `${gate} (${why})`).join(', ')}.`;
  return stuck('rounds', text, turn('fix', round, of + mostRounds, findings), {
    accept: commit('a person, in the chain'),
  });
}
