// The programs of ours that the daemon starts: sources in a checkout, bundles in the package.
import { fileURLToPath } from 'node:url';

export type Entries = {
  readonly keeper: string;
  readonly scripted: string /** null: the git room knows its own. */;
  readonly fetch: string | null;
};

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A bundle stands beside its siblings in `dist/`; a source in its room. */
export const findEntries = (): Entries =>
  import.meta.url.endsWith('.mjs')
    ? { keeper: at('./keeper.mjs'), scripted: at('./scripted.mjs'), fetch: at('./fetch.mjs') }
    : { keeper: at('../keeper/main.ts'), scripted: at('../agents/scripted/main.ts'), fetch: null };
