// From where pytest sees its files that is started in a folder: the first of the folders above with its configuration, else with a project, else where it is started.
import type { Sources } from '../sources.ts';

const configured: Readonly<Record<string, RegExp | null>> = {
  'pytest.ini': null,
  '.pytest.ini': null,
  'pyproject.toml': /^\s*\[tool\.pytest\b/m,
  'tox.ini': /^\[pytest\]/m,
  'setup.cfg': /^\[tool:pytest\]/m,
};

/** Empty: from the top of the tree. */
export async function pytestRoot(sources: Sources, folder: string): Promise<string> {
  const above = foldersAbove(folder);
  for (const each of above)
    for (const [name, says] of Object.entries(configured)) {
      const path = pathIn(each, name);
      if (sources.has(path) && (says === null || says.test((await sources.text(path)) ?? ''))) return each;
    }
  const project = (name: string) => above.find((each) => sources.has(pathIn(each, name)));
  return project('setup.py') ?? project('pyproject.toml') ?? folder;
}

const pathIn = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Itself first. */
const foldersAbove = (folder: string): readonly string[] => {
  const parts = folder.split('/');
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('/')), ''];
};
