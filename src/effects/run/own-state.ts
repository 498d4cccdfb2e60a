// What an agent keeps of its own, for one confined run: a view of it that is thrown away, in which its conversations are those of the task. After the run only a refreshed login and the run's own conversation come out again (docs/adr/0016).
import { isWithin, pathBelow } from '../../domain/place/within.ts';
import { judgeLogin } from '../../domain/run/judge-login.ts';
import type { OwnChanges } from '../../domain/run/own-changes.ts';
import type { AgentState, SettingsFile } from '../../ports/agent.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { Confinement } from '../../ports/sandbox.ts';

type Ports = Pick<EffectPorts, 'files' | 'person' | 'sha256'>;

export type OwnStateOf = {
  readonly run: string;
  /** Whose conversations they are: the task, or who runs by itself. */
  readonly owner: string;
  readonly agent: string;
  /** HOME inside. */
  readonly home: string;
  readonly cwd: string;
  readonly resume: string | null;
};

/** What was given, for the time after the run; secrets as their hashes. */
type Given = {
  readonly version: 1;
  readonly owner: string;
  readonly agent: string;
  readonly resume: string | null;
  readonly places: readonly GivenPlace[];
};

type GivenPlace = {
  readonly at: string;
  /** Absolute: what stood at `at`. */
  readonly view: string;
  readonly login: readonly {
    readonly path: string;
    readonly fresh: readonly string[];
    readonly given: string | null;
  }[];
  readonly settings: readonly {
    readonly path: string;
    readonly words: readonly string[] | null;
    readonly given: string | null;
  }[];
  /** Folders that were not there to be shown: what is in them afterwards the run has made. */
  readonly unshown: readonly string[];
  readonly makes: readonly string[];
  readonly kept: readonly { readonly path: string; readonly from: string }[];
  /** By which names a conversation of an id is found, for an id of which this is the sample's; null: by none. */
  readonly short: number | null;
};

type Shown = Required<Pick<Confinement, 'writable' | 'readable' | 'views'>>;

const mostBytes = 16 * 1024 * 1024;
const manifestOf = (run: string): string => `runs/${run}/own.json`;
const changesOf = (run: string): string => `runs/${run}/own-changes.json`;

/** Safe to repeat until the run has begun. */
export async function giveState(ports: Ports, of: OwnStateOf, state: readonly AgentState[]): Promise<Shown> {
  const { files, person } = ports;
  const shown: { writable: string[]; readable: string[]; views: { from: string; at: string }[] } = {
    writable: [],
    readable: [],
    views: [],
  };
  const places: GivenPlace[] = [];
  await files.remove(viewsOf(of.run));
  for (const [index, place] of state.entries()) {
    const inHome = pathBelow(place.at, person.home) || null;
    if (place.open === true) {
      if (inHome === null || (await files.there(place.at))) shown.writable.push(place.at);
      if (inHome !== null && (await files.there(place.at))) await linkHome(ports, of, inHome, place.at);
      continue;
    }
    const { given, readable, views } = await givePlace(ports, of, place, index);
    places.push(given);
    shown.readable.push(...readable);
    shown.views.push(...views);
    if (place.loose !== true && inHome !== null) await linkHome(ports, of, inHome, place.at);
  }
  const { owner, agent, resume } = of;
  const manifest: Given = { version: 1, owner, agent, resume, places };
  await files.write(manifestOf(of.run), JSON.stringify(manifest));
  return shown;
}

const viewsOf = (run: string): string => `runs/${run}/own`;

const linkHome = ({ files }: Ports, { home }: OwnStateOf, path: string, target: string): Promise<boolean> =>
  files.link(target, { root: home, path });

