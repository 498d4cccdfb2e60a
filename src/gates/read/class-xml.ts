// JUnit XML of runners that name classes: maven's surefire and gradle, which name no files, and phpunit, which does.
import { readPlaced, type Told } from './junit.ts';
import type { TestCase } from './results.ts';

/** `sources`: files among which a class is looked for. null where the text is no such report (also one cut short). */
export const readClassXml = (
  text: string,
  folder: string | undefined,
  sources: readonly string[] = [],
): readonly TestCase[] | null =>
  readPlaced(text, folder, (told) => placeOf(told, sources))?.map((each) => ({
    ...each,
    text: each.text.replaceAll(`(${shortOf(each.file)}:`, `(${each.file}:`),
  })) ?? null;

const shortOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** `acme.AddTest$Inner(suffix)`, and the name in it. */
function placeOf({ name, group, file }: Told, sources: readonly string[]): Pick<TestCase, 'file' | 'path'> {
  const own = group.replace(/\([^()]*\)$/, '');
  const [whole = '', ...inner] = own.split('$');
  const at = Math.max(whole.lastIndexOf('.'), whole.lastIndexOf('\\'));
  const path = [whole.slice(at + 1), ...inner, name].filter((each) => each !== '');
  if (file !== '') return { file, path };
  const like = whole.replaceAll('.', '/');
  const found = sources.find((each) => stem(each) === like) ?? sources.find((each) => stem(each).endsWith(`/${like}`));
  return found === undefined ? { file: '', path: [own, name] } : { file: found, path };
}

const stem = (path: string): string => path.replace(/\.\w+$/, '');
