// The channels that the configuration names, opened and closed as it changes. What is heard on them is asked as by any person.
import type { CommandPorts, Peer } from '../commands/ports.ts';
import type { Reply } from '../contract/protocol.ts';
import type { Check } from '../contract/service.ts';
import { type Quiet, readQuiet } from '../domain/question/remind.ts';
import type { Channel, Channels, Dispatch } from '../ports/channel.ts';
import type { TelegramWords } from '../ports/config.ts';

type Ports = Pick<
  CommandPorts,
  'store' | 'clock' | 'ids' | 'log' | 'files' | 'config' | 'git' | 'sandboxes' | 'sha256' | 'person' | 'bell'
>;
type Ask = (command: string, input: object, peer: Peer) => Promise<Reply>;

export type OpenChannels = Channels & {
  quiet(): Quiet | null;
  /** For the doctor. */
  checks(): readonly Check[];
  close(): Promise<void>;
};

const patienceMs = 10_000;

export function openChannels(ports: Ports, ask: Ask): OpenChannels {
  let desktop: Channel | null = null;
  let current: { readonly words: TelegramWords; readonly channel: Channel } | null = null;
  let changing: Promise<void> = Promise.resolve();
  const refresh = async () => {
    const read = await ports.config.read();
    // A file that cannot be read changes nothing.
    if (!read.ok) return;
    if ((read.value.desktop === true) !== (desktop !== null)) {
      await desktop?.close();
      desktop = read.value.desktop === true ? await openDesktop(ports) : null;
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
      ...{ store: ports.store, clock: ports.clock, ids: ports.ids, log: ports.log, files: ports.files },
      ...{ config: ports.config, sha256: ports.sha256, words, env: ports.person.env },
      ask: dispatchOf(ports, ask),
      lookAt: (workspace) => lookAt(ports, workspace),
    });
    current = { words, channel };
    ports.bell.ring();
    const enough = new AbortController();
    await Promise.race([channel.ready, ports.clock.wait(patienceMs, enough.signal)]);
    enough.abort();
  };
  const inTurn = () => {
    changing = changing.then(refresh).catch((error) => void ports.log.bug(error));
    return changing;
  };
  return {
    list: () => [...(desktop === null ? [] : [desktop]), ...(current === null ? [] : [current.channel])],
    refresh: inTurn,
    quiet: () => readQuiet(current?.words.quiet ?? ''),
    checks: () => (current === null ? [] : [checkOf(current.channel)]),
    close: async () => {
      await changing;
      await desktop?.close();
      await current?.channel.close();
    },
  };
}

const openDesktop = async ({ store, clock, person }: Ports): Promise<Channel> => {
  const { createDesktop } = await import('../channels/desktop/create-desktop.ts');
  return createDesktop({ store, clock, env: person.env });
};

/** A paired chat user is a person. */
const dispatchOf =
  ({ person }: Ports, ask: Ask): Dispatch =>
  async ({ name }, command, input) =>
    ask(command, input, {
      person: { kind: 'person', name },
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

function checkOf(channel: Channel): Check {
  const state = channel.state();
  if (state.kind === 'running') return { name: channel.name, state: 'ok', said: `@${state.as}`, hint: '' };
  const hint =
    state.kind === 'refused'
      ? 'put a valid token where surfaces.telegram looks for it; everything else goes on'
      : 'it is tried again by itself';
  return { name: channel.name, state: state.kind === 'refused' ? 'bad' : 'note', said: state.why, hint };
}
