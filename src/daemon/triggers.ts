// What makes tasks by itself: what forges and signed hooks tell, and what the clock says.
import { keepRounds, longestMs, retryMs } from '../channels/keep-rounds.ts';
import { checkSigned } from '../channels/webhook/check-signed.ts';
import { readSigningSecret } from '../channels/webhook/signing-secret.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import type { CommandPorts } from '../commands/ports.ts';
import { countedOf, createTaskMaker, type Trigger } from '../commands/trigger/make-task.ts';
import { lastTime, nextTime } from '../config/cron.ts';
import type { Reply } from '../contract/protocol.ts';
import type { Check } from '../contract/service.ts';
import type { TaskCreated } from '../contract/task.ts';
import { toReply } from '../contract/to-reply.ts';
import { defined } from '../domain/defined.ts';
import { type Failure, fail } from '../domain/error.ts';
import { issueEvent, type Looked, lately, limitOf, lookedUntil } from '../domain/trigger/trigger.ts';
import { readIssueEvent } from '../forges/read-issue-event.ts';
import type { PersonConfig } from '../ports/config.ts';
import type { HookDelivery, ToldOf } from '../ports/forge.ts';

type Ports = Pick<CommandPorts, 'store' | 'clock' | 'log' | 'sha256' | 'config' | 'person' | 'git' | 'bell'>;
type Made = Reply<TaskCreated>;

const channel = 'trigger';
const pauseMs = 100;

export type Triggers = {
  /** Whoever has the secret of a trigger. */
  hear(name: string, delivery: HookDelivery): Promise<Reply>;
  /** A forge that proved to be one. */
  hearForge(told: ToldOf, body: Uint8Array): Promise<readonly Made[]>;
  /** Until the signal fires. */
  keepTimes(signal: AbortSignal): Promise<void>;
  /** For the doctor. */
  checks(): Promise<readonly Check[]>;
};

export function createTriggers(ports: Ports, dispatch: Dispatch): Triggers {
  const { store, clock, log, config, person, git, bell } = ports;
  const make = createTaskMaker(ports, dispatch);
  const secretOf = (name: string, { env, file }: { readonly env?: string; readonly file?: string }) =>
    readSigningSecret(`secret of the trigger ${name}`, { env, file }, { env: person.env(), expand: config.expand });
  const hear: Triggers['hear'] = async (name, delivery) => {
    const read = await config.read();
    if (!read.ok) return toReply(read.failure);
    const words = triggersOf(read.value).find((each) => each.name === name)?.words;
    // Which triggers there are is nobody's to find out.
    if (words?.webhook === undefined) return toReply(unknown);
    const secret = await secretOf(name, placeOf(words.webhook));
    if (!secret.ok) log.warn('a trigger cannot be heard', { trigger: name, why: secret.failure.message });
    if (!secret.ok) return toReply(unknown);
    const key = checkSigned(delivery, secret.value, clock.now());
    if (!key.ok) return toReply(key.failure);
    const body = Buffer.from(delivery.body).toString('utf8');
    return make({ name, words }, { key: key.value, by: null, first: `An event of ${name}`, words: body });
  };
  const hearForge: Triggers['hearForge'] = async (told, body) => {
    const event = readIssueEvent(body);
    const read = await config.read();
    if (event === null || !read.ok) return [];
    const made: Made[] = [];
    for (const trigger of triggersOf(read.value)) {
      const { label, mention, workspace } = trigger.words;
      const wanted = issueEvent(event, defined({ label, mention }));
      const entry = read.value.workspaces[workspace];
      const remote = wanted === null || entry === undefined ? null : await git.remoteAddress(config.expand(entry.path));
      if (wanted !== null && remote?.ok === true && remote.value !== null && told.isOf(remote.value))
        made.push(await make(trigger, wanted));
    }
    return made;
  };
  const mark = (name: string, body: Looked) =>
    store.transact((tx) => tx.putChannelRow({ channel, kind: 'times', key: name, at: clock.now(), body }));
  /** Milliseconds until its next time. What was due while nobody looked is made up for once. */
  const lookAtTimes = async (trigger: Trigger, cron: string): Promise<number> => {
    const { name, words } = trigger;
    const times = { cron, zone: words.zone };
    const row = await store.read((reads) => reads.channelRow(channel, 'times', name));
    const now = clock.now();
    const which = `${cron} ${words.zone ?? ''}`;
    const known = (row?.body as Looked | undefined) ?? null;
    const since = lookedUntil(known, which, now);
    const next = nextTime(times, since);
    if (next !== null && next > now) {
      if (known?.at !== since || known.times !== which) await mark(name, { times: which, at: since });
      return next - now;
    }
    const due = next === null ? null : (lastTime(times, now) ?? next);
    if (due === null) return longestMs;
    const missed = due > (next ?? due);
    const at = new Date(due).toISOString();
    const first = `${name}, at ${at}`;
    await make(trigger, { key: `time ${at}`, by: null, first, words: null });
    if (missed) log.warn('times of a trigger were made up for once', { trigger: name, at });
    await mark(name, { times: which, at: due });
    return Math.max(0, (nextTime(times, due) ?? due + longestMs) - clock.now());
  };
  const round = async (): Promise<number> => {
    const read = await config.read();
    if (!read.ok) return retryMs;
    const waits: number[] = [longestMs];
    for (const trigger of triggersOf(read.value))
      if (trigger.words.cron !== undefined) waits.push(await lookAtTimes(trigger, trigger.words.cron));
    return Math.min(...waits);
  };
  const checkOne = async (read: PersonConfig, trigger: Trigger): Promise<Check> => {
    const wrong = await wrongOf(read, trigger, (name, place) => secretOf(name, place));
    const { made, over, failed = null } = await store.read((reads) => countedOf(reads, trigger.name));
    const now = clock.now();
    return checkOf(trigger, wrong ?? failed, lately(made, now).length, lately(over, now).length);
  };
  return {
    hear,
    hearForge,
    keepTimes: (signal) =>
      keepRounds({ clock, log, rings: bell, round, failing: 'times of triggers were not looked at', pauseMs }, signal),
    checks: async () => {
      const read = await config.read();
      return read.ok ? Promise.all(triggersOf(read.value).map((trigger) => checkOne(read.value, trigger))) : [];
    },
  };
}

