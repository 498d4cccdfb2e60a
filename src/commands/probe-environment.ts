// One read-only look at an environment; the first one, or the one that is told to, is what a verification compares with.
import type { Probed } from '../contract/environment.ts';
import { readBaseline, writeBaseline } from './baseline.ts';
import { findSite } from './find-site.ts';
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';
import { viewFinding, viewLog } from './view-look.ts';

export const probeEnvironment: Command<'env.probe'> = async (ports, { env, command, baseline }, peer, signal) => {
  const { name, entry, site } = await findSite(ports, env, peer);
  const kept = baseline ? null : await readBaseline(ports.files, name, entry);
  const look = orFail(await ports.environments.look(site, { commands: command, since: null }, signal));
  if (kept === null) await writeBaseline(ports.files, name, { at: look.at, connect: entry.connect, logs: look.logs });
  return {
    ...{ env: name, tier: entry.tier, at: look.at, root: look.root, uptime: look.uptime, disk: look.disk },
    modules: look.modules,
    logs: look.logs.map((log) => ({ ...viewLog(log), tail: log.tail, findings: log.findings.map(viewFinding) })),
    commands: look.ran,
    baseline: { at: kept?.at ?? look.at, made: kept === null },
  } satisfies Probed;
};
