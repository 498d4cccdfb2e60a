// How a task driven by hand stands: its lease, the step under way, how the last one came out.

import type { Command } from './ports.ts';
import { lookAtStep } from './view-step.ts';

export const statusOfStep: Command<'step.status'> = (ports, input) => lookAtStep(ports, input);
