// What a task makes of the results of its effects.

import { byGate, failing, fromFindings, withoutSay } from '../criterion/judge-attempt.ts';
import type { Applied } from '../decision.ts';
import type { EffectMap, Performed } from '../effect.ts';
import type { Failure } from '../error.ts';
import type { Instant } from '../ids.ts';
import { branchName } from '../text/branch-name.ts';
import type { Said } from '../thing.ts';
import { applyIntegration } from './features/integrate.ts';
import { applyCompared, applyHeld, applyKept, applySwitched } from './manual/apply.ts';
import { takenBack } from './manual/take-over.ts';
import { go, known } from './moves.ts';
import { afterBaseIsJudged, afterGates, afterSubmit } from './next-phase.ts';
import { judgeAdvice } from './phases/advise.ts';
import { judgeReport } from './phases/analyze.ts';
import { applyLook } from './phases/probe.ts';
import { applyWatch } from './phases/pull-request/apply.ts';
import { goneOnWith, openedNow, pushedNow } from './phases/pull-request/follow-up.ts';
import { applyUnstacked } from './phases/pull-request/unstack.ts';
import { renewed } from './phases/renew.ts';
import { bringBack, isGone, mended } from './phases/repair-copy.ts';
import { judgeAssessment } from './phases/review.ts';
import { applyRollBack } from './phases/roll-back.ts';
import { isServedBy } from './phases/setup.ts';
import type { Task, TaskState, TaskStep } from './task.ts';

