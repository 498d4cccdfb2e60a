// Ids a person can type on a phone; the form tells the kind: tasks `shop-12`, criteria `shop-12/SC-1`, runs `r103`, questions `q7`; rows of sessions `s12`, messages `m40`, chains `x7`.
import type { MessageThingId, SessionId } from './session/ids.ts';

declare const brand: unique symbol;
type Branded<T, B extends string> = T & { readonly [brand]: B };

export type TaskId = Branded<string, 'task'>;
export type CriterionId = Branded<string, 'criterion'>;
export type RunId = Branded<string, 'run'>;
export type QuestionId = Branded<string, 'question'>;
export type ChainId = Branded<string, 'chain'>;
export type HostId = Branded<string, 'host'>;
/** `THING#NUMBER`: the one act with this number of this thing. Keys of effects in the world are made from it. */
export type EffectId = Branded<string, 'effect'>;
/** Everything that is driven to its end. */
export type ThingId = TaskId | CriterionId | RunId | SessionId | MessageThingId | ChainId;
export type ThingKind = 'task' | 'criterion' | 'run' | 'session' | 'message' | 'chain';

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = Branded<number, 'instant'>;

export const taskId = (workspace: string, number: number): TaskId => `${workspace}-${number}` as TaskId;
export const criterionId = (task: TaskId, label: string): CriterionId => `${task}/${label}` as CriterionId;
export const runId = (number: number): RunId => `r${number}` as RunId;
export const chainId = (number: number): ChainId => `x${number}` as ChainId;
export const questionId = (number: number): QuestionId => `q${number}` as QuestionId;
export const effectId = (thing: ThingId, number: number): EffectId => `${thing}#${number}` as EffectId;
export const instant = (milliseconds: number): Instant => milliseconds as Instant;

const forms: readonly (readonly [RegExp, ThingKind])[] = [
  [/^r\d+$/, 'run'],
  [/^s\d+$/, 'session'],
  [/^m\d+$/, 'message'],
  [/^x\d+$/, 'chain'],
];

export function kindOf(id: ThingId): ThingKind {
  const found = forms.find(([form]) => form.test(id));
  if (found !== undefined) return found[1];
  return id.includes('/') ? 'criterion' : 'task';
}
