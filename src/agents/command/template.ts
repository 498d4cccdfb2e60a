// Any program that takes a prompt, answers on stdout and leaves. It says nothing of itself: only its exit tells whether the answer is one.

import { failed } from '../../domain/error.ts';
import type { AgentEvent } from '../../domain/run/turn.ts';
import type { Agent, AgentSpec, Live } from '../../ports/agent.ts';
import type { Keeper } from '../../ports/keeper.ts';
import { unknownProgram } from '../drivers/capabilities.ts';
import { judgeTurnEnd } from '../drivers/judge-turn.ts';
import { findProgram, findProgramOf, type Launchable, launch, type Way } from '../drivers/launch.ts';
import { readTail } from '../drivers/lines.ts';

const outputLimit = 64 * 1024 * 1024;

export function createTemplateAgent(name: string, argv: readonly string[], passEnv: readonly string[]): Agent {
  const profile = profileOf(name, argv);
  const end = (keeper: Keeper, live: Live) => keeper.end(live.runId, 'cancelled');
  return {
    name,
    driver: 'plain',
    capabilities: profile.capabilities,
    passEnv,
    find: (env, how) => findProgramOf(profile, env, how),
    start: (keeper, spec) => launch({ ...profile, reads: readsOf(spec) }, keeper, spec, wayOf(argv, spec)),
    events,
    prompt: async () => ({ kind: 'not_taken', why: `${name} takes one prompt a process` }),
    interrupt: end,
    answer: async () => 'gone',
    end,
  };
}

const readsOf = ({ promptFile }: AgentSpec) => (promptFile === null ? [] : [promptFile]);

const takesFile = (argv: readonly string[]) => argv.some((word) => word.includes('{prompt_file}'));

const wayOf = (argv: readonly string[], { promptFile }: AgentSpec): Way => ({
  io: { kind: 'pipe', stdin: promptFile === null || takesFile(argv) ? 'empty' : { file: promptFile } },
  outputLimit,
});

function profileOf(
  name: string,
  [program = '', ...words]: readonly string[],
): Launchable & Pick<Agent, 'capabilities'> {
  return {
    name,
    hint: `agents.${name}.command names ${program}`,
    capabilities: unknownProgram,
    dropEnv: /^CLAUDECODE$/,
    versionArgs: ['--version'],
    locate: (env) => findProgram(program, env),
    args: (spec) => [...words.map((word) => fill(word, spec)), ...spec.args],
    env: () => ({}),
    state: () => [],
  };
}

const fill = (word: string, { promptFile, cwd, model }: AgentSpec): string =>
  word.replace(/\{(prompt_file|cwd|model)\}/g, (_, key: string) =>
    key === 'prompt_file' ? (promptFile ?? '') : key === 'cwd' ? cwd : (model ?? ''),
  );

async function* events(keeper: Keeper, live: Live, signal: AbortSignal): AsyncGenerator<AgentEvent> {
  yield { kind: 'standing', standing: { kind: 'unknown', why: 'it does not say how it stands' }, source: 'process' };
  const chunks: Uint8Array[] = [];
  for await (const chunk of keeper.attach(live.runId, 0, signal)) chunks.push(Buffer.from(chunk));
  if (signal.aborted) return;
  const kept = await keeper.find(live.runId);
  if (kept && !kept.ending) throw failed('KEEPER_UNREACHABLE', `the output of ${kept.runId} stopped while it lives`);
  const ending = kept?.ending ?? { kind: 'lost' };
  const text = Buffer.concat(chunks).toString('utf8').trim();
  if (text !== '') yield { kind: 'text', text };
  const stderr = await readTail(kept?.files.error ?? null);
  const said = text === '' || ending.kind !== 'exited' ? null : ({ kind: 'answered', text } as const);
  yield { kind: 'turn_ended', outcome: judgeTurnEnd({ said, began: false, stderr }, ending) };
  yield { kind: 'ended', ending };
}
