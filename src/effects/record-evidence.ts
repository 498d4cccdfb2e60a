// Links of the task's evidence chain, once per effect: the number of the intent tells whether they stand already.

import { appendEvidence, type EvidenceRecord } from '../domain/evidence/chain.ts';
import type { Evidence } from '../domain/evidence/verdict.ts';
import type { Task } from '../domain/task/task.ts';
import type { EffectFunction } from '../ports/effect.ts';
import { fingerprintOf, keepVerdicts } from './kept-verdicts.ts';

export const recordEvidence: EffectFunction<'record-evidence'> = async (ports, input, { thing, now }) => {
  const { store, sha256 } = ports;
  const written = await store.transact(async (tx) => {
    const environment = fingerprintOf(ports, (await tx.thing(thing.task)) as Task | null);
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
  const task = thing as Task;
  if (task.kind === 'task' && task.state.at.kind === 'recording_base')
    await keepVerdicts(ports, task, { ...input, now });
  return { kind: 'done', output: written };
};
