// What is seen of environments, before and after a deployment.
import { by, firstLineOf, list, type Sentences, word } from './words.ts';

export type EnvironmentFacts = {
  /** `errors`: how many kinds of them. */
  readonly environment_looked: { readonly env: string; readonly errors: number };
  readonly environment_unseen: { readonly env: string; readonly why: string };
  readonly environment_asked: { readonly env: string; readonly commands: readonly string[] };
  readonly deployed: { readonly env: string; readonly by: string };
  /** `against`: the environment whose errors they were held against. */
  readonly environment_verified: {
    readonly env: string;
    readonly verdict: string;
    readonly summary: string;
    readonly against?: string | null;
  };
};

export const environmentSentences: Sentences<EnvironmentFacts> = {
  environment_looked: (data) => `${word(data.env)} is looked at: ${word(data.errors)} kinds of errors`,
  environment_unseen: (data) => `${word(data.env)} could not be looked at: ${firstLineOf(data.why)}`,
  environment_asked: (data) => `${word(data.env)} is asked: ${list(data.commands)}`,
  deployed: (data) => `is deployed to ${word(data.env)}${by(data.by)}`,
  environment_verified: (data) =>
    `${word(data.env)} after the deployment: ${word(data.verdict)}${data.against == null ? '' : `, with the errors of ${word(data.against)}`}. ${word(data.summary)}`,
};
