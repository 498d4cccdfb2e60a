// A completion as a file that others may wait for, whole or not at all: `done/NAME-TURN.json` under the session's row.
import type { Session } from '../domain/session/session.ts';
import type { EffectFunction } from '../ports/effect.ts';

export const markDone: EffectFunction<'mark-done'> = async ({ files }, { completion }, { thing }) => {
  const { spec } = thing as Session;
  const { turn, message, at, outcome, tools } = completion;
  const told = { schema_version: 1, session: thing.id, name: spec.name, turn, message, at, outcome, tools };
  await files.write(`done/${thing.id}-${turn ?? 'end'}.json`, `${JSON.stringify(told)}\n`);
  return { kind: 'done', output: {} };
};
