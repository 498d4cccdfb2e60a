// What a chain leaves for people: each answer as a file, and at its end the hand-off note: what was done, what proves it, what left its plan, and how to get it.
import { type Chain, plansOf } from './chain.ts';
import { atWork, type ChainRows, looksAtPlan, type Step, to } from './moves.ts';

export const endSteps: ChainRows<'filing' | 'releasing' | 'ended'> = {
  filing: {
    ...atWork,
    says: looksAtPlan,
    act: 'write-note',
    input: ({ thing: { id } }, { name, text }) => ({ path: `chains/${id}/${name}.md`, text }),
    applied: ({ state }, { next }, { path: note }) => {
      // A chain of an earlier version goes from here to its end.
      if (next.kind !== 'releasing' && next.kind !== 'ended') return to(state, next);
      return to(state, next, { work: { note } }, [
        { kind: 'chain_ended', data: { outcome: 'done', note, plans: state.done.length } },
      ]);
    },
  },
  releasing: {
    slot: 'over',
    pause: 'none',
    says: looksAtPlan,
    act: 'release',
    input: ({ thing: { spec } }, { outcome }) => ({
      workspace: spec.settings.workspace.name,
      slots: spec.settings.workspace.slots,
      outcome: outcome.kind,
    }),
    applied: ({ state }, { outcome }) => to({ ...state, slot: 'none' }, { kind: 'ended', outcome }),
    // What could not be given back now is given back when its owner has ended.
    failed: (state, { outcome }, failure) =>
      to(state, { kind: 'ended', outcome }, {}, [{ kind: 'release_failed', data: { ...failure } }]),
  },
  ended: {
    ...atWork,
    slot: 'over',
    pause: 'none',
    says: (_, { outcome }) => (outcome.kind === 'cancelled' ? 'cancelled' : 'done'),
    act: null,
    decide: ({ thing: { state } }) => ({ kind: 'finish', state, said: [] }),
  },
};

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
  const { copy } = state.known.place;
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
  const text = state.known.work.plan ?? plan?.text ?? '';
  const heading = /^#+ +(.+)$/m.exec(text)?.[1]?.trim() ?? `Plan ${plan?.label ?? ''}`;
  return `${heading.slice(0, 100)}\n\nPlan: ${plan?.path ?? ''}\n${issueLine(chain)}Chain: ${spec.name} (${id})\n`;
}

const addressOf = ({ address }: { readonly address: string | null }): string =>
  address === null ? '' : ` <${address}>`;

const issueLine = ({ spec: { issue } }: Chain): string =>
  issue?.address == null ? '' : `Issue: ${issue.address.replace(/\s+/g, ' ')}\n`;
