// The files of a flow written as its rows have them, by this process alone and on this disk.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createStateFiles } from '../src/daemon/system/files.ts';
import type { ProjectedFlow, ProjectedNode } from '../src/domain/flow/projected.ts';
import { projectFlow } from '../src/effects/flow/write-files.ts';
import type { EffectPorts } from '../src/ports/effect.ts';

/** `path`: a folder for its state. `folder`: as `layFlow` has laid it. */
export function openProjections(path: string, folder: string) {
  const state = join(path, 'flow-state');
  mkdirSync(state);
  const ports = {
    files: createStateFiles(state, randomUUID),
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  } as unknown as EffectPorts;
  const moved = new Map<string, number>();
  return (nodes: readonly ProjectedNode[]) => {
    const fresh = new Set(nodes.flatMap(({ id, moves }) => ((moved.get(id) ?? 0) === moves.length ? [] : [id])));
    for (const { id, moves } of nodes) moved.set(id, moves.length);
    const flow: ProjectedFlow = { folder, name: 'WFS-large', state: 'active', nodes, fresh };
    return projectFlow(ports, flow, 'heartbeat-1');
  };
}
