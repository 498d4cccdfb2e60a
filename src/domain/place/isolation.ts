// Where the copy of a task is, and what that puts at risk.

/** How the copy of a task is made. */
export type Isolation = 'clone' | 'checkout' | 'worktree';

/** What work outside of a clone of its own puts at risk, said before it begins and with the workspace. `confined`: programs of a task are held by a sandbox. Null: nothing. */
export function isolationRisk(isolation: Isolation, confined: boolean): string | null {
  if (isolation === 'clone') return null;
  const { held, loose } = risks[isolation];
  return confined
    ? `${held}. In the sandbox an agent reads all that you have committed there, changes nothing of it and can commit nothing itself`
    : loose;
}

const shares = 'the copy is a linked worktree: it shares hooks, git configuration and branches with your checkout';
const inside = 'the work is done in your checkout itself';

const risks = {
  worktree: {
    held: shares,
    loose: `${shares}. No sandbox holds an agent: what it puts there runs with your next git command in the checkout`,
  },
  checkout: {
    held: inside,
    loose: `${inside}: an agent can change its hooks and its git configuration, and what it puts there runs with the next git command, yours or Drover's`,
  },
};
