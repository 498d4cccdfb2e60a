// A change of the person's file: read, edited, checked and replaced whole while no other process writes.
import { Failed, type Failure, fail, ok, type Result } from '../domain/error.ts';
import type { PersonConfig } from '../ports/config.ts';
import { codeOf } from './code-of.ts';
import { checkSource, parseSource, type Source } from './document.ts';
import { loadFile, textOf } from './load-file.ts';
import { personConfig } from './person.ts';
import { personSchema } from './schema.ts';
import { withLock } from './with-lock.ts';
import { writeWhole } from './write-whole.ts';

/** `check`: what must hold afterwards. What stood in the file before must be valid too, or nothing is written. */
export async function changeFile(
  path: string,
  edit: (source: Source) => Result<unknown>,
  check: (config: PersonConfig) => Promise<Result<void>> = async () => ok(undefined),
): Promise<Result<void>> {
  try {
    return await withLock(`${path}.lock`, async () => {
      const loaded = await loadFile(path);
      if (!loaded.ok) return loaded;
      const edited = edit(loaded.value.source);
      return edited.ok ? await store(loaded.value.source, check) : edited;
    });
  } catch (error) {
    return { ok: false, failure: writeFailure(error, path) };
  }
}

/** The whole text, where the file still says what it said before. It need not have been valid: so it is mended. */
export async function replaceFile(path: string, text: string, before: string | null): Promise<Result<void>> {
  const source = parseSource(path, text);
  const checked = source.ok ? checkSource(source.value, personSchema) : source;
  if (!checked.ok) return checked;
  try {
    return await withLock(`${path}.lock`, async () => {
      const now = await textOf(path);
      if (!now.ok) return now;
      if (now.value !== before)
        return fail('NOT_READY', `${path} was changed by somebody meanwhile; it was left as it is.`, { path });
      await writeWhole(path, text);
      return ok(undefined);
    });
  } catch (error) {
    return { ok: false, failure: writeFailure(error, path) };
  }
}

async function store(
  { path, document }: Source,
  check: (config: PersonConfig) => Promise<Result<void>>,
): Promise<Result<void>> {
  const text = document.toString({ lineWidth: 0 });
  const again = parseSource(path, text);
  const content = again.ok ? checkSource(again.value, personSchema) : again;
  if (!content.ok) return content;
  const checked = await check(personConfig(content.value, { path, exists: true }));
  if (checked.ok) await writeWhole(path, text);
  return checked;
}

/** A failure of the system (or of sqlite opening the lock) is a value; anything else is a bug and goes on its way. */
function writeFailure(error: unknown, path: string): Failure {
  if (error instanceof Failed) return error.failure;
  const code = codeOf(error);
  if (code === null) throw error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return fail('DISK_FULL', `${path} was not changed: the disk is full`).failure;
  return fail('STATE_READ_ONLY', `${path} cannot be written: ${code}`, { path }).failure;
}
