// Makefile targets: asked only where no other kind offers the gate, for they mostly wrap those.
import type { Sources } from '../sources.ts';
import type { Detect, Offer } from './kind.ts';

const gates: readonly Offer['gate'][] = ['test', 'lint'];

export const detectMake: Detect = async (sources) => {
  const file = fileOf(sources);
  const text = file === null ? null : await sources.text(file);
  if (file === null || text === null) return null;
  const offers = gates
    .filter((gate) => target(text, gate))
    .map((gate): Offer => ({ gate, argv: ['make', gate], from: `${file}, target ${gate}` }));
  return { kind: 'make', offers, absences: {}, setup: [], folders: [], manifests: [], tests: ['test/**', 'tests/**'] };
};

/** Recipes by `make TARGET`, without what make itself reads (`@`, `-`). */
export async function recipes(sources: Sources): Promise<Readonly<Record<string, string>>> {
  const file = fileOf(sources);
  const text = file === null ? null : await sources.text(file);
  const found = (text ?? '').matchAll(/^([\w.-]+)\s*:(?!=)[^\n]*\n((?:\t[^\n]*(?:\n|$))+)/gm);
  return Object.fromEntries(
    [...found].map(([, name, body = '']) => [`make ${name}`, body.replace(/^\t[@-]*/gm, '').trim()]),
  );
}

const fileOf = (sources: Sources): string | null => sources.first('GNUmakefile', 'makefile', 'Makefile');

const target = (text: string, name: string): boolean =>
  new RegExp(`^(?:[\\w.-]+ +)*${name}(?: +[\\w.-]+)*\\s*::?(?!=)`, 'm').test(text);
