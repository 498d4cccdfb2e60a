// An event of a trigger becomes a task that waits at `proceed`: once, by its key, and at most so many in an hour. Whoever wrote it is no person here.
import { textLimit } from '../../contract/limits.ts';
import type { Reply } from '../../contract/protocol.ts';
import type { TaskCreated } from '../../contract/task.ts';
import { toReply } from '../../contract/to-reply.ts';
import { fail } from '../../domain/error.ts';
import type { Instant } from '../../domain/ids.ts';
import { createInTurn } from '../../domain/in-turn.ts';
import { lately, limitOf, type TriggerEvent, textOfEvent } from '../../domain/trigger/trigger.ts';
import type { TriggerWords } from '../../ports/config.ts';
import type { Reads } from '../../ports/store.ts';
import type { Dispatch } from '../dispatch.ts';
import type { CommandPorts, Peer } from '../ports.ts';

export type Trigger = { readonly name: string; readonly words: TriggerWords };

type Ports = Pick<CommandPorts, 'store' | 'clock' | 'log' | 'sha256'>;

const channel = 'trigger';
/** Of the text, beside the person's own words. */
const mostWords = textLimit / 4;

/** Rows: kind `count` by the trigger's name. `made`: when one was begun to be made. `over`: events that were too many. `failed`: why the last one made none, where none was made since. */
export type Counted = { readonly made: readonly number[]; readonly over: readonly number[]; readonly failed?: string };

export const countedOf = async (reads: Reads, name: string): Promise<Counted> =>
  ((await reads.channelRow(channel, 'count', name))?.body as Counted | undefined) ?? { made: [], over: [] };

/** One after the other for each trigger, so that the limit holds in a flood. */
export function createTaskMaker(ports: Ports, dispatch: Dispatch) {
  const inTurn = createInTurn<string>();
  return (trigger: Trigger, event: TriggerEvent): Promise<Reply<TaskCreated>> =>
    inTurn(trigger.name, () => makeTask(ports, dispatch, trigger, event));
}

async function makeTask(
  ports: Ports,
  dispatch: Dispatch,
  { name, words }: Trigger,
  event: TriggerEvent,
): Promise<Reply<TaskCreated>> {
  const key = `${name} ${ports.sha256(event.key)}`;
  const known = await ports.store.read((reads) => reads.channelRow(channel, 'made', key));
  if (known !== null) return { ok: true, data: { task: (known.body as { readonly thing: string }).thing, notes: [] } };
  if (!(await count(ports, name, limitOf(words))))
    return toReply(
      fail('BUSY', `The trigger ${name} has made ${limitOf(words)} tasks within an hour.`, {
        hint: 'This one made none; `per_hour` is the limit.',
      }).failure,
    );
  const peer: Peer = {
    person: {
      kind: 'unknown',
      why: `it comes from the trigger ${name}`,
      trigger: { name, by: event.by, ...(event.issue && { issue: event.issue }) },
    },
    pid: null,
    cwd: '/',
    env: null,
    channel,
  };
  const input = {
    text: textOfEvent(words.text, event, mostWords),
    workspace: words.workspace,
    cwd: '/',
    inferred: true,
    strangers: event.words !== null,
    once: key,
  };
  const reply = (await dispatch({ command: 'task.create', input }, peer)) as Reply<TaskCreated>;
  if (!reply.ok) ports.log.warn('a trigger made no task', { trigger: name, event: event.key, why: reply.error });
  await noteEnd(ports, name, reply.ok ? null : `${event.first} made no task: ${reply.error}`);
  return reply;
}

/** null: it made one. */
const noteEnd = ({ store, clock }: Ports, name: string, failed: string | null): Promise<void> =>
  store.transact(async (tx) => {
    const { failed: before, ...counted } = await countedOf(tx, name);
    if (failed === null && before === undefined) return;
    const body: Counted = failed === null ? counted : { ...counted, failed };
    await tx.putChannelRow({ channel, kind: 'count', key: name, at: clock.now(), body });
  });

/** Before it is made: what a crash cuts off counts. */
const count = ({ store, clock, log }: Ports, name: string, limit: number): Promise<boolean> =>
  store.transact(async (tx) => {
    const at: Instant = clock.now();
    const { made, over, ...last } = await countedOf(tx, name);
    const fits = lately(made, at).length < limit;
    if (!fits) log.warn('a trigger is over its limit', { trigger: name, limit });
    const body: Counted = fits
      ? { ...last, made: [...lately(made, at), at], over: lately(over, at) }
      : { ...last, made: lately(made, at), over: [...lately(over, at), at].slice(-1000) };
    await tx.putChannelRow({ channel, kind: 'count', key: name, at, body });
    return fits;
  });
