// What in a task file is to be carried out or worked out: commands of the pre-analysis and the condition of a loop parse when the file is read, and names that stand for values are the names of some.
import { misplacedIn } from '../../domain/flow/bind-values.ts';
import { readCondition } from '../../domain/flow/condition.ts';
import { knownTo } from '../../domain/flow/loop.ts';
import type { NamedTool } from '../../domain/flow/named-tools.ts';
import type { NodeRecord } from '../../domain/flow/node.ts';
import { passedOverIn } from '../../domain/flow/pre-analysis.ts';
import { readPreCommand } from '../../domain/flow/pre-command.ts';
import { substitute } from '../../domain/flow/substitute.ts';
import type { Problem } from './read-file.ts';
import type { Keys } from './read-json.ts';
import type { TaskFile } from './task-file.ts';

type At = (keys: Keys, what: string) => Problem;

export const wrongWords = (raw: TaskFile, node: NodeRecord, at: At): readonly Problem[] => [
  ...node.preAnalysis.flatMap(({ commands }, step) =>
    commands.flatMap((command, index) =>
      whyNot(command, node).map((why) => at(commandKeys(raw, step, index), notCarriedOut(why, command))),
    ),
  ),
  ...emptyLoop(node, at),
  ...wrongSteps(node, at),
  ...wrongCondition(node, at),
];

const notCarriedOut = (why: string, command: string): string => `cannot be carried out: ${why}: ${command}`;

function whyNot(command: string, node: NodeRecord): readonly string[] {
  const read = readPreCommand(command);
  if (!read.ok) return [read.failure.message];
  return read.value.kind === 'bash' ? misplacedIn(read.value.command, valuesOf(node)) : [];
}

/** A loop that does nothing would be passed over, and what it was to come to with it. */
function emptyLoop({ loop }: NodeRecord, at: At): readonly Problem[] {
  if (loop?.enabled !== true) return [];
  if (loop.steps.length === 0) return [at(['loop_control'], 'has no steps: its cli_sequence is empty')];
  return loop.steps.flatMap(({ command, prompt }, step) =>
    `${command ?? ''}${prompt ?? ''}`.trim() === ''
      ? [at(['loop_control', 'cli_sequence', step], 'has neither a command nor a prompt_template')]
      : [],
  );
}

/** A value is never a command, in a loop neither. */
function wrongSteps(node: NodeRecord, at: At): readonly Problem[] {
  const { steps } = node.loop ?? { steps: [] };
  const names = [...valuesOf(node), ...steps.map(({ id }) => `${id}_stdout`)];
  return steps.flatMap(({ tool, command, prompt }, step) => {
    const said = tool === 'bash' ? (command ?? prompt ?? '') : '';
    const keys: Keys = ['loop_control', 'cli_sequence', step, command === null ? 'prompt_template' : 'command'];
    return misplacedIn(said, names).map((why) => at(keys, notCarriedOut(why, said)));
  });
}

/** Names that the pre-analysis gives a value to. */
const valuesOf = ({ preAnalysis }: NodeRecord): readonly string[] =>
  preAnalysis.flatMap(({ outputTo }) => outputTo ?? []);

function wrongCondition({ loop }: NodeRecord, at: At): readonly Problem[] {
  if (loop?.successCondition == null) return [];
  const read = readCondition(loop.successCondition, knownTo(loop));
  if (read.ok) return [];
  // In an expression a dash takes away.
  const [odd] = loop.steps.filter(({ id }) => !/^[A-Za-z_$][\w$]*$/.test(id));
  const hint = odd === undefined ? '' : `; of ${odd.id} say state_variables['${odd.id}_stdout']`;
  return [at(['loop_control', 'success_condition'], `${read.failure.message}${hint}`)];
}

/** What a command says and nobody heeds. */
export const unheeded = (raw: TaskFile, { preAnalysis }: NodeRecord, at: At): readonly Problem[] =>
  preAnalysis.flatMap(({ commands }, step) =>
    commands.flatMap((command, index) =>
      passedOverIn(command).map((flag) => at(commandKeys(raw, step, index), `says ${flag}, which says nothing here`)),
    ),
  );

/** Names that no step gives a value to; what stands for them stays as it is. */
export function unknownNames(raw: TaskFile, node: NodeRecord, at: At): readonly Problem[] {
  const values = new Map([...outputsOf(node)].map((name) => [name, '']));
  const unknownIn = (texts: readonly string[], keys: Keys): readonly Problem[] => {
    const names = new Set(texts.flatMap((text) => substitute(text, values).unknown));
    return names.size === 0 ? [] : [at(keys, `has names that nothing gives a value to: ${[...names].join(', ')}`)];
  };
  return [
    ...node.preAnalysis.flatMap(({ commands }, step) => unknownIn(commands, stepKeys(raw, step))),
    ...node.parts.flatMap(({ description, modificationPoints, logicFlow, command }, part) =>
      unknownIn([description, ...modificationPoints, ...logicFlow, command ?? ''], partKeys(raw, part)),
    ),
  ];
}

function* outputsOf({ preAnalysis, parts }: NodeRecord): Generator<string> {
  for (const { outputTo } of preAnalysis) if (outputTo !== null) yield outputTo;
  for (const { output } of parts) if (output !== null) yield output;
}

const stepKeys = (raw: TaskFile, step: number): Keys =>
  raw.pre_analysis == null ? ['flow_control', 'pre_analysis', step] : ['pre_analysis', step];

const partKeys = (raw: TaskFile, part: number): Keys =>
  raw.implementation == null ? ['flow_control', 'implementation_approach', part] : ['implementation', part];

/** Where a program is named. */
export function toolKeys(raw: TaskFile, at: NamedTool['at']): Keys {
  if (at.kind === 'node') return ['meta', 'execution_config', 'cli_tool'];
  return at.kind === 'loop' ? ['loop_control', 'cli_sequence', at.step, 'tool'] : commandKeys(raw, at.step, at.command);
}

export function commandKeys(raw: TaskFile, step: number, index: number): Keys {
  const said = (raw.pre_analysis ?? raw.flow_control?.pre_analysis)?.[step];
  return [...stepKeys(raw, step), ...(said?.commands == null ? ['command'] : ['commands', index])];
}
