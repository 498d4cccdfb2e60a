// Whether anything listens at a port of this machine: tried, for all addresses and for loopback alone.
import { createServer } from 'node:net';
import type { LocalPorts } from '../ports/system.ts';

const bind = (port: number, host?: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, exclusive: true, ...(host === undefined ? {} : { host }) }, () =>
      server.close(() => resolve(true)),
    );
  });

export const localPorts: LocalPorts = {
  isFree: async (port) => (await bind(port)) && (await bind(port, '127.0.0.1')),
};
