// Every kind of fact that is said anywhere: what is said with it, and its sentence. A kind without a sentence does not compile.

import { tidy } from '../text/safe/strip-control.ts';
import type { Fact } from '../thing.ts';
import { type ChainFacts, chainSentences } from './chain.ts';
import { type CopyFacts, copySentences } from './copy.ts';
import { type CriterionFacts, criterionSentences } from './criterion.ts';
import { type DeliveryFacts, deliverySentences } from './delivery.ts';
import { type EnvironmentFacts, environmentSentences } from './environment.ts';
import { type FeatureFacts, featureSentences } from './feature.ts';
import { type MessageFacts, messageSentences } from './message.ts';
import { type PersonFacts, personSentences } from './person.ts';
import { type PlanFacts, planSentences } from './plan.ts';
import { type RunFacts, runSentences } from './run.ts';
import { type SessionFacts, sessionSentences } from './session.ts';
import { type TaskFacts, taskSentences } from './task.ts';
import type { None, Sentences } from './words.ts';

export type FactMap = TaskFacts &
  CopyFacts &
  PlanFacts &
  EnvironmentFacts &
  DeliveryFacts &
  FeatureFacts &
  CriterionFacts &
  ChainFacts &
  RunFacts &
  SessionFacts &
  MessageFacts &
  PersonFacts;

/** What is said when something happens; its row is a `Fact`. */
export type Said = {
  [Kind in keyof FactMap]: None extends FactMap[Kind]
    ? { readonly kind: Kind; readonly data?: FactMap[Kind] }
    : { readonly kind: Kind; readonly data: FactMap[Kind] };
}[keyof FactMap];

const sentences: Sentences<FactMap> = {
  ...taskSentences,
  ...copySentences,
  ...planSentences,
  ...environmentSentences,
  ...deliverySentences,
  ...featureSentences,
  ...criterionSentences,
  ...chainSentences,
  ...runSentences,
  ...sessionSentences,
  ...messageSentences,
  ...personSentences,
};

export const factKinds: readonly string[] = Object.keys(sentences);

/** Safe to print: no control sequences, no secrets. A row may be of another version: what is not known as it stands is told by its name. */
export function describeFact(fact: Pick<Fact, 'kind' | 'data' | 'thing'>): string {
  return tidy(sentenceOf(fact) ?? fact.kind.replaceAll('_', ' '));
}

function sentenceOf({ kind, data, thing }: Pick<Fact, 'kind' | 'data' | 'thing'>): string | null {
  if (!Object.hasOwn(sentences, kind)) return null;
  try {
    return sentences[kind as keyof FactMap](data as never, thing);
  } catch {
    return null;
  }
}
