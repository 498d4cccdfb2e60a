// The program as it is installed on this machine. `upgrade`: says what would come, ends the daemon by its person, and leaves one of the new version in its place. `uninstall`: ends all that runs, then takes away what Drover has put here. Both ask.
import type { Reply } from '../../../contract/protocol.ts';
import { version } from '../../../contract/version.ts';
import type { Ask } from '../daemon/ask.ts';
import { endDaemon, findDaemon } from '../daemon/end-daemon.ts';
import * as local from '../local.ts';
import { type Manner, tellFailure, tellJson, tellRefusal } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { several } from '../print/amounts.ts';
import { agreeFirst } from '../terminal/agree-first.ts';
import type { Console } from '../terminal/console.ts';

type Upgraded = { readonly was: string; readonly version: string; readonly from: string; readonly upgraded: boolean };

export async function runUpgrade(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { output } = manner;
  if (console.env.DROVER_RUN !== undefined)
    return tellFailure(
      console,
      { error_code: 'UNAUTHORIZED', message: 'Only a person may do this, and this comes from an agent.' },
      output,
    );
  const from = typeof values.from === 'string' ? values.from : undefined;
  const prepared = await local.prepareUpgrade(console, from);
  if (!prepared.ok) return tellRefusal(console, prepared, output);
  const { staged, newer } = prepared.data;
  const told = { was: version, version: staged.version, from: prepared.data.from, upgraded: false };
  if (!newer || values.check === true) {
    prepared.data.discard();
    return tell(
      console,
      told,
      newer ? `${staged.version} is there, and runs on this machine.` : upToDate(told),
      output,
    );
  }
  const what = `Drover ${version} would be replaced by ${staged.version}; agents go on.`;
  const left = await agreeFirst(console, values, manner, { what });
  if (left !== null) {
    prepared.data.discard();
    return left;
  }
  const ended = await endOld(console, ask);
  if (!ended.ok) {
    prepared.data.discard();
    return tellRefusal(console, ended, output);
  }
  const done = await prepared.data.finish(ended.data.ran);
  if (!done.ok) return tellRefusal(console, done, output);
  return tell(console, { ...told, upgraded: true }, `Drover is ${staged.version} now; it was ${version}.`, output);
}

const upToDate = ({ was, version: found, from }: Upgraded): string =>
  `Drover ${was} stays: ${from} is ${found === was ? 'the same' : `${found}, which is older`}.`;

function tell(console: Console, data: Upgraded, sentence: string, output: Manner['output']): number {
  if (output !== 'text') return tellJson(console, { ok: true, data }, 0);
  console.stdout.write(`${sentence}\n`);
  return 0;
}

/** `ran`: there was one. A copy of its state is made first, where the database is ours to copy. */
async function endOld(console: Console, ask: Ask): Promise<Reply<{ readonly ran: boolean }>> {
  const daemon = await findDaemon(console, ask);
  if (daemon === null) return { ok: true, data: { ran: false } };
  if (!daemon.ok) return daemon;
  const copy = await ask('service.backup', {});
  if (!copy.ok && copy.error_code !== 'UNSUPPORTED') return copy;
  const down = await endDaemon(console, ask, false);
  return down?.ok === false ? down : { ok: true, data: { ran: true } };
}

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
  for (const note of all) console.stderr.write(`${note}\n`);
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
