// The hand-off note at a chain's end: what was done, what proves it, what left its plan, and how to get it.
import { type Chain, plansOf } from './chain.ts';
import type { Step } from './move.ts';

/** The last step before its slot is given back. */
export const handOff = (thing: Chain): Step<'filing'> => ({
  kind: 'filing',
  name: 'hand-off',
  text: handOffNote(thing),
  next: {
    kind: 'releasing',
    outcome: { kind: 'done', verified: thing.state.done.every(({ verified }) => verified) },
  },
});

function handOffNote(chain: Chain): string {
  const { id, spec, state } = chain;
  const { copy } = state.known;
  const lines = [
    `# ${spec.name} (${id}): ${state.done.length} of ${plansOf(chain).length} plans`,
    ...(spec.issue == null ? [] : ['', `Cut from: ${spec.issue.title}${addressOf(spec.issue)}`]),
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
export function commitMessage(chain: Chain): string {
  const { id, spec, state } = chain;
  const plan = plansOf(chain)[state.plan];
  const text = state.known.plan ?? plan?.text ?? '';
  const heading = /^#+ +(.+)$/m.exec(text)?.[1]?.trim() ?? `Plan ${plan?.label ?? ''}`;
  return `${heading.slice(0, 100)}\n\nPlan: ${plan?.path ?? ''}\n${issueLine(chain)}Chain: ${spec.name} (${id})\n`;
}

const addressOf = ({ address }: { readonly address: string | null }): string =>
  address === null ? '' : ` <${address}>`;

const issueLine = ({ spec: { issue } }: Chain): string =>
  issue?.address == null ? '' : `Issue: ${issue.address.replace(/\s+/g, ' ')}\n`;
