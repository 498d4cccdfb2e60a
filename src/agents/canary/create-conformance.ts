// What was seen of the tested versions, and how to look at those that are installed.
import type { Tested } from '../../domain/conformance/tested.ts';
import type { Conformance } from '../../ports/conformance.ts';
import seen from './conformance.json' with { type: 'json' };
import { lookAtProgram, versionOf } from './look-at-program.ts';
import { programsOf } from './programs.ts';

export const createConformance = (tested: Tested = seen as Tested): Conformance => ({
  tested,
  programs: programsOf,
  version: versionOf,
  look: lookAtProgram,
});
