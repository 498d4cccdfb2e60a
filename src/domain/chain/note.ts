// The hand-off note at a chain's end: what was done, what proves it, what left its plan, and how to get it.
import type { Chain } from './chain.ts';

export function handOffNote({ id, spec, state }: Chain): string {
  const copy = state.known.copy;
  const lines = [
    `# ${spec.name} (${id}): ${state.done.length} of ${spec.plans.length} plans`,
    '',
    ...state.done.flatMap(({ label, commit, verified, gates }) => [
      `- ${label}: ${commit.slice(0, 12)}, ${verified ? 'verified' : 'NOT VERIFIED'} (${gates.map(({ gate, verdict }) => `${gate} ${verdict}`).join(', ')})`,
    ]),
    ...(state.notes.length === 0 ? [] : ['', 'Noted on the way:', ...state.notes.map((note) => `- ${note}`)]),
    ...(copy === null ? [] : ['', `Branch ${copy.branch} in ${copy.path}:`, `  git fetch ${copy.path} ${copy.branch}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Of the plan's commit: its heading, or its name. */
export function commitMessage({ id, spec, state }: Chain): string {
  const plan = spec.plans[state.plan];
  const text = state.known.plan ?? plan?.text ?? '';
  const heading = /^#+ +(.+)$/m.exec(text)?.[1]?.trim() ?? `Plan ${plan?.label ?? ''}`;
  return `${heading.slice(0, 100)}\n\nPlan: ${plan?.path ?? ''}\nChain: ${spec.name} (${id})\n`;
}
