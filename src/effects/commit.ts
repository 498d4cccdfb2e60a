// One commit made from the intent: the tree as gated, the person's author and signing. The same intent gives the same id.
import { judgeEvidence } from '../domain/evidence/judge-evidence.ts';
import type { EffectFunction } from '../ports/effect.ts';

export const commit: EffectFunction<'commit'> = async ({ git, store, files }, input, { thing, now }) => {
  const chain = await store.read((reads) => reads.evidence(thing.task));
  const judged = judgeEvidence(chain, { base: input.parent, tree: input.tree, definitions: input.definitions });
  if (!judged.ok && input.override === null) return { kind: 'failed', failure: judged.failure };
  const made = await git.commit(input.hub, {
    tree: input.tree,
    parent: input.parent,
    ...(input.parents === undefined ? {} : { parents: input.parents }),
    message: input.message,
    atSeconds: input.atSeconds,
  });
  if (!made.ok) return { kind: 'failed', failure: made.failure };
  if (!judged.ok)
    await store.transact((tx) =>
      tx.say(thing.id, thing.task, now, [
        { kind: 'evidence_overridden', data: { by: input.override, why: judged.failure.message } },
      ]),
    );
  const isGone = !(await files.there(input.hub.checkout));
  return { kind: 'done', output: { ...made.value, ...(isGone && { gone: input.hub.checkout }) } };
};
