// What one detector finds in a tree.
import type { Sources } from '../sources.ts';

export type DetectedGate = 'build' | 'test' | 'types' | 'lint';

export type Offer = {
  readonly gate: DetectedGate;
  readonly argv: readonly string[];
  /** Words for a person: `package.json, scripts.test`. */
  readonly from: string;
};

export type Kind = {
  /** node, python, rust, go, maven, gradle, dotnet, ruby, php, make. */
  readonly kind: string;
  readonly offers: readonly Offer[];
  /** Why a gate is not there, where more can be said than that nothing was found. */
  readonly absences: Readonly<Partial<Record<DetectedGate, string>>>;
  readonly setup: readonly (readonly string[])[];
  readonly folders: readonly string[];
  /** Manifests and lock files: the dependency cache's key. */
  readonly manifests: readonly string[];
  /** Globs of test files. */
  readonly tests: readonly string[];
  /** The folder that it is in; absent: the root. */
  readonly at?: string;
};

/** null: not a project of this kind. */
export type Detect = (sources: Sources) => Promise<Kind | null>;
