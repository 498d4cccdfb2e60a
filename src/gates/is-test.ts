// Is a path one of the test files of a plan?

import { matchAny } from '../domain/text/match-glob.ts';
import type { GatePlan } from '../ports/gates.ts';

export const isTest = (plan: Pick<GatePlan, 'tests'>, path: string): boolean =>
  !/(^|\/)(?:node_modules|\.venv)\//.test(path) && matchAny(plan.tests, path);
