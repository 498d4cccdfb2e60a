// Says what would come, ends the daemon by its person, and leaves one of the new version in its place.
import type { Reply } from '../../../../contract/protocol.ts';
import { version } from '../../../../contract/version.ts';
import type { Ask } from '../../daemon/ask.ts';
import { endDaemon, findDaemon } from '../../daemon/end-daemon.ts';
import * as local from '../../local.ts';
import { type Manner, tellFailure, tellJson, tellRefusal } from '../../output/reply.ts';
import type { Values } from '../../parse/flags.ts';
import { agreeFirst } from '../../terminal/agree-first.ts';
import type { Console } from '../../terminal/console.ts';

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
