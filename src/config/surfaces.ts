// What may stand under `surfaces`: where people and programs meet Drover.
import { isIP } from 'node:net';
import * as v from 'valibot';
import { namesFacts } from '../domain/fact/fits.ts';
import { readQuiet } from '../domain/question/remind.ts';
import { detachKeyPattern } from '../domain/text/detach-key.ts';
import { folder, lines, map, port, variable } from './schema-parts.ts';

const keys = 'keys like ctrl-\\ d, or ctrl-q';
const detachKey = v.pipe(v.string(keys), v.regex(detachKeyPattern, keys));

const telegram = v.pipe(
  map({
    token_env: v.exactOptional(variable),
    token_file: v.exactOptional(folder),
    api_root: v.exactOptional(
      v.pipe(v.string(), v.regex(/^https?:\/\/[^\s@?#]+$/, 'an address like https://bots.example.com')),
    ),
    webhook: v.exactOptional(
      map({
        port,
        url: v.pipe(v.string(), v.regex(/^https?:\/\/[^\s@?#]+$/, 'an address like https://bots.example.com/drover')),
      }),
    ),
    quiet: v.exactOptional(
      v.pipe(
        v.string('hours like "22:00-07:00"'),
        v.check((value) => readQuiet(value) !== null, 'hours like "22:00-07:00"'),
      ),
    ),
    show: v.exactOptional(map({ diffs: v.exactOptional(lines), logs: v.exactOptional(lines) })),
  }),
  v.check(
    ({ token_env, token_file }) => (token_env === undefined) !== (token_file === undefined),
    'either token_env or token_file',
  ),
);

const isHost = (host: string): boolean => isIP(host) !== 0 || /^[A-Za-z\d]([\w.-]*[A-Za-z\d])?$/.test(host);

const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

const address = v.pipe(v.string('an address'), v.check(isHost, 'an address like 192.168.1.20, 0.0.0.0 or a name'));
const proxy = v.pipe(v.string('an address'), v.check(isNetwork, 'an address or network like 127.0.0.1 or 10.0.0.0/8'));
const origin = 'an address like https://drover.example.com';

/** Where the door is. What is said there is in the clear on this machine alone: beyond it there is TLS, here or at a proxy. */
const http = v.pipe(
  map({
    port: v.optional(port, 4777),
    host: v.exactOptional(address),
    url: v.exactOptional(v.pipe(v.string(origin), v.regex(/^https:\/\/[^\s@?#/]+\/?$/, origin))),
    tls: v.exactOptional(map({ cert: folder, key: folder })),
    trusted_proxy: v.exactOptional(v.union([proxy, v.array(proxy)], 'an address, or a list of them')),
  }),
  v.check(
    ({ host, tls, trusted_proxy: proxies }) =>
      host === undefined || isLoopbackHost(host) || tls !== undefined || (proxies?.length ?? 0) > 0,
    '`tls` or `trusted_proxy` where `host` is more than this machine',
  ),
  v.check(
    ({ host = '', url, tls, trusted_proxy: proxies }) =>
      url !== undefined || (proxies === undefined && (tls === undefined || !['0.0.0.0', '::'].includes(host))),
    '`url`, the https address by which it is reached',
  ),
);

const outwards = 'an address like https://hooks.example.com/drover; http on this machine alone';

/** Where something of ours is sent: in the clear only to this machine. */
const outwardUrl = v.pipe(
  v.string(outwards),
  v.check((text) => {
    const url = URL.parse(text);
    if (url === null || url.username !== '' || url.password !== '') return false;
    return (
      url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname.replace(/^\[|\]$/g, '')))
    );
  }, outwards),
);

const webhook = v.pipe(
  map({
    url: outwardUrl,
    secret_env: v.exactOptional(variable),
    secret_file: v.exactOptional(folder),
    kinds: v.exactOptional(
      v.array(v.pipe(v.string(), v.check(namesFacts, 'kinds of facts like question_asked, or task_*')), 'a list'),
    ),
  }),
  v.check(
    ({ secret_env, secret_file }) => (secret_env === undefined) !== (secret_file === undefined),
    'either secret_env or secret_file',
  ),
);
const topicWords = 'an address of a topic like https://ntfy.sh/my-topic';
const ntfy = v.pipe(
  map({
    url: v.pipe(
      outwardUrl,
      v.check((text) => /^\/[\w-]{1,64}$/.test(URL.parse(text)?.pathname ?? '') && !/[?#]/.test(text), topicWords),
    ),
    token_env: v.exactOptional(variable),
    token_file: v.exactOptional(folder),
  }),
  v.check(
    ({ token_env, token_file }) => token_env === undefined || token_file === undefined,
    'token_env or token_file, not both',
  ),
);

const contactWords = 'an address like mailto:ada@example.com or https://example.com/drover';
const service = 'an address like https://push.example.com';
const webPush = map({
  contact: v.pipe(
    v.string(contactWords),
    v.regex(/^(?:mailto:[^\s<>@,;"]+@[\w.-]+|https:\/\/[^\s@?#]+)$/, contactWords),
  ),
  services: v.exactOptional(
    v.array(
      v.pipe(
        v.string(service),
        v.check((text) => isOrigin(text), service),
      ),
      'a list',
    ),
  ),
});

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.origin === text;
}

const mailbox = v.pipe(
  v.string('an address like ada@example.com'),
  v.regex(/^[^\s<>@,;"]+@[\w.-]+$/, 'an address like ada@example.com'),
);
const email = v.pipe(
  map({
    host: address,
    port: v.exactOptional(port),
    from: mailbox,
    to: v.pipe(v.array(mailbox, 'a list'), v.minLength(1, 'at least one address')),
    user: v.exactOptional(v.pipe(v.string('a name'), v.nonEmpty('a name'))),
    password_env: v.exactOptional(variable),
    password_file: v.exactOptional(folder),
  }),
  v.check(
    ({ user, password_env, password_file }) =>
      [password_env, password_file].filter((place) => place !== undefined).length === (user === undefined ? 0 : 1),
    'either password_env or password_file beside `user`, and neither without',
  ),
);
const hookName = v.pipe(v.string(), v.regex(/^[A-Za-z][\w-]*$/, 'a name of letters, digits, - and _'));

/** Other channels are known here when they are there. */
export const surfaces = v.looseObject({
  http: v.exactOptional(http),
  desktop: v.exactOptional(v.boolean('true or false')),
  telegram: v.exactOptional(telegram),
  ntfy: v.exactOptional(ntfy),
  email: v.exactOptional(email),
  web_push: v.exactOptional(webPush),
  webhooks: v.exactOptional(v.record(hookName, webhook, 'a map')),
  terminal: v.exactOptional(map({ detach_key: v.exactOptional(detachKey) })),
});
