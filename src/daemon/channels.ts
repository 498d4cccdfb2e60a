// The channels that the configuration names, opened and closed as it changes. What is heard on them is asked as by any person.
import { createSender, type HookStanding } from '../channels/webhook/keep-sent.ts';
import type { CommandPorts, Peer } from '../commands/ports.ts';
import type { Reply } from '../contract/protocol.ts';
import type { Check } from '../contract/service.ts';
import { hasPassed } from '../domain/has-passed.ts';
import type { Instant } from '../domain/ids.ts';
import { type Quiet, readQuiet } from '../domain/question/remind.ts';
import type { Channel, ChannelState, Channels, Dispatch, StuckDelivery } from '../ports/channel.ts';
import type { PersonConfig, TelegramWords } from '../ports/config.ts';

type Ports = Pick<
  CommandPorts,
  'store' | 'clock' | 'ids' | 'log' | 'files' | 'config' | 'git' | 'sandboxes' | 'sha256' | 'person' | 'bell'
>;
type Ask = (command: string, input: object, peer: Peer) => Promise<Reply>;

export type OpenChannels = Channels & {
  /** As `refresh` where the configuration is another one than was seen last, but no server is waited for. */
  heed(): Promise<void>;
  quiet(): Quiet | null;
  /** Sends webhooks until the signal fires. */
  keepSent(signal: AbortSignal): Promise<void>;
  /** For the doctor; `fix`: what was given up is tried again. */
  checks(fix: boolean): Promise<readonly Check[]>;
  close(): Promise<void>;
};

const patienceMs = 10_000;

/** `page`: its address; null: it is not served. */
export function openChannels(ports: Ports, ask: Ask, page: () => string | null): OpenChannels {
  /** Those that only tell, by name; `words`: as they were configured when they were opened. */
  const telling = new Map<string, { readonly words: string; readonly channel: Channel }>();
  let current: {
    readonly words: TelegramWords;
    readonly channel: Channel & { readonly ready: Promise<void> };
  } | null = null;
  let changing: Promise<void> = Promise.resolve();
  let seen: Awaited<ReturnType<Ports['config']['read']>> | null = null;
  const sender = createSender({
    store: ports.store,
    clock: ports.clock,
    ids: ports.ids,
    log: ports.log,
    rings: ports.bell,
    hooks: async () => {
      const read = await ports.config.read();
      return read.ok ? (read.value.webhooks ?? {}) : null;
    },
    secrets: () => ({ env: ports.person.env(), expand: ports.config.expand }),
  });
  const follow = async () => {
    const read = await ports.config.read();
    seen = read;
    // A file that cannot be read changes nothing.
    if (!read.ok) return;
    for (const [name, { words, open }] of Object.entries(tellers(ports, read.value, page))) {
      const now = JSON.stringify(words);
      const before = telling.get(name);
      if (before?.words === now || (before === undefined && words === undefined)) continue;
      await before?.channel.close();
      telling.delete(name);
      if (words !== undefined) telling.set(name, { words: now, channel: await open() });
      ports.bell.ring();
    }
    const words = read.value.telegram ?? null;
    const refused = current?.channel.state().kind === 'refused';
    if (!refused && JSON.stringify(words) === JSON.stringify(current?.words ?? null)) return;
    const before = current;
    current = null;
    await before?.channel.close();
    if (words === null) return;
    const { createTelegram } = await import('../channels/telegram/create-telegram.ts');
    const channel = createTelegram({
      store: ports.store,
      clock: ports.clock,
      ids: ports.ids,
      log: ports.log,
      files: ports.files,
      config: ports.config,
      sha256: ports.sha256,
      words,
      env: ports.person.env,
      ask: dispatchOf(ports, ask),
      lookAt: (workspace) => lookAt(ports, workspace),
    });
    current = { words, channel };
    ports.bell.ring();
  };
  const inTurn = () => {
    changing = changing.then(follow).catch((error) => void ports.log.bug(error));
    return changing;
  };
  /** Outside of the turn: a server that does not answer holds up no change. */
  const looked = async () => {
    const enough = new AbortController();
    await Promise.race([current?.channel.ready, ports.clock.wait(patienceMs, enough.signal)]);
    enough.abort();
  };
  return {
    list: () => [
      ...[...telling.values()].map(({ channel }) => channel),
      ...(current === null ? [] : [current.channel]),
    ],
    refresh: async () => {
      await inTurn();
      await looked();
    },
    heed: async () => {
      if ((await ports.config.read()) !== seen) await inTurn();
    },
    stuck: async () => {
      const now = ports.clock.now();
      const stuck = [
        ...(await sender.standing(false)).flatMap((each) => stuckHook(each, now)),
        ...[...telling.values(), ...(current === null ? [] : [current])].flatMap(({ channel }) =>
          stuckChannel(channel),
        ),
      ];
      return stuck
        .filter(({ since, lost }) => lost || hasPassed(since, longMs, now))
        .map(({ lost: _, ...each }) => each);
    },
    quiet: () => readQuiet(current?.words.quiet ?? ''),
    keepSent: sender.keepSent,
    checks: async (fix) => [
      ...(current === null ? [] : [checkOf(current.channel)]),
      ...[...telling.values()].map(({ channel }) => checkTeller(channel)),
      ...(await sender.standing(fix)).map(checkHook),
    ],
    close: async () => {
      await changing;
      for (const { channel } of telling.values()) await channel.close();
      await current?.channel.close();
    },
  };
}

