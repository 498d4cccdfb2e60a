// What work stands on: found out step by step, and whole from the survey of its base on.
import type { GatePlan, GateSettings } from '../evidence/gate-plan.ts';
import type { Base, Hub } from './hub.ts';
import type { Preview } from './preview.ts';
import type { ToTrust } from './to-trust.ts';

/** `wanted`: the branch that it would have, were it not taken; absent: that it has. */
export type Copy = {
  readonly path: string;
  readonly branch: string;
  readonly tree: string;
  readonly wanted?: string;
};

/** As far as it is known. */
export type FoundPlace = {
  readonly hub: Hub | null;
  readonly dirty: readonly string[];
  readonly notes: readonly string[];
  readonly base: Base | null;
  /** What a person named in the place of a base that is gone. */
  readonly startFrom?: string;
  readonly gatePlan: GatePlan | null;
  readonly gateSettings: GateSettings | null;
  readonly copyFiles: readonly string[];
  readonly hooks: readonly string[];
  readonly sandbox: string | null;
  readonly copy: Copy | null;
  readonly dependencies: string | null;
  /** How often what a hub lost that was made anew was brought back by itself. */
  readonly remade?: number;
  /** Where its branch is pushed to: as it was when the hub was first opened for it, or as a person has said since. Absent: not known. */
  readonly pushes?: string;
  /** The repository's template of pull requests; absent where it has none. */
  readonly template?: string;
  /** What starts its program for a look, and what is run before the copy is removed; absent: neither. */
  readonly preview?: Preview;
  readonly teardown?: readonly (readonly string[])[];
  /** What a person must see before it is used; absent: nothing. */
  readonly toTrust?: ToTrust;
  /** A person goes on though nothing says which command runs the tests. */
  readonly untested?: true;
  /** Gates that fail on this commit, with which somebody went on before this was begun; absent: none. */
  readonly redBefore?: { readonly commit: string; readonly gates: readonly string[] };
  /** The base as it is now wants other dependencies than those that are set up. */
  readonly stale?: boolean;
};

export const nothingFound: FoundPlace = {
  hub: null,
  dirty: [],
  notes: [],
  base: null,
  gatePlan: null,
  gateSettings: null,
  copyFiles: [],
  hooks: [],
  sandbox: null,
  copy: null,
  dependencies: null,
};

/** From the survey of its base on: what that tells is known together. */
export type Place = {
  readonly hub: Hub;
  readonly base: Base;
  readonly gatePlan: GatePlan;
  readonly gateSettings: GateSettings;
  readonly copyFiles: readonly string[];
  /** null: none are set up, or none are wanted. */
  readonly dependencies: string | null;
};

/** null: its base was not surveyed yet. */
export function placeIn(found: Pick<FoundPlace, keyof Place>): Place | null {
  const { hub, base, gatePlan, gateSettings, copyFiles, dependencies } = found;
  return hub === null || base === null || gatePlan === null || gateSettings === null
    ? null
    : { hub, base, gatePlan, gateSettings, copyFiles, dependencies };
}
