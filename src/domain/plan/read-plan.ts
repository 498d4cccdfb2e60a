// A plan that a person wrote in Markdown: criteria as headings, boxes to tick or plain lines, and the requirements and test scenarios of its tables and lists.
import { defined } from '../defined.ts';
import { type MarkdownBlock, type MarkdownLine, type MarkdownRow, readMarkdown } from './markdown.ts';
import type { Beat, PlannedCriterion } from './plan.ts';
import {
  beatsIn,
  commandIn,
  type FieldName,
  fieldIn,
  firstLabel,
  labelled,
  labelsIn,
  needsIn,
  pathsAmid,
  pathsIn,
} from './plan-words.ts';

export type WrittenPlan = {
  /** As they stand in the plan; of a repeated label the first. */
  readonly criteria: readonly WrittenCriterion[];
  readonly repeated: readonly { readonly label: string; readonly lines: readonly [number, number] }[];
  /** Labels that a line, a heading or a row begins with, and that no criterion has. */
  readonly unread: readonly { readonly label: string; readonly line: number }[];
  readonly requirements: readonly Requirement[];
  readonly scenarios: readonly Scenario[];
};

export type WrittenCriterion = PlannedCriterion & {
  /** From 1. */
  readonly line: number;
  readonly dependsOn: readonly string[];
  readonly tests: readonly string[];
};

/** What a person asked for, `UR-1`. */
export type Requirement = {
  readonly label: string;
  readonly line: number;
  /** False: the plan leaves it out on purpose. */
  readonly inScope: boolean;
  /** Labels of the criteria that fulfil it. */
  readonly criteria: readonly string[];
};

/** A test that is to be written, `TS-1`. */
export type Scenario = {
  readonly label: string;
  readonly line: number;
  /** Null: the plan names none. */
  readonly file: string | null;
  /** Labels of the criteria that it is for. */
  readonly criteria: readonly string[];
};

export function readPlan(text: string): WrittenPlan {
  const blocks = readMarkdown(text);
  const parts = partsOf(blocks);
  const rows = blocks.flatMap((block) =>
    block.kind === 'table' ? block.rows.map((row) => rowOf(block.header, row)) : [],
  );
  const scenarios = [...parts.filter(isA('TS')).map(scenarioFrom), ...rows.filter(isA('TS')).map(scenarioIn)];
  const { criteria, repeated } = onceEach(parts.filter(isA('SC')).map(criterionFrom));
  const ofAll = beatsOfAll(blocks, parts);
  const testsOf = testsByCriterion(scenarios);
  const whole = criteria.map((each) => ({
    ...each,
    tests: unique([...each.tests, ...(testsOf.get(each.label) ?? [])]),
    ...(each.beats === undefined && ofAll.length > 0 && { beats: ofAll }),
  }));
  return {
    criteria: whole,
    repeated,
    unread: unreadIn(blocks, whole),
    requirements: requirementsOf(parts, rows),
    scenarios,
  };
}

function unreadIn(blocks: readonly MarkdownBlock[], criteria: readonly WrittenCriterion[]): WrittenPlan['unread'] {
  const known = new Set(criteria.map(({ label }) => label));
  const begun = blocks.flatMap((block) =>
    block.kind === 'table'
      ? block.rows.map(({ cells, number }) => ({ label: firstLabel(cells[0] ?? ''), line: number }))
      : block.lines.map(({ text, number }) => ({ label: firstLabel(text), line: number })),
  );
  return begun.flatMap(({ label, line }) => (label === null || known.has(label) ? [] : [{ label, line }]));
}

/** What stands before the first label is said of all criteria. */
function beatsOfAll(blocks: readonly MarkdownBlock[], [first]: readonly Part[]): readonly Beat[] {
  const lines = blocks.flatMap((block) => (block.kind === 'text' ? block.lines : []));
  const before = lines.filter(({ number }) => first !== undefined && number < first.line);
  return beatsIn(before.map(({ text }) => fieldIn(text)).find((each) => each?.name === 'tdd')?.value ?? '');
}

const unique = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];

const isA =
  (kind: 'SC' | 'UR' | 'TS') =>
  ({ label }: { readonly label: string | null }): boolean =>
    label?.startsWith(`${kind}-`) === true;

/** A labelled line or heading with what stands below it; without a label all else. */
type Part = {
  readonly label: string | null;
  readonly words: string;
  readonly line: number;
  /** Of its heading; null: it is none. */
  readonly depth: number | null;
  readonly body: MarkdownLine[];
};

const nowhere = (): Part => ({ label: null, words: '', line: 0, depth: null, body: [] });

function partsOf(blocks: readonly MarkdownBlock[]): readonly Part[] {
  const parts: Part[] = [];
  let last = nowhere();
  for (const block of blocks) {
    if (block.kind === 'table') continue;
    const depth = block.kind === 'heading' ? block.depth : null;
    for (const line of block.lines) {
      const head = labelled(line.text);
      if (head !== null) {
        last = { ...head, line: line.number, depth, body: [] };
        parts.push(last);
      } else if (depth === null) last.body.push(line);
      // A heading below that of the part belongs to it; any other begins something else.
      else if (last.depth === null || depth <= last.depth) last = nowhere();
    }
  }
  return parts;
}

