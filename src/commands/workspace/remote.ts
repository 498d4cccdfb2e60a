// What a remote has now, beside what the checkout believes: a branch that was renamed or removed there is neither a base nor "0 behind".
import type { WorkspaceCheck } from '../../contract/workspace.ts';
import type { WorkspaceEntry } from '../../ports/config.ts';
import type { CheckoutState, RemoteHeads } from '../../ports/git.ts';
import type { CommandPorts } from '../ports.ts';

type RemoteSaid = Pick<WorkspaceCheck['git'], 'ahead' | 'behind' | 'at_remote'>;
type Of = { readonly name: string; readonly entry: WorkspaceEntry };

export async function lookAtRemote({ git, person }: CommandPorts, of: Of, state: CheckoutState): Promise<RemoteSaid> {
  const { ahead, behind } = state;
  const heads = await git.remoteHeads(state.root, person.env());
  if (!heads.ok) {
    const notes = [
      `The remote cannot be reached, so ahead and behind are as of the last fetch: ${heads.failure.message}`,
    ];
    return { ahead, behind, at_remote: { reached: false, default: null, base: of.entry.base ?? null, notes } };
  }
  if (heads.value === null) return { ahead, behind, at_remote: null };
  const followed = followedBy(state);
  const isGone = followed !== null && !heads.value.branches.includes(followed);
  return {
    ...(isGone ? { ahead: null, behind: null } : { ahead, behind }),
    at_remote: {
      reached: true,
      default: heads.value.default,
      base: of.entry.base ?? heads.value.default,
      notes: [
        ...notesOfBase(of, heads.value),
        ...(isGone
          ? [
              `${state.branch} follows ${state.upstream}, which is not at the remote any more: it was renamed or removed there.`,
            ]
          : []),
      ],
    },
  };
}

/** The branch at the remote that the checked-out one follows. */
const followedBy = ({ upstream }: CheckoutState): string | null =>
  upstream?.includes('/') ? upstream.slice(upstream.indexOf('/') + 1) : null;

function notesOfBase({ name, entry }: Of, heads: RemoteHeads): readonly string[] {
  const base = entry.base?.replace(/^refs\/heads\/|^(?:refs\/remotes\/)?origin\//, '');
  if (base === undefined || heads.branches.includes(base)) return [];
  const change =
    heads.default === null
      ? 'Name another one'
      : `Its default branch is ${heads.default}; to start there: drover workspace set ${name} base ${heads.default}`;
  return [
    `${base} is configured as the base and is not at the remote: it was renamed or removed there, or never pushed. ${change}.`,
  ];
}
