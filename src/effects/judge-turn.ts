// A turn without a tool: did it change anything all the same? Seen from the repository's tree, against the last look at it.
import type { Session } from '../domain/session/session.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import { lookAtFolder } from './look-at-folder.ts';
import { readBefore } from './session-receipt.ts';

/** After which turn the tree was this one; `idle`: what came of that look. */
type Seen = { readonly turn: number; readonly tree: string | null; readonly idle: boolean | null };

export const judgeTurn: EffectFunction<'judge-turn'> = async (ports, { turn }, { thing }) => {
  const session = thing as Session;
  const before = await lastLook(ports, session);
  if (before?.turn === turn) return { kind: 'done', output: { idle: before.idle } };
  const look = await lookAtFolder(ports, session.spec.repository, `session/${session.id}-${turn}`);
  // Without a repository its tools are all that can tell.
  const idle = look === null ? true : judge(before, look.tree, turn);
  await ports.files.write(fileOf(session), JSON.stringify({ turn, tree: look?.tree ?? null, idle } satisfies Seen));
  return { kind: 'done', output: { idle } };
};

/** What differs may be of an earlier turn that was not looked at. */
function judge(before: Seen | null, tree: string | null, turn: number): boolean | null {
  if (before === null || before.tree === null || tree === null) return null;
  if (before.tree === tree) return true;
  return before.turn === turn - 1 ? false : null;
}

const fileOf = ({ spec }: Session): string => `runs/${spec.run}/seen.json`;

async function lastLook(ports: EffectPorts, session: Session): Promise<Seen | null> {
  const bytes = await ports.files.read(fileOf(session));
  if (bytes !== null) return JSON.parse(new TextDecoder().decode(bytes)) as Seen;
  const start = await readBefore(ports, session);
  return start === null ? null : { turn: 0, tree: start.tree ?? null, idle: null };
}
