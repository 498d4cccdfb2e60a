// Where paths really lead on the host, links followed there, and whether that is inside of what may be looked into.
import { isAbsolute } from 'node:path';
import { failed } from '../domain/error.ts';
import type { Host } from './host.ts';
import { isSecretPath } from './policy/secret-paths.ts';

/** `log`: the one that the person named may be anywhere. Throws `Failed(COMMAND_DENIED)` for what lies elsewhere or looks like a secret. */
export type Resolve = (paths: readonly string[], as: 'operand' | 'log') => Promise<readonly string[]>;

/** `roots`: resolved. */
export function createResolve(host: Host, roots: readonly string[], base: string): Resolve {
  return async (paths, as) => {
    if (paths.length === 0) return [];
    const resolved = await realPaths(
      host,
      paths.map((path) => (isAbsolute(path) ? path : `${base}/${path}`)),
    );
    for (const [index, path] of resolved.entries()) {
      const given = paths[index] ?? '';
      if (isSecretPath(path)) throw failed('COMMAND_DENIED', `${given} leads to ${path}, which looks like a secret.`);
      if (as === 'operand' && !roots.some((root) => isInside(path, root)))
        throw failed('COMMAND_DENIED', `${given} leads to ${path}, outside of ${roots.join(' and ')}.`);
    }
    return resolved;
  };
}

/** Of what is there and of what is not. */
export async function realPaths(host: Host, paths: readonly string[]): Promise<readonly string[]> {
  const ran = await host.exec([['realpath', '-mz', '--', ...paths]]);
  if (!ran.ok) throw failed(ran.failure.error_code, ran.failure.message);
  const found = ran.value.output.split('\0').slice(0, -1);
  if (ran.value.exit !== 0 || found.length !== paths.length)
    throw failed('COMMAND_DENIED', 'Where the paths lead cannot be found out there: `realpath` does not answer.');
  return found;
}

const isInside = (path: string, root: string): boolean =>
  path === root || path.startsWith(root === '/' ? '/' : `${root}/`);
