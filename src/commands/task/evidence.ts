// What proves a task: its chain of evidence, checked or written to a folder where that is wanted. As a bundle for others: `proof.ts`.
import { basename, dirname, join } from 'node:path';
import type { ScreenshotView, TaskEvidence } from '../../contract/task.ts';
import { screenshotsOf } from '../../domain/delivery/with-screenshots.ts';
import { failed } from '../../domain/error.ts';
import { verifyChain } from '../../domain/evidence/chain.ts';
import type { Evidence } from '../../domain/evidence/verdict.ts';
import { pictureFile } from '../../domain/place/screenshot.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { viewEvidence } from './criteria-view.ts';
import { findTaskHere } from './find.ts';
import { pictureOf } from './preview/screenshot.ts';

export const evidenceOfTask: Command<'task.evidence'> = async (
  ports,
  { task: given, cwd, verify, outputs: folder, picture },
) => {
  const { task, chain, screenshots } = await ports.store.read(async (reads) => {
    const found = await findTaskHere(reads, given, cwd);
    const runs = await reads.things({ kind: 'run', task: found.task, ended: true });
    return { task: found, chain: await reads.evidence(found.task), screenshots: screenshotsOf(runs) };
  });
  if (folder !== undefined) await write(ports, task, { chain, screenshots }, folder);
  return {
    task: task.id,
    evidence: chain.map(viewEvidence),
    verified: verify ? check(ports, chain) : null,
    outputs: folder ?? null,
    ...(screenshots.length > 0 && { screenshots }),
    ...(picture !== undefined && { picture: await pictureOf(ports, task, picture) }),
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
  { chain, screenshots }: { readonly chain: readonly Evidence[]; readonly screenshots: readonly ScreenshotView[] },
  folder: string,
): Promise<void> {
  const runs = new Set((await store.read((reads) => reads.things({ kind: 'run', task }))).map(({ id }) => String(id)));
  const kept = (await keeper.list()).filter(({ runId }) => runs.has(runId));
  if (!(await machine.createFolder(folder)))
    throw failed('ALREADY_EXISTS', `${folder} is there already; name a new folder.`, { path: folder });
  await machine.createFile(
    join(folder, 'evidence.json'),
    `${JSON.stringify({ task, text: spec.text, chain, ...(screenshots.length > 0 && { screenshots }) }, null, 2)}\n`,
  );
  if (screenshots.length > 0) await machine.createFolder(join(folder, 'screenshots'));
  for (const { sha256 } of screenshots) {
    const from = { root: files.path(), path: pictureFile(task, sha256) };
    await files.copy(from, { root: join(folder, 'screenshots'), path: `${sha256}.png` });
  }
  if (kept.length > 0) await machine.createFolder(join(folder, 'runs'));
  for (const { runId, files: outputs } of kept) {
    await machine.createFolder(join(folder, 'runs', runId));
    const put = (from: string, path: string) =>
      files.copy({ root: dirname(from), path: basename(from) }, { root: join(folder, 'runs', runId), path });
    await put(outputs.output, 'output');
    if (outputs.error !== null) await put(outputs.error, 'error');
  }
}
