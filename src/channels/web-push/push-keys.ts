// The key pair by which push services know this Drover (VAPID). Made once, when the channel is opened for the first time; a browser's subscription is bound to it.
import { createECDH } from 'node:crypto';
import type { Files } from '../../ports/files.ts';

/** Base64url, as browsers take them. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string };

/** In the state folder, 0600. */
const file = 'web-push.json';

type KeyFiles = Pick<Files, 'read' | 'write'>;

const opened = new WeakMap<KeyFiles, Promise<PushKeys>>();

/** Another pair where it is gone: who subscribed by the one before is asked to do so again by the page. Who asks meanwhile gets the same. */
export function openPushKeys(files: KeyFiles): Promise<PushKeys> {
  const known = opened.get(files) ?? readOrMake(files);
  opened.set(files, known);
  known.catch(() => opened.delete(files));
  return known;
}

async function readOrMake(files: KeyFiles): Promise<PushKeys> {
  const kept = readKeys(await files.read(file));
  if (kept !== null) return kept;
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // A number may begin with zeros, which are left out of it.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
  await files.write(file, `${JSON.stringify({ publicKey, privateKey })}\n`);
  return { publicKey, privateKey };
}

function readKeys(content: Uint8Array | null): PushKeys | null {
  if (content === null) return null;
  try {
    const { publicKey, privateKey } = JSON.parse(Buffer.from(content).toString('utf8')) as Partial<PushKeys>;
    const fits = /^[\w-]{87}$/.test(publicKey ?? '') && /^[\w-]{43}$/.test(privateKey ?? '');
    return fits ? { publicKey: publicKey ?? '', privateKey: privateKey ?? '' } : null;
  } catch {
    return null;
  }
}
