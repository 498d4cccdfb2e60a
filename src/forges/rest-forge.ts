// What the forges with an API have in common: look, make, look again where it is not known what was made.
import type { Check, Look } from '../domain/delivery/pull-request.ts';
import { Failed, fail, failed, ok, type Result } from '../domain/error.ts';
import type { Forge, ForgeKind, Issue, PullRequest, PullRequestDraft } from '../ports/forge.ts';
import type { Clock } from '../ports/system.ts';
import type { Client } from './client.ts';
import { marked } from './marks.ts';

/** A pull request as one forge tells of it. */
export type ForgePullRequest = Omit<PullRequest, 'notes' | 'number'> & {
  readonly number: number;
  readonly labels: readonly string[];
  readonly reviewers: readonly string[];
};

/** One forge's own words for what is open. All may throw `Failed`. */
export type ReviewWords = {
  /** `pause`: a moment for the forge to find out. */
  look(client: Client, number: number, login: string, pause: () => Promise<void>): Promise<Look | null>;
  log(client: Client, check: Check): Promise<string>;
  /** Texts of all comments among which an answer on this thread would be. */
  answers(client: Client, number: number, thread: string): Promise<readonly string[]>;
  reply(client: Client, number: number, thread: string, text: string, key: string): Promise<void>;
  close(client: Client, number: number): Promise<void>;
  update(client: Client, number: number, to: { readonly title?: string; readonly body?: string }): Promise<void>;
  retarget(client: Client, number: number, base: string): Promise<void>;
};

/** One forge's own words. All may throw `Failed`. */
export type Dialect = {
  readonly name: ForgeKind;
  /** As a person calls it. */
  readonly title: string;
  /** All pull requests of this branch of this very repository, newest first. */
  list(client: Client, branch: string): Promise<readonly ForgePullRequest[]>;
  make(
    client: Client,
    draft: PullRequestDraft,
  ): Promise<{ readonly made: ForgePullRequest; readonly notes: readonly string[] }>;
  /** What is missing of labels and reviewers; gives what it could not do. */
  dress(client: Client, made: ForgePullRequest, draft: PullRequestDraft): Promise<readonly string[]>;
  issue(client: Client, number: number): Promise<Issue>;
  login(client: Client): Promise<string>;
  /** The issue's number in a path below the repository; null where it is none. */
  numberIn(path: string): number | null;
  readonly review: ReviewWords;
};

export type RestOptions = {
  readonly dialect: Dialect;
  readonly host: string;
  readonly repository: string;
  readonly hasToken: boolean;
  readonly connect: () => Client;
  readonly clock: Pick<Clock, 'wait'>;
};

export function createRestForge(options: RestOptions): Forge {
  const { dialect, connect } = options;
  const call = <T>(act: (client: Client) => Promise<T>) => atTheDoor(dialect.title, () => act(connect()));
  return {
    name: dialect.name,
    find: (_task, branch) => call(async (client) => told(pick(await dialect.list(client, branch), null))),
    open: (draft) => call((client) => open(options, client, draft)),
    issue: (ref) => call((client) => dialect.issue(client, numberOf(options, ref))),
    look: (of) => call((client) => look(options, client, of)),
    log: (check) => call((client) => dialect.review.log(client, check)),
    reply: (...answer) => call((client) => reply(options, client, ...answer)),
    close: (number) => call((client) => dialect.review.close(client, number)),
    update: (number, to) => call((client) => dialect.review.update(client, number, to)),
    retarget: (number, base) => call((client) => dialect.review.retarget(client, number, base)),
    login: () => (options.hasToken ? call((client) => dialect.login(client)) : noToken(options)),
  };
}

async function look(
  { dialect, hasToken, clock }: RestOptions,
  client: Client,
  of: { readonly number: number } | { readonly branch: string },
): Promise<Look | null> {
  const number = 'number' in of ? of.number : pick(await dialect.list(client, of.branch), null)?.number;
  if (number === undefined) return null;
  const login = hasToken ? await dialect.login(client) : '';
  return dialect.review.look(client, number, login, () => clock.wait(settleMs));
}

