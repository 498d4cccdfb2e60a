// What a plan says besides its criteria: what holds for all of them, what is in its scope and what is not, and what is to be ticked off.
import type { Finding } from '../evidence/verdict.ts';
import { sayFew } from '../text/counted.ts';
import { tidy } from '../text/safe/strip-control.ts';
import { type MarkdownBlock, readMarkdown } from './markdown.ts';
import type { PlanFrame, PlanScope } from './plan.ts';
import { pathsNamed } from './plan-words.ts';
import { claimOf, ownershipOf } from './together/ownership.ts';

/** What goes into a row, whatever stands in a plan. */
const [mostLines, longest, mostPaths] = [50, 300, 200];
const few = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, mostLines).map((line) => tidy(line.slice(0, longest)));

type Section = 'constraints' | 'inside' | 'outside';

/** The first that fits; what is out of scope is named by words of what is in it. */
const sections: readonly (readonly [RegExp, Section])[] = [
  [/\b(?:out of|not in|outside) (?:the )?scope\b|\bexclu(?:sions|ded)\b|\bnon-?goals\b|不在范围|范围外/i, 'outside'],
  [/\bscope\b|\bincluded\b|范围/i, 'inside'],
  [/\bconstraints?\b|约束|限制/i, 'constraints'],
];

const sectionOf = (words: string): Section | null => sections.find(([pattern]) => pattern.test(words))?.[1] ?? null;

export function readFrame(text: string): PlanFrame {
  const found: Record<Section, string[]> = { constraints: [], inside: [], outside: [] };
  const blocks = readMarkdown(text);
  let at: { readonly section: Section; readonly depth: number } | null = null;
  for (const block of blocks) {
    if (block.kind === 'table') continue;
    const lines = block.lines.map((line) => line.text).filter((line) => line !== '');
    if (block.kind === 'heading') at = under(at, block.depth, sectionOf(lines.join(' ')));
    else if (at !== null) found[at.section].push(...lines.flatMap(spoken));
  }
  const { constraints, inside, outside } = found;
  const paths = (lines: readonly string[]) => lines.flatMap(pathsNamed).slice(0, mostPaths);
  return {
    constraints: few(constraints),
    scope: { inside: paths(inside), outside: paths(outside) },
    todos: todosIn(blocks),
  };
}

/** A heading below another belongs to it, unless it begins a section of its own. */
function under(
  before: { readonly section: Section; readonly depth: number } | null,
  depth: number,
  section: Section | null,
): typeof before {
  if (section !== null) return { section, depth };
  return before !== null && depth > before.depth ? before : null;
}

/** A line without its box to tick. */
const spoken = (line: string): readonly string[] => {
  const words = line.replace(/^\[[ xX]\]\s+/, '').trim();
  return words === '' ? [] : [words];
};

/** Boxes that are no criteria. */
function todosIn(blocks: readonly MarkdownBlock[]): PlanFrame['todos'] {
  const boxes = blocks
    .flatMap((block) => (block.kind === 'text' ? block.lines : []))
    .flatMap(({ text }) => {
      const [, mark, words = ''] = /^\[([ xX])\]\s+(.+)$/.exec(text) ?? [];
      return mark === undefined || /^(?:\*\*)?(?:SC|UR|TS)-\d/.test(words) ? [] : [{ words, isDone: mark !== ' ' }];
    });
  return {
    open: few(boxes.filter(({ isDone }) => !isDone).map(({ words }) => words)),
    done: boxes.filter(({ isDone }) => isDone).length,
  };
}

export const saysMore = (frame: PlanFrame): boolean => sayFrame(frame) !== '';

/** For a person, in a line; empty: it says nothing. */
export function sayFrame({ constraints, scope: { inside, outside }, todos: { open, done } }: PlanFrame): string {
  const boxes = open.length + done;
  return [
    ...(constraints.length > 0 ? [`constraints: ${sayFew(constraints, 3, '; ')}`] : []),
    ...(inside.length > 0 ? [`in scope: ${sayFew(inside, 5)}`] : []),
    ...(outside.length > 0 ? [`out of scope: ${sayFew(outside, 5)}`] : []),
    ...(boxes > 0 ? [`${done} of ${boxes} boxes ticked`] : []),
  ].join('; ');
}

/** What was changed beyond the scope: told, and refused where the plan says that it is not in it. `named`: what its criteria name is in it. */
export function beyondScope(
  { inside, outside }: PlanScope,
  named: readonly string[],
  changed: readonly string[],
): readonly Finding[] {
  const all = [...inside, ...named];
  const [isWithin, isWithout] = [ownershipOf(all), ownershipOf(outside)];
  const isTold = inside.length > 0 && claimOf({ files: all }) !== null;
  return changed.flatMap((file): readonly Finding[] => {
    const shared = { gate: 'scope', file, line: null };
    if (isWithout(file)) return [{ ...shared, what: 'is out of scope, as the plan says', weight: 'fail' }];
    if (!isTold || isWithin(file)) return [];
    return [{ ...shared, what: 'is not in the scope that the plan names', weight: 'note' }];
  });
}
