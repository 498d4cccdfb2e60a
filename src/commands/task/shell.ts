// A shell in a task's copy, as the sandbox shows it: what an agent left there could otherwise act on the person with the first `git status`.
import { failed } from '../../domain/error.ts';
import { plainEnvironment } from '../../domain/run/environment.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { unwrap } from '../shared/request.ts';
import { findTaskHere } from './find.ts';
import { handCopy } from './in-hand/hand-copy.ts';

/** The program is started by the one who asks, in their own terminal: it is theirs, and no agent's. */
export const shellOfTask: Command<'task.shell'> = async (ports, { task: given, cwd, command, apart }, { env }) => {
  const { store, sandboxes, files, person } = ports;
  const { task, copy } = await store.read(async (reads) => {
    const found = await findTaskHere(reads, given, cwd);
    return { task: found, copy: await reads.copy(found.task) };
  });
  if (copy === null || copy.removedAt !== null)
    throw failed('PATH_NOT_FOUND', `${task.id} has no copy.`, { task: task.id });
  const notes = await handCopy(ports, task);
  const sandbox = unwrap(await sandboxes.choose(task.spec.settings.sandbox));
  const home = await files.makeFolder(`shells/${task.id}`);
  const own = env ?? person.env();
  const argv = command ?? [own.SHELL ?? '/bin/sh'];
  const plain = plainEnvironment(own);
  const program = unwrap(
    await sandbox.confine(
      {
        argv,
        cwd: copy.path,
        env: { ...plain, ...terminalOf(own), HOME: home, TMPDIR: home, DROVER_TASK: task.id },
        io: apart ? { kind: 'pipe', stdin: 'empty' } : { kind: 'pty', columns: 80, rows: 24 },
        deadlineMs: 0,
        outputLimit: 0,
      },
      {
        writable: [copy.path],
        readable: await readableOf(ports, task.state.known.place, copy.path),
        network: 'all',
        home,
      },
    ),
  );
  const { argv: confined, cwd: folder, env: shown } = program;
  return { task: task.id, path: copy.path, sandbox: sandbox.name, argv: confined, cwd: folder, env: shown, notes };
};

const terminalOf = ({ TERM, COLORTERM, LANG }: Readonly<Record<string, string | undefined>>) => ({
  ...(TERM && { TERM }),
  ...(COLORTERM && { COLORTERM }),
  ...(LANG && { LANG }),
});

const readableOf = async (
  { git }: Pick<CommandPorts, 'git'>,
  { hub, dependencies }: Pick<Task['state']['known']['place'], 'hub' | 'dependencies'>,
  copy: string,
): Promise<readonly string[]> => [
  ...(hub === null ? [] : await git.lentTo(hub, copy)),
  ...(dependencies === null ? [] : [dependencies]),
];
