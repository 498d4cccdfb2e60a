// Every way to drive it.
import type { Kit } from '../drivers/kit.ts';
import { createPlainAgent } from '../drivers/plain.ts';
import { codex as plain } from './profile.ts';

export const codex = (): Kit => ({ name: plain.name, agents: [createPlainAgent(plain)] });