export function applyTask(thing: Task, performed: Performed, now: Instant = thing.updatedAt): Applied<TaskState> {
  const { state } = thing;
  const looked = applyLook(thing, performed, now);
  if (looked !== null) return looked;
  const watched =
    applyUnstacked(thing, performed) ?? applyWatch(thing, performed, now) ?? applyRollBack(thing, performed);
  if (watched !== null) return watched;
  if (state.at.kind === 'taking_back' && performed.name === 'snapshot' && performed.result.kind === 'done')
    return takenBack(thing, state.at, performed.result.output);
  if (performed.result.kind === 'failed') return applyFailure(thing, performed.name, performed.result.failure);
  switch (performed.name) {
    case 'claim-slot': {
      const { granted, ...line } = performed.result.output;
      return {
        state: { ...state, known: { ...state.known, slot: granted ? 'held' : 'waiting' } },
        said: [granted ? { kind: 'slot_granted' } : { kind: 'slot_waited', data: line }],
      };
    }
    case 'free-slot':
      return { state: { ...state, known: { ...state.known, slot: 'none' } }, said: [{ kind: 'slot_freed' }] };
    case 'open-hub': {
      const { hub, dirty, notes, fetchedAt } = performed.result.output;
      const isFetched = fetchedAt !== undefined && isServedBy(thing, fetchedAt);
      return isFetched
        ? go(state, { kind: 'surveying' }, [{ kind: 'base_fetched' }], { hub, dirty, notes })
        : go(state, { kind: 'fetching' }, [], { hub, dirty, notes });
    }
    case 'survey-base': {
      if (state.at.kind === 'renewing') {
        const { step, known } = renewed(state.at, performed.result.output);
        return go(state, step, [], known);
      }
      const { base, plan, settings, copy, hooks, sandbox, template, toTrust, preview, teardown, head } =
        performed.result.output;
      return go(
        state,
        { kind: 'confirming' },
        [
          {
            kind: 'base_surveyed',
            data: {
              base: base.commit,
              branch: base.branch,
              kinds: plan.kinds,
              gates: plan.gates.map(({ gate, absent }) => ({ gate, absent })),
            },
          },
        ],
        {
          ...{ base, gatePlan: plan, gateSettings: settings, copyFiles: copy, hooks, sandbox },
          ...(template === undefined ? {} : { template }),
          ...(head === undefined ? {} : goneOnWith(thing, head)),
          ...(toTrust === undefined ? {} : { toTrust }),
          ...(preview === undefined ? {} : { preview }),
          ...(teardown === undefined ? {} : { teardown }),
        },
      );
    }
    case 'mend-copy':
      return mended(state, performed.result.output);
    case 'renew-copy': {
      if (state.at.kind !== 'in_hand') return { state, said: [] };
      const { taken } = performed.result.output;
      const said = taken.length === 0 ? [] : [{ kind: 'copy_renewed', data: { taken } }];
      return go(state, { ...state.at, renewed: true }, said);
    }
    case 'remember-trust':
      return remembered(state, performed.input.grants);
    case 'make-copy': {
      const { path, branch } = performed.result.output;
      const { spec } = thing;
      const first = spec.pull?.branch ?? branchName(spec, thing.id, 0);
      const wanted = first === branch ? {} : { wanted: first };
      return go(state, { kind: 'preparing' }, [{ kind: 'copy_made', data: { path, branch, ...wanted } }], {
        copy: { path, branch, tree: (state.known.head ?? known(state, 'base')).tree, ...wanted },
      });
    }
    case 'prepare-dependencies': {
      const { folder, ready } = performed.result.output;
      return go(state, ready ? { kind: 'furnishing' } : { kind: 'setting_up', folder, index: 0 }, [], {
        dependencies: folder,
      });
    }
    case 'seal-dependencies':
      return go(state, { kind: 'furnishing' });
    case 'furnish-copy':
      return go(state, state.known.afterwards ?? afterFurnishing(thing), [], {
        copy: { ...known(state, 'copy'), tree: performed.result.output.tree },
        ...(state.known.afterwards == null ? {} : { afterwards: null }),
      });
    case 'stage-tree':
      return (
        applyIntegration(thing, { folder: performed.result.output.folder }) ??
        applyStaged(state, performed.result.output)
      );
    case 'merge-heads':
      return (
        applyIntegration(thing, { merged: performed.result.output, heads: performed.input.heads }) ?? {
          state,
          said: [],
        }
      );
    case 'record-evidence':
      return applyIntegration(thing, {}) ?? applyRecorded(thing);
    case 'snapshot':
      if (state.at.kind === 'comparing') return applyCompared(thing, performed.result.output);
      return applySnapshot(state, performed.result.output);
    case 'inspect-change': {
      if (state.at.kind !== 'inspecting_test') return { state, said: [] };
      const { tamper, secrets, others = [] } = performed.result.output;
      return go(state, {
        kind: 'staging_test',
        tree: state.at.tree,
        found: [fromFindings('tamper', tamper), fromFindings('secrets', secrets), ...byGate(others)],
      });
    }
    case 'restore-copy':
      return state.at.kind === 'undoing_analysis' || state.at.kind === 'undoing_reading'
        ? go(state, state.at.next, [{ kind: 'wrote_in_read_only', data: { paths: performed.result.output.changed } }])
        : { state, said: [] };
    case 'commit':
      return go(state, { kind: 'pushing' }, saidOfCommit(thing, performed.result.output), {
        commit: performed.result.output.commit,
      });
    case 'claim-branch':
      return state.at.kind === 'pushing'
        ? go(state, { kind: 'pushing', fresh: performed.result.output.fresh })
        : { state, said: [] };
    case 'confirm-push':
      if (!performed.result.output.there) return notThere(state) ?? go(state, { kind: 'pushing' });
      return go(
        state,
        { kind: 'opening_pull_request' },
        [{ kind: 'pushed', data: { branch: known(state, 'copy').branch, commit: state.known.commit } }],
        pushedNow(state),
      );
    case 'open-pull-request': {
      const next = {
        ...state,
        known: { ...state.known, ...openedNow(state, performed.result.output, performed.input) },
      };
      return go(next, afterSubmit({ ...thing, state: next }), [
        { kind: 'pull_request_opened', data: { ...performed.result.output } },
      ]);
    }
    case 'find-pull-request':
      return state.at.kind === 'cleaning_remote'
        ? go(state, { ...state.at, ours: false, ...performed.result.output })
        : { state, said: [] };
    case 'remove-copy':
      if (state.at.kind !== 'cleaning_copy') return { state, said: [] };
      return go(state, { kind: 'ended', outcome: state.at.outcome, back: null }, [
        { kind: 'cleaned_up', data: { ...performed.result.output, remote: state.at.remote } },
      ]);
    case 'meter-day':
      return { state: { ...state, metered: { runs: state.runs, used: performed.result.output } }, said: [] };
    case 'hold-lease':
      return applyHeld(thing, performed.result.output);
    case 'keep-step':
      return applyKept(thing, performed.result.output);
    case 'switch-branch':
      return applySwitched(thing, performed.result.output);
    case 'release':
      return state.at.kind === 'releasing'
        ? go(
            { ...state, known: { ...state.known, slot: 'none' } },
            { kind: 'ended', outcome: state.at.outcome, back: state.at.back },
          )
        : { state, said: [] };
    default:
      throw new Error(`a task never performs ${performed.name}`);
  }
}

const saidOfCommit = ({ spec }: Task, { commit, gone }: EffectMap['commit']['output']): readonly Said[] => [
  { kind: 'committed', data: { commit } },
  ...(gone === undefined
    ? []
    : [{ kind: 'checkout_gone', data: { path: gone, workspace: spec.settings.workspace.name } }]),
];

/** It is on record. */
function remembered(state: TaskState, grants: readonly string[]): Applied<TaskState> {
  const { agreed: _, ...toTrust } = state.known.toTrust ?? { programs: null, secrets: [] };
  return go(state, state.at, [{ kind: 'trusted', data: { what: grants } }], { toTrust });
}

