// Source files of under 15 lines that a single other one imports: each could be a part of that one, unless it is kept apart on purpose.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const root = join(import.meta.dirname, '..');
const most = 15;

const sources = globSync('src/**/*.ts', { cwd: root })
  .filter((file) => !/\.(?:test|suite)\.ts$|\/fixtures\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const importers = new Map<string, Set<string>>();
for (const { file, text } of sources)
  for (const [, named = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)) {
    const target = posix.join(dirname(file), named);
    importers.set(target, (importers.get(target) ?? new Set()).add(file));
  }

for (const { file, text } of sources) {
  const [only, ...others] = importers.get(file) ?? [];
  const lines = text.trimEnd().split('\n').length;
  if (lines < most && only !== undefined && others.length === 0) console.log(`${lines} lines: ${file}, for ${only}`);
}
