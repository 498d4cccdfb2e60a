// What proves a task: its chain of evidence, checked or written to a folder where that is wanted. As a bundle for others: `proof.ts`.
import { basename, dirname, join } from 'node:path';
import type { TaskEvidence } from '../../contract/task.ts';
import { failed } from '../../domain/error.ts';
import { verifyChain } from '../../domain/evidence/chain.ts';
import type { Evidence } from '../../domain/evidence/verdict.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { viewEvidence } from './criteria-view.ts';
import { findTaskHere } from './find.ts';

export const evidenceOfTask: Command<'task.evidence'> = async (
  ports,
  { task: given, cwd, verify, outputs: folder },
) => {
  const { task, chain } = await ports.store.read(async (reads) => {
    const found = await findTaskHere(reads, given, cwd);
    return { task: found, chain: await reads.evidence(found.task) };
  });
  if (folder !== undefined) await write(ports, task, chain, folder);
  return {
    task: task.id,
    evidence: chain.map(viewEvidence),
    verified: verify ? check(ports, chain) : null,
    outputs: folder ?? null,
  };
};

function check({ sha256 }: CommandPorts, chain: readonly Evidence[]): NonNullable<TaskEvidence['verified']> {
  const state = verifyChain(chain, sha256);
  if (state.whole) return { ok: true, why: chain.length === 0 ? 'there is no evidence' : `${chain.length} links hold` };
  return { ok: false, why: state.why };
}

/** `evidence.json` as it is stored, and the outputs of the runs of gates and agents beside it. */
async function write(
  { store, keeper, files, machine }: CommandPorts,
  { task, spec }: Task,
  chain: readonly Evidence[],
  folder: string,
): Promise<void> {
  const runs = new Set((await store.read((reads) => reads.things({ kind: 'run', task }))).map(({ id }) => String(id)));
  const kept = (await keeper.list()).filter(({ runId }) => runs.has(runId));
  if (!(await machine.createFolder(folder)))
    throw failed('ALREADY_EXISTS', `${folder} is there already; name a new folder.`, { path: folder });
  await machine.createFile(
    join(folder, 'evidence.json'),
    `${JSON.stringify({ task, text: spec.text, chain }, null, 2)}\n`,
  );
  if (kept.length > 0) await machine.createFolder(join(folder, 'runs'));
  for (const { runId, files: outputs } of kept) {
    await machine.createFolder(join(folder, 'runs', runId));
    const put = (from: string, path: string) =>
      files.copy({ root: dirname(from), path: basename(from) }, { root: join(folder, 'runs', runId), path });
    await put(outputs.output, 'output');
    if (outputs.error !== null) await put(outputs.error, 'error');
  }
}
