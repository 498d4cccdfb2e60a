// The person's file as it stands now, checked; without a file, the defaults.
import { readFileSync } from 'node:fs';
import { codeOf } from '../disk/code-of.ts';
import { fail, ok, type Result } from '../domain/error.ts';
import type { PersonConfig } from '../ports/config.ts';
import { checkSource, parseSource, type Source } from './document.ts';
import { personConfig } from './person.ts';
import { personSchema } from './schema.ts';

export type Loaded = { readonly source: Source; readonly config: PersonConfig };

export async function loadFile(path: string): Promise<Result<Loaded>> {
  const text = await textOf(path);
  return text.ok ? understand(path, text.value) : text;
}

/** Only the configuration, which is understood anew when the text is another one: it is read with every request. */
export function createReader(path: string): () => Promise<Result<PersonConfig>> {
  let last: { readonly text: string | null; readonly config: Result<PersonConfig> } | null = null;
  return async () => {
    const text = await textOf(path);
    if (!text.ok) return text;
    if (last?.text !== text.value) {
      const loaded = understand(path, text.value);
      last = { text: text.value, config: loaded.ok ? ok(loaded.value.config) : loaded };
    }
    return last.config;
  };
}

function understand(path: string, text: string | null): Result<Loaded> {
  const source = parseSource(path, text ?? '');
  if (!source.ok) return source;
  const content = checkSource(source.value, personSchema);
  if (!content.ok) return content;
  return ok({ source: source.value, config: personConfig(content.value, { path, exists: text !== null }) });
}

/** null: it is not there. In place: it is short, a task looks at it at every step, and a trip through the threads for each call takes ten times as long as the call. */
export async function textOf(path: string): Promise<Result<string | null>> {
  try {
    return ok(readFileSync(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ok(null);
    return fail('CONFIG_INVALID', `${path} cannot be read: ${codeOf(error) ?? String(error)}`, { path });
  }
}
