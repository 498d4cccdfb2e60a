import { expect, it } from 'vitest';
import { noon, task } from '../../test/fakes/effects/stage.ts';
import { stageOfEach } from '../../test/fakes/effects/stage-of-each.ts';
import { gateResult } from '../../test/fakes/outside.ts';
import { appendEvidence, type EvidenceRecord } from '../domain/evidence/chain.ts';
import { type TaskId, taskId } from '../domain/ids.ts';
import type { EffectContext, EffectPorts } from '../ports/effect.ts';
import { gatherTests } from './gather-tests.ts';

const there = stageOfEach();

const proven = (of: TaskId, label: string, red: string) =>
  there().stage.store.transact(async (tx) => {
    const result = gateResult('red-first', 'passed', { ids: { passed: [], failed: [red], skipped: [] } });
    const bound = { at: noon, base: 'b', tree: 't', definitions: 'd', environment: 'e', attempt: 1 };
    const record = { ...bound, criterion: label, result } as EvidenceRecord;
    await tx.addEvidence(
      of,
      appendEvidence((await tx.evidence(of, 'last'))[0] ?? null, record, there().stage.ports.sha256),
    );
  });

const other = taskId('shop', 2);
it.each<[string, TaskId | undefined, readonly (readonly string[])[]]>([
  ['its own', undefined, [['mine'], []]],
  ['those of the task that was taken, unless it was done here since', other, [['mine'], ['theirs']]],
])('the tests of each criterion are %s', async (_, taken, names) => {
  const thing = await there().stage.insert({ id: task, kind: 'task' });
  await there().stage.insert({ id: other, task: other, kind: 'task' });
  await proven(other, 'SC-1', 'a.js > old');
  await proven(other, 'SC-2', 'a.js > theirs');
  await proven(task, 'SC-1', 'a.js > mine');
  const ports = {
    ...there().stage.ports,
    git: { tree: () => ({}) },
    gates: { testTexts: async () => new Map() },
  } as unknown as EffectPorts;
  const criteria = ['SC-1', 'SC-2'].map((label) => ({ label, text: label }));
  const input = { hub: { path: '/hub', checkout: '/co' }, tree: 't', criteria, ...(taken && { taken }) };
  const came = await gatherTests(ports, input as never, { thing, now: noon } as EffectContext);
  const side = came.kind === 'done' ? came.output.side : [];
  expect(side.map(({ tests }) => tests.map(({ name }) => name))).toEqual(names);
});
