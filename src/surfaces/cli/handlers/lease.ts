// `step renew` and `step release`: the lease's token comes from DROVER_LEASE or its file, never from argv.

import { readFile } from 'node:fs/promises';
import { defined } from '../../../contract/defined.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { wordOf } from '../parse/parse.ts';
import { readText } from '../parse/read-text.ts';
import { usage } from '../parse/refusals.ts';
import type { Console } from '../terminal/console.ts';

export async function runStep(
  name: 'step.renew' | 'step.release',
  console: Console,
  ask: Ask,
  values: Values,
  manner: Manner,
): Promise<number> {
  const input = { ...values, ...(await underLease(console, ask, values.task)) };
  return tellReply(console, name, await ask(name, input), manner);
}

/** The task that is meant and the right to it. */
export async function underLease(console: Console, ask: Ask, named: unknown) {
  const task = await findTask(console, ask, named);
  const token = console.env.DROVER_LEASE || (task === undefined ? undefined : await readToken(console, task));
  return { ...defined({ task, token }), cwd: console.cwd };
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

// `step feature ...`: the task may be left out in its copy, and the lease's token comes from DROVER_LEASE or its file.

type Name = 'feature.done' | 'feature.next' | 'feature.plan' | 'feature.update';

export async function runFeature(
  name: Name,
  console: Console,
  ask: Ask,
  values: Values,
  manner: Manner,
): Promise<number> {
  const what = name === 'feature.plan' ? 'features' : name === 'feature.next' ? null : 'feature';
  const { file, pr, task, ...rest } = values;
  const named = what === null || file !== undefined || values[what] !== undefined ? { task } : { [what]: task };
  const said: Record<string, unknown> = { ...rest, ...named, ...defined({ pull_request: pr }) };
  if (typeof file === 'string' || said.features === '-') {
    const text = await readText(typeof file === 'string' ? file : '-', console);
    if (!text.ok) return tellFailure(console, text.failure, manner.output);
    said.features = text.text;
  }
  if (what !== null && said[what] === undefined)
    return tellFailure(
      console,
      usage(
        `Say ${what === 'features' ? 'the features, or name a file' : 'which feature'}.`,
        wordOf(`step ${name.replace('.', ' ')}`),
      ),
      manner.output,
    );
  const { task: meant, ...input } = said;
  return tellReply(
    console,
    name,
    await ask(name, { ...input, ...(await underLease(console, ask, meant)) } as never),
    manner,
  );
}
