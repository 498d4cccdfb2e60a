// One read-only look at an environment; the first one, or the one that is told to, is what a verification compares with.

import * as v from 'valibot';
import type { FindingView, LogView, Probed } from '../../contract/environment.ts';
import type { Finding, LogLook } from '../../domain/environment/finding.ts';
import { failed } from '../../domain/error.ts';
import { type Instant, instant } from '../../domain/ids.ts';
import { nearest } from '../../domain/text/nearest.ts';
import type { EnvironmentEntry, PersonConfig } from '../../ports/config.ts';
import type { Site } from '../../ports/environment.ts';
import type { Files } from '../../ports/files.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { unwrap } from '../shared/request.ts';

export const probeEnvironment: Command<'env.probe'> = async (ports, { env, command, baseline }, peer, signal) => {
  const { name, entry, site } = await findSite(ports, env, peer);
  const kept = baseline ? null : await readBaseline(ports.files, name, entry);
  const look = unwrap(await ports.environments.look(site, { commands: command, since: null }, signal));
  if (kept === null) await writeBaseline(ports.files, name, { at: look.at, connect: entry.connect, logs: look.logs });
  return {
    env: name,
    tier: entry.tier,
    at: look.at,
    root: look.root,
    uptime: look.uptime,
    disk: look.disk,
    modules: look.modules,
    logs: look.logs.map((log) => ({ ...viewLog(log), tail: log.tail, findings: log.findings.map(viewFinding) })),
    commands: look.ran,
    baseline: { at: kept?.at ?? look.at, made: kept === null },
  } satisfies Probed;
};

// The environment that is meant, as it can be looked at.

type FoundEnvironment = { readonly name: string; readonly entry: EnvironmentEntry; readonly site: Site };

/** Throws `ENVIRONMENT_NOT_FOUND`; for what is none of a person's in production `UNAUTHORIZED`. */
export async function findSite(
  { config }: Pick<CommandPorts, 'config'>,
  name: string,
  peer: Peer,
): Promise<FoundEnvironment> {
  const entry = findEntry(unwrap(await config.read()), name);
  if (entry.tier === 'prod' && peer.person.kind !== 'person')
    throw failed('UNAUTHORIZED', `${name} is production: only a person may look at it, and ${peer.person.why}.`);
  return { name, entry, site: config.siteOf(name, entry) };
}

/** Throws `ENVIRONMENT_NOT_FOUND`. */
export function findEntry({ environments }: PersonConfig, name: string): EnvironmentEntry {
  const entry = Object.hasOwn(environments, name) ? environments[name] : undefined;
  if (entry !== undefined) return entry;
  const near = nearest(name, Object.keys(environments));
  const known = near === null ? '' : ` The nearest known one is ${near}.`;
  throw failed('ENVIRONMENT_NOT_FOUND', `There is no environment ${name}.${known}`, {
    environment: name,
    nearest: near,
  });
}

// The look that a later one is compared with: one an environment, kept until a person wants another.

export type Baseline = {
  readonly at: Instant;
  /** As written then: another place has no baseline. */
  readonly connect: string;
  readonly logs: readonly LogLook[];
};

const time = v.pipe(v.number(), v.integer(), v.transform(instant));
const schema = v.strictObject({
  version: v.literal(1),
  at: time,
  connect: v.string(),
  logs: v.array(
    v.strictObject({
      module: v.nullable(v.string()),
      source: v.picklist(['file', 'journal', 'container']),
      where: v.string(),
      tail: v.string(),
      lines: v.number(),
      findings: v.array(
        v.strictObject({ fingerprint: v.string(), text: v.string(), count: v.number(), at: v.nullable(time) }),
      ),
      mark: v.nullable(
        v.variant('kind', [
          v.strictObject({ kind: v.literal('offset'), inode: v.string(), bytes: v.number() }),
          v.strictObject({ kind: v.literal('time'), at: time }),
        ]),
      ),
      coverage: v.picklist(['whole', 'cut', 'rotated_away', 'unreadable', 'binary']),
      trouble: v.string(),
    }),
  ),
});

const pathOf = (name: string): string => `probes/${name}.json`;

async function writeBaseline(files: Files, name: string, baseline: Baseline): Promise<void> {
  await files.write(pathOf(name), JSON.stringify({ version: 1, ...baseline }, null, 2));
}

/** null: there is none of this place. Throws `STATE_CORRUPT` where it cannot be read. */
export async function readBaseline(
  files: Files,
  name: string,
  { connect }: Pick<EnvironmentEntry, 'connect'>,
): Promise<Baseline | null> {
  const bytes = await files.read(pathOf(name));
  if (bytes === null) return null;
  const { version: _version, ...baseline } = parse(Buffer.from(bytes).toString('utf8'), files.path(pathOf(name)));
  return baseline.connect === connect ? baseline : null;
}

function parse(text: string, path: string): v.InferOutput<typeof schema> {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch {
    throw failed('STATE_CORRUPT', `The baseline ${path} cannot be read; make a new one with --baseline.`, { path });
  }
}

// What a look found, as it is told.

export const viewFinding = ({ text, count, at }: Finding): FindingView => ({ text, count, at });

export const viewLog = ({ module, source, where, lines, coverage, trouble }: LogLook): LogView => ({
  module,
  source,
  where,
  lines,
  coverage,
  trouble,
});
