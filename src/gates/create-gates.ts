// The port Gates: detection, commands, reading of results, tamper guard and secrets. Runs no program.
import type { Gates } from '../ports/gates.ts';
import { imports } from './imports.ts';
import { isTest } from './is-test.ts';
import { lfsContents } from './lfs.ts';
import { newPackages } from './new-packages.ts';
import { commandOf, plan } from './plan.ts';
import { program } from './program.ts';
import { read } from './read/read.ts';
import { secrets } from './secrets.ts';
import { tamper } from './tamper/tamper.ts';

export function createGates(): Gates {
  return {
    plan,
    program,
    read,
    tamper,
    isTest,
    imports,
    lfsContents,
    newPackages,
    command: commandOf,
    secrets: (tree, changes, base, largest) => secrets(tree, changes, base ?? null, largest),
  };
}
