import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { boundFindings, boundList, totalsOf } from './bound-list.ts';
import type { Change } from './gate-plan.ts';
import type { Finding } from './verdict.ts';

const finding = (what: string, weight: Finding['weight'] = 'note', needs?: 'yes'): Finding => ({
  ...{ gate: 'tamper', what, file: 'a', line: 1, weight },
  ...(needs && { needs }),
});
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const bound = (findings: readonly Finding[], bytes: number) => boundFindings(findings, bytes, sha256);
const bytesOf = (items: readonly unknown[]): number => Buffer.byteLength(JSON.stringify(items));

describe('a list that goes into a row', () => {
  it('WT-14 is whole where it fits, and its first items where it does not', () => {
    const items = Array.from({ length: 5000 }, (_, at) => `path/to/ü-${at}`);
    const kept = boundList(items, 32 * 1024);
    expect(kept).toEqual(items.slice(0, kept.length));
    expect(bytesOf(kept)).toBeLessThanOrEqual(32 * 1024 + 1);
    expect(bytesOf(items.slice(0, kept.length + 1))).toBeGreaterThan(32 * 1024);
    expect(boundList(items, bytesOf(items))).toBe(items);
  });

  it('WT-14 of findings keeps the gravest, and one stands for the rest with the weight of the gravest left out', () => {
    const notes = Array.from({ length: 300 }, (_, at) => finding(`note ${at}`));
    const mixed = [...notes, finding('protected', 'note', 'yes'), finding('grave', 'fail')];
    const kept = bound(mixed, 2_000);
    expect(kept.slice(0, 2)).toEqual([finding('grave', 'fail'), finding('protected', 'note', 'yes')]);
    expect(kept.at(-1)).toMatchObject({ what: `and ${302 - (kept.length - 1)} more of this kind`, weight: 'note' });
    expect(kept.at(-1)).not.toHaveProperty('needs');
    const wanted = Array.from({ length: 300 }, (_, at) => finding(`protected ${at}`, 'note', 'yes'));
    expect(bound(wanted, 2_000).at(-1)).toMatchObject({ needs: 'yes', file: null, line: null });
    expect(
      bound(
        wanted.map((each) => ({ ...each, weight: 'fail' })),
        2_000,
      ).at(-1),
    ).toMatchObject({
      weight: 'fail',
    });
    expect(bound(mixed, 1_000_000)).toBe(mixed);
  });

  it('a yes to what did not fit is one to all of it, and to nothing that came in its place', () => {
    const asked = Array.from({ length: 300 }, (_, at) => ({ ...finding(`x ${at}`, 'note', 'yes'), key: `k${at}` }));
    const other = asked.map((each, at) => (at === 299 ? { ...each, key: 'another' } : each));
    const [rest, again, changed] = [asked, asked, other].map((all) => bound(all, 2_000).at(-1)?.key);
    expect(asked.map(({ key }) => key)).not.toContain(rest);
    expect(again).toBe(rest);
    expect(changed).not.toBe(rest);
  });

  it('WT-14 is told by its totals', () => {
    const change = { added: 2, removed: 1 } as Change;
    expect(totalsOf([change, change])).toEqual({ files: 2, added: 4, removed: 2 });
  });
});
