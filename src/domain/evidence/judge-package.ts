// What is to be thought of a package that a change brings in, by what its registry knows.
import type { Instant } from '../ids.ts';
import type { Finding } from './verdict.ts';

/** As a manifest names it. */
export type NewPackage = {
  readonly registry: 'npm' | 'pypi';
  readonly name: string;
  /** As written; what a lock file says where there is one. */
  readonly wanted: string;
  readonly locked: string | null;
  readonly manifest: string;
};

export type PackageFacts =
  /** `version`: the one that would be taken. What is null is not known. */
  | {
      readonly kind: 'known';
      readonly version: string | null;
      readonly publishedAt: number | null;
      /** Of a week. */
      readonly downloads: number | null;
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown'; readonly why: string };

const youngMs = 7 * 24 * 3_600_000;

/** Nobody publishes what does not exist; what is new, or not known, needs a person's yes. */
export function judgePackage(asked: NewPackage, facts: PackageFacts, now: Instant): Finding {
  const { name, wanted, registry, manifest } = asked;
  const named = `${name} ${wanted} (${registry})`;
  const finding = (what: string, more: Partial<Finding> = {}): Finding => ({
    gate: 'dependencies',
    what: `${named}: ${what}`,
    file: manifest,
    line: null,
    weight: 'note',
    ...more,
  });
  switch (facts.kind) {
    case 'missing':
      return finding('there is no such package', { weight: 'fail' });
    case 'unknown':
      return finding(`nothing is known of it: ${facts.why}`, { needs: 'yes' });
    case 'known': {
      const { version, publishedAt, downloads } = facts;
      const often = downloads === null ? '' : `, ${downloads.toLocaleString('en')} downloads a week`;
      if (publishedAt === null) return finding(`its age is not known${often}`, { needs: 'yes' });
      const day = new Date(publishedAt).toISOString().slice(0, 10);
      const told = `${version ?? 'newest'} published ${day}${often}`;
      return now - publishedAt < youngMs
        ? finding(`P1: ${told}, less than 7 days ago`, { needs: 'yes' })
        : finding(told);
    }
  }
}
