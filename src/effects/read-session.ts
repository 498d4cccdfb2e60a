// How a session ended, and what is different since its start; null while it goes on.
import type { Session } from '../domain/session/session.ts';
import type { EffectFunction } from '../ports/effect.ts';

export const readSession: EffectFunction<'read-session'> = async (ports, _input, { thing }) => {
  const { run } = (thing as Session).spec;
  const kept = await ports.keeper.find(run);
  if (kept !== null && kept.ending === null) return { kind: 'done', output: null };
  return { kind: 'done', output: { ending: kept?.ending ?? { kind: 'lost' }, changed: null } };
};
