// Who listens and is stopped, for the command line: it waits for no reply that cannot come.
export { findStopped } from '../keeper/process/find-stopped.ts';
