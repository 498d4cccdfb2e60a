// What goes between a hub and its remote: git's own programs, with the person's environment.
import { fail, ok, type Result } from '../../domain/error.ts';
import type { RunResult } from '../../domain/run/run.ts';
import { redact } from '../../domain/text/safe/redact.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import { forgetCreated, hasMade } from '../created.ts';
import { type EndedRun, keptProgram, type PurposeOf, type RunKind } from './kind.ts';
import { errorsOf } from './program.ts';

export const fetchRun: RunKind<PurposeOf<'fetch'>> = {
  start: keptProgram(({ git, person }, _run, { hub }) => git.fetch(hub, person.env())),
  read: async (ports, _run, _purpose, came) => ok(await readTransfer(ports, 'fetch', came)),
};

export const pushRun: RunKind<PurposeOf<'push'>> = {
  start: keptProgram(({ git, person }, _run, purpose) => git.push(purpose.hub, purpose, person.env())),
  read: async (ports, _run, _purpose, came) => ok(await readTransfer(ports, 'push', came)),
};

export const unpushRun: RunKind<PurposeOf<'unpush'>> = {
  start: keptProgram(async (ports, run, { hub, commit, branch }) =>
    (await hasMade(ports, run.task, 'remote_branch', branch))
      ? ports.git.unpush(hub, commit, branch, ports.person.env())
      : fail('PROTECTED_BRANCH', `This task did not make the branch ${branch} on the remote.`),
  ),
  read: async (ports, run, { branch }, came): Promise<Result<RunResult>> => {
    const read = await readTransfer(ports, 'push', came);
    if (read.ok) await forgetCreated(ports, run.task, [{ kind: 'remote_branch', name: branch }]);
    return ok(read);
  },
};

const tailBytes = 8 * 1024;

async function readTransfer(ports: EffectPorts, kind: 'fetch' | 'push', { kept, ending }: EndedRun) {
  const stderr = await errorsOf(ports, kept);
  const read = ports.git.readTransfer(kind, ending, stderr);
  const tail = read.ok ? '' : redact(stderr.slice(-tailBytes));
  const failure = read.ok ? null : read.failure;
  return { kind: 'plain', ok: read.ok, why: failure?.message ?? '', failure, tail } as const;
}
