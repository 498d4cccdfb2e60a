// What a forge tells by itself: signed with a secret that the person shares with it, about a repository there. Nothing else of it is read.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '../domain/error.ts';
import type { Config, ForgeEntry } from '../ports/config.ts';
import type { ForgeKind, HookDelivery, ToldOf } from '../ports/forge.ts';
import type { Person } from '../ports/system.ts';
import { entryKind, placeOf } from './remote-place.ts';

type Ports = { readonly config: Pick<Config, 'read'>; readonly person: Pick<Person, 'env'> };

/** `UNAUTHORIZED`: by no secret of any configured forge; `USAGE`: it names no repository. */
export async function checkHook({ config, person }: Ports, delivery: HookDelivery): Promise<Result<ToldOf>> {
  const read = await config.read();
  if (!read.ok) return read;
  const forges = read.value.forges ?? {};
  const env = person.env();
  const signed = Object.entries(forges).filter(([host, entry]) =>
    isSigned(delivery, entryKind(host, entry), env, entry),
  );
  const [first] = signed;
  if (first === undefined) return fail('UNAUTHORIZED', 'No secret of a configured forge signed this.');
  const repository = repositoryIn(delivery.body);
  if (repository === null) return fail('USAGE', 'It is no JSON that names a repository.');
  const entries = new Set(signed.map(([, entry]) => entry));
  return ok({
    host: first[0],
    repository,
    isOf: (remote) => {
      const place = placeOf(remote, forges);
      return place?.entry != null && entries.has(place.entry) && isSameName(place.repository, repository);
    },
  });
}

function isSigned(
  { headers, body }: HookDelivery,
  kind: ForgeKind,
  env: Readonly<Record<string, string>>,
  { webhook_secret_env: name }: ForgeEntry,
): boolean {
  const secret = name === undefined ? '' : (env[name] ?? '');
  if (secret === '') return false;
  const hmac = () => createHmac('sha256', secret).update(body).digest('hex');
  switch (kind) {
    case 'github':
      return isSame(headers['x-hub-signature-256'], `sha256=${hmac()}`);
    case 'gitea':
      return isSame(headers['x-gitea-signature'] ?? headers['x-forgejo-signature'], hmac());
    case 'gitlab':
      return isSame(headers['x-gitlab-token'], secret);
    case 'bare':
      return false;
  }
}

/** In the same time whatever is given: hashes have one length. */
const isSame = (given: string | undefined, wanted: string): boolean =>
  timingSafeEqual(sha256(given ?? ''), sha256(wanted)) && given !== undefined;
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** GitHub and Gitea call it `full_name`, GitLab `path_with_namespace`. */
function repositoryIn(body: Uint8Array): string | null {
  try {
    const { repository, project } = JSON.parse(Buffer.from(body).toString('utf8')) ?? {};
    const name: unknown = project?.path_with_namespace ?? repository?.full_name;
    return typeof name === 'string' && /^[^/\s]+(\/[^/\s]+)+$/.test(name) ? name : null;
  } catch {
    return null;
  }
}