function criterionFrom({ label, words, line, body }: Part): WrittenCriterion {
  const fields = body.map((each) => fieldIn(each.text));
  const first = (name: FieldName): string | undefined => fields.find((each) => each?.name === name)?.value;
  const prose = [words, ...body.filter((_, at) => fields[at] === null).map(({ text }) => text)];
  const said = fields.flatMap((each) => (each?.name === 'dependsOn' ? labelsIn(each.value, 'SC') : []));
  const named = pathsIn(first('files') ?? '');
  const expected = first('expected');
  const beats = beatsIn(first('tdd') ?? '');
  return {
    label: label ?? '',
    text: words,
    verify: commandIn(first('verify') ?? ''),
    files: named.length > 0 ? named : unique(prose.flatMap(pathsAmid)),
    kind: kindOf(first('kind'), named),
    ...defined({ expected }),
    ...(beats.length > 0 && { beats }),
    line,
    dependsOn: unique([...said, ...prose.flatMap(needsIn)]),
    tests: pathsIn(first('tests') ?? '').filter((path) => /[./]/.test(path)),
  };
}

const kinds = ['behaviour', 'refactor', 'docs', 'config'] as const;

/** Documents need no test. */
function kindOf(said: string | undefined, files: readonly string[]): PlannedCriterion['kind'] {
  const documents = files.length > 0 && files.every((path) => /(?:^docs\/|\.(?:md|mdx|rst|adoc|txt)$)/i.test(path));
  return kinds.find((each) => each === said?.toLowerCase()) ?? (documents ? 'docs' : 'behaviour');
}

function onceEach(all: readonly WrittenCriterion[]): Pick<WrittenPlan, 'criteria' | 'repeated'> {
  const first = new Map<string, WrittenCriterion>();
  const repeated: WrittenPlan['repeated'][number][] = [];
  for (const each of all) {
    const before = first.get(each.label);
    if (before === undefined) first.set(each.label, each);
    else repeated.push({ label: each.label, lines: [before.line, each.line] });
  }
  return { criteria: [...first.values()], repeated };
}

/** Files, in the order of their scenarios. */
const testsByCriterion = (scenarios: readonly Scenario[]): ReadonlyMap<string, readonly string[]> =>
  byName(
    scenarios.flatMap(({ file, criteria }) => criteria.flatMap((label) => (file === null ? [] : [[label, file]]))),
  );

const textsOf = ({ words, body }: Part): readonly string[] => [words, ...body.map(({ text }) => text)];

/** A row of a table that begins with a label. */
type Row = {
  readonly label: string | null;
  readonly line: number;
  readonly cells: readonly string[];
  /** The cell below the first heading that these words are found in; '' where there is none. */
  readonly under: (heading: RegExp) => string;
};

const rowOf = (header: readonly string[], { cells, number }: MarkdownRow): Row => ({
  label: /^(?:\*\*|`)?((?:SC|UR|TS)-\d{1,4})\b/.exec(cells[0] ?? '')?.[1] ?? null,
  line: number,
  cells,
  under: (heading) => cells[header.findIndex((each) => heading.test(each))] ?? '',
});

function scenarioFrom(part: Part): Scenario {
  const { label, line } = part;
  const texts = textsOf(part);
  const named = texts.map(fieldIn).find((each) => each?.name === 'tests' || each?.name === 'files');
  const [file = null] = pathsIn(named?.value ?? '');
  return { label: label ?? '', line, file, criteria: unique(texts.flatMap((each) => labelsIn(each, 'SC'))) };
}

function scenarioIn({ label, line, cells, under }: Row): Scenario {
  const [file = null] = pathsIn(under(/\bfile|文件/i));
  return { label: label ?? '', line, file, criteria: unique(cells.flatMap((each) => labelsIn(each, 'SC'))) };
}

const leftOut = /⏭|❌|✗|\b(?:no|out|deferred|skipped)\b|否/i;

/** A requirement stands in a list or a table; a second table may say which criteria fulfil it. */
function requirementsOf(parts: readonly Part[], rows: readonly Row[]): readonly Requirement[] {
  const naming = criteriaNaming(parts);
  const found = new Map<string, Requirement>();
  const add = (label: string, line: number, criteria: readonly string[], inScope: boolean) => {
    const before = found.get(label) ?? { label, line, inScope: true, criteria: naming.get(label) ?? [] };
    const all = unique([...before.criteria, ...criteria]);
    found.set(label, { ...before, inScope: before.inScope && inScope, criteria: all });
  };
  for (const part of parts.filter(isA('UR')))
    add(
      part.label ?? '',
      part.line,
      textsOf(part).flatMap((text) => labelsIn(text, 'SC')),
      true,
    );
  for (const { label, line, cells, under } of rows.filter(isA('UR')))
    add(
      label ?? '',
      line,
      cells.flatMap((cell) => labelsIn(cell, 'SC')),
      !leftOut.test(under(/scope|范围/i)),
    );
  return [...found.values()];
}

/** Of each requirement, the criteria that name it. */
function criteriaNaming(parts: readonly Part[]): ReadonlyMap<string, readonly string[]> {
  const naming = parts
    .filter(isA('SC'))
    .flatMap((part) => textsOf(part).flatMap((text) => labelsIn(text, 'UR').map((label) => [label, part.label ?? ''])));
  return byName(naming);
}

/** The second of each pair by the first. */
function byName(pairs: readonly (readonly string[])[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(pairs, ([name = '']) => name);
  return new Map([...groups].map(([name, some]) => [name, some.map(([, value = '']) => value)]));
}
