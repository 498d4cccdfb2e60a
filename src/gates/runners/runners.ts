// Every runner whose results are read as counts and ids: one file and one line each. Of all others the exit code is read.
import { failed } from '../../domain/error.ts';
import type { GateDefinition } from '../../ports/gates.ts';
import { cargo } from './cargo.ts';
import { dotnet } from './dotnet.ts';
import { goTest } from './go-test.ts';
import { gradle } from './gradle.ts';
import { jest } from './jest.ts';
import { maven } from './maven.ts';
import { mocha } from './mocha.ts';
import { nodeTest } from './node-test.ts';
import { phpunit } from './phpunit.ts';
import { pytest } from './pytest.ts';
import { rspec } from './rspec.ts';
import type { Runner } from './runner.ts';
import { unittest } from './unittest.ts';
import { vitest } from './vitest.ts';

export const runners: readonly Runner[] = [
  nodeTest,
  vitest,
  jest,
  pytest,
  unittest,
  mocha,
  goTest,
  cargo,
  rspec,
  phpunit,
  maven,
  gradle,
  dotnet,
];

/** Of a run of all tests it is seen which lines ran, whichever test ran them. */
export const tellsAllLines = (definition: Pick<GateDefinition, 'runner' | 'reach'>): boolean =>
  runnerOf(definition)?.lines?.all === true && definition.reach !== undefined && definition.reach.flags !== 'none';

/** null: exit codes only. Throws `Failed(UNSUPPORTED)` for one that a newer version froze into the plan: what it cannot read is no pass. */
export function runnerOf({ runner: name }: Pick<GateDefinition, 'runner'>): Runner | null {
  if (name === null) return null;
  const found = runners.find((each) => each.name === name);
  if (found === undefined) throw failed('UNSUPPORTED', `this version reads no results of the test runner ${name}`);
  return found;
}
