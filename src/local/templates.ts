// Templates of prompts: the person's own, those of the project one stands in, and ours. The same name twice: the person's word counts more.
import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type HeldFolder, within } from '../disk/held-folder.ts';
import { fail, ok, type Result } from '../domain/error.ts';
import { textsFolder } from './texts.ts';

export type Template = {
  readonly name: string;
  readonly from: 'person' | 'project' | 'drover';
  readonly text: string;
  /** Why it cannot be taken; then it has no text. */
  readonly wrong?: string;
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

/** `TEXT_NOT_FOUND` names those there are, or says why this one cannot be taken. */
export async function findTemplate(wanted: string, where: Where): Promise<Result<Template>> {
  const all = await readTemplates(where);
  const found = all.find(({ name }) => name === wanted);
  const known = [...new Set(all.map(({ name }) => name))];
  if (found === undefined)
    return fail('TEXT_NOT_FOUND', `There is no template ${wanted}. There are ${known.join(', ')}.`, {
      known,
      hint: 'See `drover templates`.',
    });
  if (found.wrong !== undefined)
    return fail('TEXT_NOT_FOUND', `The template ${wanted} of the ${found.from} ${found.wrong}.`, {
      hint: 'See `drover templates`.',
    });
  return ok(found);
}

/** With the prompt in its place, or behind it. */
export async function fillTemplate(wanted: string, prompt: string, where: Where): Promise<Result<string>> {
  const found = await findTemplate(wanted, where);
  if (!found.ok) return found;
  const text = found.value.text.trim();
  const places = text.split('{{prompt}}');
  return ok(places.length > 1 ? places.join(prompt) : `${text}\n\n${prompt}`);
}

const named = (file: string): string | null => form.exec(file)?.[1] ?? null;

function readOwn(folder: string, from: Template['from']): readonly Template[] {
  return filesIn(folder).map((file) => templateOf(file, from, ownBytes(join(folder, file))));
}

/** A person's own links are theirs. */
function ownBytes(path: string): Buffer | 'long' | 'none' {
  try {
    const found = statSync(path);
    if (!found.isFile()) return 'none';
    return found.size > longest ? 'long' : readFileSync(path);
  } catch {
    return 'none';
  }
}

function templateOf(file: string, from: Template['from'], bytes: Buffer | 'long' | 'none'): Template {
  const template = { name: named(file) ?? '', from };
  if (bytes === 'long') return { ...template, text: '', wrong: 'is longer than 64 KiB' };
  if (bytes === 'none') return { ...template, text: '', wrong: 'is no file that can be read' };
  return isUtf8(bytes)
    ? { ...template, text: bytes.toString('utf8') }
    : { ...template, text: '', wrong: 'is no UTF-8' };
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
  return bytes === 'link' || bytes === 'missing' ? [] : [templateOf(file, 'project', bytes)];
}
