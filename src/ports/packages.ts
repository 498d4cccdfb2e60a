import type { NewPackage, PackageFacts } from '../domain/evidence/judge-package.ts';

export type { NewPackage, PackageFacts };

/** Registries of packages, asked and never written to. Must not throw: what cannot be reached is `unknown`. */
export interface Packages {
  look(asked: NewPackage, signal: AbortSignal): Promise<PackageFacts>;
  /** Which registries the person's own installers ask. */
  settings(): Promise<InstallerSettings>;
}

/** Addresses and never a login: variables, and the lines of an `.npmrc` (empty: none). */
export type InstallerSettings = { readonly env: Readonly<Record<string, string>>; readonly npmrc: string };
