// Hooks of one start on Codex's command line, each trusted by name: it runs a hook only if a person has looked at it, and remembers what they saw as a hash.
import { createHash } from 'node:crypto';

/** What it calls the settings of its command line. */
const source = '/<session-flags>/config.toml';

/** The person's own hooks and a folder's stay as they are, trusted or not. `timeout`: seconds. */
export function trustedHooks(command: string, events: readonly string[], timeout: number): readonly string[] {
  const text = JSON.stringify(command);
  const hook = `[{hooks=[{type="command",command=${text},timeout=${timeout}}]}]`;
  const trust = events
    .map(labelOf)
    .map((label) => `"${source}:${label}:0:0"={trusted_hash="${hashOf(label, command, timeout)}"}`);
  return [
    ...events.flatMap((event) => ['-c', `hooks.${event}=${hook}`]),
    ...['-c', `hooks.state={${trust.join(',')}}`],
  ];
}

/** Of its own form of a hook, keys in the order of the alphabet. */
function hashOf(label: string, command: string, timeout: number): string {
  const form = { event_name: label, hooks: [{ async: false, command, timeout, type: 'command' }] };
  return `sha256:${createHash('sha256').update(JSON.stringify(form)).digest('hex')}`;
}

/** `PreToolUse` -> `pre_tool_use` */
const labelOf = (event: string): string => event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
