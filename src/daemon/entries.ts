// The programs of ours that the daemon starts. The build turns these paths into those of the bundles that stand beside the daemon's.
import { fileURLToPath } from 'node:url';

export type Entries = { readonly keeper: string; readonly scripted: string; readonly gateway: string };

export const findEntries = (): Entries => ({
  keeper: fileURLToPath(new URL('../keeper/main.ts', import.meta.url)),
  gateway: fileURLToPath(new URL('../sandbox/gateway/main.ts', import.meta.url)),
  scripted: fileURLToPath(new URL('../agents/scripted/main.ts', import.meta.url)),
});
