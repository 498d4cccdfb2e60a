// The canary: programs of agents whose version is new are looked at, compared with the tested ones, and what was seen is kept.
import { tellChanges } from '../domain/conformance/tell-changes.ts';
import type { CommandPorts } from './ports.ts';

export type Look = { readonly version: string; readonly at: number; readonly changed: readonly string[] };
/** By command. */
export type Looks = Readonly<Record<string, Look>>;

const file = 'agents.json';

/** What cannot be read was never looked at. */
export async function readLooks({ files }: Pick<CommandPorts, 'files'>): Promise<Looks> {
  const bytes = await files.read(file);
  if (bytes === null) return {};
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Object.fromEntries(Object.entries(found ?? {}).filter(([, look]) => isLook(look)));
  } catch {
    return {};
  }
}

const isLook = (value: unknown): value is Look =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Look).version === 'string' &&
  typeof (value as Look).at === 'number' &&
  Array.isArray((value as Look).changed);

/** One after another: some of them take a gigabyte. Each look is kept before the next is begun. */
export async function lookAtPrograms(ports: CommandPorts, agents: readonly string[], before: Looks): Promise<Looks> {
  let looks = before;
  for (const program of agents.flatMap((agent) => ports.conformance.programs(agent))) {
    const version = await ports.conformance.version(program, ports.person.env());
    if (version === null || looks[program]?.version === version) continue;
    const look = await lookAt(ports, program, version);
    if (look === null) continue;
    looks = { ...looks, [program]: look };
    await ports.files.write(file, JSON.stringify(looks));
  }
  return looks;
}

async function lookAt(ports: CommandPorts, program: string, version: string): Promise<Look | null> {
  const { conformance, person, clock } = ports;
  const facts = await conformance.look(program, person.env());
  if (facts === null) return null;
  const tested = conformance.tested.programs[program];
  const changed = tested === undefined ? [] : tellChanges(tested, facts);
  return { version, at: clock.now(), changed };
}
