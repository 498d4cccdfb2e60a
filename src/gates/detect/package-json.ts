// package.json as far as checking needs it.
import type { Sources } from '../sources.ts';

export type PackageJson = {
  readonly scripts: Readonly<Record<string, string>>;
  /** All kinds of dependencies together, by name. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly packageManager: string | null;
  /** Patterns of folders with packages of their own. */
  readonly workspaces: readonly string[];
};

/** null: no such file. `broken`: it is not a JSON object. */
export async function readPackageJson(sources: Sources): Promise<PackageJson | 'broken' | null> {
  const text = await sources.text('package.json');
  return text === null ? null : (parsePackageJson(text) ?? 'broken');
}

export function parsePackageJson(text: string): PackageJson | null {
  const value = parseObject(text);
  if (value === null) return null;
  const { scripts, dependencies, devDependencies, optionalDependencies, packageManager, workspaces } = value;
  return {
    scripts: strings(scripts),
    dependencies: { ...strings(dependencies), ...strings(optionalDependencies), ...strings(devDependencies) },
    packageManager: typeof packageManager === 'string' ? packageManager : null,
    workspaces: patterns(isObject(workspaces) ? workspaces.packages : workspaces),
  };
}

const patterns = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function strings(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
