// Before a branch is pushed: one that the remote does not have is noted as made by this task, one that it has is somebody else's.
import type { EffectFunction } from '../ports/effect.ts';
import { forgetCreated, noteCreated } from './note-created.ts';

export const claimBranch: EffectFunction<'claim-branch'> = async (
  ports,
  { hub, branch, commit, pushed },
  { thing },
) => {
  const at = await ports.git.remoteBranch(hub, branch, ports.person.env());
  // Nothing is noted; the push itself says what is the matter.
  if (!at.ok) return { kind: 'done', output: { fresh: false } };
  const entry = { kind: 'remote_branch', name: branch } as const;
  if (at.value === null) await noteCreated(ports, thing.task, [entry]);
  // Somebody else was faster.
  else if (!pushed && at.value !== commit) await forgetCreated(ports, thing.task, [entry]);
  return { kind: 'done', output: { fresh: at.value === null } };
};
