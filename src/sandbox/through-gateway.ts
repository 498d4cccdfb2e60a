// The words round the sandbox and in it, where a program may speak with named hosts alone.
import { dirname } from 'node:path';
import type { Program } from '../domain/run/program.ts';
import type { Confinement } from '../ports/sandbox.ts';
import { wordsOf } from './gateway/words.ts';
import type { Mount } from './mount.ts';
import type { Place } from './place.ts';

type Words = { readonly outside: readonly string[]; readonly inside: readonly string[] };

/** Nothing, where the network is open or shut. */
export function throughGateway(place: Place, program: Program, network: Confinement['network']): Words {
  if (typeof network === 'string') return { outside: [], inside: [] };
  const { env } = program;
  const upstream = env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy || null;
  const words = wordsOf({ hosts: network.hosts, upstream });
  const end = (role: string) => [place.node, place.gateway, role, words, '--'];
  return { outside: end('outside'), inside: end('inside') };
}

export const gatewayMounts = ({ gateway }: Place): readonly Mount[] => [{ kind: 'readable', path: dirname(gateway) }];
