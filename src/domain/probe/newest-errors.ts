// The newest kinds of errors, in short.
import type { SeenError } from '../task/environment.ts';
import type { Finding } from './finding.ts';

const longestShown = 300;

export const newestErrors = (findings: readonly Finding[], most: number): readonly SeenError[] =>
  findings
    .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))
    .slice(0, most)
    .map(({ text, count, at }) => ({ text: text.slice(0, longestShown), count, at }));
