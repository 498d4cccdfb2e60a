// With whom a turn may speak: an analysis with its model's service alone, where that is known; all else as configured.
import { fail, ok, type Result } from '../error.ts';

export type Network = 'all' | 'none' | { readonly hosts: readonly string[] };

export type NetworkWish = {
  readonly agent: string;
  readonly mode: 'analysis' | 'write';
  /** As configured; absent: by mode. */
  readonly network?: 'all' | 'model' | 'none';
  /** Hosts that are configured beside those of the service. */
  readonly hosts?: readonly string[];
  /** Those of its service; null: not known. */
  readonly service: readonly string[] | null;
  /** Its variables: one that names an address names a host. */
  readonly env: Readonly<Record<string, string>>;
};

/** `UNSUPPORTED`: nothing but its model is wanted, and where that is nobody knows. */
export function networkFor(wish: NetworkWish): Result<Network> {
  const { agent, mode, network = mode === 'analysis' ? 'usual' : 'all', service } = wish;
  if (network === 'all' || network === 'none') return ok(network);
  const hosts = [...new Set([...(service ?? []), ...(wish.hosts ?? []), ...addressed(wish.env)])];
  if (service !== null || (wish.hosts ?? []).length > 0) return ok({ hosts });
  if (network === 'usual') return ok('all');
  return fail('UNSUPPORTED', `Nobody knows the hosts of ${agent}'s model: name them in agents.${agent}.hosts.`, {
    agent,
  });
}

const addressed = (env: NetworkWish['env']): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) => {
    if (!/(URL|ENDPOINT|API_BASE|_HOST)$/.test(name) || /PROXY/i.test(name)) return [];
    const [, host, port] =
      /^https?:\/\/(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[\w.-]+)(?::(\d+))?(?:[/?#]|$)/i.exec(value) ?? [];
    if (host === undefined) return [];
    return [port === undefined ? host : `${host}:${port}`];
  });
