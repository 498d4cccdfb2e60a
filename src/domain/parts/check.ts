// A tree is checked: kept, looked at, checked out clean, given to its gates one after another, and what they said put on record.

import { absentResult, builtIn, byGate, fromFindings } from '../criterion/judge-attempt.ts';
import { defined } from '../defined.ts';
import type { EffectInput } from '../effect/effect.ts';
import type { GateDefinition, HeldResult } from '../evidence/gate-plan.ts';
import type { GuardedKnown } from '../evidence/guarded-change.ts';
import { unlessMissing } from '../evidence/missing-tool.ts';
import { runAgain, settleDoubt } from '../evidence/settle-doubt.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import type { Place } from '../place/place.ts';
import type { Run, RunSpec } from '../run/run.ts';

/** What a tree is checked against. */
type Against = Omit<Place, 'copyFiles'>;

/** And how its gates are held. */
export type Ground = Against & { readonly sandbox: RunSpec['sandbox'] };

/** What is in a copy becomes a tree. */
export const capturing = ({ hub, base }: Against, copy: string, label: string): EffectInput<'snapshot'> => ({
  hub,
  copy,
  base: base.tree,
  label,
});

/** `start`: what is new or changed among the tests is told since then; absent: since the base. `beat`: as of the effect. */
export const inspecting = (
  { hub, base, gatePlan, gateSettings }: Against,
  tree: string,
  start?: string,
  beat?: EffectInput<'inspect-change'>['beat'],
): EffectInput<'inspect-change'> => ({
  hub,
  base: base.tree,
  tree,
  plan: gatePlan,
  settings: gateSettings,
  ...defined({ start, beat }),
});

/** `overlay`: of the tree only this is laid over the base; null: all of it. */
export const staging = (
  { hub, base, gatePlan, dependencies }: Against,
  tree: string,
  label: string,
  overlay: EffectInput<'stage-tree'>['overlay'] = null,
): EffectInput<'stage-tree'> => ({
  hub,
  tree,
  base: base.tree,
  overlay,
  label,
  dependencies,
  folders: gatePlan.dependencyFolders,
  repository: false,
});

/** All of `tree`, with what decides what gates say as it is on the base. */
export const stagingGuarded = (
  against: Against,
  tree: string,
  label: string,
  known: GuardedKnown,
): EffectInput<'stage-tree'> => {
  const turned = { ...against, base: { ...against.base, tree } };
  return staging(turned, against.base.tree, label, { guarded: known, plan: against.gatePlan });
};

export const judgingGuarded = (
  { hub, base, gatePlan }: Against,
  tree: string,
  said: Pick<EffectInput<'judge-guarded'>, 'known' | 'baseline' | 'held' | 'own'>,
): EffectInput<'judge-guarded'> => ({ hub, base: base.tree, tree, plan: gatePlan, ...said });

/** `of`: whose attempt it was; absent: the tree as a whole. */
export const recording = (
  { base, gatePlan }: Against,
  tree: string,
  results: readonly GateResult[],
  of: { readonly criterion: string | null; readonly attempt: number | null } = { criterion: null, attempt: null },
): EffectInput<'record-evidence'> => ({ base: base.commit, tree, definitions: gatePlan.definitions, results, ...of });

/** What was found without running anything, as results beside those of programs. `besides`: findings that tell of tampering too. */
export const foundResults = (
  found: {
    readonly tamper: readonly Finding[];
    readonly secrets: readonly Finding[];
    readonly others?: readonly Finding[];
    readonly held?: readonly HeldResult[];
  },
  besides: readonly Finding[] = [],
): readonly GateResult[] => [
  fromFindings('tamper', [...found.tamper, ...besides]),
  fromFindings('secrets', found.secrets),
  ...(found.held ?? []).map(heldResult),
  ...byGate(found.others ?? []),
];

function heldResult({ gate, source, findings, otherwise: { verdict, why } }: HeldResult): GateResult {
  const fails = findings.some(({ weight }) => weight === 'fail');
  return { ...(fails ? fromFindings(gate, findings) : builtIn(gate, verdict, why, findings)), source };
}

export type GateProgress =
  | { readonly kind: 'begin'; readonly run: RunSpec }
  | { readonly kind: 'wait'; readonly on: string }
  /** Its keeper died: it says nothing about the tree, and is begun anew. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'ended'; readonly result: GateResult };

type GatePurpose = Extract<RunSpec['purpose'], { kind: 'gate' }>;

/** `deadlineMs`: absent: the gate's own. `only`: absent: all that the gate runs. */
export type GateRequest = {
  readonly definition: GateDefinition;
  readonly folder: string;
  readonly only?: readonly string[] | null;
  readonly canary?: GatePurpose['canary'];
  readonly observed?: GatePurpose['observed'];
  readonly turned?: true;
  readonly lines?: GatePurpose['lines'];
  readonly missing?: GatePurpose['missing'];
  readonly measures?: GatePurpose['measures'];
  readonly deadlineMs?: number;
  /** For who waits; absent: the gate's own name. */
  readonly name?: string;
};

