// Several people: who somebody on a channel is, and what each of them may do. One rule for every door.
import type { QuestionKind } from '../question/question.ts';

export type Tier = 'prod' | 'staging' | 'local';

/** What is left out is not limited. `look`: nothing may be done. */
export type Rights =
  | 'look'
  | {
      /** Kinds of question that may be answered. */
      readonly answer?: readonly QuestionKind[];
      readonly workspaces?: readonly string[];
      /** Of environments that take part. */
      readonly tiers?: readonly Tier[];
    };

export type PersonEntry = {
  readonly language?: 'en' | 'zh';
  /** Their user on this machine; absent: the one called as they are. */
  readonly terminal?: string;
  /** Their id there, which nobody else can have; a name anybody can give themselves. */
  readonly telegram?: number;
  /** Absent: everything. */
  readonly may?: Rights;
};

export type People = Readonly<Record<string, PersonEntry>>;

/** As a channel knows them. `guest`: a browser that was given to somebody else than whose terminal asked. */
export type Seen = {
  readonly channel: string;
  readonly name: string;
  readonly id?: string;
  readonly guest?: boolean;
};

export type Known = { readonly name: string; readonly listed: boolean; readonly rights: Rights | null };

/** `rights` null: everything. Who is not listed may do everything as long as nobody is limited; from then on that is whoever works at the terminal. */
export function whoIs(people: People, seen: Seen): Known {
  const entry = Object.entries(people).find(([name, each]) => isThem(name, each, seen));
  if (entry !== undefined) return { name: entry[0], listed: true, rights: entry[1].may ?? null };
  const isLimited = Object.values(people).some(({ may }) => may !== undefined);
  const isOwn = seen.channel !== 'telegram' && seen.guest !== true;
  return { name: seen.name, listed: false, rights: isLimited && !isOwn ? 'look' : null };
}

function isThem(name: string, { terminal = name, telegram }: PersonEntry, seen: Seen): boolean {
  if (seen.channel === 'telegram') return telegram !== undefined && String(telegram) === seen.id;
  if (seen.guest === true) return name === seen.name;
  return terminal === seen.name || (seen.channel === 'web' && name === seen.name);
}

/** What somebody would do. */
export type Act = {
  /** It is about everything here: configuration, people, sessions in any folder. */
  readonly whole: boolean;
  /** All that it is about, or leads to; null: one that is not registered. */
  readonly workspaces: readonly (string | null)[];
  /** Of environments that take part; one whose tier nobody knows counts as production. */
  readonly tiers: readonly (Tier | null)[];
  /** Kinds of question that it answers. */
  readonly answers: readonly QuestionKind[];
};

/** null: they may; else what it is that they may not, as the end of a sentence. */
export function mayNot(rights: Rights | null, act: Act): string | null {
  if (rights === null) return null;
  if (rights === 'look') return 'do this, only look';
  if (act.whole) return 'do this, which is about everything here';
  const { answer, workspaces, tiers } = rights;
  const other = act.workspaces.find((each) => workspaces?.includes(each ?? '') === false);
  if (other !== undefined) return other === null ? 'do this outside of their workspaces' : `do this in ${other}`;
  const tier = act.tiers.map((each) => each ?? 'prod').find((each) => tiers?.includes(each) === false);
  if (tier !== undefined) return `do this where ${tier} takes part`;
  const kind = act.answers.find((each) => answer?.includes(each) === false);
  return kind === undefined ? null : `answer ${kind}`;
}

/** Everybody who is listed and may; null: only whoever works at the terminal. */
export function whoMay(people: People, act: Act): string | null {
  const names = Object.entries(people).flatMap(([name, { may = null }]) => (mayNot(may, act) === null ? [name] : []));
  return names.length === 0 ? null : names.join(', ');
}
