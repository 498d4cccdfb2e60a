// `step renew` and `step release`: the lease's token comes from DROVER_LEASE or its file, never from argv.
import { readFile } from 'node:fs/promises';
import type { Ask } from './ask-daemon.ts';
import type { Console } from './console.ts';
import { type Manner, tell } from './tell.ts';
import type { Values } from './value.ts';

export async function runStep(
  console: Console,
  ask: Ask,
  name: 'step.renew' | 'step.release',
  values: Values,
  manner: Manner,
): Promise<number> {
  const input = { ...values, ...(await underLease(console, ask, values.task)) };
  return tell(console, name, await ask(name, input), manner);
}

/** The task that is meant and the right to it. */
export async function underLease(console: Console, ask: Ask, named: unknown) {
  const task = await findTask(console, ask, named);
  const token = console.env.DROVER_LEASE || (task === undefined ? undefined : await readToken(console, task));
  return {
    ...(task === undefined ? {} : { task }),
    ...(token === undefined ? {} : { token }),
    cwd: console.cwd,
  };
}

/** The whole id of what was named, or of the task whose copy this is; what was named where the daemon finds no copy of it any more. */
async function findTask({ cwd }: Console, ask: Ask, named: unknown): Promise<string | undefined> {
  const given = typeof named === 'string' ? { task: named } : {};
  const reply = await ask('task.path', { cwd, hand: false, ...given });
  return reply.ok ? reply.data.task : given.task;
}

/** As tokens are made; what is left of a damaged file is none, and a person needs none. */
const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Nothing where this person may not read it, or where no token is in it; the daemon decides then. */
async function readToken({ places }: Console, task: string): Promise<string | undefined> {
  if (!/^[A-Za-z0-9._-]+$/.test(task)) return undefined;
  try {
    const text = (await readFile(`${places.leases}/${task}.token`, 'utf8')).trim();
    return isToken(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