/** The run of one gate: null before it was begun, `wait` before it is there. A half of a proof is taken as it ended: what it does not find may be what the change brings. */
export function runGate(
  { dependencies, sandbox }: Pick<Ground, 'dependencies' | 'sandbox'>,
  wanted: GateRequest,
  run: Run | 'wait' | null,
): GateProgress {
  const {
    definition,
    folder,
    only = null,
    canary,
    observed,
    turned,
    lines,
    missing,
    measures,
    deadlineMs = definition.deadlineMs,
    name = definition.gate,
  } = wanted;
  if (run === null)
    return {
      kind: 'begin',
      run: {
        purpose: {
          kind: 'gate',
          definition,
          folder,
          only,
          dependencies,
          ...(canary && { canary }),
          ...(observed && { observed }),
          ...(turned && { turned }),
          ...(lines && { lines }),
          ...(missing && { missing }),
          ...(measures && { measures }),
        },
        deadlineMs,
        sandbox,
      },
    };
  if (run === 'wait' || run.state.kind !== 'ended') return { kind: 'wait', on: `the gate ${name}` };
  return run.state.ending?.kind === 'lost' ? { kind: 'lost' } : { kind: 'ended', result: plainResult(run, definition) };
}

export type Gated =
  /** `gate`: its name. */
  | (Exclude<GateProgress, { kind: 'ended' }> & { readonly gate: string })
  /** `ran`: by a program; else what is said of a gate for which nothing is run. */
  | {
      readonly kind: 'judged';
      readonly result: GateResult;
      /** What has been said before it. */
      readonly before: readonly GateResult[];
      readonly ran: boolean;
    }
  /** Every gate has its verdict. */
  | { readonly kind: 'done' };

/** The name of the run in which tests are run once more. */
const again = 'test-again';

/** The next of the gates that need a program, in the same clean checkout: build before test. `tree`: in the folder; absent: the base. `runOf`: its run, as for `runGate`. `baseline`: absent: nothing is told from chance. */
export function nextGate(
  ground: Pick<Ground, 'hub' | 'base' | 'gatePlan' | 'dependencies' | 'sandbox'> & {
    readonly observes?: true;
    readonly baseline?: readonly GateResult[];
  },
  {
    folder,
    results,
    tree,
  }: { readonly folder: string; readonly results: readonly GateResult[]; readonly tree?: string },
  runOf: (gate: GateDefinition) => Run | 'wait' | null,
): Gated {
  const first = results.at(-1)?.doubted ? results.at(-1) : undefined;
  const before = first === undefined ? results : results.slice(0, -1);
  const definition = programGates(ground.gatePlan.gates)[before.length];
  if (definition === undefined) return { kind: 'done' };
  const absent = absentResult(definition);
  if (absent !== null) return { kind: 'judged', result: absent, before, ran: false };
  const base = ground.baseline?.find(({ gate }) => gate === definition.gate) ?? null;
  if (first !== undefined && base !== null) {
    const wanted = { definition, folder, only: runAgain(definition, base, first)?.only ?? null, name: again };
    const came = runGate(ground, wanted, runOf({ ...definition, gate: again }));
    return came.kind === 'ended'
      ? { kind: 'judged', result: settleDoubt(base, first, came.result), before, ran: true }
      : { ...came, gate: again };
  }
  const wanted = { definition, folder, ...observedIn(ground, definition), ...measuredIn(ground, definition, tree) };
  const came = runGate(ground, wanted, runOf(definition));
  if (came.kind !== 'ended') return { ...came, gate: definition.gate };
  const result = unlessMissing(came.result);
  const doubted = runAgain(definition, base, result) !== null && { doubted: true as const };
  return { kind: 'judged', result: { ...result, ...doubted }, before, ran: true };
}

/** Builds and checkers read all that ships; what tests read beyond that decides what they say. */
const observedIn = (
  { observes, gatePlan: { tests, guarded } }: Pick<Ground, 'gatePlan'> & { readonly observes?: true },
  { gate }: GateDefinition,
): Pick<GateRequest, 'observed'> => (observes && order(gate) >= order('test') ? { observed: { tests, guarded } } : {});

/** All that was changed since the base. */
function measuredIn(
  { hub, base, gatePlan: { tests, guarded } }: Pick<Ground, 'hub' | 'base' | 'gatePlan'>,
  { coverage }: GateDefinition,
  tree: string = base.tree,
): Pick<GateRequest, 'measures'> {
  return coverage === undefined ? {} : { measures: { hub, from: base.tree, to: tree, plan: { tests, guarded } } };
}

/** Gates that need a program, in the order they are run. */
export const programGates = (gates: readonly GateDefinition[]): readonly GateDefinition[] =>
  gates
    .filter(({ gate, holds }) => !['red-first', 'tamper', 'secrets', 'hooks'].includes(gate) && holds === undefined)
    .toSorted((a, b) => order(a.gate) - order(b.gate));

const order = (gate: string): number => {
  const at = ['build', 'types', 'lint', 'test'].indexOf(gate);
  return at < 0 ? 4 : at;
};

/** A gate that could not be run has failed. */
function plainResult(run: Run, definition: GateDefinition): GateResult {
  if (run.state.kind === 'ended' && run.state.result.kind === 'gate') return run.state.result.result;
  const refused = run.state.kind === 'ended' && run.state.result.kind === 'refused' ? run.state.result.failure : null;
  const message = refused?.message ?? 'it could not be run';
  const why = refused?.details?.program === undefined ? message : `could not be started: ${message}`;
  return { ...builtIn(definition.gate, 'failed', why), argv: definition.argv, source: definition.source };
}
