// `uninstall`: ends all that runs, then takes away what Drover has put on this machine, after asking.

import type { Ask } from '../../daemon/ask.ts';
import { endDaemon } from '../../daemon/end-daemon.ts';
import * as local from '../../local.ts';
import { type Manner, tellJson, tellNote, tellRefusal } from '../../output/reply.ts';
import type { Values } from '../../parse/flags.ts';
import { several } from '../../print/amounts.ts';
import { agreeFirst } from '../../terminal/agree-first.ts';
import type { Console } from '../../terminal/console.ts';

export async function runUninstall(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { output } = manner;
  const config = await ask('config.list', {});
  const tasks = await ask('task.list', {});
  const open = tasks.ok ? tasks.data.tasks.length : 0;
  const keepState = values['keep-state'] === true;
  const what = whatGoes(console, open, keepState);
  const left = await agreeFirst(console, values, manner, { what, typed: 'uninstall' });
  if (left !== null) return left;
  const down = await endDaemon(console, ask, true);
  if (down?.ok === false) return tellRefusal(console, down, output);
  const checkouts = config.ok ? pathsOf(config.data.workspaces, console.env.HOME ?? '') : [];
  const { removed, notes } = await local.uninstall(console, {
    checkouts,
    keepState,
    made: down?.data.copies ?? [],
  });
  const last =
    'The program itself: npm uninstall -g drover. Take `drover completion` out of your shell\u2019s files if you put it there.';
  const all = [...(config.ok ? [] : [`Skills in checkouts were not looked for: ${config.error}`]), ...notes, last];
  if (output !== 'text') return tellJson(console, { ok: true, data: { removed, notes: all } }, 0);
  for (const path of removed) console.stdout.write(`Removed ${path}\n`);
  for (const note of all) tellNote(console, note);
  return 0;
}

const whatGoes = ({ places }: Console, open: number, keepState: boolean): string => {
  const tasks =
    open === 0
      ? ''
      : ` ${several(open, 'task')} would end with ${open === 1 ? 'its' : 'their'} copies and what is in them.`;
  return keepState
    ? 'Service and skills would be removed, and all that runs ended.'
    : `Everything in ${places.state}, your configuration, service and skills would be removed.${tasks}`;
};

function pathsOf(workspaces: Readonly<Record<string, unknown>>, home: string): readonly string[] {
  return Object.values(workspaces).flatMap((entry) => {
    const { path } = (entry ?? {}) as { readonly path?: unknown };
    return typeof path === 'string' ? [path.replace(/^~(?=\/|$)/, home)] : [];
  });
}
