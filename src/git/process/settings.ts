// The configuration a checkout has, with the scope each value comes from: what a repository says is trusted less than what its person says.
import type { Env, Pin } from './environments.ts';
import { splitZero } from './path-names.ts';
import { runGit } from './run-git.ts';

export type Setting = {
  readonly scope: 'system' | 'global' | 'local' | 'worktree' | 'command';
  /** `file:PATH`, relative to the folder that was asked in; or another word of git's. */
  readonly origin: string;
  readonly key: string;
  readonly value: string;
};

/** Empty where git fails; without those of a repository where the folder is in none. Later ones win. */
export async function readSettings(env: Env, checkout: string): Promise<readonly Setting[]> {
  const run = await runGit({
    argv: ['config', '--list', '-z', '--show-scope', '--show-origin', '--includes'],
    cwd: checkout,
    env,
  }).catch(() => null);
  if (run?.code !== 0) return [];
  const fields = splitZero(run.stdout).map((field) => field.toString('utf8'));
  return fields.flatMap((field, at) =>
    at % 3 === 2 ? [setting(fields[at - 2] ?? '', fields[at - 1] ?? '', field)] : [],
  );
}

function setting(scope: string, origin: string, field: string): Setting {
  const end = field.indexOf('\n');
  // A key without `=` means true.
  return {
    scope: scope as Setting['scope'],
    origin,
    key: end === -1 ? field : field.slice(0, end),
    value: end === -1 ? 'true' : field.slice(end + 1),
  };
}

export const isOfRepository = ({ scope }: Setting): boolean => scope === 'local' || scope === 'worktree';

/** The value in force; keys are compared as git prints them: section and name in lower case. */
export const valueFor = (settings: readonly Setting[], key: string): string | null =>
  settings.findLast((one) => one.key === key)?.value ?? null;

export const isTrue = (value: string | null): boolean => value !== null && /^(true|yes|on|1)$/i.test(value);

/** Switches off every filter driver that the repository's own configuration has a word in. */
export function localFilters(settings: readonly Setting[]): readonly Pin[] {
  const names = settings.filter(isOfRepository).flatMap(({ key }) => /^filter\.(.+)\.[a-z]+$/s.exec(key)?.[1] ?? []);
  return [...new Set(names)].flatMap((name): Pin[] => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
}
