// The gates of one plan's work, on a clean checkout of its tree; what fails goes back to the worker.
import { programGates, resultOf } from '../criterion/gate.ts';
import { absentResult, byGate, failing, fromFindings } from '../criterion/judge-attempt.ts';
import type { Applied } from '../decision.ts';
import { judgeGates } from '../evidence/judge-gates.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import { showPath } from '../text/safe/show-path.ts';
import { type Chain, type ChainState, type ChainStep, type ChainView, mostRounds, plansOf } from './chain.ts';
import {
  advance,
  atWork,
  type ChainDecision,
  type ChainRows,
  known,
  labelOf,
  lastRun,
  type Step,
  startRun,
  stuck,
  to,
  trouble,
  turn,
  wait,
} from './moves.ts';
import { commitMessage } from './note.ts';

export const checkSteps: ChainRows<'looking' | 'inspecting' | 'staging' | 'gating' | 'recording' | 'committing'> = {
  looking: {
    ...atWork,
    act: 'snapshot',
    input: ({ thing }, { round }) => ({
      ...{ hub: known(thing.state, 'hub'), copy: known(thing.state, 'copy').path },
      ...{ base: known(thing.state, 'base').tree, label: `${labelOf(thing)}-r${round}` },
    }),
    applied: ({ state }, at, { tree, changes }) => {
      const { round, of } = at;
      const again = { ...turn('impl', 1, of), cuts: state.asked + 1 };
      if (changes.length === 0) return to(state, trouble('The work on the plan changed nothing.', again), { tree });
      const next: ChainStep =
        at.to === 'review' ? turn('review', round, of) : { kind: 'inspecting', tree, round, of, changes };
      return to(state, next, { tree });
    },
  },
  inspecting: {
    ...atWork,
    act: 'inspect-change',
    input: ({ thing: { state } }, { tree }) => ({
      ...{ hub: known(state, 'hub'), base: known(state, 'base').tree, tree },
      ...{ plan: known(state, 'gatePlan'), settings: known(state, 'gateSettings') },
    }),
    applied: ({ state }, { tree, round, of }, { tamper, secrets, others = [] }) => {
      const found = [...foundResults(tamper, secrets), ...byGate(others)];
      const said = failing(found).map(({ gate, verdict, why }) => ({
        kind: 'gate_judged',
        data: { on: 'tree', gate, verdict, why },
      }));
      return to(state, { kind: 'staging', tree, round, of, found }, {}, said);
    },
  },
  staging: {
    ...atWork,
    act: 'stage-tree',
    input: ({ thing }, { tree, round }) => ({
      ...{ hub: known(thing.state, 'hub'), tree, base: known(thing.state, 'base').tree },
      ...{ overlay: null, label: `${labelOf(thing)}-r${round}`, repository: false },
      dependencies: thing.state.known.dependencies,
      folders: known(thing.state, 'gatePlan').dependencyFolders,
    }),
    applied: ({ state }, at, { folder }) => to(state, { ...at, kind: 'gating', folder, results: [] }),
  },
  gating: { ...atWork, act: null, decide: gate },
  recording: {
    ...atWork,
    act: 'record-evidence',
    input: ({ thing: { state } }, { tree, results }) => ({
      ...{ base: known(state, 'base').commit, tree, definitions: known(state, 'gatePlan').definitions },
      ...{ criterion: null, attempt: null, results },
    }),
    applied: ({ state }, at) => to(state, afterGates(at)),
  },
  committing: {
    ...atWork,
    act: 'commit',
    input: ({ thing, now }, { tree, override }) => {
      const { state } = thing;
      const what = { hub: known(state, 'hub'), tree, parent: known(state, 'base').commit };
      const how = { message: commitMessage(thing), atSeconds: Math.floor(now / 1000) };
      const { definitions } = known(state, 'gatePlan');
      return { ...what, ...how, definitions, branch: known(state, 'copy').branch, override };
    },
    applied: (thing, at, { commit }) => committed(thing, at, commit),
  },
};

/** Tamper guard and secrets, as results beside those of programs. */
const foundResults = (tamper: readonly Finding[], secrets: readonly Finding[]): readonly GateResult[] => [
  fromFindings('tamper', tamper),
  fromFindings('secrets', secrets),
];

function gate(view: ChainView, at: Step<'gating'>): ChainDecision {
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

/** The next plan starts from this commit, in a copy made from it. */
function committed(chain: Chain, at: Step<'committing'>, commit: string): Applied<ChainState> {
  const { state } = chain;
  const label = plansOf(chain)[state.plan]?.label ?? '';
  const verified = at.override === null;
  const gates = at.results.map(({ gate, verdict }) => ({ gate, verdict }));
  const done = [...state.done, { label, commit, verified, gates }];
  const base = { ...known(state, 'base'), commit, tree: at.tree };
  return to(
    { ...state, done, plan: state.plan + 1 },
    { kind: 'leaving' },
    { base, plan: null, divergence: null, replans: 0 },
    [{ kind: 'chain_committed', data: { plan: label, commit, verified } }],
  );
}