/** `words` undefined: it is not wanted. */
type Teller = { readonly words: unknown; readonly open: () => Promise<Channel> };

/** In the order in which people are told on them. */
function tellers(ports: Ports, config: PersonConfig, page: () => string | null): Readonly<Record<string, Teller>> {
  const { store, clock, person, files } = ports;
  const { desktop, ntfy, email, webPush } = config;
  const secrets = () => ({ env: person.env(), expand: ports.config.expand });
  return {
    desktop: {
      words: desktop === true ? true : undefined,
      open: async () =>
        (await import('../channels/desktop/create-desktop.ts')).createDesktop({ store, clock, env: person.env }),
    },
    web_push: {
      words: webPush,
      open: async () =>
        (await import('../channels/web-push/create-web-push.ts')).createWebPush({
          store,
          clock,
          files,
          people: async () => {
            const read = await ports.config.read();
            return read.ok ? (read.value.people ?? {}) : (config.people ?? {});
          },
          words: webPush as NonNullable<typeof webPush>,
        }),
    },
    ntfy: {
      words: ntfy,
      open: async () =>
        (await import('../channels/ntfy/create-ntfy.ts')).createNtfy({
          store,
          clock,
          secrets,
          page,
          words: ntfy as NonNullable<typeof ntfy>,
        }),
    },
    email: {
      words: email,
      open: async () =>
        (await import('../channels/email/create-email.ts')).createEmail({
          store,
          clock,
          secrets,
          page,
          words: email as NonNullable<typeof email>,
        }),
    },
  };
}

/** A paired chat user is a person. */
const dispatchOf =
  ({ person }: Ports, ask: Ask): Dispatch =>
  async ({ id, name }, command, input) =>
    ask(command, input, {
      person: { kind: 'person', name, id },
      pid: null,
      cwd: person.home,
      env: null,
      channel: 'telegram',
    });

/** What `proceed` would show of it; null where it cannot be looked at. */
async function lookAt({ config, git, sandboxes }: Ports, workspace: string) {
  const read = await config.read();
  const entry = read.ok ? read.value.workspaces[workspace] : undefined;
  if (!read.ok || entry === undefined) return null;
  const state = await git.inspect(config.expand(entry.path));
  const sandbox = await sandboxes.choose(read.value.sandbox);
  const branch = entry.base ?? (state.ok ? state.value.branch : null);
  if (!state.ok || !sandbox.ok || branch === null) return null;
  return { branch, dirty: state.value.dirty, unconfined: sandbox.value.name === 'none' };
}

function checkTeller(channel: Channel): Check {
  const state = channel.state();
  return state.kind === 'running'
    ? { name: channel.name, state: 'ok', said: state.as, hint: '' }
    : { name: channel.name, state: 'note', said: sayTrouble(state), hint: 'it is tried again by itself' };
}

/** Tried in vain for so long it is told on the board; what was given up is there at once. */
const longMs = 10 * 60_000;

type Stuck = StuckDelivery & { readonly lost: boolean };

function stuckHook({ name, host, waiting, givenUp, why, since }: HookStanding, now: Instant): readonly Stuck[] {
  if (why === null) return [];
  const lost = givenUp > 0 || since === null;
  const todo = givenUp > 0 ? '`drover doctor --fix` tries again what was given up' : 'it is tried again by itself';
  const count = `${waiting} wait, ${givenUp} were given up`;
  return [{ about: `webhook ${name}`, since: since ?? now, why: `${host}: ${why}; ${count}`, todo, lost }];
}

function stuckChannel({ name, state }: Channel): readonly Stuck[] {
  const at = state();
  if (at.kind === 'running' || at.since === undefined) return [];
  const lost = at.kind === 'refused';
  const first = lost ? '`drover doctor` says what it wants' : 'it is tried again by itself';
  const todo = `${first}; questions are answered in a terminal meanwhile`;
  return [{ about: name, since: at.since, why: at.why, todo, lost }];
}

function checkHook({ name, host, waiting, givenUp, why }: HookStanding): Check {
  const line = { name: `webhook ${name}`, hint: '' } as const;
  if (why === null) return { ...line, state: 'ok', said: `${host}, nothing is stuck` };
  const stuck = `${host}: ${why}; ${waiting} wait, ${givenUp} were given up`;
  const hint = givenUp > 0 ? '`drover doctor --fix` tries those again' : 'it is tried again by itself';
  return { ...line, state: givenUp > 0 || waiting === 0 ? 'bad' : 'note', said: stuck, hint };
}

function checkOf(channel: Channel): Check {
  const state = channel.state();
  if (state.kind === 'running') return { name: channel.name, state: 'ok', said: `@${state.as}`, hint: '' };
  const hint =
    state.kind === 'refused'
      ? 'put a valid token where surfaces.telegram looks for it; everything else goes on'
      : 'it is tried again by itself';
  return { name: channel.name, state: state.kind === 'refused' ? 'bad' : 'note', said: sayTrouble(state), hint };
}

function sayTrouble({ why, since }: Exclude<ChannelState, { kind: 'running' }>): string {
  return since === undefined ? why : `${why} (since ${new Date(since).toISOString().slice(0, 16)}Z)`;
}
