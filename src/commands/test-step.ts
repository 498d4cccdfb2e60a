// The step `test` of a task driven by hand: every gate on the copy as it stands.
import { beginStep } from './begin-step.ts';
import type { Command } from './ports.ts';

export const testStep: Command<'step.test'> = (ports, input, peer) => beginStep(ports, input, { step: 'test' }, peer);
