// Every way to drive it.
import type { Kit } from '../drivers/kit.ts';
import { createPlainAgent } from '../drivers/plain.ts';
import { claude as plain } from './profile.ts';

export const claude = (): Kit => ({ name: plain.name, agents: [createPlainAgent(plain)] });
