// The script's form, and the door it comes in by: a script with a mistake is refused with the place named.
import { resumeSentence } from '../../domain/text/prompts/resume.ts';
import { asList, asRecord, type Json } from '../json.ts';

export type Step = { readonly name: StepName; readonly value: unknown };
export type ScriptTurn = {
  readonly mode: 'analysis' | 'write' | null;
  readonly prompt: RegExp | null;
  readonly nth: number | null;
  readonly steps: readonly Step[];
};
export type Script = { readonly turns: readonly ScriptTurn[] };

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isTexts = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isText);
const has =
  (...names: string[]) =>
  (value: unknown) =>
    names.every((name) => isText(asRecord(value)[name]));

/** What each step must look like. */
const forms = {
  say: isText,
  write: has('path', 'text'),
  edit: has('path', 'text'),
  replace: has('path', 'old', 'new'),
  remove: isText,
  run: isTexts,
  git: isTexts,
  report: (value: unknown) => Object.keys(asRecord(value)).length > 0,
  wait: has('file'),
  ask: has('tool', 'subject'),
  sleep: isNumber,
  crash: isNumber,
  exit: (value: unknown) => isNumber(asRecord(value).code),
  garbage: isNumber,
  hang: (value: unknown) => value === true,
  escape: (value: unknown) => value === true || has('file')(value),
  usage: (value: unknown) => Object.values(asRecord(value)).every(isNumber),
  apiError: (value: unknown) => isNumber(asRecord(value).status) || asRecord(value).status === null,
  limited: (value: unknown) => typeof value === 'object',
  authMissing: (value: unknown) => value === true,
} as const;

export type StepName = keyof typeof forms;
const isStepName = (name: string): name is StepName => Object.hasOwn(forms, name);
/** Words that stand beside a step. */
const beside = new Set(['ignoreTerm']);

export class ScriptError extends Error {}

export function parseScript(text: string): Script {
  const turns = asRecord(JSON.parse(text)).turns;
  if (!Array.isArray(turns)) throw new ScriptError('`turns` must be a list');
  return { turns: turns.map((turn, index) => parseTurn(asRecord(turn), `turns[${index}]`)) };
}

function parseTurn({ when, do: steps }: Json, place: string): ScriptTurn {
  const { mode, prompt, nth } = asRecord(when);
  if (mode !== undefined && mode !== 'analysis' && mode !== 'write')
    throw new ScriptError(`${place}.when.mode must be "analysis" or "write"`);
  if (prompt !== undefined && typeof prompt !== 'string') throw new ScriptError(`${place}.when.prompt must be a text`);
  if (nth !== undefined && typeof nth !== 'number') throw new ScriptError(`${place}.when.nth must be a number`);
  if (!Array.isArray(steps)) throw new ScriptError(`${place}.do must be a list`);
  return {
    mode: mode ?? null,
    prompt: prompt === undefined ? null : new RegExp(prompt, 's'),
    nth: nth ?? null,
    steps: asList(steps).map((step, index) => parseStep(asRecord(step), `${place}.do[${index}]`)),
  };
}

function parseStep(step: Json, place: string): Step {
  const [name, ...more] = Object.keys(step).filter((key) => !beside.has(key));
  if (name === undefined || more.length > 0 || !isStepName(name))
    throw new ScriptError(`${place} must have exactly one of ${Object.keys(forms).join(', ')}`);
  if (!forms[name](step[name])) throw new ScriptError(`${place}.${name} has the wrong form`);
  return { name, value: name === 'hang' ? { ignoreTerm: step.ignoreTerm === true } : step[name] };
}

/** The first turn that fits the last of a conversation's prompts; `nth` counts them from 1. One that is only told to go on goes on with what it was told before. */
export function chooseTurn({ turns }: Script, mode: string, prompts: readonly string[]): ScriptTurn | null {
  const prompt = prompts.at(-1) ?? '';
  const found = turns.find(
    (turn) =>
      (turn.mode === null || turn.mode === mode) &&
      (turn.nth === null || turn.nth === prompts.length) &&
      (turn.prompt === null || turn.prompt.test(prompt)),
  );
  if (found !== undefined) return found;
  return prompt === resumeSentence && prompts.length > 1 ? chooseTurn({ turns }, mode, prompts.slice(0, -1)) : null;
}
