// Which mutants the compiler takes: only those ask something of the tests.
import { applyMutant, type Mutant } from './mutants.ts';
import { runProgram } from './run-program.ts';
import type { Tree } from './tree.ts';

/** One of each file at a time; what an error in no mutated file comes from is found by halves. */
export async function compilable(tree: Tree, mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  const byFile = Map.groupBy(mutants, ({ file }) => file);
  const rounds = Math.max(0, ...[...byFile.values()].map(({ length }) => length));
  const taken: Mutant[] = [];
  for (let round = 0; round < rounds; round += 1)
    taken.push(
      ...(await among(
        tree,
        [...byFile.values()].flatMap((each) => each[round] ?? []),
      )),
    );
  return taken;
}

async function among(tree: Tree, batch: readonly Mutant[]): Promise<readonly Mutant[]> {
  if (batch.length === 0) return [];
  const wrong = await filesWithErrors(tree, batch);
  if (wrong.size === 0) return batch;
  const others = batch.filter(({ file }) => !wrong.has(file));
  if (others.length < batch.length) return among(tree, others);
  if (batch.length === 1) return [];
  const half = Math.ceil(batch.length / 2);
  return [...(await among(tree, batch.slice(0, half))), ...(await among(tree, batch.slice(half)))];
}

async function filesWithErrors(tree: Tree, batch: readonly Mutant[]): Promise<ReadonlySet<string>> {
  const sources = batch.map(({ file }) => [file, tree.read(file)] as const);
  try {
    for (const mutant of batch) tree.write(mutant.file, applyMutant(tree.read(mutant.file), mutant));
    const flags = ['--pretty', 'false', '--incremental', '--tsBuildInfoFile', '.tsbuildinfo'];
    const { code, out } = await runProgram('tsc', flags, { folder: tree.folder, timeoutMs: 600_000 });
    const files = [...out.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
    if (code !== 0 && files.length === 0) throw new Error(`the compiler ended with ${code}: ${out.slice(0, 2000)}`);
    return new Set(files);
  } finally {
    for (const [file, text] of sources) tree.write(file, text);
  }
}