const unknown: Failure = fail('UNAUTHORIZED', 'It is not signed with the secret of this trigger.').failure;

const triggersOf = ({ triggers = {} }: PersonConfig): readonly Trigger[] =>
  Object.entries(triggers).map(([name, words]) => ({ name, words }));

const placeOf = ({ secret_env: env, secret_file: file }: NonNullable<Trigger['words']['webhook']>) =>
  defined({ env, file });

// What the doctor says of one.

type ReadSecretOf = (
  name: string,
  place: { readonly env?: string; readonly file?: string },
) => ReturnType<typeof readSigningSecret>;

/** null: it can be heard. */
async function wrongOf(
  { workspaces, forges = {}, http }: PersonConfig,
  { name, words }: Trigger,
  secretOf: ReadSecretOf,
): Promise<string | null> {
  const { workspace, webhook, cron } = words;
  if (!Object.hasOwn(workspaces, workspace)) return `there is no workspace ${workspace}`;
  if (cron !== undefined) return null;
  if (http === undefined) return 'nothing is heard without `surfaces.http`';
  if (webhook === undefined)
    return Object.values(forges).some(({ webhook_secret_env: secret }) => secret !== undefined)
      ? null
      : 'no forge has a `webhook_secret_env`';
  const secret = await secretOf(name, placeOf(webhook));
  return secret.ok ? null : secret.failure.message;
}

function checkOf({ name, words }: Trigger, wrong: string | null, made: number, over: number): Check {
  const line = { name: `trigger ${name}`, hint: '' } as const;
  if (wrong !== null) return { ...line, state: 'bad', said: wrong, hint: 'see `triggers` in the configuration' };
  const said = `${made} of at most ${limitOf(words)} in the last hour`;
  return over === 0
    ? { ...line, state: 'ok', said }
    : { ...line, state: 'note', said: `${said}; ${over} events more made none`, hint: '`per_hour` is the limit' };
}

/** What is told to a forge of it. */
export const madeWords = (made: readonly Made[]): { readonly made: readonly string[] } => ({
  made: made.flatMap((each) => (each.ok ? [each.data.task] : [])),
});