const afterFurnishing = ({ spec }: Task): TaskStep =>
  spec.driven === 'hand' ? { kind: 'by_hand' } : { kind: 'staging_base' };

/** The push failed, and the remote does not have it, as far as can be known. */
function notThere(state: TaskState): Applied<TaskState> | null {
  if (state.at.kind !== 'confirming_push' || state.at.failed === undefined) return null;
  return go(state, { kind: 'troubled', failure: state.at.failed, back: { kind: 'confirming_push' } });
}

function applyFailure({ state, spec }: Task, name: Performed['name'], failure: Failure): Applied<TaskState> {
  const { at } = state;
  if (name === 'make-copy' && isTaken(failure) && at.kind === 'copying' && at.tried < 20)
    return spec.branch !== null && spec.pull === undefined && at.numbered !== true
      ? go(state, { ...at, taken: failure.message })
      : go(state, { ...at, tried: at.tried + 1 });
  if (at.kind === 'releasing')
    return go(state, { kind: 'ended', outcome: at.outcome, back: at.back }, [
      { kind: 'release_failed', data: { ...failure } },
    ]);
  if (at.kind === 'cleaning_remote')
    return go(state, {
      kind: 'cleaning_copy',
      outcome: at.outcome,
      remote: `branch ${state.known.copy?.branch} stays on the remote, for it is not known whether a pull request needs it: ${failure.message}`,
    });
  if (at.kind === 'cleaning_copy')
    return go(state, { kind: 'ended', outcome: at.outcome, back: null }, [
      { kind: 'clean_up_failed', data: { ...failure } },
    ]);
  const unpushed = notThere(state);
  if (unpushed !== null) return unpushed;
  if (isGone(state, failure)) {
    const { at: next, known } = bringBack(state, failure, at);
    return go(state, next, [], known);
  }
  return go(state, { kind: 'troubled', failure, back: at });
}

/** The name of the branch; not its place, which stays the same whatever the branch. */
const isTaken = ({ error_code, details }: Failure): boolean =>
  error_code === 'ALREADY_EXISTS' && details?.path === undefined;

function applyStaged(state: TaskState, { folder, kept }: EffectMap['stage-tree']['output']): Applied<TaskState> {
  switch (state.at.kind) {
    case 'staging_base':
      if (kept === undefined) return go(state, { kind: 'base_gates', folder, results: [] });
      return go(
        state,
        { kind: 'recording_base', results: kept },
        kept.map(({ gate, verdict, why }) => ({ kind: 'gate_judged', data: { on: 'base', gate, verdict, why } })),
      );
    case 'staging_test':
      return go(state, { kind: 'test_gates', tree: state.at.tree, found: state.at.found, folder, results: [] });
    case 'staging_hooks':
      return go(state, { kind: 'hooks', tree: state.at.tree, folder });
    default:
      return { state, said: [] };
  }
}

function applyRecorded(thing: Task): Applied<TaskState> {
  const { state } = thing;
  const { at } = state;
  if (at.kind === 'recording_base') {
    if (failing(at.results).length > 0) return go(state, { kind: 'base_judged' }, [], { baseline: at.results });
    return go(state, afterBaseIsJudged(thing), [], { baseline: at.results });
  }
  if (at.kind !== 'recording_test') return { state, said: [] };
  if (failing(at.results).length > 0) return go(state, { kind: 'test_judged', results: at.results });
  if (at.next === 'submit')
    return go(state, afterGates(thing), [], { results: [...state.known.results, ...at.results] });
  return go(state, { kind: 'staging_hooks', tree: at.tree }, [], {
    proven: at.tree,
    results: at.results,
    unverified: [...new Set([...state.known.unverified, ...withoutSay(at.results, known(state, 'gatePlan'))])],
  });
}

function applySnapshot(
  state: TaskState,
  { tree, changes, total }: EffectMap['snapshot']['output'],
): Applied<TaskState> {
  const { at } = state;
  if (at.kind === 'checking')
    return go(
      state,
      tree === state.known.proven ? { kind: 'staging_hooks', tree } : { kind: 'inspecting_test', tree, changes },
      [],
      { changes, changed: total ?? null },
    );
  if (at.kind === 'advising' || at.kind === 'reading_advice') return judgeAdvice(state, at, tree);
  if (at.kind === 'reading_assessment') return judgeAssessment(state, at, tree);
  if (at.kind !== 'reading_analysis') return { state, said: [] };
  const { next, report } = judgeReport(at);
  const found = report === null ? {} : { report };
  if (tree === known(state, 'copy').tree) return go(state, next, [], found);
  return go(state, { kind: 'undoing_analysis', tree, next }, [], found);
}
