// A criterion that is worked on beside others has a copy of its own, which is made before its first turn and is gone when it has ended.
import type { EffectInput } from '../effect/effect.ts';
import type { Criterion, CriterionState } from './criterion.ts';
import { type CriterionRows, ended, to } from './moves.ts';

function making({ spec }: Criterion): EffectInput<'mend-copy'> {
  if (spec.member === undefined) throw new Error(`${spec.label} is worked on in its task's copy`);
  const { workspace, tree, branch, copyFiles } = spec.member;
  return {
    workspace,
    hub: spec.hub,
    base: spec.base,
    copy: spec.copy,
    branch,
    isolation: 'clone',
    tree,
    dependencies: spec.dependencies,
    folders: spec.gatePlan.dependencyFolders,
    files: copyFiles,
  };
}

export const memberSteps: CriterionRows<'copying' | 'leaving'> = {
  copying: {
    says: (where) => `makes a copy for ${where}`,
    act: 'mend-copy',
    input: ({ thing }) => making(thing),
    applied: ({ state }) => to(state, { kind: 'prompting', cut: false }),
  },
  leaving: {
    says: (_, { spec }) => `removes the copy of ${spec.label}`,
    act: 'remove-member-copy',
    input: ({ thing: { spec } }) => ({ hub: spec.hub, copy: spec.copy }),
    applied: ({ state }, { outcome }) => to(state, ended(outcome)),
  },
};

/** However it ends, its copy goes first. */
export function leaveFirst<Moved extends { readonly state: CriterionState }>(
  { spec, state: before }: Criterion,
  moved: Moved,
): Moved {
  const { at } = moved.state;
  if (spec.member === undefined || at.kind !== 'ended' || before.at.kind === 'ended' || before.at.kind === 'leaving')
    return moved;
  return { ...moved, state: { ...moved.state, at: { kind: 'leaving', outcome: at.outcome } } };
}
