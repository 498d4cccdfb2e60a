// Every port with the implementation that this daemon uses.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readAdded } from '../contract/flow/read-added.ts';
import { foldersOf } from '../domain/task/created.ts';
import { createEnvironments } from '../environments/create-environments.ts';
import { createForges } from '../forges/create-forges.ts';
import { createGates } from '../gates/create-gates.ts';
import { createGit } from '../git/create-git.ts';
import { inEpoch } from '../keeper/client/in-epoch.ts';
import { socketPath } from '../keeper/server/socket.ts';
import { systemClock } from '../keeper/system-clock.ts';
import { createLookups } from '../lookups/create-lookups.ts';
import type { EffectPorts } from '../ports/effect.ts';
import { createPackages } from '../registries/create-packages.ts';
import { chooseSandboxes, currentAgents } from './agents.ts';
import type { JoinedKeeper } from './join-keeper.ts';
import type { Boot, OpenState } from './open-state.ts';
import { createSessionSockets, type SessionSocketsOptions } from './session-sockets.ts';
import { localPorts, memory } from './system/computer.ts';
import { randomIds } from './system/secrets.ts';
import { createStartSecrets } from './system/user.ts';
import { veilAgents, veilEnvironments, veilKeeper } from './veil.ts';

export type PluggedPorts = Awaited<ReturnType<typeof plugPorts>>;

/** `serve`: who answers at the socket of a session in a sandbox. */
export async function plugPorts(
  { places, env, uid, store, queue, files, config, person, log, host, sshFolder }: OpenState,
  { kept, epochs }: JoinedKeeper,
  { entries }: Pick<Boot, 'entries'>,
  serve: SessionSocketsOptions['serve'],
) {
  const agents = veilAgents(await currentAgents(config, entries), { config, person });
  const footprints = agents.footprints();
  const place = {
    home: person.home,
    agentHomes: footprints.flatMap(({ homes }) => homes),
    stateFolder: places.state,
    node: process.execPath,
    gateway: entries.gateway,
    path: env.PATH ?? '',
  };
  const ownCopies = async () =>
    (await store.read((reads) => reads.copies({ removed: false })))
      .filter((copy) => copy.host === host)
      .flatMap((copy) => [...new Set([copy.path, ...foldersOf(copy.created)])].map((path) => ({ ...copy, path })));
  return {
    store,
    queue,
    files,
    config,
    person,
    log,
    agents,
    localPorts,
    memory,
    clock: systemClock,
    ids: randomIds,
    keeper: veilKeeper(inEpoch(kept, epochs), { store, files, config, person }),
    git: createGit({
      folder: (workspace) => join(places.state, 'hubs', workspace),
      person: async () => person.env(),
      clock: systemClock,
      copies: ownCopies,
    }),
    gates: createGates(footprints.flatMap(({ protectedFiles }) => protectedFiles)),
    lookups: createLookups(),
    taskFiles: { read: readAdded },
    sandboxes: chooseSandboxes(place, config),
    forges: createForges({ config, person, files, clock: systemClock }),
    environments: veilEnvironments(createEnvironments({ clock: systemClock, env: person.env, folder: sshFolder }), {
      config,
      person,
    }),
    held: createStartSecrets(),
    packages: createPackages({ config, person }),
    doors: createSessionSockets({
      pathOf: (session) => socketPath(places.state, `door-${session}/drover.sock`, env, uid),
      serve,
    }),
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  } satisfies EffectPorts;
}
