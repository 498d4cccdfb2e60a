// May a program inside speak with this host and port?

const usual: readonly number[] = [443, 80];

/** `authority`: `host:port`, as CONNECT names it. Anything odd is not allowed. */
export function isAllowed(hosts: readonly string[], authority: string): boolean {
  const asked = split(authority);
  if (asked === null || asked.port === null) return false;
  return hosts.some((each) => {
    const rule = split(each);
    if (rule === null) return false;
    const port = rule.port === null ? usual.includes(asked.port ?? 0) : rule.port === asked.port;
    return port && isHost(rule.host, asked.host);
  });
}

const isHost = (rule: string, host: string): boolean =>
  rule.startsWith('*.') ? host.endsWith(rule.slice(1)) && host.length > rule.length - 1 : host === rule;

/** Lower case, without the dot that names the root; null where it is none. */
export function split(authority: string): { readonly host: string; readonly port: number | null } | null {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-f:.]+)\]|((?:\*\.)?[a-z0-9._-]+))(?::(\d{1,5}))?$/i.exec(authority) ?? [];
  const host = (bracketed ?? plain ?? '').toLowerCase().replace(/\.$/, '');
  if (host === '' || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0) return null;
  return { host, port: port === undefined ? null : Number(port) };
}

const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;

/** Ports of this machine that are allowed: inside, the same ones are listened on, for nobody asks a proxy for them. */
export const ownPorts = (hosts: readonly string[]): readonly { readonly host: string; readonly port: number }[] =>
  hosts.flatMap((each) => {
    const rule = split(each);
    return rule !== null && rule.port !== null && loopback.test(rule.host)
      ? [{ host: rule.host, port: rule.port }]
      : [];
  });
