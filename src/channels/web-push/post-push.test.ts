// Where a message may go: what its host's name leads to is looked at by the connection itself.
import { createECDH, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { postPush, publicLookup } from './post-push.ts';
import { openPushKeys } from './push-keys.ts';

const leadingTo =
  (...addresses: readonly string[]): NonNullable<Parameters<typeof publicLookup>[0]> =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );

it.each<readonly [string, readonly string[], object]>([
  ['a public machine', ['8.8.8.8'], { address: '8.8.8.8', family: 4, error: null }],
  ['this machine', ['127.0.0.1'], { error: { code: 'ENOTPUBLIC' } }],
  ['a public machine and one of ours', ['8.8.8.8', '10.0.0.1'], { error: { code: 'ENOTPUBLIC' } }],
  ['nothing', [], { error: { code: 'ENOTPUBLIC' } }],
])('a name that leads to %s', async (_what, addresses, is) => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  publicLookup(leadingTo(...addresses))('push.service.net', {}, (error, address, family) =>
    resolve({ error, address, family }),
  );
  expect(await promise).toMatchObject(is);
});

it('a name of this machine is looked up for real', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  publicLookup()('localhost', {}, (error) => resolve(error));
  expect(await promise).toMatchObject({ code: 'ENOTPUBLIC' });
});

it('a message is not sent where its name leads to this machine', async () => {
  const keys = await openPushKeys({ read: async () => null, write: async (path) => path });
  const browser = createECDH('prime256v1');
  const pushed = await postPush(
    {
      endpoint: 'https://push.service.net/x',
      p256dh: browser.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
      key: keys.publicKey,
      language: 'en',
    },
    { data: { title: 'shop-1 asks' }, ttlS: 60, urgency: 'high', topic: 'q1' },
    {
      keys,
      contact: 'mailto:ada@example.com',
      services: ['https://other.service.net'],
      patienceMs: 10_000,
      lookUp: leadingTo('127.0.0.1'),
    },
  );
  expect(pushed).toEqual({ kind: 'failed', why: 'its push service is no public host', waitMs: null });
});
