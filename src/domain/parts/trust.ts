// What a person must have seen before it is used: programs of a repository where nothing holds them, and files that look like holding secrets.
import type { EffectMap } from '../effect/effect.ts';
import type { Said } from '../fact/fact.ts';
import { withoutSecrets } from '../place/copied-paths.ts';
import { programsGrant, secretGrant, type ToTrust } from '../place/to-trust.ts';
import { choice } from '../question/choice.ts';
import type { Choice } from '../question/question.ts';
import { showPath } from '../text/safe/show-path.ts';

/** `choices`: without the one that ends it all. */
export type TrustQuestion = {
  readonly kind: 'ask';
  readonly text: string;
  readonly choices: readonly Choice[];
  readonly binding: string;
  readonly shown: unknown;
};

export type TrustNeeds =
  | { readonly kind: 'remember'; readonly input: EffectMap['remember-trust']['input'] }
  | TrustQuestion;

/** Before a copy is made, or anything of it runs; null: nothing is left to be seen. */
export function nextTrust(
  toTrust: ToTrust | undefined,
  of: { readonly checkout: string; readonly workspace: string },
): TrustNeeds | null {
  if (toTrust === undefined) return null;
  const { agreed, programs, secrets } = toTrust;
  if (agreed !== undefined) return { kind: 'remember', input: { checkout: of.checkout, ...agreed } };
  if (programs !== null)
    return {
      kind: 'ask',
      text: `There is no sandbox here: these programs of ${of.workspace} would run with all your rights, and are new or have changed.\n${programs.lines.map((line) => `- ${showPath(line)}`).join('\n')}`,
      choices: [choice('trust', 'trust them')],
      binding: programs.hash,
      shown: { programs: programs.lines, hash: programs.hash },
    };
  if (secrets.length === 0) return null;
  return {
    kind: 'ask',
    text: `These files look like holding secrets, and the copy that agents work in would be given them:\n${secrets.map(({ path }) => `- ${showPath(path)}`).join('\n')}`,
    choices: [choice('take', 'give them to the copy'), choice('leave', 'go on without them')],
    binding: secrets.map(({ hash }) => hash).join(' '),
    shown: { files: secrets },
  };
}

type Trusted = { readonly toTrust: ToTrust; readonly copyFiles: readonly string[] };

/** What an answer makes of it. */
export function takeTrust(
  { toTrust, copyFiles }: Trusted,
  { choice: chosen, by }: { readonly choice: string; readonly by: string },
): Trusted & { readonly said: readonly Said[] } {
  const { programs, secrets } = toTrust;
  const agree = (grants: readonly string[], seen: Partial<ToTrust>) => ({
    toTrust: { ...toTrust, ...seen, agreed: { grants, by } },
    copyFiles,
    said: [],
  });
  if (chosen === 'trust' && programs !== null) return agree([programsGrant(programs.hash)], { programs: null });
  if (chosen === 'take') return agree(secrets.map(secretGrant), { secrets: [] });
  const left = secrets.map(({ path }) => path);
  return {
    toTrust: { ...toTrust, secrets: [] },
    copyFiles: withoutSecrets(copyFiles, left),
    said: [{ kind: 'secrets_left_out', data: { paths: left } }],
  };
}

/** What was agreed to is on record. */
export function withoutAgreed(toTrust: ToTrust | undefined): ToTrust {
  const { agreed: _, ...rest } = toTrust ?? { programs: null, secrets: [] };
  return rest;
}
