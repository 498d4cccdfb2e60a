// What the result of an act means for a chain.
import { byGate, failing } from '../criterion/judge-attempt.ts';
import type { Applied } from '../decision.ts';
import type { Performed } from '../effect.ts';
import type { Failure } from '../error.ts';
import { withoutSecrets } from '../task/phases/trust.ts';
import { showPath } from '../text/safe/show-path.ts';
import type { Said } from '../thing.ts';
import { type Chain, type ChainKnown, type ChainState, type ChainStep, plansOf } from './chain.ts';
import { afterGates, foundResults } from './check.ts';
import { firstTurn, go, known, trouble, turn } from './move.ts';

const mostTried = 20;

export function applyChain(thing: Chain, performed: Performed): Applied<ChainState> {
  const { state } = thing;
  const { at } = state;
  // What could not be given back now is given back when its owner has ended.
  if (performed.result.kind === 'failed' && at.kind === 'releasing')
    return {
      state: go(state, { kind: 'ended', outcome: at.outcome }),
      said: [{ kind: 'release_failed', data: { ...performed.result.failure } }],
    };
  if (performed.result.kind === 'failed')
    return { state: go(state, afterFailure(at, performed.result.failure)), said: [] };
  const to = (next: ChainStep, known: Partial<ChainKnown> = {}, said: readonly Said[] = []) => ({
    state: go(state, next, known),
    said,
  });
  switch (performed.name) {
    case 'claim-slot': {
      const { granted, ...line } = performed.result.output;
      return granted
        ? to(at, { slot: 'held' }, [{ kind: 'slot_granted' }])
        : to(at, { slot: 'waiting' }, [{ kind: 'slot_waited', data: line }]);
    }
    case 'free-slot':
      return to(at, { slot: 'none' }, [{ kind: 'slot_freed' }]);
    case 'release':
      if (at.kind !== 'releasing') break;
      return to({ kind: 'ended', outcome: at.outcome }, { slot: 'none' });
    case 'open-hub':
      return to({ kind: 'fetching' }, { hub: performed.result.output.hub });
    case 'survey-base': {
      const { base, plan, settings, copy, toTrust } = performed.result.output;
      const programs = toTrust?.programs ?? null;
      if (programs !== null) return to(untrusted(programs.lines, at));
      const left = (toTrust?.secrets ?? []).map(({ path }) => path);
      const copyFiles = withoutSecrets(copy, left);
      return to({ kind: 'copying', tried: 0 }, { base, gatePlan: plan, gateSettings: settings, copyFiles }, [
        ...(left.length === 0 ? [] : [{ kind: 'secrets_left_out', data: { paths: left } }]),
        {
          kind: 'base_surveyed',
          data: {
            base: base.commit,
            branch: base.branch,
            gates: plan.gates.map(({ gate, absent }) => ({ gate, absent })),
          },
        },
      ]);
    }
    case 'make-copy':
      return to({ kind: 'preparing' }, { copy: performed.result.output, plan: null });
    case 'prepare-dependencies': {
      const { folder, ready } = performed.result.output;
      return ready
        ? to({ kind: 'furnishing' }, { dependencies: folder })
        : to({ kind: 'setting_up', folder, index: 0 });
    }
    case 'seal-dependencies':
      return to({ kind: 'furnishing' }, { dependencies: performed.input.folder });
    case 'furnish-copy':
      return to(firstTurn(thing), { tree: performed.result.output.tree });
    case 'write-note': {
      if (at.kind !== 'filing') break;
      // A chain of an earlier version goes from here to its end.
      if (at.next.kind !== 'releasing' && at.next.kind !== 'ended') return to(at.next);
      const note = performed.result.output.path;
      return to(at.next, { note }, [
        { kind: 'chain_ended', data: { outcome: 'done', note, plans: state.done.length } },
      ]);
    }
    case 'restore-copy': {
      if (at.kind !== 'restoring') break;
      const { changed } = performed.result.output;
      return to(at.next, {}, changed.length === 0 ? [] : [{ kind: 'wrote_in_read_only', data: { paths: changed } }]);
    }
    case 'snapshot': {
      if (at.kind !== 'looking') break;
      const { tree, changes } = performed.result.output;
      const { round, of } = at;
      if (changes.length === 0)
        return to(trouble('The work on the plan changed nothing.', { ...turn('impl', 1, of), cuts: state.asked + 1 }), {
          tree,
        });
      return to(at.to === 'review' ? turnOfReview(round, of) : { kind: 'inspecting', tree, round, of, changes }, {
        tree,
      });
    }
    case 'inspect-change': {
      if (at.kind !== 'inspecting') break;
      const { tamper, secrets, others = [] } = performed.result.output;
      const { tree, round, of } = at;
      const found = [...foundResults(tamper, secrets), ...byGate(others)];
      const said = failing(found).map(({ gate, verdict, why }) => ({
        kind: 'gate_judged',
        data: { on: 'tree', gate, verdict, why },
      }));
      return to({ kind: 'staging', tree, round, of, found }, {}, said);
    }
    case 'stage-tree': {
      if (at.kind !== 'staging') break;
      return to({ ...at, kind: 'gating', folder: performed.result.output.folder, results: [] });
    }
    case 'record-evidence':
      if (at.kind !== 'recording') break;
      return to(afterGates(at));
    case 'commit': {
      if (at.kind !== 'committing') break;
      return committed(plansOf(thing)[state.plan]?.label ?? '', state, at, performed.result.output.commit);
    }
    case 'remove-copy':
      return to({ kind: 'copying', tried: 0 });
    default:
      break;
  }
  throw new Error(`a chain at ${at.kind} never performs ${performed.name}`);
}

/** A chain asks for no trust of its own: once a person has given it in a task, it goes on. */
const untrusted = (lines: readonly string[], at: ChainStep): ChainStep =>
  trouble(
    `There is no sandbox here: these programs would run with all your rights, and are new or have changed. Say yes to them in a task first (drover do), then try again.\n${lines.map((line) => `- ${showPath(line)}`).join('\n')}`,
    at,
  );

const turnOfReview = (round: number, of: number): ChainStep => turn('review', round, of);

/** A name that is taken is tried with a number; all else is a person's. */
function afterFailure(at: ChainStep, { error_code, message, details }: Failure): ChainStep {
  const isTaken = error_code === 'ALREADY_EXISTS' && details?.path === undefined;
  if (at.kind === 'copying' && isTaken && at.tried < mostTried) return { ...at, tried: at.tried + 1 };
  return trouble(`${at.kind} did not work: ${message}`, at);
}

/** The next plan starts from this commit, in a copy made from it. */
function committed(
  label: string,
  state: ChainState,
  at: Extract<ChainStep, { kind: 'committing' }>,
  commit: string,
): Applied<ChainState> {
  const verified = at.override === null;
  const gates = at.results.map(({ gate, verdict }) => ({ gate, verdict }));
  const done = [...state.done, { label, commit, verified, gates }];
  const base = { ...known(state, 'base'), commit, tree: at.tree };
  return {
    state: go(
      { ...state, done, plan: state.plan + 1 },
      { kind: 'leaving' },
      { base, plan: null, divergence: null, replans: 0 },
    ),
    said: [{ kind: 'chain_committed', data: { plan: label, commit, verified } }],
  };
}
