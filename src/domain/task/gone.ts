// On its way to the end without having been done; what is left open is recorded.

import type { TaskView } from './move.ts';
import { openPoints } from './open-points.ts';
import { release } from './outcome-of.ts';
import type { TaskStep } from './task.ts';

export const gone = (
  why: string,
  thing: TaskView['thing'],
  kind: 'cancelled' | 'failed' | 'not_verified',
  back: TaskStep | null,
): TaskStep => release({ kind, why, open: openPoints(thing).map(({ label, text }) => `${label}: ${text}`) }, back);
