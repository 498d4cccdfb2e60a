// Hooks of the scripted program: an event becomes a file in the folder of DROVER_SCRIPTED_HOOKS. Without it nothing is told.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function tellHook(name: string, event: object): void {
  const folder = process.env.DROVER_SCRIPTED_HOOKS;
  if (!folder) return;
  const path = join(folder, `s.${process.pid}.${process.hrtime.bigint()}`);
  writeFileSync(path, JSON.stringify({ hook_event_name: name, ...event }), { mode: 0o600 });
  renameSync(path, `${path}.json`);
}