async function givePlace(ports: Ports, of: OwnStateOf, place: AgentState, index: number) {
  const { files } = ports;
  const { at } = place;
  const view = place.loose === true ? of.home : await files.makeFolder(`${viewsOf(of.run)}/${index}`);
  const whole = place.kept?.includes('.') === true;
  const views: { from: string; at: string }[] = place.loose === true || whole ? [] : [{ from: view, at }];
  const kept: { path: string; from: string }[] = [];
  for (const path of place.kept ?? []) {
    // `homes` of tasks lie beside what is kept for them; no task has a dot in its id.
    const owner = place.named === undefined ? await ownerOf(ports, of) : of.owner;
    const from = await files.makeFolder(`homes/${owner}.kept/${of.agent}/${index}/${path === '.' ? 'all' : path}`);
    kept.push({ path, from });
    views.push({ from, at: path === '.' ? at : `${at}/${path}` });
  }
  const into = kept.find(({ path }) => path === '.')?.from ?? view;
  const login = [];
  for (const { path, fresh } of place.login ?? [])
    login.push({ path, fresh, given: await giveFile(ports, of, { at, into }, { path }) });
  const settings = [];
  for (const file of place.settings ?? [])
    settings.push({
      path: file.path,
      words: file.words ?? null,
      given: await giveFile(ports, of, { at, into }, file),
    });
  const there = await Promise.all((place.shown ?? []).map((path) => files.there(`${at}/${path}`)));
  const short = shortOf(place);
  if (of.resume !== null && short !== null) await fetchConversation(ports, at, kept, of.resume.slice(0, short));
  return {
    given: {
      at,
      view: into,
      login,
      settings,
      kept,
      short,
      unshown: (place.shown ?? []).filter((_, each) => !there[each]),
      makes: place.makes ?? [],
    },
    readable: (place.shown ?? []).filter((_, each) => there[each]).map((path) => `${at}/${path}`),
    views,
  };
}

/** Where a conversation cannot be carried over by itself, who goes on with it has what its first owner has. */
async function ownerOf({ files }: Ports, { agent, resume, owner }: OwnStateOf): Promise<string> {
  const bytes = resume === null || !isWord(resume) ? null : await files.read(ownerFile(agent, resume));
  return bytes === null ? owner : new TextDecoder().decode(bytes).trim();
}

const ownerFile = (agent: string, conversation: string): string => `homes/owners/${agent}-${conversation}`;

/** How many letters of an id its names bear. */
function shortOf({ named }: AgentState): number | null {
  return named === undefined ? null : named('x'.repeat(200)).length;
}

/** The hash of what was given, as it is judged afterwards. What was left there by an earlier run of the task is gone. */
async function giveFile(
  ports: Ports,
  { cwd }: OwnStateOf,
  { at, into }: { readonly at: string; readonly into: string },
  { path, trim, words }: SettingsFile,
): Promise<string | null> {
  const { files, sha256 } = ports;
  const text = await readText(ports, `${at}/${path}`);
  if (text === null) {
    await files.drop({ root: into, path });
    return null;
  }
  const given = trim === undefined ? text : trim(text, cwd);
  await files.put({ root: into, path }, given);
  return sha256(words === undefined ? given : wordsOf(given, words));
}

/** Null: nothing there that is a file, or more than settings ever are. */
async function readText({ files }: Pick<Ports, 'files'>, path: string): Promise<string | null> {
  const text = await files.tail(path, mostBytes + 1).catch(() => null);
  return text === null || text.length > mostBytes ? null : text;
}

function wordsOf(text: string, words: readonly string[]): string {
  if (words.length === 0) return '[]';
  try {
    const read = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify(words.map((word) => read[word] ?? null));
  } catch {
    return text;
  }
}

/** The conversation it goes on with, as it stands outside: a person's own, or the task's, which may have gone on there. */
async function fetchConversation({ files }: Ports, at: string, kept: GivenPlace['kept'], word: string): Promise<void> {
  if (!isWord(word)) return;
  for (const { path, from } of kept) {
    for (const each of await files.named({ root: at, path }, word))
      await files.copy({ root: at, path: each }, { root: from, path: each.slice(path.length + 1) });
  }
}

/** Too short a word would be everybody's. */
const isWord = (word: string): boolean => /^[\w-]{8,}$/.test(word);

