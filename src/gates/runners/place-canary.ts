// Where tests of ours that must fail are put, and what they are.
import { dirname, join } from 'node:path/posix';
import type { Beside, GateDefinition, PlacedCanary } from '../../ports/gates.ts';
import { wayOf } from './program.ts';
import { runnerOf } from './runners.ts';

export function placeCanary(
  definition: GateDefinition,
  files: readonly Beside[],
  name: string,
): readonly PlacedCanary[] {
  const runner = runnerOf(definition);
  const { reach } = definition;
  if (runner === null || reach === undefined || wayOf(runner, reach) === 'none') return [];
  const { canary, files: named, lines } = runner;
  const taken = files.filter(({ path }) => named.takes.test(path));
  return (canary.shared ? taken.slice(-1) : taken).map(({ path, like, was }, at) => {
    const of = { name, mark: `${name}x${at}`, path, like, was };
    const text = canary.text(of);
    if (canary.beside !== undefined) return { path: join(dirname(path), canary.beside(of)), of: path, text };
    return { path, of: path, text: was.includes(name) ? was : `${was}${text}${lines?.tells?.(name) ?? ''}` };
  });
}
