// Templates of prompts: the person's own, those of the project one stands in, and ours. The same name twice: the person's word counts more.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type HeldFolder, within } from '../disk/held-folder.ts';
import { fail, ok, type Result } from '../domain/error.ts';
import { textsFolder } from './texts.ts';

export type Template = {
  readonly name: string;
  readonly from: 'person' | 'project' | 'drover';
  readonly text: string;
};

type Where = { readonly cwd: string; readonly config: string };

const longest = 64 * 1024;
const form = /^([\w.-]{1,64})\.(?:md|txt)$/;
const projectFolder = ['.drover', 'templates'];

/** In the order in which a name is looked for. */
export async function readTemplates({ cwd, config }: Where): Promise<readonly Template[]> {
  return [
    ...readOwn(join(dirname(config), 'templates'), 'person'),
    ...(await readProject(cwd)),
    ...readOwn(join(textsFolder(), 'templates'), 'drover'),
  ];
}

/** With the prompt in its place, or behind it. `TEXT_NOT_FOUND` names those there are. */
export async function fillTemplate(wanted: string, prompt: string, where: Where): Promise<Result<string>> {
  const all = await readTemplates(where);
  const found = all.find(({ name }) => name === wanted);
  const known = [...new Set(all.map(({ name }) => name))];
  if (found === undefined)
    return fail('TEXT_NOT_FOUND', `There is no template ${wanted}. There are ${known.join(', ')}.`, {
      known,
      hint: 'See `drover templates`.',
    });
  const text = found.text.trim();
  const places = text.split('{{prompt}}');
  return ok(places.length > 1 ? places.join(prompt) : `${text}\n\n${prompt}`);
}

const named = (file: string): string | null => form.exec(file)?.[1] ?? null;

function readOwn(folder: string, from: Template['from']): readonly Template[] {
  return filesIn(folder).map((file) => ({
    name: named(file) ?? '',
    from,
    text: readFileSync(join(folder, file), 'utf8').slice(0, longest),
  }));
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => named(file) !== null)
      .sort();
  } catch {
    return [];
  }
}

/** Of the nearest folder upwards that has some. Agents write there: no link is followed. */
async function readProject(cwd: string): Promise<readonly Template[]> {
  const found = await within(cwd, projectFolder, async (held) =>
    filesIn(held.itself).flatMap((file) => readHeld(held, file)),
  );
  if (found !== 'missing') return found === 'link' ? [] : found;
  return dirname(cwd) === cwd ? [] : readProject(dirname(cwd));
}

function readHeld(held: HeldFolder, file: string): readonly Template[] {
  const bytes = held.short(file, longest);
  return typeof bytes === 'string' ? [] : [{ name: named(file) ?? '', from: 'project', text: bytes.toString('utf8') }];
}
