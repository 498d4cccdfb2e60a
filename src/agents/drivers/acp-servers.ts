// Servers of tools in the words of the protocol.
import type { McpServer as Wire } from '@agentclientprotocol/sdk';
import type { Live } from '../../ports/agent.ts';
import type { AcpProfile } from './acp-profile.ts';

/** What is in a variable would be written down with everything that is said: it goes by name, or its server is not given. */
export const serversOf = ({ mcp = [] }: Pick<Live, 'mcp'>, { variables }: Pick<AcpProfile, 'variables'>): Wire[] =>
  mcp.flatMap(({ name, reach }): Wire[] => {
    if (reach.kind === 'address') return [{ type: 'http', name, url: reach.url, headers: [] }];
    if (reach.env.length > 0 && variables === undefined) return [];
    const [command = '', ...args] = reach.argv;
    const filled = variables === 'filled' ? reach.env : [];
    return [{ name, command, args, env: filled.map((each) => ({ name: each, value: `\${${each}}` })) }];
  });
