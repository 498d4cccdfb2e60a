// What a look found, as it is told.
import type { FindingView, LogView } from '../contract/environment.ts';
import type { Finding, LogLook } from '../domain/probe/finding.ts';

export const viewFinding = ({ text, count, at }: Finding): FindingView => ({ text, count, at });

export const viewLog = ({ module, source, where, lines, coverage, trouble }: LogLook): LogView => ({
  ...{ module, source, where, lines },
  ...{ coverage, trouble },
});
