// What a task file says in two places: names that can be only one's, and words of both shapes of which one counts.
import type { NodeRecord } from '../../domain/flow/node.ts';
import type { Problem } from './read-file.ts';
import type { Keys } from './read-json.ts';
import type { TaskFile } from './task-file.ts';

type At = (keys: Keys, what: string) => Problem;

/** Parts wait for one another by them, and a condition asks for steps by them: of two one would be lost. */
export function repeatedNames(raw: TaskFile, { parts, loop }: NodeRecord, at: At): readonly Problem[] {
  const list = raw.implementation == null ? ['flow_control', 'implementation_approach'] : ['implementation'];
  const names = (all: readonly string[], keys: readonly string[], field: string) =>
    all.flatMap((name, index) => {
      const first = all.indexOf(name);
      if (first === index) return [];
      return [at([...keys, index, field], `is that of ${keys.join('.')}[${first}] too: ${name}`)];
    });
  return [
    ...names(
      parts.map(({ step }) => step),
      list,
      'step',
    ),
    ...names(
      (loop?.steps ?? []).map(({ id }) => id),
      ['loop_control', 'cli_sequence'],
      'step_id',
    ),
  ];
}

/** Of each the first counts where both are said. */
const places: readonly (readonly [counts: string, other: string])[] = [
  ['context.requirements', 'requirements'],
  ['context.acceptance', 'acceptance'],
  ['context.acceptance', 'convergence.criteria'],
  ['acceptance', 'convergence.criteria'],
  ['context.focus_paths', 'focus_paths'],
  ['context.depends_on', 'depends_on'],
  ['context.shared_context', 'shared_context'],
  ['context.artifacts', 'artifacts'],
  ['context.context_package_path', 'context_package_path'],
  ['type', 'meta.type'],
  ['parallel_group', 'meta.execution_group'],
  ['pre_analysis', 'flow_control.pre_analysis'],
  ['implementation', 'flow_control.implementation_approach'],
  ['files', 'flow_control.target_files'],
  ['test.coverage_target', 'meta.coverage_target'],
  ['cli_execution.id', 'cli_execution_id'],
];

/** `recordOf`: of such a file. What it is the same without loses nothing. */
export function saidOtherwise(raw: TaskFile, recordOf: (raw: TaskFile) => NodeRecord, at: At): readonly Problem[] {
  const both = places.filter(([counts, other]) => valueAt(raw, counts) != null && valueAt(raw, other) != null);
  if (both.length === 0) return [];
  const whole = JSON.stringify(recordOf(raw));
  return both
    .filter(([counts]) => JSON.stringify(recordOf(without(raw, counts))) !== whole)
    .map(([counts, other]) => at(other.split('.'), `does not count: ${counts} says otherwise`));
}

type Tree = Readonly<Record<string, unknown>>;

const valueAt = (raw: object, place: string): unknown =>
  place.split('.').reduce<unknown>((inner, key) => (inner as Tree | null | undefined)?.[key], raw);

function without(raw: TaskFile, place: string): TaskFile {
  const [key = '', inner] = place.split('.');
  const { [key]: value, ...rest } = raw as Tree;
  if (inner === undefined) return rest as TaskFile;
  const { [inner]: _, ...kept } = value as Tree;
  return { ...rest, [key]: kept } as TaskFile;
}
