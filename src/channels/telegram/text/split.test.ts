import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Part, shorten, splitText } from './split.ts';

const textsOf = (parts: readonly Part[]) => parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));

describe('a long text', () => {
  it('becomes messages within the limit that together say the same', () => {
    const text = Array.from({ length: 900 }, (_, index) => `line ${index} of it`).join('\n');
    const parts = splitText(text);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of textsOf(parts)) expect(part.length).toBeLessThanOrEqual(4096);
    expect(textsOf(parts).join('')).toBe(text);
  });

  it('is never cut through a letter, whatever stands where', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', '𝒳', '日', '👩‍💻', ' ', '\n'), maxLength: 400 });
    fc.assert(
      fc.property(letters, fc.integer({ min: 12, max: 40 }), (text, limit) => {
        const parts = textsOf(splitText(text, limit));
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(limit);
          expect(part.isWellFormed()).toBe(true);
        }
        if (text.trim() !== '') expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  it('keeps a block of code whole in one message, marked as code', () => {
    const code = 'let a = 1;\nlet b = 2;';
    const parts = splitText(`${'word '.repeat(815)}\n\`\`\`ts\n${code}\n\`\`\`\nafter`);
    const holding = parts.find((part) => part.kind === 'text' && part.text.includes(code));
    expect(holding).toMatchObject({ entities: [{ type: 'pre', length: code.length, language: 'ts' }] });
    if (holding?.kind !== 'text') throw new Error('no text');
    const { offset = 0, length = 0 } = holding.entities[0] ?? {};
    expect(holding.text.slice(offset, offset + length)).toBe(code);
    expect(textsOf(parts).join('')).not.toContain('```');
  });

  it('sends long code as a file in its place', () => {
    const code = 'x = 1\n'.repeat(600);
    const parts = splitText(`before\n\`\`\`python\n${code}\`\`\`\nafter`);
    expect(parts.map((part) => (part.kind === 'file' ? part.name : part.text.trim().slice(0, 16)))).toEqual([
      'before\nx = 1\nx =',
      'code-1.py',
      'after',
    ]);
  });

  it('WT-103 keeps code that nobody closed as text, and never moves the tail into a file', () => {
    const tail = '\n\n1 yes\n2 no';
    for (const text of [
      'why\n```\nx = 1',
      `why\n\`\`\`\n${'x = 1\n'.repeat(900)}`,
      `\`\`\`\n${'x = 1\n'.repeat(900)}\`\`\``,
    ]) {
      const parts = splitText(text, 4096, tail);
      expect(parts.at(-1)).toMatchObject({ kind: 'text', text: expect.stringMatching(/1 yes\n2 no$/) });
      for (const part of parts) if (part.kind === 'file') expect(part.content).not.toContain('1 yes');
    }
    expect(textsOf(splitText('why\n```\nx = 1')).join('')).toBe('why\n```\nx = 1');
  });

  it('ends in text, for buttons hang on it', () => {
    expect(splitText(`\`\`\`\n${'x'.repeat(5000)}\n\`\`\``).at(-1)).toMatchObject({ kind: 'text' });
    expect(splitText('')).toEqual([{ kind: 'text', text: '…', entities: [] }]);
  });
});

it('what is shortened says so, and ends with a whole letter', () => {
  expect(shorten('abc', 3)).toBe('abc');
  expect(shorten('ab👩cd', 5)).toBe('ab👩…');
  expect(shorten('ab👩cd', 4)).toBe('ab…');
});

it('WT-112 a family of emoji is cut before it or after it, never within', () => {
  const family = '👩‍👩‍👧‍👦';
  for (let limit = 4; limit < 20; limit += 1)
    expect(shorten(`ab${family}cdefghijk`, limit)).toMatch(new RegExp(`^ab(?:${family}c?d?e?f?g?h?i?j?k?)?…?$`, 'u'));
  for (const part of textsOf(splitText(family.repeat(40), 60))) expect(part.replaceAll(family, '')).toBe('');
});
