// `attach`, and what follows a `start` in the foreground: a session's terminal here.
import { defined } from '../../../contract/defined.ts';
import type { SessionView, Ticket } from '../../../contract/session.ts';
import type { Ask } from '../daemon/ask.ts';
import * as local from '../local.ts';
import { type Manner, tellFailure, tellRefusal } from '../output/reply.ts';
import type { Value, Values } from '../parse/flags.ts';
import { wordOf } from '../parse/parse.ts';
import { usage } from '../parse/refusals.ts';
import type { Console } from '../terminal/console.ts';

/** Where Drover itself fails, and not the agent. */
const own = 125;

export async function runAttach(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { session, 'read-only': look } = values;
  const key = await local.readDetachKey(keyOf(console, values['detach-key']));
  if (key === null) return refuseKey(console, values, manner);
  const input = { cwd: console.cwd, look: look === true, ...defined({ session }) };
  const reply = await ask('session.attach', input);
  if (!reply.ok) return tellRefusal(console, reply, manner.output);
  const { ticket, right, session: view } = reply.data;
  return show(console, ask, { view, ticket, right, fresh: false, key: await keyFor(console, values, key, ticket) });
}

export type Shown = {
  readonly view: SessionView;
  readonly ticket: Ticket;
  readonly right: 'look' | 'type';
  readonly fresh: boolean;
  readonly key: local.DetachKey;
};

/** The agent's own exit code; 0 for who left it running, 128+n for who was told to. */
export async function show(console: Console, ask: Ask, shown: Shown): Promise<number> {
  const { view, ticket, right, fresh, key } = shown;
  const how = right === 'look' ? 'only looking; ' : '';
  if (console.stdin.isTTY === true)
    console.stderr.write(`${view.id} (${view.agent}): ${how}${key.shown} leaves it running\n`);
  const end = await local.attach({ ticket, run: ticket.run ?? view.run, right, fresh, detachKey: key });
  switch (end.kind) {
    case 'detached':
      console.stderr.write(`\n${view.id} goes on. Again: drover attach ${view.id}\n`);
      return 0;
    case 'gone':
      return 0;
    case 'signalled':
      return end.code;
    case 'lost':
    case 'ended':
      return exitOf(console, ask, view, end.kind === 'lost' ? end.why : '');
  }
}

/** Only the daemon knows it, which may have to be started. */
async function exitOf(console: Console, ask: Ask, { row, id }: SessionView, why: string): Promise<number> {
  const reply = await ask('service.wait', {
    id: row,
    cwd: console.cwd,
    until: 'ended',
    timeout: why === '' ? 30_000 : 5000,
  });
  if (reply.ok) {
    if (why !== '' || reply.data.exit === own) console.stderr.write(`\n${reply.data.why}\n`);
    return reply.data.exit;
  }
  console.stderr.write(`\n${why === '' ? reply.error : `${id}: ${why}`}\n`);
  return own;
}

/** A flag, else the person's variable; '' for the usual one. */
export const keyOf = ({ env }: Console, flag: Value | undefined): string => String(flag ?? env.DROVER_DETACH_KEY ?? '');

/** Unsaid here, it is what the person's configuration says. */
export async function keyFor(
  console: Console,
  values: Values,
  key: local.DetachKey,
  { detach_key: configured }: Ticket,
): Promise<local.DetachKey> {
  if (configured === undefined || keyOf(console, values['detach-key']) !== '') return key;
  return (await local.readDetachKey(configured)) ?? key;
}

export const refuseKey = (console: Console, values: Values, { output }: Manner): Promise<number> =>
  tellFailure(
    console,
    usage(
      `\`${keyOf(console, values['detach-key'])}\` is no key to leave with: say it like \`ctrl-\\ d\` or \`ctrl-q\`.`,
      wordOf('attach'),
    ),
    output,
  );
