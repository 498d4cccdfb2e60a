// Tests of ours that must fail, put into a clean checkout before its gate is run. What was put there is kept beside the checkout, so that a run that is begun again finds it.
import { pathBelow } from '../../domain/place/within.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { Beside, CanaryIn } from '../../ports/gates.ts';
import { bytesAt } from '../bytes-at.ts';
import type { PurposeOf } from './kind.ts';

type Ports = Pick<EffectPorts, 'files' | 'gates' | 'ids'>;
type CanaryPurpose = Pick<PurposeOf<'gate'>, 'definition' | 'folder' | 'canary'>;

/** A larger test file is left as it is. */
const most = 16 * 1024 * 1024;

/** Undefined: none is wanted, or there is no place for one. */
export async function layCanary(ports: Ports, purpose: CanaryPurpose): Promise<CanaryIn | undefined> {
  const { files, gates, ids } = ports;
  const { definition, folder, canary } = purpose;
  const own = ownFolder(ports, folder);
  if (canary === undefined || own === null) return undefined;
  const name = (await keptCanary(ports, own))?.name ?? `c${ids.uuid().replaceAll('-', '').slice(0, 16)}`;
  const there: (Beside & { readonly bytes: Uint8Array })[] = [];
  for (const { path, like } of canary) {
    const bytes = await bytesAt(files, { root: folder, path }, most);
    if (bytes !== null && !isWide(bytes)) there.push({ path, like, was: new TextDecoder().decode(bytes), bytes });
  }
  const placed = gates.canary(definition, there, name);
  if (placed.length === 0) return undefined;
  const beside = Object.fromEntries(placed.filter(({ path, of }) => path !== of).map(({ path, of }) => [path, of]));
  const laid: CanaryIn = { name, files: placed.map(({ of }) => of), ...(Object.keys(beside).length > 0 && { beside }) };
  await files.write(keptAt(own), JSON.stringify(laid));
  for (const { path, of, text } of placed) {
    const before = path === of ? there.find((each) => each.path === of) : undefined;
    await files.write(`${own}/${path}`, before === undefined ? text : joined(before, text));
  }
  return laid;
}

/** Behind the very bytes that stand there, whatever they are as text. */
const joined = ({ was, bytes }: { readonly was: string; readonly bytes: Uint8Array }, text: string): Uint8Array =>
  Buffer.concat([bytes, Buffer.from(text.slice(was.length))]);

/** Nothing of one byte a letter can stand behind UTF-16. */
const isWide = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** What was put there for it. */
export async function findCanary(ports: Ports, { folder, canary }: CanaryPurpose): Promise<CanaryIn | undefined> {
  const own = ownFolder(ports, folder);
  return canary === undefined || own === null ? undefined : ((await keptCanary(ports, own)) ?? undefined);
}

/** A checkout as a path of the state folder; null: it is none of ours. */
function ownFolder({ files }: Ports, folder: string): string | null {
  const below = pathBelow(folder, files.path('stages'));
  return below ? `stages/${below}` : null;
}

/** Beside the checkout, where nothing that runs in it can see it. */
const keptAt = (own: string): string => `${own}.canary`;

async function keptCanary({ files }: Ports, own: string): Promise<CanaryIn | null> {
  const bytes = await files.read(keptAt(own));
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as CanaryIn);
}
