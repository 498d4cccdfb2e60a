// Which files a tool that has run wrote, by the words that it was called with.
import { asRecord, asText } from '../json.ts';

const names = ['file_path', 'filePath', 'absolute_path', 'notebook_path', 'path'] as const;
/** As Codex and others write several files at once. */
const patched = /^\*\*\* (?:(?:Update|Add|Delete) File|Move to): (.+)$/gm;

/** None where the tool is not one that writes; a patch may go through a shell. */
export function pathsOf(tool: string, input: unknown): readonly string[] {
  const words = typeof input === 'string' ? { patch: input } : asRecord(input);
  const texts = Object.values(words).map(asText);
  const patches = texts.filter((text) => text.includes('*** Begin Patch'));
  const inPatches = patches.flatMap((text) => [...text.matchAll(patched)].map(([, path = '']) => path.trim()));
  const named = /(?:edit|write|replace)/i.test(tool) ? names.map((name) => asText(words[name])) : [];
  return [...new Set([...named.filter((path) => path !== '').slice(0, 1), ...inPatches])];
}
