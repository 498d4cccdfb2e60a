// The meaning of a repository's `.drover.yaml`; figures for coverage and limits are refused, since nothing here would check them.
import { ok, type Result } from '../domain/error.ts';
import type { RepositoryConfig } from '../ports/config.ts';
import { checkSource, parseSource } from './document.ts';
import { repositorySchema } from './schema.ts';

const tddDefaults = { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'off' } as const;

export function parseRepository(text: string, path: string): Result<RepositoryConfig> {
  const source = parseSource(path, text);
  const content = source.ok ? checkSource(source.value, repositorySchema) : source;
  if (!content.ok) return content;
  const { tdd, large_files: largest, ...checks } = content.value;
  const settings = { ...checks, ...(largest === undefined ? {} : { largest }) };
  return ok(tdd === undefined ? settings : { ...settings, tdd: { ...tddDefaults, ...tdd } });
}