/** After the run; safe to repeat. `conversation`: as the agent told it, which is believed only where nothing of the person's bears that name. Null: nothing was given to it. */
export async function takeState(ports: Ports, run: string, conversation: string | null): Promise<OwnChanges | null> {
  const { files } = ports;
  const told = await files.read(changesOf(run));
  if (told !== null) return JSON.parse(new TextDecoder().decode(told)) as OwnChanges;
  const bytes = await files.read(manifestOf(run));
  if (bytes === null) return null;
  const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Given;
  const changed: string[] = [];
  const logins: OwnChanges['logins'][number][] = [];
  for (const place of manifest.places) {
    logins.push(...(await takeLogins(ports, place)));
    changed.push(...(await changedOf(ports, place)));
    await giveBack(ports, place, manifest.resume, conversation);
  }
  if (conversation !== null && conversation !== manifest.resume && isWord(conversation))
    await rememberOwner(ports, manifest, conversation);
  const changes: OwnChanges = { changed, logins };
  await files.write(changesOf(run), JSON.stringify(changes));
  // The copy of a login does not stay behind.
  await files.remove(viewsOf(run));
  return changes;
}

/** The first stays: an agent that names another's conversation does not get it. */
async function rememberOwner({ files }: Ports, { owner, agent, places }: Given, conversation: string): Promise<void> {
  if (!places.some(({ short, kept }) => short === null && kept.length > 0)) return;
  const file = ownerFile(agent, conversation);
  if (!(await files.exists(file))) await files.write(file, `${owner}\n`);
}

async function takeLogins(ports: Ports, { at, view, login }: GivenPlace): Promise<OwnChanges['logins']> {
  const logins = [];
  for (const { path, fresh, given } of login) {
    const now = await readText(ports, `${at}/${path}`);
    const after = await readText(ports, `${view}/${path}`);
    const nowHash = now === null ? null : ports.sha256(now);
    const verdict = judgeLogin({ given, now, nowHash, after }, fresh);
    if (verdict.kind === 'same') continue;
    if (verdict.kind === 'refreshed') await ports.files.put({ root: at, path }, verdict.text);
    logins.push({ path: `${at}/${path}`, why: verdict.kind === 'refused' ? verdict.why : null });
  }
  return logins;
}

/** Settings that the run changed, added or took away: in its copy, and nowhere else. */
async function changedOf(ports: Ports, { at, view, settings, unshown, makes }: GivenPlace): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { path, words, given } of settings) {
    const after = await readText(ports, `${view}/${path}`);
    const left = after === null ? null : words === null ? after : wordsOf(after, words);
    if ((left === null ? null : ports.sha256(left)) === given) continue;
    // Many write settings of their own where a person has none; of those with words only these count.
    if (given === null && words !== null && left !== null && /^\[(null,?)*\]$/.test(left)) continue;
    changed.push(`${at}/${path}`);
  }
  for (const path of unshown) {
    const made = await ports.files.lookInside(view, path);
    const own = (file: string) => makes.some((each) => isWithin(file, each));
    if (made.kind === 'link' || (made.kind === 'files' && made.files.some((file) => !own(file.path))))
      changed.push(`${at}/${path}`);
  }
  return changed;
}

/** So that the person, and who runs outside, can go on with it. Whatever else bears that name there is left as it is. */
async function giveBack(
  { files }: Ports,
  { at, kept, short }: GivenPlace,
  resume: string | null,
  conversation: string | null,
): Promise<void> {
  const word = conversation === null || short === null ? '' : conversation.slice(0, short);
  if (!isWord(word)) return;
  for (const { path, from } of kept) {
    const theirs = new Set(await files.named({ root: at, path }, word));
    for (const each of await files.named({ root: from, path: '' }, word)) {
      const there = `${path}/${each}`;
      if (theirs.has(there) && conversation !== resume) continue;
      await files.copy({ root: from, path: each }, { root: at, path: there });
    }
  }
}
