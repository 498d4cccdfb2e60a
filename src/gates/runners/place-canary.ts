// Where tests of ours that must fail are put, and what they are.
import type { Beside, GateDefinition, Placed } from '../../ports/gates.ts';
import { wayOf } from './program.ts';
import { runnerOf } from './runners.ts';

export function placeCanary(definition: GateDefinition, files: readonly Beside[], name: string): readonly Placed[] {
  const runner = runnerOf(definition);
  const { reach } = definition;
  if (runner === null || reach === undefined || reach.files === 'no' || wayOf(runner, reach) === 'none') return [];
  const { canary, files: named } = runner;
  const taken = files.filter(({ path }) => named.takes.test(path));
  return (canary.shared ? taken.slice(-1) : taken).map(({ path, like }) => ({
    path,
    text: canary.text({ name, like }),
  }));
}
