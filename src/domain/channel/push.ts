// What a browser gives so that it can be told something by its maker's push service. It comes from outside: where messages go is looked at before it is kept, and again before each is sent.

/** `p256dh`, `auth`: by which a message is encrypted for that browser alone. `key`: ours, that it was made for. */
export type PushSubscription = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly key: string;
  readonly language: 'en' | 'zh';
};

const ofOneNetwork =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid|example)$/;

/** `services`: origins that are configured, and may stand anywhere. Else a name of the public network, at the usual port of https: an address in numbers is no push service's. */
export function isPushEndpoint(text: string, services: readonly string[]): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  if (services.includes(url.origin)) return true;
  const { hostname, port } = url;
  return port === '' && /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]*$/.test(hostname) && !ofOneNetwork.test(hostname);
}
