// A clean checkout of a tree for gates and hooks, never the agent's folder; dependencies are shared from the cache.
import type { EffectMap } from '../domain/effect.ts';
import type { Result } from '../domain/error.ts';
import type { Task } from '../domain/task/task.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import { recallVerdicts } from './kept-verdicts.ts';

export const stageTree: EffectFunction<'stage-tree'> = async (ports, input, { thing, now }) => {
  const { git, files } = ports;
  const { definitions, tree } = input;
  const kept =
    definitions === undefined ? null : await recallVerdicts(ports, thing as Task, { tree, definitions }, now);
  if (kept !== null) return { kind: 'done', output: { folder: '', tree, kept } };
  const overlay = await overlayOf(ports, input);
  if (!overlay.ok) return { kind: 'failed', failure: overlay.failure };
  const composed =
    overlay.value === null
      ? { ok: true as const, value: input.tree }
      : await git.compose(input.hub, input.base, input.tree, overlay.value);
  if (!composed.ok) return { kind: 'failed', failure: composed.failure };
  await files.makeFolder(`stages/${thing.task}`);
  const folder = files.path('stages', thing.task, input.label.slice(thing.task.length + 1).replaceAll('/', '-'));
  const out = await git.checkout(input.hub, composed.value, folder, {
    repository: input.repository,
    hooksFrom: input.repository ? input.hub.checkout : null,
    ...(input.repository ? { parentTree: input.base } : {}),
  });
  if (!out.ok) return { kind: 'failed', failure: out.failure };
  if (input.dependencies !== null)
    for (const path of input.folders) await files.share(`${input.dependencies}/${path}`, { root: folder, path });
  return { kind: 'done', output: { folder, tree: composed.value } };
};

async function overlayOf(
  { git, gates }: EffectPorts,
  { hub, base, tree, overlay }: EffectMap['stage-tree']['input'],
): Promise<Result<readonly string[] | null>> {
  if (overlay === null || !('globs' in overlay)) return { ok: true, value: overlay };
  const { globs } = overlay;
  const changes = await git.changes(hub, base, tree);
  if (!changes.ok) return changes;
  const under = changes.value.filter(({ kind, path }) => kind !== 'deleted' && gates.isTest({ tests: globs }, path));
  return { ok: true, value: under.map(({ path }) => path) };
}
