// A registry of npm's kind: does the package exist, when was the version published that would be taken, how often is it fetched.
import type { NewPackage, PackageFacts } from '../ports/system.ts';
import { getJson } from './get-json.ts';

type Document = {
  readonly 'dist-tags'?: Readonly<Record<string, string>>;
  readonly time?: Readonly<Record<string, string>>;
};

const publicHost = 'https://registry.npmjs.org';
const counts = 'https://api.npmjs.org/downloads/point/last-week/';
const named = /^(?:@[a-z0-9~_.-]+\/)?[a-z0-9~_.-]+$/i;

export async function lookInNpm(
  registry: string,
  { name, wanted, locked }: NewPackage,
  signal: AbortSignal,
): Promise<PackageFacts> {
  if (/^(?:file|link|portal|workspace|git|git\+\w+|https?|github):|^[\w-]+\/[\w.-]+/.test(wanted))
    return { kind: 'unknown', why: 'it comes from no registry' };
  const real = /^npm:(@?[^@]+)/.exec(wanted)?.[1] ?? name;
  if (!named.test(real)) return { kind: 'missing' };
  const address = `${registry.replace(/\/+$/, '')}/${real.replace('/', '%2f')}`;
  const answer = await getJson(address, signal);
  if (answer.kind === 'missing') return { kind: 'missing' };
  if (answer.kind === 'unreachable') return { kind: 'unknown', why: answer.why };
  const document = (answer.value ?? {}) as Document;
  const { time = {}, 'dist-tags': tags = {} } = document;
  const exact = /^\d+\.\d+\.\d+/.test(wanted) ? wanted : null;
  const version = locked ?? exact ?? tags[wanted] ?? tags.latest ?? null;
  const published = version === null ? Number.NaN : Date.parse(time[version] ?? '');
  return {
    kind: 'known',
    version,
    publishedAt: Number.isNaN(published) ? null : published,
    downloads: registry.startsWith(publicHost) ? await downloads(real, signal) : null,
  };
}

async function downloads(name: string, signal: AbortSignal): Promise<number | null> {
  const answer = await getJson(`${counts}${name}`, signal);
  const count = answer.kind === 'json' ? (answer.value as { downloads?: unknown } | null)?.downloads : null;
  return typeof count === 'number' ? count : null;
}
