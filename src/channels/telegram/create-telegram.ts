// Telegram as a channel: hears by polling or a webhook, acts as those who are paired, tells them what is asked.
import { defined } from '../../domain/defined.ts';
import type { Failure, Result } from '../../domain/error.ts';
import type { Instant } from '../../domain/ids.ts';
import type { Channel, ChannelState } from '../../ports/channel.ts';
import type { Acting } from './acting.ts';
import { Actor } from './actor.ts';
import { adoptBot } from './adopt-bot.ts';
import { createClient } from './api/client.ts';
import { poll } from './api/poll.ts';
import { sendLong } from './api/send.ts';
import { apiRootOf, readToken } from './api/token.ts';
import { serveWebhook } from './api/webhook.ts';
import { showDraftsAnew } from './drafts.ts';
import { get, list, placeOf } from './kept.ts';
import { knownUser } from './known-user.ts';
import { keepTasks, showNote } from './notes.ts';
import { closeQuestion, showAnew, shownQuestions, showQuestion } from './questions.ts';
import { textsOf } from './text/texts.ts';
import { receive } from './updates/receive.ts';
import { Doorkeeper } from './updates/turn-away.ts';
import { Guesses } from './updates/understand.ts';

export type TelegramOptions = Omit<Acting, 'client' | 'bot' | 'secrets' | 'guesses'> & {
  readonly env: () => Readonly<Record<string, string>>;
};

const retryMs = 30_000;
const refusedMs = 60_000;
const lookMs = 5_000;
const sweepMs = 6 * 60 * 60_000;

/** Resolves at once; it runs until it is closed, and tries again what can be tried again. The first look at its token is over when `ready` resolves. */
export function createTelegram(options: TelegramOptions): Channel & { readonly ready: Promise<void> } {
  const stop = new AbortController();
  let state: ChannelState = { kind: 'trouble', why: 'Telegram was not asked yet.' };
  let acting: Acting | null = null;
  const looked = Promise.withResolvers<void>();
  const tell = (failure: Failure | null, bot: string) => {
    const next = stateOf(failure, bot, sinceOf(state) ?? options.clock.now());
    if (next.kind !== state.kind && next.kind !== 'running') options.log.warn(`telegram: ${next.why}`);
    if (next.kind !== state.kind && next.kind === 'running') options.log.info('telegram runs', { bot });
    state = next;
    looked.resolve();
  };
  const life = live(options, stop.signal, tell, (found) => {
    acting = found;
  }).catch((error) => {
    if (!stop.signal.aborted) options.log.bug(error);
  });
  const seen = new Map<string, number>();
  const run = async (work: (acting: Acting) => Promise<Result<void>>): Promise<Result<void>> =>
    acting === null
      ? { ok: false, failure: { error_code: 'CHANNEL_UNREACHABLE', message: 'Telegram does not run yet.' } }
      : work(acting);
  return {
    name: 'telegram',
    ready: looked.promise,
    state: () => state,
    people: (task) => people(options, task),
    shown: async () => (acting === null ? [] : shownQuestions(acting)),
    showQuestion: (to, question, how) => run((found) => showQuestion(found, to, question, how)),
    showAnew: (to, question) => run((found) => showAnew(found, to, question)),
    closeQuestion: (to, question) => run((found) => closeQuestion(found, to, question)),
    showNote: (to, key, text) => run((found) => showNote(found, to, key, text)),
    showDigest: (to, { questions }) =>
      run(async (found) => {
        const user = await knownUser(found, to);
        if (user === null) return { ok: true, value: undefined };
        const texts = textsOf(user.language);
        const lines = questions.map(({ id, task, kind }) => texts.waiting(id, task, texts.kinds[kind]));
        return sendLong(found.client, Number(to), [texts.digest(lines.length), ...lines].join('\n'));
      }),
    keepUp: () => run((found) => keepTasks(found, seen)),
    close: async () => {
      stop.abort();
      looked.resolve();
      await life;
    },
  };
}

/** `since`: where it does not run, it has not run from then on. */
function stateOf(failure: Failure | null, bot: string, since: Instant): ChannelState {
  if (failure === null) return { kind: 'running', as: bot };
  return { kind: failure.error_code === 'CHANNEL_AUTH' ? 'refused' : 'trouble', why: failure.message, since };
}

const sinceOf = (state: ChannelState): Instant | undefined => (state.kind === 'running' ? undefined : state.since);

