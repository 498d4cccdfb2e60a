import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { equivalents, isEquivalent } from '../../scripts/mutate/equivalent.ts';
import { mutantsOf } from '../../scripts/mutate/mutants.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');

describe('faults that nobody can see', () => {
  it.each(equivalents)('WT-123 $file: $to is one that there is, once', ({ file, from, to }) => {
    const source = read(file);
    const own = mutantsOf(file, source).filter((mutant) => {
      const line = (text: string) => text.split('\n')[mutant.line - 1]?.trim();
      return (
        line(source) === from && line(source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end)) === to
      );
    });
    expect(own).toHaveLength(1);
    expect(own.every((mutant) => isEquivalent(mutant, source))).toBe(true);
  });

  it('WT-123 are no others of their line', () => {
    for (const { file, from } of equivalents) {
      const source = read(file);
      const named = equivalents.filter((each) => each.file === file && each.from === from);
      const all = mutantsOf(file, source).filter(({ line }) => source.split('\n')[line - 1]?.trim() === from);
      expect(all.filter((mutant) => isEquivalent(mutant, source))).toHaveLength(named.length);
    }
  });
});
