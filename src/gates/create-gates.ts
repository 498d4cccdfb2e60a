// The port Gates: detection, commands, reading of results, tamper guard and secrets. Runs no program.
import type { Gates } from '../ports/gates.ts';
import { answers } from './answers/answers.ts';
import { tellCoverage, tellSeenCoverage } from './coverage/tell-coverage.ts';
import { editedTests } from './expectations/edited-tests.ts';
import { otherValues } from './expectations/other-values.ts';
import { carriedTests, tellExpectations } from './expectations/tell-expectations.ts';
import { testTexts } from './expectations/test-texts.ts';
import { components } from './functions/components.ts';
import { strike } from './functions/strike.ts';
import { guardedChanges, settingPaths } from './guarded/guarded-changes.ts';
import { guardedReads } from './guarded/guarded-reads.ts';
import { holdGates } from './hold-gates.ts';
import { cutChange } from './hunks/cut-change.ts';
import { isIdle } from './hunks/idle-change.ts';
import { imports } from './imports.ts';
import { isTest } from './is-test.ts';
import { lfsContents } from './lfs.ts';
import { missingNames } from './missing-names.ts';
import { newPackages } from './new-packages.ts';
import { commandOf, plan } from './plan.ts';
import { shippedOf } from './production.ts';
import { readGate } from './read/read.ts';
import { placeCanary } from './runners/place-canary.ts';
import { program } from './runners/program.ts';
import { runsTests } from './runs-tests.ts';
import { secrets } from './secrets.ts';
import { silenced } from './silenced.ts';
import { tamper } from './tamper/tamper.ts';
import { followed, tellLines } from './tell-lines.ts';

/** `agentFiles`: globs of a repository's files that decide how agents work. */
export function createGates(agentFiles: readonly string[]): Gates {
  return {
    plan,
    program,
    canary: placeCanary,
    followed,
    tellLines,
    missing: missingNames,
    tellCoverage,
    tellSeenCoverage,
    read: readGate,
    tamper: (plan, settings, base, tree, changes) =>
      tamper(plan, { protect: settings.protect, agentFiles }, base, tree, changes),
    components,
    isTest,
    shipped: shippedOf,
    imports,
    lfsContents,
    newPackages,
    command: commandOf,
    silenced,
    answers,
    runsTests,
    hold: holdGates,
    cutChange,
    isIdle,
    strike,
    carriedTests,
    tellExpectations,
    guardedChanges,
    settingPaths,
    guardedReads,
    editedTests,
    testTexts,
    otherValues,
    secrets: (tree, changes, base, largest) => secrets(tree, changes, base ?? null, largest),
  };
}
