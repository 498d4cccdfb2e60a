// Files that hold secrets by their names: not looked at in an environment, whatever else is allowed.
import { secretFolders, secretNames } from '../../domain/text/safe/secret-names.ts';

const names = secretNames.filter(({ what }) => what !== 'a name that speaks of secrets');
const folders = new Set(secretFolders.map(({ name }) => name));

/** Absolute or relative, as given or as resolved. */
export function isSecretPath(path: string): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  if (names.some(({ name }) => name.test(last))) return !isExample(last);
  return parts.some((part, index) => folders.has(part) || (part === 'gcloud' && parts[index - 1] === '.config'));
}

const isExample = (name: string): boolean => /^\.env\.(?:example|sample|template|dist)$/i.test(name);

/** For a search through a folder: what it passes by. */
export const passedBy: readonly string[] = [...new Set(names.flatMap(({ globs }) => globs))].map(
  (name) => `--exclude=${name}`,
);
export const foldersPassedBy: readonly string[] = [...folders, 'gcloud', 'proc'].map((name) => `--exclude-dir=${name}`);
