// `restore`: names the copies of the database; puts one back, or begins anew, after asking. The daemon is ended for that; agents of the time that is lost are ended by the next.
import { shellWord } from '../../../contract/errors/fill-hint.ts';
import type { Ask } from '../daemon/ask.ts';
import { endDaemon } from '../daemon/end-daemon.ts';
import * as local from '../local.ts';
import { type Manner, tellFailure, tellJson, tellRefusal } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { agreeFirst } from '../terminal/agree-first.ts';
import { type Console, path } from '../terminal/console.ts';

export async function runRestore(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { output } = manner;
  const anew = values.anew === true;
  const file = typeof values.file === 'string' && values.file !== '' ? path.resolve(console.cwd, values.file) : null;
  if (file === null && !anew) return listed(console, output);
  if (console.env.DROVER_RUN !== undefined)
    return tellFailure(
      console,
      { error_code: 'UNAUTHORIZED', message: 'Only a person may do this, and this comes from an agent.' },
      output,
    );
  const what = anew
    ? 'An empty database would be begun; the one that is there would be set aside.'
    : `What was done after ${file} was made would be forgotten; the database that is there would be set aside.`;
  const left = await agreeFirst(console, values, manner, { what });
  if (left !== null) return left;
  const down = await endDaemon(console, ask, false);
  if (down?.ok === false) return tellRefusal(console, down, output);
  const done = await local.restoreDatabase(console, anew ? null : file, values.moved === true);
  if (!done.ok) return tellRefusal(console, done, output);
  if (output !== 'text') return tellJson(console, done, 0);
  const { restored, aside } = done.data;
  console.stdout.write(`${restored === null ? 'An empty database was begun.' : `${restored} was put back.`}\n`);
  if (aside !== null) console.stdout.write(`What was there is now ${aside}\n`);
  console.stdout.write(
    '`drover doctor` says what it does not know of, once the next command has started the daemon.\n',
  );
  return 0;
}

async function listed(console: Console, output: Manner['output']): Promise<number> {
  const copies = await local.listCopies(console);
  if (output !== 'text') return tellJson(console, { ok: true, data: { copies } }, 0);
  for (const copy of copies) console.stdout.write(`${copy.path}  ${Math.ceil(copy.bytes / 1024)} KiB\n`);
  const [newest] = copies;
  console.stderr.write(
    newest === undefined
      ? 'No copy is kept here; one that you made elsewhere is put back by its path.\n'
      : `The newest goes back with: drover restore ${shellWord(newest.path)}\n`,
  );
  return 0;
}
