// Which environment a text speaks of: by its name, else by a word of its tier. Nothing is guessed between two.
import type { TaskEnvironment, Tier } from '../../environment/look.ts';
import { alone, isNamed } from '../../text/is-named.ts';
export type Matched =
  | { readonly kind: 'none' }
  /** `guessed`: by its tier alone. */
  | { readonly kind: 'one'; readonly env: TaskEnvironment; readonly guessed: boolean }
  | { readonly kind: 'several'; readonly envs: readonly TaskEnvironment[] };

const words: readonly (readonly [NonNullable<Tier>, RegExp])[] = [
  ['prod', tierWords('prod|production|live', '线上|生产')],
  ['staging', tierWords('staging|stg', '预发')],
  ['local', tierWords('local|dev', '本地')],
];

/** `workspace`: an environment that is called like it is not named by its name. */
export function matchEnvironment(text: string, workspace: string, all: readonly TaskEnvironment[]): Matched {
  const named = all.filter(({ name }) => name !== workspace && isNamed(text, name));
  if (named.length > 0) return pick(named, false);
  const tiers = words.filter(([, pattern]) => pattern.test(text)).map(([tier]) => tier);
  return pick(
    all.filter(({ tier }) => tier !== null && tiers.includes(tier)),
    true,
  );
}

function pick(fitting: readonly TaskEnvironment[], guessed: boolean): Matched {
  const [only, ...more] = fitting;
  if (only === undefined) return { kind: 'none' };
  return more.length > 0 ? { kind: 'several', envs: fitting } : { kind: 'one', env: only, guessed };
}

function tierWords(latin: string, chinese: string): RegExp {
  return new RegExp(`${alone(latin).source}|${chinese}`, 'i');
}
