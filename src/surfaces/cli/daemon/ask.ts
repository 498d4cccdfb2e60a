// Asks the daemon, starting it where it does not run, and replacing one that is older than this program.
import { requests } from '../../../contract/cli/requests.ts';
import type { CommandName } from '../../../contract/commands.ts';
import { needsPerson } from '../../../contract/person.ts';
import { makeStateFolder, whyNoStateFolder } from '../../../contract/places.ts';
import type { Hello, Reply, Request } from '../../../contract/protocol.ts';
import type { Replies } from '../../../contract/replies.ts';
import { version } from '../../../contract/version.ts';
import { type Console, fs } from '../terminal/console.ts';
import { waiting } from '../terminal/live-view.ts';
import { type Exchange, exchange } from './exchange.ts';

export type AskOptions = {
  readonly onEvent?: (event: unknown) => void;
  readonly signal?: AbortSignal;
  /** The person's environment goes along. */
  readonly startsWork?: boolean;
  /** Whoever asks is an agent that this program serves, and no person, whoever started the program. */
  readonly forAgent?: true;
  /** Once the request is on its way. */
  readonly onSent?: () => void;
};

/** `{ok: false, error_code: 'DAEMON_UNREACHABLE'}` where there is none and none can be started. */
export type Ask = <Name extends CommandName>(
  command: Name,
  input: unknown,
  options?: AskOptions,
) => Promise<Reply<Replies[Name]>>;

/** Finds, starts or replaces the daemon; null where none is to be started. */
type Start = (() => Promise<Reply<Hello>>) | null;

export const createAsk =
  (console: Console, start: Start, onSent: () => void = () => undefined): Ask =>
  async (command, given, asked = {}) => {
    const options = { onSent, ...asked };
    const input = onceOnly(command, given);
    for (let tries = 1; ; tries += 1) {
      const reply = await askOnce(console, start, command, input, options);
      if (reply.ok || reply.details?.sent !== true || !('once' in input)) return reply as never;
      if (tries === mostTries || start === null || reply.details.stopped !== undefined)
        return { ...reply, hint: againHint(reply.hint, command, String(input.once)) } as never;
    }
  };

/** What has a key is asked again of the next daemon where one ended over it: it is done once. */
const mostTries = 3;
/** Those whose key a person can say. */
const sayable: readonly CommandName[] = ['run.create', 'session.send', 'session.start', 'task.create'];

function onceOnly(command: CommandName, given: unknown): object {
  const input = (given ?? {}) as object;
  return requests[command].once !== undefined && !('once' in input) ? { ...input, once: newKey() } : input;
}

/** A random UUID, of bits from where Node's own `crypto` has them, which takes 3 ms to load. */
function newKey(): string {
  const bytes = Buffer.alloc(16);
  const source = fs.openSync('/dev/urandom', 'r');
  try {
    // What is not read is no key.
    if (fs.readSync(source, bytes) !== bytes.length) return crypto.randomUUID();
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  } finally {
    fs.closeSync(source);
  }
}

const againHint = (hint: string, command: CommandName, key: string): string =>
  sayable.includes(command)
    ? `${hint}\nSay it again with \`--once ${key}\`: it is done once, whether it was done or not.`
    : hint;

async function askOnce(
  console: Console,
  start: Start,
  command: CommandName,
  input: object,
  options: AskOptions,
): Promise<Reply> {
  const identified = requests[command].identified === true;
  const proves = options.startsWork === true || needsPerson(command, input) || identified;
  const proof = proves && options.forAgent !== true ? provePid(console) : null;
  try {
    const request = toRequest(console, command, input, proof?.nonce ?? '', options);
    return await reach(console, request, start, options);
  } finally {
    proof?.end();
  }
}

function toRequest(
  console: Console,
  command: CommandName,
  input: unknown,
  nonce: string,
  { startsWork, forAgent }: AskOptions,
): Request {
  const { pid, cwd, env } = console;
  const session = secretOf(console);
  const channel = forAgent === true ? ('mcp' as const) : ('terminal' as const);
  const caller = { pid, version, nonce, cwd, channel, ...(session === null ? {} : { session }) };
  return { command, input, caller: startsWork === true ? { ...caller, env: definedOf(env) } : caller };
}

/** Of the session whose agent this runs in; nothing where there is none, or it may not be read. */
function secretOf({ env }: Console): string | null {
  if (!env.DROVER_SESSION_CREDENTIAL) return null;
  try {
    return fs.readFileSync(env.DROVER_SESSION_CREDENTIAL, 'utf8').trim();
  } catch {
    return null;
  }
}

const definedOf = (env: Console['env']): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));

async function reach(console: Console, request: Request, start: Start, options: AskOptions): Promise<Reply> {
  const { onEvent, onSent, signal } = options;
  const { socket } = console.places;
  const stopped = async () => (await import('../local.ts')).findStopped(socket);
  const call = {
    socket,
    request,
    stopped,
    ...(onEvent && { onEvent }),
    ...(onSent && { onSent }),
    ...(signal && { signal }),
  };
  if (start === null) return told(await exchange(call));
  const first = await exchange({ ...call, wanted: isOurs });
  if (first.kind === 'replied' || first.kind === 'left' || first.kind === 'stopped') return told(first);
  if (first.kind === 'cut' && first.sent) return told(first);
  const started = await waiting(console, 'Starting the daemon', start());
  return started.ok ? told(await exchange(call)) : started;
}

/** Another version is looked at by who starts daemons: an older one is replaced, a newer one is left alone. */
const isOurs = (hello: Hello): boolean => hello.version === version;

function told(how: Exchange): Reply {
  switch (how.kind) {
    case 'replied':
      return how.reply;
    case 'absent':
      return unreachable(`The daemon does not answer: ${how.why}.`);
    case 'stopped':
      return {
        ...unreachable(`The daemon (process ${how.pid}) is stopped: it lives and answers nobody.`),
        hint: `Let it go on with \`kill -CONT ${how.pid}\`.`,
        details: { stopped: how.pid, sent: how.sent },
      } as Reply;
    case 'cut':
      if (!how.sent) return unreachable('The daemon ended before it was asked.');
      return {
        ...unreachable('The daemon ended before it replied; whether it was done is not known.'),
        details: { sent: true },
      } as Reply;
    case 'unwanted':
      return unreachable(`A daemon of another version (${how.hello.version}) is running.`);
    case 'left':
      return {
        ok: false,
        error: 'Left before the reply.',
        error_code: 'DAEMON_UNREACHABLE',
        hint: '',
        details: { left: true },
      };
  }
}

const unreachable = (error: string): Reply => ({
  ok: false,
  error,
  error_code: 'DAEMON_UNREACHABLE',
  hint: 'Run `drover doctor`; start it in the foreground with `drover up` to see why.',
});

// Proof of the caller's pid: a file that this process holds open, found by the daemon among its open files.

type Proof = { readonly nonce: string; end(): void };

const unproven: Proof = { nonce: '', end: () => undefined };

/** In a folder of its own (0700); removed and closed by `end`. Without one that can be written there is no proof: ''. */
function provePid({ places: { state, callers }, pid }: Console): Proof {
  try {
    if (whyNoStateFolder(state) !== null) return unproven;
    makeStateFolder(callers);
    const nonce = `${fs.realpathSync(callers)}/${pid}-${process.hrtime.bigint().toString(36)}`;
    const file = fs.openSync(nonce, 'wx', 0o600);
    return { nonce, end: () => void [fs.rmSync(nonce, { force: true }), fs.closeSync(file)] };
  } catch {
    return unproven;
  }
}
