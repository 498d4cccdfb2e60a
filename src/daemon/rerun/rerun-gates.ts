// One tree of a proof once more: checked out clean, with what set-up makes, and given to gates.
import { join } from 'node:path';
import { builtIn } from '../../domain/criterion/judge-attempt.ts';
import { type Failure, fail, ok, type Result } from '../../domain/error.ts';
import type { GateDefinition, GatePlan } from '../../domain/evidence/gate-plan.ts';
import type { GateResult } from '../../domain/evidence/verdict.ts';
import type { LinesWanted } from '../../domain/run/run.ts';
import { gateProgram, readGateRun } from '../../effects/run/gate.ts';
import { confineIn, tailOf } from '../../effects/run/program.ts';
import type { Ground } from './ground.ts';

/** `dependencies`: the folder in which set-up ran; null: there is none. */
export type Bench = { readonly ground: Ground; readonly plan: GatePlan; readonly dependencies: string | null };

const cannot = (why: string): { readonly ok: false; readonly failure: Failure } =>
  fail('PROOF_NOT_RERUN', `It cannot be run again: ${why}`);

const setupMs = 30 * 60_000;

/** Once, on the base, with the network: as for a task. */
export async function setUp(ground: Ground, plan: GatePlan, base: string): Promise<Result<Bench>> {
  if (plan.setup.length === 0) return ok({ ground, plan, dependencies: null });
  const folder = await checkOut({ ground, plan, dependencies: null }, base, 'setup');
  if (!folder.ok) return folder;
  for (const [at, argv] of plan.setup.entries()) {
    const id = `setup-${at + 1}`;
    const run = { id, spec: { deadlineMs: setupMs, sandbox: 'auto' } } as const;
    const touch = { writable: [folder.value], readable: [], network: 'all' } as const;
    const bare = { argv, cwd: folder.value, env: {} };
    const program = await confineIn(ground.ports, run, ground.env, bare, touch);
    if (!program.ok) return cannot(program.failure.message);
    const kept = await ground.run(id, program.value);
    if (kept.ending?.kind !== 'exited' || kept.ending.code !== 0)
      return cannot(`set-up (\`${argv.join(' ')}\`) failed: ${await lastLine(ground, kept)}.`);
  }
  return ok({ ground, plan, dependencies: folder.value });
}

async function lastLine({ ports }: Ground, kept: Parameters<typeof tailOf>[1]): Promise<string> {
  const tail = (await tailOf(ports, kept)).trim();
  return tail.slice(tail.lastIndexOf('\n') + 1) || 'it said nothing';
}

/** A clean folder with exactly this tree, and the dependencies lent to it. */
export async function checkOut(
  { ground, plan, dependencies }: Bench,
  tree: string,
  name: string,
): Promise<Result<string>> {
  const { files, git } = ground.ports;
  await files.makeFolder('stages/rerun');
  const folder = files.path('stages', 'rerun', name);
  const out = await git.checkout(ground.hub, tree, folder, { repository: false, hooksFrom: null });
  if (!out.ok) return cannot(`the tree ${tree.slice(0, 12)} cannot be written: ${out.failure.message}`);
  if (dependencies !== null)
    for (const path of plan.dependencyFolders) await files.share(join(dependencies, path), { root: folder, path });
  return ok(folder);
}

export type GateWish = {
  readonly id: string;
  readonly definition: GateDefinition;
  readonly folder: string;
  /** Test files alone; null: all. */
  readonly only: readonly string[] | null;
  readonly deadlineMs?: number;
  /** The change without which it is run. */
  readonly missing?: LinesWanted;
  /** The change that its report of coverage is read for. */
  readonly measures?: LinesWanted;
};

export async function rerunGate({ ground, dependencies }: Bench, wish: GateWish): Promise<GateResult> {
  const { id, definition, folder, only, missing, measures, deadlineMs = definition.deadlineMs } = wish;
  const purpose = {
    kind: 'gate',
    definition,
    folder,
    only,
    dependencies,
    ...(missing && { missing }),
    ...(measures && { measures }),
  } as const;
  const run = { id, spec: { deadlineMs, sandbox: 'auto' } } as const;
  const program = await gateProgram(ground.ports, run, purpose, ground.env);
  if (!program.ok) return builtIn(definition.gate, 'failed', program.failure.message);
  const kept = await ground.run(id, program.value);
  const { result } = await readGateRun(ground.ports, run, purpose, { kept, ending: kept.ending ?? { kind: 'lost' } });
  return result;
}
