// The servers of tools that a workspace's agents are given.
import { fail, ok, type Result } from '../error.ts';
import { nearest } from '../text/nearest.ts';
import type { McpServer } from './settings.ts';

export type McpServerWords =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: readonly string[];
      readonly reads?: readonly string[];
    }
  | { readonly url: string };

export type McpWords = Readonly<Record<string, McpServerWords>>;

/** `wanted`: names; absent: all. `CONFIG_INVALID` for one that nobody configured. */
export function mcpOf(
  servers: McpWords,
  wanted: readonly string[] | undefined,
  workspace: string,
): Result<readonly McpServer[]> {
  const names = wanted ?? Object.keys(servers);
  const unknown = names.find((name) => servers[name] === undefined);
  if (unknown === undefined) return ok(names.flatMap((name) => serverOf(name, servers[name])));
  const near = nearest(unknown, Object.keys(servers));
  const key = `workspaces.${workspace}.mcp`;
  return fail(
    'CONFIG_INVALID',
    `${key}: there is no server "${unknown}" in mcp.servers${near === null ? '' : `; the nearest is "${near}"`}`,
    { key },
  );
}

function serverOf(name: string, words: McpServerWords | undefined): readonly McpServer[] {
  if (words === undefined) return [];
  if ('url' in words) return [{ name, reach: { kind: 'address', url: words.url } }];
  const { command, args = [], env = [], reads = [] } = words;
  return [{ name, reach: { kind: 'program', argv: [command, ...args], env, reads } }];
}
