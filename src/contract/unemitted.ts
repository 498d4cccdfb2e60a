// Codes of the error table that no test shows yet, with the work they wait for. This list may only shrink.
import type { ErrorCode } from '../domain/error.ts';

export const unemitted: Readonly<Partial<Record<ErrorCode, string>>> = {
  BASE_RED: 'the gates run on the base before an agent is paid',
  PLAN_INVALID: 'sessions',
  SECRET_FOUND: 'the scan before the commit',
  SETUP_FAILED: 'set-up of copies as runs',
  TREE_CHANGED: 'the tree compared after an analysis',
};
