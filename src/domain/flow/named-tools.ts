// Programs that a task file says are to work on its node, and those of them that nobody may name.
import type { NodeRecord } from './node.ts';
import { readPreCommand } from './pre-command.ts';

export type NamedTool = {
  readonly tool: string;
  /** `loop`, `look`: a step of its loop, a command of its pre-analysis, by their places. */
  readonly at:
    | { readonly kind: 'node' }
    | { readonly kind: 'loop'; readonly step: number }
    | { readonly kind: 'look'; readonly step: number; readonly command: number };
};

export function toolsNamedBy({ execution, loop, preAnalysis }: NodeRecord): readonly NamedTool[] {
  const looks = preAnalysis.flatMap(({ commands }, step) =>
    commands.flatMap((text, command): readonly NamedTool[] => {
      const read = readPreCommand(text);
      const agent = read.ok && read.value.kind === 'run' ? read.value.agent : null;
      return agent === null ? [] : [{ tool: agent, at: { kind: 'look', step, command } }];
    }),
  );
  return [
    ...(execution.tool === null ? [] : [{ tool: execution.tool, at: { kind: 'node' } } as const]),
    ...(loop?.steps ?? []).map(({ tool }, step) => ({ tool, at: { kind: 'loop', step } }) as const),
    ...looks,
  ];
}

/** Who says that a program is not to be used means it, whoever names it. */
export const switchedOffIn = (node: NodeRecord, off: readonly string[]): readonly NamedTool[] =>
  toolsNamedBy(node).filter(({ tool }) => off.includes(tool));
