// A registry of PyPI's kind.
import type { NewPackage, PackageFacts } from '../ports/system.ts';
import { getJson } from './get-json.ts';

type Document = {
  readonly info?: { readonly version?: string };
  readonly releases?: Readonly<Record<string, readonly { readonly upload_time_iso_8601?: string }[]>>;
};

export async function lookInPypi(
  registry: string,
  { name, wanted }: NewPackage,
  signal: AbortSignal,
): Promise<PackageFacts> {
  if (!/^[a-z0-9][a-z0-9._-]*$/i.test(name)) return { kind: 'unknown', why: 'it comes from no registry' };
  const answer = await getJson(`${registry.replace(/\/+$/, '')}/pypi/${name}/json`, signal);
  if (answer.kind === 'missing') return { kind: 'missing' };
  if (answer.kind === 'unreachable') return { kind: 'unknown', why: answer.why };
  const { info = {}, releases = {} } = (answer.value ?? {}) as Document;
  const version = /^==\s*([\w.]+)$/.exec(wanted)?.[1] ?? info.version ?? null;
  const published = version === null ? Number.NaN : Date.parse(releases[version]?.[0]?.upload_time_iso_8601 ?? '');
  return { kind: 'known', version, publishedAt: Number.isNaN(published) ? null : published, downloads: null };
}
