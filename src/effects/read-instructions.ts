// The instructions in the base of a task that an agent would not read by itself.
import type { Task } from '../domain/task/task.ts';
import { instructionFiles, instructionsFor, sayInstructions } from '../domain/text/instructions.ts';
import type { Agent } from '../ports/agent.ts';
import type { EffectPorts } from '../ports/effect.ts';

const longest = 256 * 1024;

/** Of the base, never of what an agent made of them. A link is not followed. */
export async function readInstructions(
  { git }: Pick<EffectPorts, 'git'>,
  task: Task | null,
  agent: Agent,
): Promise<readonly string[]> {
  const { hub, base } = task?.state.known ?? {};
  if (hub == null || base == null) return [];
  const tree = git.tree(hub, base.tree);
  const there = new Set(await tree.paths());
  const wanted = instructionFiles.filter((path) => there.has(path));
  const found = await Promise.all(
    wanted.map(async (path) => {
      const bytes = await tree.read(path);
      return bytes === null || bytes.length > longest ? [] : [{ path, text: new TextDecoder().decode(bytes) }];
    }),
  );
  return sayInstructions(instructionsFor(found.flat(), agent.capabilities.instructions ?? []));
}
