// The licences of the packages whose code is in the bundles, in one file beside them, as those licences ask.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Manifest = { readonly name: string; readonly version: string; readonly license?: string };

/** `inputs`: paths of bundled files, from `root`. Throws where a package says nothing of its licence. */
export async function writeLicences(root: string, inputs: readonly string[], target: string): Promise<void> {
  const folders = new Set(inputs.map(packageOf).filter((folder) => folder !== null));
  const texts = await Promise.all([...folders].sort().map((folder) => tell(join(root, folder))));
  await writeFile(target, texts.join(`\n${'-'.repeat(80)}\n\n`));
}

const packageOf = (input: string): string | null =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0] ?? null;

async function tell(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (license === undefined && file === undefined) throw new Error(`${name} says nothing of its licence`);
  const text = file === undefined ? '' : `\n${await readFile(join(folder, file), 'utf8')}`;
  return `${name} ${version} (${license ?? 'see below'})\n${text}`;
}
