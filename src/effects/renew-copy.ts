// Before a person goes on in a copy that an agent had: its repository is as it was made, and what was taken away is told.
import type { EffectFunction } from '../ports/effect.ts';

export const renewCopy: EffectFunction<'renew-copy'> = async (
  { git, files },
  { hub, base, copy, branch, isolation },
  { id, thing },
) => {
  // The person's own folder is theirs as it stands.
  if (isolation === 'checkout') return { kind: 'done', output: { taken: [] } };
  const note = renewingNote(thing.task);
  const before = await files.read(note);
  const noted = before === null ? null : (JSON.parse(new TextDecoder().decode(before)) as Renewing);
  // What this very effect took before it was cut off is not there to be found again.
  const taken = new Set(noted?.effect === id ? noted.taken : []);
  const take = async (name: string) => {
    if (taken.size >= mostTold) return;
    taken.add(name);
    await files.write(note, JSON.stringify({ effect: id, taken: [...taken] } satisfies Renewing));
  };
  const renewed = await git.renewCopy(hub, copy, base, branch, take);
  return renewed.ok ? { kind: 'done', output: { taken: [...taken] } } : { kind: 'failed', failure: renewed.failure };
};

/** An agent can leave any number of them; all are taken, so many are told. */
const mostTold = 1000;

type Renewing = { readonly effect: string; readonly taken: readonly string[] };

/** What is being taken away, until its task is over. */
export const renewingNote = (task: string): string => `renewing/${task}`;
