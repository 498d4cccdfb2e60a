import type { NewPackage, PackageFacts } from '../domain/evidence/judge-package.ts';

export type { NewPackage, PackageFacts };

/** Registries of packages, asked and never written to. Must not throw: what cannot be reached is `unknown`. */
export interface Packages {
  look(asked: NewPackage, signal: AbortSignal): Promise<PackageFacts>;
}