/** All who are paired and can be reached; and the group where the task was stated. */
const people = ({ store }: TelegramOptions, task: string): Promise<readonly string[]> =>
  store.read(async (reads) => {
    const users = (await list(reads, 'user')).filter(({ body }) => body.gone !== true && body.right === 'act');
    const stated = task === '' ? null : await get(reads, 'task', task);
    const group =
      stated !== null && String(stated.chat) !== stated.user && users.some(({ key }) => key === stated.user);
    return [...users.map(({ key }) => key), ...(group ? [placeOf(stated.chat, stated.user)] : [])];
  });

type Tell = (failure: Failure | null, bot: string) => void;

async function live(
  options: TelegramOptions,
  signal: AbortSignal,
  tell: Tell,
  found: (acting: Acting) => void,
): Promise<void> {
  const { clock, config } = options;
  while (!signal.aborted) {
    const token = await readToken(options.words, { env: options.env(), expand: config.expand });
    const root = apiRootOf(options.words.api_root);
    if (!root.ok) tell(root.failure, '');
    else if (!token.ok) tell(token.failure, '');
    else {
      const client = createClient({ token: token.value, clock, signal, ...defined({ apiRoot: root.value }) });
      const me = await client.me();
      tell(me.ok ? null : me.failure, me.ok ? me.value : '');
      if (me.ok) {
        await adoptBot(options, token.value);
        const acting: Acting = { ...options, client, bot: me.value, secrets: new Map(), guesses: new Guesses(clock) };
        found(acting);
        await hear(acting, signal, (failure) => tell(failure, me.value));
      } else if (me.failure.error_code !== 'CHANNEL_AUTH') {
        await clock.wait(Math.max(retryMs / 10, Number(me.failure.details?.retryAfterMs ?? 0)), signal);
        continue;
      }
    }
    // Another token may stand there meanwhile.
    await clock.wait(refusedMs, signal);
  }
}

/** Until the signal fires, or the token is worth nothing any more. */
async function hear(acting: Acting, signal: AbortSignal, tell: (failure: Failure | null) => void): Promise<void> {
  const { client, clock, words, ids, log } = acting;
  const actor = new Actor(acting, signal);
  const door = new Doorkeeper(client, clock);
  const take = async (updates: Parameters<typeof receive>[1]) => {
    const { strangers, odd } = await receive(acting, updates);
    for (const why of odd) log.warn('an update could not be read, and was left out', { why });
    await actor.look();
    for (const stranger of strangers)
      void door.turnAway(stranger).catch((error) => log.warn('a stranger was not told', { why: String(error) }));
  };
  await actor.sweep();
  await showDraftsAnew(acting).catch((error) => log.warn('drafts were not shown', { why: String(error) }));
  await actor.look();
  const ended = new AbortController();
  const looking = lookAgain(actor, acting, AbortSignal.any([signal, ended.signal]));
  try {
    if (words.webhook === undefined) await byPolling();
    else await byWebhook(words.webhook);
  } finally {
    ended.abort();
    await looking;
    await actor.close();
  }

  async function byPolling(): Promise<void> {
    const set = await client.webhook(null);
    if (!set.ok) tell(set.failure);
    if (set.ok || set.failure.error_code !== 'CHANNEL_AUTH')
      await poll({ client, store: acting.store, clock, take, tell }, signal);
  }

  async function byWebhook({ port, url }: NonNullable<typeof words.webhook>): Promise<void> {
    const secret = ids.secret();
    const served = await serveWebhook({ port, secret, take }).catch((error) => {
      tell({
        error_code: 'CHANNEL_UNREACHABLE',
        message: `Port ${port} for the webhook cannot be had: ${String(error.code)}.`,
      });
      return null;
    });
    try {
      const set = served === null ? null : await client.webhook({ url, secret });
      if (set !== null) tell(set.ok ? null : set.failure);
      if (set?.ok)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    } finally {
      await served?.close();
    }
  }
}

/** What could not be acted upon is looked at again; what is old goes. */
async function lookAgain(actor: Actor, { clock, log }: Acting, signal: AbortSignal): Promise<void> {
  for (let swept = clock.now(); ; ) {
    await clock.wait(lookMs, signal);
    if (signal.aborted) return;
    const due = clock.now() - swept > sweepMs;
    if (due) swept = clock.now();
    await (due ? actor.sweep() : actor.again()).catch((error) => log.warn('the chat waits', { why: String(error) }));
  }
}
