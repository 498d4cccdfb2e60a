// The report of coverage that a gate's command writes into its checkout: what lies there before is none of it.
import type { CoverageWord } from '../../domain/evidence/covered.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { GateProgram } from '../../ports/gates.ts';
import type { PurposeOf } from './kind.ts';
import { readSeen, textsOfAll } from './lines.ts';

type Ports = Pick<EffectPorts, 'files' | 'gates' | 'git'>;
type GatePurpose = Pick<PurposeOf<'gate'>, 'definition' | 'folder' | 'measures'>;

const reportOf = ({ definition: { coverage }, folder }: GatePurpose) =>
  coverage?.report === undefined ? null : { root: folder, path: coverage.report };

export async function dropReport({ files }: Ports, purpose: GatePurpose): Promise<void> {
  const at = reportOf(purpose);
  if (at !== null) await files.drop(at);
}

/** Undefined: it measures none. `program`: as it ran. */
export async function readCoverage(
  ports: Ports,
  purpose: GatePurpose,
  program: GateProgram,
): Promise<CoverageWord | undefined> {
  const { definition, folder, measures } = purpose;
  const at = reportOf(purpose);
  if (definition.coverage === undefined || measures === undefined) return undefined;
  if (at === null) return await readSeen(ports, definition, definition.coverage, measures, program);
  const told = {
    wish: definition.coverage,
    plan: measures.plan,
    folder,
    ...(await textsOfAll(ports, measures)),
    paths: await ports.git.tree(measures.hub, measures.to).paths(),
  };
  return await ports.files.inPieces(at, (report) => ports.gates.tellCoverage({ ...told, report }));
}
