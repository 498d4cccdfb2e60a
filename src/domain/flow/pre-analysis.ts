// The pre-analysis of a node: its commands one after the other, what each found joined under a name, and what becomes of the rest where one goes wrong.
import { type Looked, stepLimit, type ValuePart, type Values } from '../run/lookup.ts';
import type { PreAnalysisStep } from './node.ts';
import { type PreCommand, readPreCommand } from './pre-command.ts';
import { substitute } from './substitute.ts';

export type PreAnalysis = {
  /** Of the command that is next, by their places in their lists. */
  readonly step: number;
  readonly command: number;
  readonly values: Values;
  /** What went otherwise than asked for, and was gone on with. */
  readonly notes: readonly string[];
  /** The step that ended it. */
  readonly failed?: string;
};

export const preAnalysisBegun: PreAnalysis = { step: 0, command: 0, values: {}, notes: [] };

export type NextLookup =
  | { readonly kind: 'look'; readonly command: PreCommand }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly why: string };

/** Commands are read before anything begins: what does not parse is said as one that failed. */
export function nextLookup(steps: readonly PreAnalysisStep[], at: PreAnalysis): NextLookup {
  if (at.failed !== undefined) return { kind: 'failed', why: at.failed };
  const text = steps[at.step]?.commands[at.command];
  if (text === undefined) {
    const later = skipEmpty(steps, at);
    return later === null ? { kind: 'done' } : nextLookup(steps, later);
  }
  const read = readPreCommand(text);
  if (read.ok) return { kind: 'look', command: read.value };
  return { kind: 'failed', why: `${sayStep(steps[at.step])}: ${text}: ${read.failure.message}` };
}

/** To the next step that has a command; null: there is none. */
function skipEmpty(steps: readonly PreAnalysisStep[], at: PreAnalysis): PreAnalysis | null {
  const next = steps.findIndex(({ commands }, index) => index > at.step && commands.length > 0);
  return next === -1 ? null : { ...at, step: next, command: 0 };
}

type Came = { readonly run: string; readonly looked: Looked };

/** After the command that was next. */
export function afterLookup(
  steps: readonly PreAnalysisStep[],
  before: PreAnalysis,
  { run, looked }: Came,
): PreAnalysis {
  const at = steps[before.step]?.commands[before.command] === undefined ? (skipEmpty(steps, before) ?? before) : before;
  const step = steps[at.step];
  if (step === undefined) return at;
  const command = step.commands[at.command] ?? '';
  const told = { ...at, notes: [...at.notes, ...notesOn(step, command, looked, at.values)] };
  if (!looked.ok && step.onError === 'fail') return { ...told, failed: `${sayStep(step)}: ${command}: ${looked.why}` };
  if (!looked.ok && step.onError === 'skip') return { ...emptied(told, step), step: at.step + 1, command: 0 };
  const kept = withPart(told, step, { run, bytes: looked.bytes });
  const isLast = at.command + 1 >= step.commands.length;
  return isLast ? { ...kept, step: at.step + 1, command: 0 } : { ...kept, command: at.command + 1 };
}

const sayStep = (step: PreAnalysisStep | undefined): string =>
  `step ${step?.step ?? ''} of the pre-analysis${step?.action ? ` (${step.action})` : ''}`;

function notesOn(step: PreAnalysisStep, command: string, looked: Looked, values: Values): readonly string[] {
  const named = `${sayStep(step)}: ${command}`;
  const unknown = unknownIn(command, values);
  return [
    ...(looked.ok ? [] : [`${named}: ${looked.why}`]),
    ...(looked.cut ? [`${named}: it found more than 1 MiB; the rest is cut away`] : []),
    ...passedOverIn(command).map((flag) => `${named}: ${flag} says nothing here, and is passed over`),
    ...(asksToWrite(command) ? [`${named}: it was asked in analysis, for a pre-analysis changes nothing`] : []),
    ...(unknown.length > 0 ? [`${named}: nothing is known of ${unknown.join(', ')}, which stays as it stands`] : []),
  ];
}

function asksToWrite(command: string): boolean {
  const read = readPreCommand(command);
  return read.ok && read.value.kind === 'run' && !['analysis', 'review', null].includes(read.value.mode);
}

/** Flags of another program that have no counterpart here. */
export function passedOverIn(command: string): readonly string[] {
  const read = readPreCommand(command);
  return read.ok && read.value.kind === 'run' ? (read.value.passedOver ?? []) : [];
}

const unknownIn = (command: string, values: Values): readonly string[] =>
  substitute(command, new Map(Object.keys(values).map((name) => [name, '']))).unknown;

/** Later steps find the name, with nothing of this step behind it. */
function emptied(at: PreAnalysis, { outputTo }: PreAnalysisStep): PreAnalysis {
  if (outputTo === null) return at;
  const parts = partsOf(at.values, outputTo);
  return { ...at, values: { ...at.values, [outputTo]: parts.slice(0, parts.length - at.command) } };
}

/** Behind what the name has; of a step no more than its limit. */
function withPart(at: PreAnalysis, { outputTo, step }: PreAnalysisStep, part: ValuePart): PreAnalysis {
  if (outputTo === null) return at;
  const before = partsOf(at.values, outputTo);
  const bytes = Math.min(part.bytes, stepLimit - before.reduce((sum, each) => sum + each.bytes, 0));
  const notes = bytes < part.bytes ? [`${outputTo} of step ${step} is longer than 4 MiB; the rest is cut away`] : [];
  const values = { ...at.values, [outputTo]: [...before, { ...part, bytes }] };
  return { ...at, values, notes: [...at.notes, ...notes] };
}

const partsOf = (values: Values, name: string): readonly ValuePart[] =>
  (Object.hasOwn(values, name) ? values[name] : undefined) ?? [];
