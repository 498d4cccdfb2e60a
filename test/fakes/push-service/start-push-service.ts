// A push service as a browser's maker has one, with the browsers behind it: it checks who sends (RFC 8292), and each browser decrypts what it is sent (RFC 8291), by this file's own arithmetic.
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { outliving } from '../outliving.ts';
import { makeCertificate } from '../tls/make-certificate.ts';

export type Delivered = {
  readonly browser: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly ttl: string | undefined;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  /** What the sender says of itself. */
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number };
};

type Browser = { readonly ecdh: ECDH; readonly auth: Buffer };

export type PushService = Awaited<ReturnType<typeof startPushService>>;

export async function startPushService() {
  const folder = mkdtempSync(join(tmpdir(), 'push-'));
  const certificate = makeCertificate(folder);
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate.read().cert.toString()]);
  const browsers = new Map<string, Browser>();
  const delivered: Delivered[] = [];
  /** `silent`: it never answers. */
  const answers = { status: 201, headers: {} as Record<string, string>, silent: false, asked: 0 };
  const server = createServer(
    certificate.read(),
    outliving(async (request, reply) => {
      answers.asked += 1;
      const body = await buffer(request);
      if (answers.silent) return;
      const name = request.url?.slice(1) ?? '';
      const browser = browsers.get(name);
      const claims = claimsOf(request.headers.authorization ?? '');
      if (answers.status >= 300 || browser === undefined || claims === null)
        return void reply
          .writeHead(claims === null ? 401 : browser === undefined ? 410 : answers.status, answers.headers)
          .end('no');
      const { ttl, urgency, topic } = request.headers as Record<string, string>;
      delivered.push({ browser: name, data: JSON.parse(decrypt(body, browser)), ttl, urgency, topic, claims });
      reply.writeHead(answers.status).end();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ origin, answers, delivered, ca: join(folder, 'own.cert.pem') },
    /** As its `PushManager` tells the page. */
    subscribe(name: string) {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys('base64url');
      const auth = randomBytes(16);
      browsers.set(name, { ecdh, auth });
      return { endpoint: `${origin}/${name}`, p256dh, auth: auth.toString('base64url') };
    },
    forget: (name: string) => browsers.delete(name),
    async close() {
      setDefaultCACertificates(before);
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** null: it is not signed by the key that it names, or is too old. */
function claimsOf(authorization: string): Delivered['claims'] | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return null;
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')] as const;
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (json(head).alg !== 'ES256') return null;
  if (!verify('sha256', Buffer.from(`${head}.${body}`), signed, Buffer.from(signature, 'base64url'))) return null;
  const claims = json(body) as Delivered['claims'];
  const left = claims.exp - Date.now() / 1000;
  return left > 0 && left <= 24 * 3600 ? claims : null;
}

/** One record, as it is sent for a message. */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const length = body[20] ?? 0;
  const sender = body.subarray(21, 21 + length);
  const secret = ecdh.computeSecret(sender);
  const own = ecdh.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
  const input = Buffer.from(hkdfSync('sha256', secret, auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12));
  const record = body.subarray(21 + length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  return plain.subarray(0, end).toString();
}
