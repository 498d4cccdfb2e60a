import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const moves = /(?:animation|transition)[\w-]*\s*:|scroll-behavior\s*:\s*smooth/;
const forWhoWantsIt = /@media \(prefers-reduced-motion: no-preference\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;

it('nothing moves for who wants less motion', () => {
  const sheets = globSync('*.css', { cwd: import.meta.dirname });
  const texts = sheets.map((sheet) => readFileSync(join(import.meta.dirname, sheet), 'utf8'));
  expect(texts.some((text) => moves.test(text))).toBe(true);
  const always = texts.flatMap((text, at) => (moves.test(text.replaceAll(forWhoWantsIt, '')) ? [sheets[at]] : []));
  expect(always).toEqual([]);
  const code = globSync('../**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude: ['../**/*.test.*'] });
  const smooth = code.filter((file) =>
    /behavior: 'smooth'|\.animate\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  expect(smooth).toEqual([]);
});
