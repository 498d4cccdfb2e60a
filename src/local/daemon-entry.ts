// The daemon's program: a source in a checkout, a bundle in the package.
import { fileURLToPath } from 'node:url';

export const daemonEntry = (): string => fileURLToPath(new URL('../daemon/main.ts', import.meta.url));
