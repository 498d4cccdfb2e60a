// Names that may stand in a command, for completion: what lives first, newest first, bounded. No program is run.
import type { NameKind } from '../../contract/service.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { unwrap } from '../shared/request.ts';

/** Of each; who has more types a letter or two. */
const most = 200;

export const listNames: Command<'service.names'> = async (ports, { kind }) => {
  const names = await byKind[kind](ports);
  return { kind, names: [...new Set(names)].slice(0, most) };
};

const tasks = (reads: Reads) => idsOf(reads, 'task');
const sessions = async (reads: Reads) => (await reads.sessions({ ended: false })).map(({ spec }) => spec.name);

async function idsOf(reads: Reads, kind: 'task' | 'run' | 'chain'): Promise<readonly string[]> {
  const [open, all] = [
    await reads.things({ kind, ended: false, limit: most }),
    await reads.things({ kind, limit: most }),
  ];
  return [...open, ...all].map(({ id }) => id);
}

const read =
  (work: (reads: Reads) => Promise<readonly string[]>) =>
  ({ store }: CommandPorts) =>
    store.read(work);

const byKind: Readonly<Record<NameKind, (ports: CommandPorts) => Promise<readonly string[]>>> = {
  agent: async ({ agents }) => agents.names(),
  chain: read((reads) => idsOf(reads, 'chain')),
  environment: async ({ config }) => Object.keys(unwrap(await config.read()).environments),
  question: read(async (reads) => (await reads.questions({ open: true })).map(({ id }) => id)),
  run: read((reads) => idsOf(reads, 'run')),
  session: read(sessions),
  task: read(tasks),
  thing: read(async (reads) => [...(await sessions(reads)), ...(await tasks(reads)), ...(await idsOf(reads, 'run'))]),
  workspace: async ({ config }) => Object.keys(unwrap(await config.read()).workspaces),
};
