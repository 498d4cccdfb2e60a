// The prompt of a turn as its agent gets it: one that takes over is told what was changed so far.

import { ok, type Result } from '../../domain/error.ts';
import { fencedValue, substitute } from '../../domain/flow/substitute.ts';
import type { Root } from '../../domain/root.ts';
import type { Values } from '../../domain/run/lookup.ts';
import type { AgentPurpose, Run } from '../../domain/run/run.ts';
import { boundDiff } from '../../domain/text/bound-diff.ts';
import { wholeFiles } from '../../domain/text/cut-diff.ts';
import { instructionFiles, instructionsFor, sayInstructions } from '../../domain/text/instructions.ts';
import { changesSoFar } from '../../domain/text/prompts/development.ts';
import { fence } from '../../domain/text/safe/fence.ts';
import type { Agent } from '../../ports/agent.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { Hub } from '../../ports/git.ts';
import { leftOut } from '../provision.ts';
import { textsOf } from './values.ts';

const diffLimit = 64 * 1024;

/** The tree is looked at before anything of this turn runs: again it is the same. `standing`: what comes after the prompt itself. `anew`: in no conversation that was begun before. */
export async function writePrompt(
  ports: EffectPorts,
  run: Run,
  purpose: AgentPurpose,
  standing: readonly string[] = [],
  anew = true,
): Promise<Result<string>> {
  const { git } = ports;
  const { changesSince, hub, copy, values } = purpose;
  const own = values === undefined ? purpose.prompt : substitute(purpose.prompt, await shortTexts(ports, values)).text;
  const before = anew && purpose.carried !== undefined ? [purpose.carried] : [];
  const prompt = [...before, own, ...standing].join('\n\n');
  if (changesSince === undefined) return ok(prompt);
  const label = `${run.task}/handed-over-${run.id}`;
  const taken = await git.snapshot(hub, copy, changesSince, label, await leftOut(ports, run.task));
  if (!taken.ok) return taken;
  if (purpose.role === 'review') {
    const whole = await wholeChange(git, hub, changesSince, taken.value.tree);
    return whole.ok ? ok(`${prompt}\n\n${whole.value}`) : whole;
  }
  const diff = await git.diff(hub, changesSince, taken.value.tree, diffLimit);
  return diff.ok ? ok(`${prompt}\n\n${changesSoFar(diff.value)}`) : diff;
}

/** A value of more characters is told up to there: a prompt of megabytes is read by nobody. */
const longestValue = 128 * 1024;

async function shortTexts(ports: EffectPorts, values: Values): Promise<ReadonlyMap<string, string>> {
  const texts = [...(await textsOf(ports, values))].map(([name, text]) => [name, shorten(text)] as const);
  return new Map([...texts, ...texts.map(([, text], at) => [fencedValue(at), fence(text, 'text')] as const)]);
}

const shorten = (text: string): string =>
  text.length <= longestValue
    ? text
    : `${text.slice(0, longestValue)}\n[${text.length - longestValue} more characters are left out]`;

const readLimit = 8 * 1024 * 1024;

/** What git would cut off is left out, and named. */
async function wholeChange(git: EffectPorts['git'], hub: Hub, from: string, to: string): Promise<Result<string>> {
  const changes = await git.changes(hub, from, to);
  if (!changes.ok) return changes;
  const diff = await git.diff(hub, from, to, readLimit);
  if (!diff.ok) return diff;
  return ok(
    boundDiff(
      wholeFiles(diff.value),
      changes.value.map(({ path }) => path),
    ),
  );
}

// The instructions in the base of a task that an agent would not read by itself.

const longest = 256 * 1024;

/** Of the base, never of what an agent made of them. A link is not followed. */
export async function readInstructions(
  { git, agents }: Pick<EffectPorts, 'git' | 'agents'>,
  root: Root | null,
  agent: Agent,
): Promise<readonly string[]> {
  const { hub, base } = root?.state.known.place ?? {};
  if (hub == null || base == null) return [];
  const tree = git.tree(hub, base.tree);
  const there = new Set(await tree.paths());
  const own = agents.footprints().flatMap((footprint) => footprint.instructionFiles);
  const wanted = instructionFiles(own).filter((path) => there.has(path));
  const found = await Promise.all(
    wanted.map(async (path) => {
      const bytes = await tree.read(path);
      return bytes === null || bytes.length > longest ? [] : [{ path, text: new TextDecoder().decode(bytes) }];
    }),
  );
  return sayInstructions(instructionsFor(found.flat(), agent.capabilities.instructions ?? []));
}
