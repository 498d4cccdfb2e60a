// How large a piece of work is, by its analysis alone: small work takes a short way.
import type { Report } from './report.ts';

export type Size = { readonly kind: 'small' | 'usual'; readonly why: string };

const fewFiles = 2;

/** Small is what is in one or two files, of low risk, with one criterion, one way to do it, nothing open and nothing to split. Unknown is not small. */
export function sizeOf(report: Report | null): Size {
  if (report === null) return { kind: 'usual', why: 'there is no analysis to tell' };
  const { locations, criteria, proposals, risk, wanted, split } = report;
  const files = new Set(locations.map(({ file }) => file)).size;
  if (split !== undefined) return { kind: 'usual', why: 'it is to be split' };
  if (risk !== 'low') return { kind: 'usual', why: `its risk is ${risk}` };
  if (criteria.length > 1) return { kind: 'usual', why: `it has ${criteria.length} criteria` };
  if (files === 0) return { kind: 'usual', why: 'no place in the code is named' };
  if (files > fewFiles) return { kind: 'usual', why: `it touches ${files} files` };
  if (proposals.length > 1) return { kind: 'usual', why: `there are ${proposals.length} ways to do it` };
  if (wanted.length > 0) return { kind: 'usual', why: 'the analysis wants to know more' };
  return { kind: 'small', why: `${files === 1 ? 'one file' : `${files} files`}, low risk, one way to do it` };
}

/** A line for the plan's question; empty where nothing is left out. */
export const saySize = ({ kind, why }: Size): string =>
  kind === 'small' ? `Small work (${why}): one criterion, and nobody plans it a second time.` : '';
