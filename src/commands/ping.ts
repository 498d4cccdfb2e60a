// Whether the daemon is there.
import type { Command } from './ports.ts';

export const ping: Command<'service.ping'> = async ({ version, started }) => ({
  version,
  pid: process.pid,
  started_at: started,
});
