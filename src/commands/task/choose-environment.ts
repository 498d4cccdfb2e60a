// Where a task's trouble shows: as it was named, else as its words say. Which environments there are is frozen into the task.

import type { TaskEnvironment } from '../../domain/environment/look.ts';
import { failed } from '../../domain/error.ts';
import { mayNot, whoIs } from '../../domain/people/people.ts';
import { matchEnvironment } from '../../domain/task/phases/match-environment.ts';
import { milliseconds } from '../../domain/task/settings/freeze.ts';
import { nearest } from '../../domain/text/nearest.ts';
import type { Config, EnvironmentEntry, PersonConfig } from '../../ports/config.ts';
import type { Peer } from '../ports.ts';

export type ChosenEnvironment = {
  readonly settings: { readonly environments: readonly TaskEnvironment[]; readonly elsewhere: readonly string[] };
  readonly spec: { readonly env?: string; readonly envs?: readonly string[] };
  /** By a word of its tier alone. */
  readonly guessed: boolean;
};

export type WantedEnvironment = {
  readonly workspace: string;
  /** `--env`. */
  readonly env: string | undefined;
  /** The person's own words: those of others choose nothing. */
  readonly text: string;
};

/** Throws `ENVIRONMENT_NOT_FOUND`; for what is none of a person's in production `UNAUTHORIZED`. */
export function chooseEnvironment(
  config: Config,
  person: PersonConfig,
  asked: WantedEnvironment,
  peer: Peer,
): ChosenEnvironment {
  const withheld = withheldFrom(person, peer);
  const own = config
    .environmentsOf(person, asked.workspace)
    .map(({ name, entry }) => ({ ...frozen(name, entry), ...(withheld(entry) && { withheld: true as const }) }));
  const elsewhere = Object.keys(person.workspaces).filter((name) => name !== asked.workspace);
  const chosen = (environments: readonly TaskEnvironment[], more: Partial<ChosenEnvironment> = {}) => ({
    settings: { environments, elsewhere },
    spec: {},
    guessed: false,
    ...more,
  });
  if (asked.env !== undefined) {
    const env = named(config, person, asked, own);
    refuseProduction(env, peer);
    const all = own.some(({ name }) => name === env.name) ? own : [...own, env];
    return chosen(all, { spec: { env: env.name } });
  }
  const open = own.filter((each) => !isProduction(each) || peer.person.kind === 'person');
  const matched = matchEnvironment(asked.text, asked.workspace, open);
  if (matched.kind === 'none') return chosen(own);
  if (matched.kind === 'one') return chosen(own, { spec: { env: matched.env.name }, guessed: matched.guessed });
  return chosen(own, { spec: { envs: matched.envs.map(({ name }) => name) } });
}

/** What they may not have take part, nobody looks at for them: whoever is no person no production, and who is limited to other tiers none of it. */
function withheldFrom({ people = {} }: PersonConfig, { channel, person }: Peer) {
  if (person.kind !== 'person') return isProduction;
  const { rights } = whoIs(people, { channel, ...person });
  return ({ tier }: Pick<EnvironmentEntry, 'tier'>): boolean =>
    mayNot(rights, { whole: false, workspaces: [], tiers: [tier], answers: [] }) !== null;
}

const isProduction = ({ tier }: Pick<EnvironmentEntry, 'tier'>): boolean => tier === 'prod';

function frozen(name: string, { tier, verify }: EnvironmentEntry): TaskEnvironment {
  const soakMs = milliseconds(verify?.soak ?? '');
  return soakMs === null ? { name, tier } : { name, tier, soakMs };
}

/** One that belongs to no workspace may be named; one of another workspace may not. */
function named(
  config: Config,
  person: PersonConfig,
  { env = '', workspace }: WantedEnvironment,
  own: readonly TaskEnvironment[],
): TaskEnvironment {
  const entry = Object.hasOwn(person.environments, env) ? person.environments[env] : undefined;
  const owner = Object.keys(person.workspaces).find((name) =>
    config.environmentsOf(person, name).some((each) => each.name === env),
  );
  const mine = own.find(({ name }) => name === env);
  if (mine !== undefined) return mine;
  if (entry !== undefined && owner === undefined) return frozen(env, entry);
  const near = nearest(
    env,
    own.map(({ name }) => name),
  );
  const hint = near === null ? '' : ` The nearest one of ${workspace} is ${near}.`;
  const what =
    entry === undefined ? `There is no environment ${env}.` : `${env} belongs to ${owner}, not to ${workspace}.`;
  throw failed('ENVIRONMENT_NOT_FOUND', `${what}${hint}`, { env, nearest: near });
}

function refuseProduction(env: TaskEnvironment, { person }: Peer): void {
  if (isProduction(env) && person.kind !== 'person')
    throw failed('UNAUTHORIZED', `${env.name} is production: only a person may have it looked at, and ${person.why}.`);
}