/** Whatever failed, it may have been said. */
async function reply(
  { dialect: { review } }: RestOptions,
  client: Client,
  number: number,
  thread: string,
  text: string,
  key: string,
): Promise<void> {
  const isThere = async () => (await review.answers(client, number, thread)).some((each) => marked(each)?.key === key);
  if (await isThere()) return;
  try {
    await review.reply(client, number, thread, text, key);
  } catch (error) {
    if (!(await isThere().catch(() => false))) throw error;
  }
}

const noToken = async ({ dialect, host }: RestOptions): Promise<{ ok: false; failure: Failed['failure'] }> =>
  fail('FORGE_AUTH', `Nobody is logged in to ${dialect.title} at ${host}.`, { host });

/** The open one, else the newest; with a commit, an ended one only where it is of that commit. */
function pick(all: readonly ForgePullRequest[], commit: string | null): ForgePullRequest | null {
  const open = all.find(({ state }) => state === 'open');
  return open ?? all.find(({ head }) => commit === null || head === commit) ?? null;
}

function told(seen: ForgePullRequest | null, notes: readonly string[] = []): PullRequest | null {
  if (seen === null) return null;
  const { address, number, state, head } = seen;
  return { address, number, state, head, notes };
}

async function open(options: RestOptions, client: Client, draft: PullRequestDraft): Promise<PullRequest> {
  if (!options.hasToken) throw new Failed((await noToken(options)).failure);
  const { dialect } = options;
  const look = async () => pick(await dialect.list(client, draft.branch), draft.commit);
  const there = await look();
  const { made, notes } = there === null ? await make(options, client, draft, look) : { made: there, notes: [] };
  const missing = made.state === 'open' ? await dress(dialect, client, made, draft) : [];
  return told(made, [...notes, ...missing]) as PullRequest;
}

const settleMs = 2_000;

/** Whatever failed, it may have been made: a duplicate is refused by the forge, an answer may have been lost on its way. */
async function make(
  { dialect, clock }: RestOptions,
  client: Client,
  draft: PullRequestDraft,
  look: () => Promise<ForgePullRequest | null>,
) {
  try {
    return await dialect.make(client, draft);
  } catch (error) {
    for (const pause of [0, settleMs]) {
      await clock.wait(pause);
      const found = await look().catch(() => null);
      if (found !== null) return { made: found, notes: [] };
      if (error instanceof Failed && error.failure.error_code !== 'FORGE_UNREACHABLE') break;
    }
    throw error;
  }
}

/** The pull request is there; what it lacks is said and does not undo it. */
async function dress(
  dialect: Dialect,
  client: Client,
  made: ForgePullRequest,
  draft: PullRequestDraft,
): Promise<readonly string[]> {
  try {
    return await dialect.dress(client, made, draft);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return [`Labels and reviewers may be missing: ${error.failure.message}`];
  }
}

function numberOf({ dialect, host, repository }: RestOptions, ref: string): number {
  const plain = /^#?(\d{1,15})$/.exec(ref.trim())?.[1];
  if (plain !== undefined) return Number(plain);
  const url = URL.canParse(ref) ? new URL(ref) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw failed('USAGE', `"${ref}" is neither the number of an issue nor its address.`, { ref });
  const path = url.pathname.replace(/^\/+/, '');
  const below = path.toLowerCase().startsWith(`${repository.toLowerCase()}/`)
    ? path.slice(repository.length + 1)
    : null;
  const number = url.hostname === host.replace(/:\d+$/, '') && below !== null ? dialect.numberIn(below) : null;
  if (number === null)
    throw failed('USAGE', `${ref} is not the address of an issue of ${repository} at ${host}.`, { ref });
  return number;
}

async function atTheDoor<T>(title: string, act: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await act());
  } catch (error) {
    if (error instanceof Failed) return { ok: false, failure: error.failure };
    return fail('INTERNAL', `Talking to ${title} met a bug: ${error instanceof Error ? error.name : 'no error'}.`);
  }
}
