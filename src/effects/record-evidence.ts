// Links of the task's evidence chain, once per effect: the number of the intent tells whether they stand already.

import { appendEvidence, type EvidenceRecord } from '../domain/evidence/chain.ts';
import type { Evidence } from '../domain/evidence/verdict.ts';
import { type Task, variablesOf } from '../domain/task/task.ts';
import type { EffectFunction } from '../ports/effect.ts';

export const recordEvidence: EffectFunction<'record-evidence'> = async ({ store, sha256 }, input, { thing, now }) => {
  const written = await store.transact(async (tx) => {
    const frozen = variablesOf((await tx.thing(thing.task)) as Task | null);
    const machine = `${process.platform} ${process.arch} ${process.version}`;
    const environment = sha256(frozen === undefined ? machine : `${machine} ${JSON.stringify(frozen)}`);
    const chain = await tx.evidence(thing.task);
    const there = chain.filter(
      (link) =>
        link.tree === input.tree &&
        link.definitions === input.definitions &&
        link.criterion === input.criterion &&
        link.attempt === input.attempt,
    );
    const missing = input.results.filter(
      (result) =>
        !there.some(
          (link) =>
            link.result.gate === result.gate &&
            link.result.outputHash === result.outputHash &&
            link.result.why === result.why,
        ),
    );
    let last: Evidence | null = chain.at(-1) ?? null;
    for (const result of missing) {
      const record: EvidenceRecord = {
        at: now,
        base: input.base,
        tree: input.tree,
        definitions: input.definitions,
        environment,
        criterion: input.criterion,
        attempt: input.attempt,
        result,
      };
      last = appendEvidence(last, record, sha256);
      await tx.addEvidence(thing.task, last);
    }
    return { from: chain.length + 1, to: chain.length + missing.length };
  });
  return { kind: 'done', output: written };
};
