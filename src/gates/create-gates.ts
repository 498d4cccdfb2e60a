// The port Gates: detection, commands, reading of results, tamper guard and secrets. Runs no program.
import type { Gates } from '../ports/gates.ts';
import { carriedTests, tellExpectations } from './expectations/tell-expectations.ts';
import { imports } from './imports.ts';
import { isTest } from './is-test.ts';
import { lfsContents } from './lfs.ts';
import { newPackages } from './new-packages.ts';
import { commandOf, plan } from './plan.ts';
import { readGate } from './read/read.ts';
import { placeCanary } from './runners/place-canary.ts';
import { program } from './runners/program.ts';
import { secrets } from './secrets.ts';
import { silenced } from './silenced.ts';
import { tamper } from './tamper/tamper.ts';

/** `agentFiles`: globs of a repository's files that decide how agents work. */
export function createGates(agentFiles: readonly string[]): Gates {
  return {
    plan,
    program,
    canary: placeCanary,
    read: readGate,
    tamper: (plan, settings, base, tree, changes) =>
      tamper(plan, { protect: settings.protect, agentFiles }, base, tree, changes),
    isTest,
    imports,
    lfsContents,
    newPackages,
    command: commandOf,
    silenced,
    carriedTests,
    tellExpectations,
    secrets: (tree, changes, base, largest) => secrets(tree, changes, base ?? null, largest),
  };
}
