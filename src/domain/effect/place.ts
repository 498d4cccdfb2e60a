// What a task stands on: hub, base, what a person agreed to, copy and its dependencies.
import type { GatePlan, GateSettings } from '../evidence/gate-plan.ts';
import type { Checkout } from '../place/checkout.ts';
import type { Base, Hub } from '../place/hub.ts';
import type { Isolation } from '../place/isolation.ts';
import type { Preview } from '../place/preview.ts';
import type { ToTrust } from '../place/to-trust.ts';
import type { Settings } from '../task/settings/settings.ts';

export type PlaceEffects = {
  'open-hub': {
    /** `seen`: a moment ago. */
    input: { workspace: string; path: string; seen?: Checkout };
    output: {
      hub: Hub;
      branch: string | null;
      head: string | null;
      dirty: readonly string[];
      remote: string | null;
      /** Where branches go from there; absent: nowhere. */
      pushes?: string;
      notes: readonly string[];
      /** When what is in the hub was fetched, where that was a moment ago. */
      fetchedAt?: number;
    };
  };
  /** Base, and what is to be checked, read from it. */
  'survey-base': {
    /** `head`: a branch of the remote that is gone on with; the base is then where it left the wanted one. */
    /** `anew`: of this base, with configuration and environment as they stand now; `gates`: as a person has just chosen them. */
    input: {
      hub: Hub;
      wanted: string | null;
      /** The very commit, where another has to be begun from than its branch may be at by now. */
      from?: Base;
      head?: string;
      anew?: { base: Base; gates: Readonly<Record<string, string>> };
    };
    output: {
      base: Base;
      head?: { commit: string; tree: string };
      plan: GatePlan;
      settings: GateSettings;
      copy: readonly string[];
      hooks: readonly string[];
      /** `none`: everything runs with all of the person's rights, and every question that matters says so. */
      sandbox: string;
      /** The repository's template of pull requests, where it has one. */
      template?: string;
      preview?: Preview;
      teardown?: readonly (readonly string[])[];
      /** What a person has not agreed to before. */
      toTrust?: ToTrust;
      /** What it was made from, where it was taken anew. */
      anew?: { overlay: Settings['overlay']; variables: Readonly<Record<string, string>> };
    };
  };
  'remember-trust': {
    input: { checkout: string; grants: readonly string[]; by: string };
    output: Record<string, never>;
  };
  'make-copy': {
    /** `ports`: how many it is given; absent: none. */
    input: { hub: Hub; base: Base; branch: string; isolation: Isolation; ports?: number };
    output: { path: string; branch: string };
  };
  /** A copy that is gone made anew, with what was kept of it last; `tree`: where nothing newer was kept. */
  'mend-copy': {
    input: {
      workspace: string;
      hub: Hub;
      base: Base;
      copy: string;
      branch: string;
      isolation: Isolation;
      tree: string;
      dependencies: string | null;
      folders: readonly string[];
      files: readonly string[];
    };
    /** `hub`: with the checkout where it is now. */
    output: { made: boolean; tree: string; hub?: Hub };
  };
  /** The repository of a copy as it was made, for a person; `taken`: what an agent had put there for git to run or follow. */
  'renew-copy': {
    input: { hub: Hub; base: Base; copy: string; branch: string; isolation: Isolation };
    output: { taken: readonly string[] };
  };
  /** The copy goes on under another branch, made where it stands. */
  'switch-branch': {
    input: {
      hub: Hub;
      base: Base;
      copy: string;
      from: string;
      branch: string;
      isolation: Isolation;
    };
    output: { branch: string };
  };
  /** Copy and branch of the task, as far as the record says that it made them; what is nowhere else is kept in the hub and named. */
  'remove-copy': {
    input: { hub: Hub; base: Base; copy: string; branch: string; isolation: Isolation };
    /** `left`: what is not on the record and stays. */
    output: { kept: string | null; left?: readonly string[] };
  };
  /** How many agents this machine has memory for now, at least one and at most as many as are worth it. */
  'find-room': { input: Record<string, never>; output: { atMost: number } };
  /** Which of these the task's own PATH does not lead to; without a PATH nothing is known of any. */
  'find-programs': { input: { programs: readonly string[] }; output: { missing: readonly string[] } };
  /** The copy of a criterion that was worked on beside others, as far as the record says that it was made; what is nowhere else is kept in the hub. */
  'remove-member-copy': { input: { hub: Hub; copy: string }; output: Record<string, never> };
  /** The folder of the dependency cache for this key; filled by set-up runs where `ready` is false. */
  'prepare-dependencies': {
    input: { hub: Hub; tree: string; key: string; setup: readonly (readonly string[])[] };
    output: { folder: string; ready: boolean };
  };
  'seal-dependencies': { input: { folder: string; folders: readonly string[] }; output: Record<string, never> };
  /** Dependencies and the workspace's own files brought into the copy; the tree it has then. */
  'furnish-copy': {
    input: {
      hub: Hub;
      base: string;
      copy: string;
      dependencies: string | null;
      folders: readonly string[];
      files: readonly string[];
      label: string;
    };
    output: { tree: string };
  };
};
