// What is asked of tasks without reading them: how many are open, and who works on what.
import { sql } from 'kysely';
import type { TaskId } from '../domain/ids.ts';
import type { TaskSpec } from '../domain/task/task.ts';
import type { Reads, Work } from '../ports/store.ts';
import type { Handle } from './handle.ts';
import { fromJson } from './json.ts';
import { partsOf } from './parts-of.ts';

export async function countOpenTasks(
  { db }: Handle,
  { workspace, tasks }: Parameters<Reads['openTasks']>[0],
): Promise<number> {
  const open = db
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('workspace', '=', workspace)
    .where('ended', '=', 0);
  const parts = tasks === undefined ? [open] : partsOf(tasks).map((some) => open.where('task', 'in', some));
  let count = 0;
  for (const part of parts) count += Number((await part.executeTakeFirstOrThrow()).count);
  return count;
}

/** Only specifications in which its name stands are read. */
export async function findAtWork({ db }: Handle, work: Work, ended?: 'too'): Promise<TaskId | null> {
  const all = db.selectFrom('tasks').select(['id', 'spec']);
  // As a constant, so that the index of those not ended is used.
  const rows = await (ended === 'too' ? all : all.where('ended', '=', sql.lit(0)))
    .where('spec', 'like', withText('flow' in work ? work.flow : work.plan.name))
    .execute();
  const holder = rows.find(({ id, spec }) => isOn(fromJson<TaskSpec>(spec, `The specification of ${id}`), work));
  return (holder?.id ?? null) as TaskId | null;
}

/** As JSON has it. Marks that mean something to `like` let more through, and none is left out. */
const withText = (text: string): string => `%${JSON.stringify(text).replaceAll('\\', '_')}%`;

const isOn = ({ flow, planFile }: TaskSpec, work: Work): boolean =>
  'flow' in work ? flow?.folder === work.flow : planFile?.root === work.plan.root && planFile.name === work.plan.name;
